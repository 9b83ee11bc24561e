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
	formBody,
	type ProviderAnswer,
	ProviderFault,
	pageAddress,
	readJson,
} from "#worker/gateways/payments/converse";
import type {
	Dispute,
	KnownPayment,
	PaymentGateway,
	PaymentToStart,
	ProviderPayment,
} from "#worker/gateways/payments/port";
import { hmac, isSame } from "#worker/gateways/payments/signatures";

const name = "Stripe";
/** Stripe answers in the form of this version, whatever the account's own is. */
const version = "2024-06-20";
const pageSize = 100;
const toleranceMs = 300_000;

const Minor = v.nullish(v.number());
const Id = v.nullish(v.string());
const Reference = v.nullish(v.object({ reference: Id }));

const Charge = v.object({
	created: Minor,
	refunded: v.nullish(v.boolean()),
	amount_refunded: Minor,
	disputed: v.nullish(v.boolean()),
	amount_captured: Minor,
	payment_method_details: v.nullish(v.object({ type: Id })),
	balance_transaction: v.nullish(v.union([v.string(), v.object({ fee: Minor, currency: Id })])),
});
const Intent = v.object({
	id: v.string(),
	status: v.string(),
	amount: Minor,
	amount_received: Minor,
	currency: Id,
	metadata: Reference,
	latest_charge: v.nullish(v.union([v.string(), Charge])),
});
type Intent = v.InferOutput<typeof Intent>;
const Session = v.object({
	id: v.string(),
	url: Id,
	status: Id,
	payment_status: Id,
	amount_total: Minor,
	currency: Id,
	client_reference_id: Id,
	payment_intent: v.nullish(v.union([v.string(), Intent])),
});
type Session = v.InferOutput<typeof Session>;
const Sessions = v.object({ data: v.array(Session), has_more: v.boolean() });
const DisputeOfStripe = v.object({
	id: v.string(),
	status: v.string(),
	amount: v.number(),
	reason: Id,
	evidence_details: v.nullish(v.object({ due_by: v.nullish(v.number()) })),
});
const Disputes = v.object({ data: v.array(DisputeOfStripe) });
const Intents = v.object({ data: v.array(Intent) });
const Refusal = v.object({
	error: v.object({ type: Id, code: Id, message: Id }),
});

const accept = <T>({ status, text }: ProviderAnswer, schema: v.GenericSchema<unknown, T>): T => {
	if (status === 200) return readJson(name, text, schema);
	const { error } = readJson(name, text, Refusal);
	const says = `${name} says: ${error.message ?? error.code ?? error.type ?? status}`;
	if (status === 401 || status === 403) throw new ProviderFault("not_configured", says);
	// why: another call with the same key is still under way.
	if (status === 409) throw new ProviderFault("unavailable", says);
	throw new ProviderFault(status === 404 ? "not_found" : "refused", says);
};

/** The fields of Checkout for a payment, one line for each item. */
const checkoutFields = (payment: PaymentToStart): Record<string, string> => {
	const total = payment.items.reduce((sum, { amount }) => sum + amount, 0);
	// why: a discount is no line of Stripe's, and the lines must make the amount.
	const isItemised = payment.items.every(({ amount }) => amount > 0) && total === payment.amount;
	const lines = isItemised ? payment.items : [{ name: payment.description, amount: payment.amount }];
	const fields = lines.flatMap(({ name: item, amount }, at) => [
		[`line_items[${at}][price_data][currency]`, payment.currency.toLowerCase()],
		[`line_items[${at}][price_data][unit_amount]`, String(amount)],
		[`line_items[${at}][price_data][product_data][name]`, item],
		[`line_items[${at}][quantity]`, "1"],
	]);
	return {
		mode: "payment",
		client_reference_id: payment.reference,
		customer_email: payment.payer.email,
		success_url: payment.returnUrl,
		cancel_url: payment.returnUrl,
		"metadata[reference]": payment.reference,
		"payment_intent_data[metadata][reference]": payment.reference,
		"payment_intent_data[description]": payment.description,
		...Object.fromEntries(fields),
	};
};

