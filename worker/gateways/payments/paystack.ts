import * as v from "valibot";
import type { ConfigurationOf } from "#worker/contract/payment-configurations";
import {
	accepted,
	badSignature,
	malformed,
	providerPayment,
	type Reached,
	textOf,
} from "#worker/gateways/payments/adapter";
import {
	type Call,
	converse,
	jsonBody,
	type ProviderAnswer,
	ProviderFault,
	pageAddress,
	readJson,
} from "#worker/gateways/payments/converse";
import { readMinor } from "#worker/gateways/payments/money";
import type { Dispute, PaymentGateway, ProviderPage, ProviderPayment } from "#worker/gateways/payments/port";
import { readMoment } from "#worker/gateways/payments/provider-time";
import { hmac, isSame, sha512 } from "#worker/gateways/payments/signatures";

const name = "Paystack";
const pageSize = 100;

const Amount = v.union([v.number(), v.string()]);
const Transaction = v.object({
	id: v.nullish(Amount),
	status: v.string(),
	reference: v.nullish(v.string()),
	amount: v.nullish(Amount),
	requested_amount: v.nullish(Amount),
	message: v.nullish(v.string()),
	gateway_response: v.nullish(v.string()),
	paid_at: v.nullish(v.string()),
	paidAt: v.nullish(v.string()),
	channel: v.nullish(v.string()),
	currency: v.nullish(v.string()),
	fees: v.nullish(Amount),
});
type Transaction = v.InferOutput<typeof Transaction>;

const Refusal = v.object({ status: v.literal(false), message: v.nullish(v.string()), code: v.nullish(v.string()) });
const Initialized = v.object({
	status: v.literal(true),
	data: v.object({ authorization_url: v.string(), reference: v.string() }),
});
const Verified = v.object({ status: v.literal(true), data: Transaction });
const Listed = v.object({
	status: v.literal(true),
	data: v.array(Transaction),
	meta: v.nullish(
		v.object({
			page: v.nullish(v.number()),
			pageCount: v.nullish(v.number()),
			next: v.nullish(v.string()),
		}),
	),
});

/** Gives the body of an answer that says yes, and ends the conversation at one that says no. */
const accept = <T>({ status, text }: ProviderAnswer, schema: v.GenericSchema<unknown, T>): T => {
	if (status === 200 || status === 201) {
		const body = readJson(name, text, v.union([schema, Refusal]));
		if (!v.is(Refusal, body)) return body as T;
	}
	throw refusalOf(status, readJson(name, text, Refusal));
};

const refusalOf = (status: number, { message, code }: v.InferOutput<typeof Refusal>): ProviderFault => {
	const says = `${name} says: ${message ?? code ?? status}`;
	// why the text: both 400 and 401 are published for a wrong key, and 400 for much else.
	if (status === 401 || status === 403 || (status === 400 && /invalid key/i.test(message ?? "")))
		return new ProviderFault("not_configured", says);
	return new ProviderFault(status === 404 ? "not_found" : "refused", says);
};

const statuses: Readonly<Record<string, ProviderPayment["status"]>> = {
	success: "success",
	failed: "failed",
	reversed: "reversed",
};

const toPayment = (transaction: Transaction): ProviderPayment => {
	const { id, status, reference, amount, requested_amount, gateway_response, message, currency, channel } = transaction;
	const [paid, asked] = [readMinor(amount), readMinor(requested_amount)];
	// why: more than was asked for holds a fee that the payer bears; less is a part of it.
	const isPart = paid !== null && asked !== null && paid < asked;
	return providerPayment({
		// why: an abandoned payment can still be completed, and an unknown word proves nothing.
		status: Object.hasOwn(statuses, status) ? (statuses[status] ?? "pending") : "pending",
		saysStatus: status,
		description: gateway_response || message || "",
		reference: reference ?? null,
		providerReference: id === null || id === undefined ? null : String(id),
		amount: isPart ? paid : (asked ?? paid),
		paidAmount: paid,
		currency: currency?.toUpperCase() ?? null,
		fee: readMinor(transaction.fees),
		channel: channel ?? null,
		paidAt: readMoment(transaction.paid_at ?? transaction.paidAt),
		...(status === "abandoned" && { isLeft: true }),
	});
};

