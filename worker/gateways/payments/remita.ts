import * as v from "valibot";
import type { ConfigurationOf } from "#worker/contract/payment-configurations";
import {
	accepted,
	badSignature,
	malformed,
	mustBeNaira,
	providerPayment,
	type Reached,
	textOf,
} from "#worker/gateways/payments/adapter";
import { type Call, converse, jsonBody, ProviderFault, readJson } from "#worker/gateways/payments/converse";
import { nairaText, readNaira } from "#worker/gateways/payments/money";
import type { PaymentGateway, ProviderPayment } from "#worker/gateways/payments/port";
import { readLagosTime } from "#worker/gateways/payments/provider-time";
import { isGenerated, isRepeated, meaningOf } from "#worker/gateways/payments/remita-codes";
import { isSame, sha512 } from "#worker/gateways/payments/signatures";

const name = "Remita";
const services = "/remita/exapp/api/v1/send/api/echannelsvc";

const Generated = v.object({
	statuscode: v.string(),
	RRR: v.nullish(v.string()),
	status: v.nullish(v.string()),
});

/** A status without its payment is an error. */
const Status = v.object({
	status: v.string(),
	message: v.nullish(v.string()),
	amount: v.nullish(v.union([v.number(), v.string()])),
	RRR: v.nullish(v.string()),
	orderId: v.nullish(v.string()),
	paymentDate: v.nullish(v.string()),
	channel: v.nullish(v.string()),
});
type Status = v.InferOutput<typeof Status>;

const Notified = v.array(
	v.object({
		rrr: v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String))),
		orderId: v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String))),
		type: v.nullish(v.string()),
	}),
);

/** Returns the JSON within `jsonp ( … )`, `( … );` or nothing. It is never evaluated. */
export const withoutPadding = (text: string): string => {
	const [, padded] = /^\s*(?:[A-Za-z_$][\w$]*)?\s*\(([\s\S]*)\)\s*;?\s*$/.exec(text) ?? [];
	return padded ?? text;
};

/** A signed call's secret part, and what it is about. */
const hashes = ({ merchantId, serviceTypeId, apiKey }: ConfigurationOf<"REMITA">) => ({
	generate: (orderId: string, amount: string) => sha512(merchantId + serviceTypeId + orderId + amount + apiKey),
	/** @param subject a retrieval reference or an order's id */
	query: (subject: string) => sha512(subject + apiKey + merchantId),
	page: (rrr: string) => sha512(merchantId + rrr + apiKey),
});

