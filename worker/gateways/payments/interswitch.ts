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
import { type Call, converse, formBody, ProviderFault, readJson } from "#worker/gateways/payments/converse";
import { isAnotherAmount, meaningOf } from "#worker/gateways/payments/interswitch-codes";
import { readMinor } from "#worker/gateways/payments/money";
import type { PaymentGateway, ProviderPayment } from "#worker/gateways/payments/port";
import { readLagosTime } from "#worker/gateways/payments/provider-time";
import { hmac, isSame, sha512 } from "#worker/gateways/payments/signatures";

const name = "Interswitch";
/** Naira by its number in ISO 4217. */
const naira = "566";

const Queried = v.object({
	Amount: v.nullish(v.union([v.number(), v.string()])),
	MerchantReference: v.nullish(v.string()),
	PaymentReference: v.nullish(v.string()),
	TransactionDate: v.nullish(v.string()),
	ResponseCode: v.nullish(v.string()),
	ResponseDescription: v.nullish(v.string()),
});

const Token = v.object({ access_token: v.pipe(v.string(), v.maxLength(8_192)), expires_in: v.number() });

/** Tokens of this isolate by the account that they are of. */
const tokens = new Map<string, { token: string; expiresAt: number }>();
const maxTokens = 500;
/** A token is renewed before it ends, so that none ends on its way. */
const marginMs = 60_000;

const Text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const Event = v.object({
	event: v.nullish(v.string()),
	uuid: v.nullish(Text),
	timestamp: v.nullish(Text),
	// why so many: unofficial guides name the reference otherwise, and every one of them is only looked up.
	data: v.nullish(
		v.object({
			merchantReference: v.nullish(Text),
			paymentReference: v.nullish(Text),
			transactionRef: v.nullish(Text),
			transactionReference: v.nullish(Text),
			responseCode: v.nullish(Text),
		}),
	),
	eventType: v.nullish(v.string()),
	eventId: v.nullish(Text),
});