const Refunds = v.object({
	status: v.literal(true),
	data: v.array(v.object({ status: v.nullish(v.string()), amount: v.nullish(Amount) })),
});

const DisputeOfPaystack = v.object({
	id: Amount,
	status: v.nullish(v.string()),
	resolution: v.nullish(v.string()),
	refund_amount: v.nullish(Amount),
	category: v.nullish(v.string()),
	dueAt: v.nullish(v.string()),
	due_at: v.nullish(v.string()),
	createdAt: v.nullish(v.string()),
	created_at: v.nullish(v.string()),
});
type DisputeOfPaystack = v.InferOutput<typeof DisputeOfPaystack>;
const Disputes = v.object({ status: v.literal(true), data: v.array(DisputeOfPaystack) });

const toDispute = (dispute: DisputeOfPaystack, whole: number): Dispute => {
	const { id, status, resolution, refund_amount, category, dueAt, due_at } = dispute;
	return {
		id: String(id),
		// why only declined: that is the word for the payer's claim; where it is accepted, the money is refunded.
		state: status !== "resolved" ? "open" : resolution === "declined" ? "won" : "lost",
		amount: readMinor(refund_amount) || whole,
		reason: category ?? null,
		dueAt: status === "awaiting-merchant-feedback" ? readMoment(dueAt ?? due_at) : null,
	};
};

const Named = v.object({ reference: v.nullish(v.string()) });
const Event = v.object({
	event: v.string(),
	data: v.object({
		id: v.nullish(Amount),
		reference: v.nullish(v.string()),
		/** The payment of a refund or a dispute. */
		transaction_reference: v.nullish(v.string()),
		transaction: v.fallback(v.nullish(Named), null),
	}),
});