/** Stripe Checkout (§6 of the provider reference): forms in, JSON out, amounts in minor units. */
export const stripe = (
	{ secretKey, webhookSecret }: ConfigurationOf<"STRIPE">,
	{ base, isLocal }: Reached,
): PaymentGateway => {
	const talk = <T>(run: (call: Call) => Promise<T>) => converse({ name, secrets: [secretKey, webhookSecret] }, run);
	const headers = { authorization: `Bearer ${secretKey}`, "stripe-version": version };
	const get = (call: Call, path: string, query: Record<string, string> = {}) =>
		call({ method: "GET", url: `${base}/v1/${path}?${new URLSearchParams(query)}`, headers });

	/** Adds the disputes of a payment, which Stripe lists apart; a lost one has taken its money back. */
	const withDisputes = async (call: Call, { disputedIntent, ...payment }: Found): Promise<ProviderPayment> => {
		if (disputedIntent === null) return payment;
		const { data } = accept(await get(call, "disputes", { payment_intent: disputedIntent, limit: "100" }), Disputes);
		const [latest] = data;
		const lost = data.reduce((sum, { status, amount }) => sum + (status === "lost" ? amount : 0), 0);
		return {
			...payment,
			reversedAmount: (payment.reversedAmount ?? 0) + lost,
			dispute: latest ? toDispute(latest) : null,
		};
	};

	const find = async (call: Call, { reference, providerReference }: KnownPayment): Promise<ProviderPayment> => {
		const charge = "latest_charge.balance_transaction";
		if (providerReference?.startsWith("pi_")) {
			const path = `payment_intents/${encodeURIComponent(providerReference)}`;
			return withDisputes(call, ofIntent(accept(await get(call, path, { "expand[]": charge }), Intent)));
		}
		if (providerReference?.startsWith("cs_")) {
			const path = `checkout/sessions/${encodeURIComponent(providerReference)}`;
			const session = accept(await get(call, path, { "expand[]": `payment_intent.${charge}` }), Session);
			return withDisputes(call, ofSession(session));
		}
		// why: the answer that named the session was lost, or a settlement file names a charge; only one that was paid matters.
		const query = `metadata['reference']:'${reference.replace(/[^\w.=-]/g, "")}'`;
		const found = accept(await get(call, "payment_intents/search", { query, "expand[]": `data.${charge}` }), Intents);
		const [first] = found.data.toSorted((left, right) => Number(isPaid(right)) - Number(isPaid(left)));
		if (!first) throw new ProviderFault("not_found", `${name} knows no payment with this reference.`);
		return withDisputes(call, ofIntent(first));
	};

	return {
		start: (payment) =>
			talk(async (call) => {
				const form = formBody(checkoutFields(payment));
				const answer = await call({
					method: "POST",
					url: `${base}/v1/checkout/sessions`,
					headers: { ...headers, ...form.headers, "idempotency-key": `checkout-${payment.reference}` },
					body: form.body,
				});
				const session = accept(answer, Session);
				const pageUrl = pageAddress(name, session.url ?? "", isLocal);
				return { pageUrl, pageFields: null, rrr: null, providerReference: session.id };
			}),

		verify: (payment) => talk((call) => find(call, payment)),

		list: (from, cursor) =>
			talk(async (call) => {
				const answer = await get(call, "checkout/sessions", {
					limit: String(pageSize),
					"created[gte]": String(Math.floor(from / 1_000)),
					...(cursor === null ? {} : { starting_after: cursor }),
					"expand[]": "data.payment_intent.latest_charge",
				});
				const { data, has_more } = accept(answer, Sessions);
				const payments = data.map(ofSession).map(({ disputedIntent: _, ...payment }) => payment);
				return { payments, next: has_more ? (data.at(-1)?.id ?? null) : null };
			}),

		readWebhook: async ({ headers: given, body, now }) => {
			const signature = given.get("stripe-signature");
			if (!signature || !webhookSecret || !(await isSigned({ signature, webhookSecret, body, now })))
				return badSignature;
			const event = v.safeParse(v.pipe(v.string(), v.parseJson(), Event), textOf(body));
			if (!event.success) return malformed;
			const { id, type, data } = event.output;
			const { object, client_reference_id, metadata, payment_intent, payment_status } = data.object;
			const isOwnId = object === "checkout.session" || object === "payment_intent";
			const providerReference = isOwnId ? (data.object.id ?? null) : (payment_intent ?? null);
			const reference = client_reference_id ?? metadata?.reference ?? null;
			const saysPaid = payment_status === "paid" || type === "payment_intent.succeeded";
			return accepted([{ key: id, event: type, saysPaid, reference, rrr: null, providerReference }]);
		},

		test: () =>
			talk(async (call) => {
				const { livemode } = accept(await get(call, "balance"), v.object({ livemode: v.boolean() }));
				return { says: `Stripe accepts the secret key, in ${livemode ? "live" : "test"} mode.` };
			}),
	};
};