/** Remita's invoice API (§2 of the provider reference): naira as text, signed by hashes that hold the API key. */
export const remita = (configuration: ConfigurationOf<"REMITA">, { base }: Reached): PaymentGateway => {
	const { merchantId, serviceTypeId, apiKey, notificationToken } = configuration;
	const hash = hashes(configuration);
	const talk = <T>(run: (call: Call) => Promise<T>) => converse({ name, secrets: [apiKey] }, run);
	const authorization = (token: string) => `remitaConsumerKey=${merchantId},remitaConsumerToken=${token}`;

	const query = async (call: Call, { subject, path }: { subject: string; path: string }): Promise<Status> => {
		const token = await hash.query(subject);
		const [merchant, about] = [merchantId, subject].map(encodeURIComponent);
		const url = `${base}${services}/${merchant}/${about}/${token}/${path}`;
		const headers = { "content-type": "application/json", authorization: authorization(token) };
		const { status, text } = await call({ method: "GET", url, headers, secrets: [token] });
		if (status === 401 || status === 403)
			throw new ProviderFault("not_configured", `${name} refuses the keys (${status}).`);
		return readJson(name, withoutPadding(text), Status);
	};
	const byOrder = (call: Call, orderId: string) => query(call, { subject: orderId, path: "orderstatus.reg" });
	const byRrr = (call: Call, rrr: string) => query(call, { subject: rrr, path: "status.reg" });

	const generate = async (call: Call, order: Parameters<PaymentGateway["start"]>[0]): Promise<string> => {
		const amount = nairaText(order.amount, "without decimals");
		const token = await hash.generate(order.reference, amount);
		const { body, headers } = jsonBody({
			serviceTypeId,
			amount,
			orderId: order.reference,
			description: order.description,
			payerName: order.payer.name,
			payerEmail: order.payer.email,
			payerPhone: order.payer.phone ?? "",
		});
		const { status, text } = await call({
			method: "POST",
			url: `${base}${services}/merchant/api/paymentinit`,
			headers: { ...headers, authorization: authorization(token) },
			body,
			secrets: [token],
		});
		if (status === 401 || status === 403)
			throw new ProviderFault("not_configured", `${name} refuses the keys (${status}).`);
		const answer = readJson(name, withoutPadding(text), Generated);
		if (isGenerated(answer.statuscode) && answer.RRR) return answer.RRR;
		if (isRepeated(answer.statuscode)) {
			const { RRR, amount: asked } = await byOrder(call, order.reference);
			// why: the page would ask for the amount of another payment.
			if (RRR && (asked === null || asked === undefined || readNaira(asked) === order.amount)) return RRR;
		}
		const meaning = meaningOf(answer.statuscode);
		throw new ProviderFault("fault" in meaning ? meaning.fault : "refused", saysOf(answer.statuscode, answer.status));
	};

	return {
		start: (payment) =>
			talk(async (call) => {
				mustBeNaira(name, payment);
				const rrr = await generate(call, payment);
				const pageFields = { merchantId, rrr, responseurl: payment.returnUrl, hash: await hash.page(rrr) };
				return { pageUrl: `${base}/remita/ecomm/finalize.reg`, pageFields, rrr, providerReference: null };
			}),

		verify: ({ reference, rrr }) =>
			talk(async (call) => toPayment(rrr === null ? await byOrder(call, reference) : await byRrr(call, rrr))),

		readWebhook: async ({ token, body }) => {
			// why: nothing is signed, so only the address itself proves that Remita calls.
			if (!notificationToken || token === null || !isSame(token, notificationToken)) return badSignature;
			const text = textOf(body);
			const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.unknown())), text);
			const payments = read.success ? v.safeParse(Notified, read.output) : undefined;
			if (!read.success || !payments?.success) return malformed;
			const notices = await Promise.all(
				payments.output.map(async ({ rrr, orderId, type }, at) => ({
					// why of its content: Remita names no event.
					key: (await sha512(JSON.stringify(read.output[at]))).slice(0, 32),
					event: type ?? "notification",
					// why always: Remita reports nothing but payments that arrived.
					saysPaid: true,
					reference: orderId ?? null,
					rrr: rrr ?? null,
					providerReference: null,
				})),
			);
			return accepted(notices, "Ok");
		},

		test: () =>
			talk(async (call) => {
				const { status, message } = await byRrr(call, unknownRrr);
				const meaning = meaningOf(status);
				if ("fault" in meaning && meaning.fault === "not_found")
					return { says: "Remita accepts the merchant and its key." };
				throw new ProviderFault("fault" in meaning ? meaning.fault : "unavailable", saysOf(status, message));
			}),
	};
};

/** No payment has it: Remita looks at the signature first, and then says that there is none. */
const unknownRrr = "000000000000";

const saysOf = (code: string, message: string | null | undefined) =>
	`${name} says: ${message ?? "no reason"} (${code})`;

const toPayment = ({ status: code, message, amount, RRR, orderId, paymentDate, channel }: Status): ProviderPayment => {
	const meaning = meaningOf(code);
	if ("fault" in meaning) throw new ProviderFault(meaning.fault, saysOf(code, message));
	const asked = readNaira(amount);
	return providerPayment({
		// why: a code of success without its payment is an answer about none.
		status: meaning.status === "success" && !RRR ? "pending" : meaning.status,
		saysStatus: code,
		description: message ?? "",
		reference: orderId ?? null,
		rrr: RRR ?? null,
		amount: asked,
		paidAmount: asked,
		channel: channel ?? null,
		paidAt: readLagosTime(paymentDate),
	});
};