/** Paystack's API (§1 of the provider reference): JSON, amounts in kobo. */
export const paystack = ({ secretKey }: ConfigurationOf<"PAYSTACK">, { base, isLocal }: Reached): PaymentGateway => {
	const talk = <T>(run: (call: Call) => Promise<T>) => converse({ name, secrets: [secretKey] }, run);
	const headers = { authorization: `Bearer ${secretKey}` };
	const list = async (call: Call, query: Record<string, string>) => {
		const search = new URLSearchParams({ perPage: query.per_page ?? "", ...query });
		return accept(await call({ method: "GET", url: `${base}/transaction?${search}`, headers }), Listed);
	};

	/** Returns what was refunded of a payment; a refund that is under way or failed does not count. */
	const refunded = async (call: Call, transaction: string, isPaid = false): Promise<number | null> => {
		const query = new URLSearchParams({ transaction, perPage: String(pageSize) });
		try {
			const { data } = accept(await call({ method: "GET", url: `${base}/refund?${query}`, headers }), Refunds);
			return data.reduce((sum, { status, amount }) => sum + (status === "processed" ? (readMinor(amount) ?? 0) : 0), 0);
		} catch (error) {
			// why: news of a success need not wait for this; a payment that is paid already is only asked about because of it.
			if (isPaid || !(error instanceof ProviderFault)) throw error;
			return null;
		}
	};

	/** Returns the latest dispute of a payment; null without one, and where Paystack does not say so. */
	const disputed = async (call: Call, { providerReference, amount }: ProviderPayment): Promise<Dispute | null> => {
		const query = new URLSearchParams({ transaction: providerReference ?? "", perPage: String(pageSize) });
		try {
			const { data } = accept(await call({ method: "GET", url: `${base}/dispute?${query}`, headers }), Disputes);
			const madeAt = ({ createdAt, created_at }: DisputeOfPaystack) => readMoment(createdAt ?? created_at) ?? 0;
			const [latest] = data.toSorted((one, other) => madeAt(other) - madeAt(one));
			return latest ? toDispute(latest, amount ?? 0) : null;
		} catch (error) {
			// why: what was refunded is news although an account may not ask about disputes.
			if (error instanceof ProviderFault && error.code !== "unavailable") return null;
			throw error;
		}
	};

	return {
		start: ({ reference, amount, currency, payer, description, returnUrl }) =>
			talk(async (call) => {
				const { body, headers: json } = jsonBody({
					email: payer.email,
					amount,
					currency,
					reference,
					callback_url: returnUrl,
					metadata: JSON.stringify({ name: payer.name, phone: payer.phone, description }),
				});
				const url = `${base}/transaction/initialize`;
				const answer = await call({ method: "POST", url, headers: { ...headers, ...json }, body });
				const { data } = accept(answer, Initialized);
				const pageUrl = pageAddress(name, data.authorization_url, isLocal);
				return { pageUrl, pageFields: null, rrr: null, providerReference: null };
			}),

		verify: ({ reference, isPaid }) =>
			talk(async (call) => {
				const url = `${base}/transaction/verify/${encodeURIComponent(reference)}`;
				const answer = await call({ method: "GET", url, headers });
				try {
					const payment = toPayment(accept(answer, Verified).data);
					if (payment.providerReference === null || payment.status === "failed" || payment.status === "pending")
						return payment;
					return {
						...payment,
						...(payment.status === "success" && {
							reversedAmount: await refunded(call, payment.providerReference, isPaid),
						}),
						// why only then: one that is asked about after it was paid has news, and a payer disputes what they have paid.
						...(isPaid && { dispute: await disputed(call, payment) }),
					};
				} catch (error) {
					// why: an unknown reference is published as 400 and as 404.
					if (!(error instanceof ProviderFault && error.code === "refused" && answer.status === 400)) throw error;
					throw new ProviderFault("not_found", error.message);
				}
			}),

		list: (from, cursor) =>
			talk(async (call): Promise<ProviderPage> => {
				const [kind, at = "1"] = (cursor ?? "page 1").split(" ");
				const { data, meta } = await list(call, {
					per_page: String(pageSize),
					from: new Date(from).toISOString(),
					...(kind === "next" ? { use_cursor: "true", next: at } : { page: at }),
				});
				return { payments: data.map(toPayment), next: nextOf(meta, Number(at)) };
			}),

		readWebhook: async ({ headers: given, body }) => {
			const signature = given.get("x-paystack-signature");
			if (!signature || !isSame(signature, await hmac("SHA-512", secretKey, body))) return badSignature;
			const text = textOf(body);
			const event = v.safeParse(v.pipe(v.string(), v.parseJson(), Event), text);
			if (text === undefined || !event.success) return malformed;
			// why: one address hears of the account's transfers, invoices and customers too, whose references are none of payments.
			if (!/^(charge|refund)\./.test(event.output.event)) return accepted([]);
			const { data } = event.output;
			const reference = data.transaction_reference ?? data.transaction?.reference ?? data.reference ?? null;
			const saysPaid = event.output.event === "charge.success";
			const content = async () => (await sha512(text)).slice(0, 32);
			// why the content where there is no id: a payment is paid once, and each part that is refunded is news.
			const id = data.id ?? (saysPaid ? "" : await content());
			// why the reference too: an id beyond 2^53 is read without its last digits.
			const named = `${event.output.event} ${id} ${reference ?? ""}`;
			// why: a dispute has one id however often Paystack reminds of it, each time by when it has to be answered then.
			const key = event.output.event === "charge.dispute.remind" ? `${named} ${await content()}` : named;
			return accepted([{ key, event: event.output.event, saysPaid, reference, rrr: null, providerReference: null }]);
		},

		test: () =>
			talk(async (call) => {
				await list(call, { per_page: "1", page: "1" });
				const mode = secretKey.startsWith("sk_live_") ? "live" : "test";
				return { says: `Paystack accepts the secret key, in ${mode} mode.` };
			}),
	};
};

/** Reads either form of the list's end: pages are counted, or the next one is named. */
const nextOf = (meta: v.InferOutput<typeof Listed>["meta"], page: number): string | null => {
	if (typeof meta?.pageCount === "number") return page < meta.pageCount ? `page ${page + 1}` : null;
	return meta?.next ? `next ${meta.next}` : null;
};
