import * as v from "valibot";
import type { ConfigurationOf } from "#worker/contract/payment-configurations";
import { accepted, badSignature, malformed, type Reached, textOf } from "#worker/gateways/payments/adapter";
import {
	type Call,
	converse,
	jsonBody,
	type ProviderAnswer,
	ProviderFault,
	pageAddress,
	readJson,
} from "#worker/gateways/payments/converse";
import type { PaymentGateway } from "#worker/gateways/payments/port";
import { hmac, isSame } from "#worker/gateways/payments/signatures";

const toleranceMs = 300_000;

const Minor = v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), null);
const Text = v.nullish(v.pipe(v.string(), v.maxLength(500)), null);
const Payment = v.object({
	/** why a fallback: an unknown word leaves the payment pending. */
	status: v.string(),
	description: v.nullish(v.pipe(v.string(), v.maxLength(500)), ""),
	reference: v.string(),
	providerReference: Text,
	amount: Minor,
	paidAmount: Minor,
	currency: Text,
	fee: Minor,
	channel: Text,
	paidAt: Minor,
	reversedAmount: Minor,
});
const Started = v.object({ pageUrl: v.string(), providerReference: Text });
const Listed = v.object({ payments: v.array(Payment), next: Text });
const Refusal = v.object({ message: v.string() });
const Event = v.object({ id: v.string(), event: v.string(), reference: v.string() });

const statuses = ["success", "failed", "pending", "reversed"] as const;
const toPayment = ({ status, ...known }: v.InferOutput<typeof Payment>) => ({
	...known,
	status: statuses.find((one) => one === status) ?? ("pending" as const),
	saysStatus: status,
	rrr: null,
	dispute: null,
	contradicts: null,
});

/**
 * The protocol of our own for a platform whose interface is not public (README.md): an adapter that the institution or the
 * platform runs speaks it. Without an address and a key nothing is called, and every answer says so.
 */
export const ownProtocol = (
	name: string,
	{ address, key }: ConfigurationOf<"PAYPRO_KANO" | "PAYUNIMAID">,
	{ base, isLocal }: Reached,
): PaymentGateway => {
	const talk = <T>(run: (call: Call) => Promise<T>) =>
		converse({ name, secrets: [key] }, async (call) => {
			if (key && address) return run(call);
			throw new ProviderFault(
				"not_configured",
				`${name} is not connected: its interface is not public. Enter the address and the key of an adapter for it.`,
			);
		});
	const headers = { authorization: `Bearer ${key}` };
	const get = (call: Call, path: string) => call({ method: "GET", url: `${base}/${path}`, headers });
	const accept = <T>({ status, text }: ProviderAnswer, schema: v.GenericSchema<unknown, T>): T => {
		if (status >= 200 && status < 300) return readJson(name, text, schema);
		const says = `${name} says: ${readJson(name, text, Refusal).message}`;
		if (status === 401 || status === 403) throw new ProviderFault("not_configured", says);
		throw new ProviderFault(status === 404 ? "not_found" : "refused", says);
	};

	return {
		start: ({ startedAt: _, ...payment }) =>
			talk(async (call) => {
				const { body, headers: json } = jsonBody(payment);
				const sent = { ...headers, ...json, "idempotency-key": payment.reference };
				const started = accept(await call({ method: "POST", url: `${base}/payments`, headers: sent, body }), Started);
				const pageUrl = pageAddress(name, started.pageUrl, isLocal);
				return { pageUrl, pageFields: null, rrr: null, providerReference: started.providerReference };
			}),

		verify: ({ reference }) =>
			talk(async (call) => toPayment(accept(await get(call, `payments/${encodeURIComponent(reference)}`), Payment))),

		list: (from, cursor) =>
			talk(async (call) => {
				const query = new URLSearchParams({
					from: new Date(from).toISOString(),
					...(cursor === null ? {} : { cursor }),
				});
				const { payments, next } = accept(await get(call, `payments?${query}`), Listed);
				return { payments: payments.map(toPayment), next };
			}),

		readWebhook: async ({ headers: given, body, now }) => {
			const [signature, stamp = ""] = [given.get("x-signature"), given.get("x-timestamp") ?? ""];
			if (!signature || !key || !/^\d{1,12}$/.test(stamp)) return badSignature;
			if (Math.abs(now - Number(stamp) * 1_000) > toleranceMs) return badSignature;
			const signed = Buffer.concat([Buffer.from(`${stamp}.`), body]);
			if (!isSame(signature, await hmac("SHA-256", key, signed))) return badSignature;
			const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Event), textOf(body));
			if (!read.success) return malformed;
			const { id, event, reference } = read.output;
			const saysPaid = event === "payment.success";
			return accepted([{ key: id, event, saysPaid, reference, rrr: null, providerReference: null }]);
		},

		test: () =>
			talk(async (call) => {
				accept(await get(call, `payments?from=${encodeURIComponent(new Date().toISOString())}`), Listed);
				return { says: `The adapter for ${name} accepts the key.` };
			}),
	};
};