/** Interswitch Webpay and Quickteller Business (§3 of the provider reference): amounts in kobo, a form post as its page. */
export const interswitch = (configuration: ConfigurationOf<"INTERSWITCH">, { base }: Reached): PaymentGateway => {
	const { merchantCode, payItemId, clientId, clientSecret, productId, macKey, webhookSecret } = configuration;
	const talk = <T>(run: (call: Call) => Promise<T>) =>
		converse({ name, secrets: [clientSecret, macKey, webhookSecret] }, run);

	const account = `${base} ${clientId} ${clientSecret}`;
	const bearer = async (call: Call): Promise<string | undefined> => {
		if (!clientId || !clientSecret) return undefined;
		const known = tokens.get(account);
		if (known && known.expiresAt > Date.now() + marginMs) return known.token;
		const form = formBody({ grant_type: "client_credentials" });
		const basic = btoa(`${clientId}:${clientSecret}`);
		const headers = { ...form.headers, authorization: `Basic ${basic}` };
		const answer = await call({ method: "POST", url: `${base}/passport/oauth/token`, headers, body: form.body });
		if (answer.status >= 400) throw new ProviderFault("not_configured", `${name} refuses the client id or its secret.`);
		const { access_token: token, expires_in } = readJson(name, answer.text, Token);
		if (tokens.size >= maxTokens) tokens.clear();
		tokens.set(account, { token, expiresAt: Date.now() + expires_in * 1_000 });
		return token;
	};

	const askOnce = async (call: Call, reference: string, amount: number) => {
		if (productId && macKey) {
			const query = new URLSearchParams({
				productid: productId,
				transactionreference: reference,
				amount: String(amount),
			});
			const hash = (await sha512(productId + reference + macKey)).toUpperCase();
			const url = `${base}/webpay/api/v1/gettransaction.json?${query}`;
			return call({ method: "GET", url, headers: { Hash: hash }, secrets: [hash] });
		}
		const query = new URLSearchParams({
			merchantcode: merchantCode,
			transactionreference: reference,
			amount: String(amount),
		});
		const token = await bearer(call);
		return call({
			method: "GET",
			url: `${base}/collections/api/v1/gettransaction.json?${query}`,
			headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
			secrets: token === undefined ? [] : [token],
		});
	};

	const ask = async (call: Call, reference: string, amount: number): Promise<ProviderPayment> => {
		const isRefused = (status: number) => status === 401 || status === 403;
		let answer = await askOnce(call, reference, amount);
		// why once more: a token may have been revoked before its end.
		if (isRefused(answer.status) && tokens.delete(account)) answer = await askOnce(call, reference, amount);
		if (isRefused(answer.status))
			throw new ProviderFault("not_configured", `${name} refuses the keys (${answer.status}).`);
		if (answer.status === 404) throw new ProviderFault("not_found", `${name} knows no such payment (404).`);
		return toPayment(readJson(name, answer.text, Queried));
	};

	return {
		start: (payment) =>
			talk(async () => {
				mustBeNaira(name, payment);
				const { reference, amount, payer, description, returnUrl } = payment;
				if (reference.length < 6 || reference.length > 50)
					throw new ProviderFault("refused", `${name} takes references of 6 to 50 characters.`);
				const pageFields = {
					merchant_code: merchantCode,
					pay_item_id: payItemId,
					txn_ref: reference,
					amount: String(amount),
					currency: naira,
					cust_email: payer.email,
					cust_id: payer.email,
					cust_name: payer.name,
					pay_item_name: description,
					site_redirect_url: returnUrl,
				};
				return { pageUrl: `${base}/collections/w/pay`, pageFields, rrr: null, providerReference: null };
			}),

		verify: ({ reference, amount }) => talk((call) => ask(call, reference, amount)),

		readWebhook: async ({ method, headers, body }) => {
			// why: Interswitch is known to look whether the address answers.
			if (method === "GET") return accepted([]);
			const signature = headers.get("x-interswitch-signature")?.toLowerCase();
			if (!signature || !webhookSecret) return badSignature;
			if (!isSame(signature, await hmac("SHA-512", webhookSecret, body))) return badSignature;
			const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Event), textOf(body));
			if (!read.success) return malformed;
			const { event, uuid, timestamp, data, eventType, eventId } = read.output;
			const reference = data?.merchantReference ?? data?.transactionRef ?? data?.transactionReference ?? null;
			// why all three: one transaction keeps its uuid through its events.
			const key = uuid ? `${event} ${uuid} ${timestamp}` : `${eventType} ${eventId ?? reference}`;
			const named = {
				event: event ?? eventType ?? "unknown",
				saysPaid: data?.responseCode === "00",
				rrr: null,
				providerReference: data?.paymentReference ?? null,
			};
			return accepted([{ key, reference, ...named }]);
		},

		test: () =>
			talk(async (call) => {
				try {
					await ask(call, unknownReference, 100);
				} catch (error) {
					if (!(error instanceof ProviderFault && error.code === "not_found")) throw error;
				}
				return { says: "Interswitch accepts the merchant code." };
			}),
	};
};

/** No payment has it; a wrong merchant is refused before it is looked for. */
const unknownReference = "matricula-connection-test";

const toPayment = (answer: v.InferOutput<typeof Queried>): ProviderPayment => {
	const [code, description] = [answer.ResponseCode ?? "", answer.ResponseDescription ?? ""];
	const isContradicted = isAnotherAmount(code, description);
	const meaning = isContradicted ? { status: "pending" as const } : meaningOf(code);
	if ("fault" in meaning) throw new ProviderFault(meaning.fault, `${name} says: ${description} (${code})`);
	// why: an answer without a payment says 0.
	const amount = readMinor(answer.Amount) || null;
	return providerPayment({
		status: meaning.status,
		saysStatus: code,
		description,
		reference: answer.MerchantReference || null,
		providerReference: answer.PaymentReference || null,
		amount,
		paidAmount: amount,
		paidAt: readLagosTime(answer.TransactionDate),
		contradicts: isContradicted ? "amount" : null,
	});
};