const Event = v.object({
	id: v.string(),
	type: v.string(),
	data: v.object({
		object: v.object({
			id: Id,
			object: Id,
			client_reference_id: Id,
			metadata: v.fallback(Reference, null),
			payment_intent: v.fallback(Id, null),
			payment_status: v.fallback(Id, null),
		}),
	}),
});

/** Checks a header `t=…,v1=…,v1=…`: one of several signatures while a secret is being replaced. */
const isSigned = async (given: { signature: string; webhookSecret: string; body: Uint8Array; now: number }) => {
	const parts = given.signature.split(",").map((part) => part.trim().split("="));
	const stamp = parts.find(([kind]) => kind === "t")?.[1] ?? "";
	if (!/^\d{1,12}$/.test(stamp)) return false;
	const signed = Buffer.concat([Buffer.from(`${stamp}.`), given.body]);
	const expected = await hmac("SHA-256", given.webhookSecret, signed);
	const candidates = parts.flatMap(([kind, value]) => (kind === "v1" && value ? [value] : []));
	return (
		candidates.some((candidate) => isSame(candidate, expected)) &&
		Math.abs(given.now - Number(stamp) * 1_000) <= toleranceMs
	);
};

const isPaid = ({ status }: Intent) => status === "succeeded";

/** Stripe's words for a dispute that is over; a warning is an inquiry, which takes no money. */
const disputeStates: Readonly<Record<string, Dispute["state"]>> = { won: "won", warning_closed: "won", lost: "lost" };

const toDispute = ({
	id,
	status,
	amount,
	reason,
	evidence_details,
}: v.InferOutput<typeof DisputeOfStripe>): Dispute => {
	const dueBy = status.endsWith("needs_response") ? evidence_details?.due_by : null;
	const state = disputeStates[status] ?? "open";
	return { id, state, amount, reason: reason?.replaceAll("_", " ") ?? null, dueAt: dueBy ? dueBy * 1_000 : null };
};

/** A payment, and the id of its intent where the charge is disputed. */
type Found = ProviderPayment & { disputedIntent: string | null };

/** What the charge of a payment adds: its fee, its channel, when it was paid, what was paid back, and whether it is disputed. */
const ofCharge = (intent: Intent | string | null | undefined) => {
	const charge = typeof intent === "object" ? intent?.latest_charge : null;
	if (typeof charge !== "object" || charge === null || typeof intent !== "object") return undefined;
	const balance = charge.balance_transaction;
	// why: the fee is in the account's currency, which may be another one.
	const isSameCurrency = typeof balance === "object" && balance?.currency === intent?.currency;
	return {
		isReversed: charge.refunded === true,
		reversedAmount: charge.amount_refunded ?? (charge.refunded === true ? (charge.amount_captured ?? null) : 0),
		disputedIntent: charge.disputed === true ? (intent?.id ?? null) : null,
		fee: isSameCurrency ? (balance?.fee ?? null) : null,
		channel: charge.payment_method_details?.type ?? null,
		paidAt: typeof charge.created === "number" ? charge.created * 1_000 : null,
	};
};

const ofSession = (session: Session): Found => {
	const { isReversed = false, disputedIntent = null, ...known } = ofCharge(session.payment_intent) ?? {};
	const isSessionPaid = session.payment_status === "paid" || session.payment_status === "no_payment_required";
	const amount = session.amount_total ?? null;
	const payment = providerPayment({
		// why: an expired page takes no payment any more; every other state still can.
		status: isSessionPaid ? (isReversed ? "reversed" : "success") : session.status === "expired" ? "failed" : "pending",
		saysStatus: `${session.status ?? ""} ${session.payment_status ?? ""}`.trim(),
		reference: session.client_reference_id ?? null,
		providerReference: session.id,
		amount,
		paidAmount: isSessionPaid ? amount : null,
		currency: session.currency?.toUpperCase() ?? null,
		...known,
	});
	return { ...payment, disputedIntent };
};

const ofIntent = (intent: Intent): Found => {
	const { isReversed = false, disputedIntent = null, ...known } = ofCharge(intent) ?? {};
	const payment = providerPayment({
		status: isPaid(intent)
			? isReversed
				? "reversed"
				: "success"
			: intent.status === "canceled"
				? "failed"
				: "pending",
		saysStatus: intent.status,
		reference: intent.metadata?.reference ?? null,
		providerReference: intent.id,
		amount: intent.amount ?? null,
		paidAmount: isPaid(intent) ? (intent.amount_received ?? null) : null,
		currency: intent.currency?.toUpperCase() ?? null,
		...known,
	});
	return { ...payment, disputedIntent };
};
