import { type BookedPayment, refundedOf } from "./books.ts";
import { type Bank, bearerOf, type FakeCall, type FakeReply, hmac, json, type Platform, redirect } from "./calls.ts";

const no = (status: number, message: string, more: object = {}): FakeReply =>
	json(status, { error: { type: "invalid_request_error", message, ...more } });

const isPaid = ({ status }: BookedPayment) => status === "success" || status === "reversed";
const seconds = (at: number | null) => (at === null ? null : Math.floor(at / 1_000));
const intentId = ({ id }: BookedPayment) => `pi_${id.toString(36)}`;

const asIntent = (payment: BookedPayment) => {
	const { id, amount, paidAmount, currency, reference, fee, channel, paidAt, status, startedAt, dispute } = payment;
	const own = currency.toLowerCase();
	const charge = {
		id: `ch_${id.toString(36)}`,
		object: "charge",
		amount: paidAmount,
		amount_captured: paidAmount,
		currency: own,
		refunded: status === "reversed",
		amount_refunded: refundedOf(payment),
		disputed: dispute !== null,
		created: seconds(paidAt),
		payment_method_details: { type: channel ?? "card" },
		balance_transaction: { id: `txn_${id.toString(36)}`, object: "balance_transaction", fee, currency: own },
	};
	return {
		id: intentId(payment),
		object: "payment_intent",
		amount,
		amount_received: paidAmount ?? 0,
		currency: own,
		status: isPaid(payment) ? "succeeded" : status === "pending" ? "processing" : "requires_payment_method",
		metadata: { reference },
		created: seconds(startedAt),
		latest_charge: isPaid(payment) ? charge : null,
	};
};

const disputeWords = { open: "needs_response", won: "won", lost: "lost" } as const;

const asDispute = (payment: BookedPayment) => ({
	id: `dp_${payment.id.toString(36)}_${payment.dispute?.count ?? 1}`,
	object: "dispute",
	charge: `ch_${payment.id.toString(36)}`,
	metadata: {},
	payment_intent: intentId(payment),
	amount: payment.dispute?.amount ?? 0,
	reason: "general",
	evidence_details: { due_by: seconds(payment.dispute?.dueAt ?? null) },
	currency: payment.currency.toLowerCase(),
	status: disputeWords[payment.dispute?.state ?? "open"],
});

const asSession = (payment: BookedPayment, { base, isExpanded }: { base: string; isExpanded: boolean }) => {
	const { providerReference, amount, currency, reference, payer, status, pageId, returnUrl, startedAt } = payment;
	const hasIntent = isPaid(payment) || status === "pending";
	const state = isPaid(payment) || status === "pending" ? "complete" : status === "failed" ? "expired" : "open";
	return {
		id: providerReference,
		object: "checkout.session",
		mode: "payment",
		livemode: false,
		status: state,
		payment_status: isPaid(payment) ? "paid" : "unpaid",
		amount_total: amount,
		amount_subtotal: amount,
		currency: currency.toLowerCase(),
		client_reference_id: reference,
		customer_email: payer.email || null,
		metadata: { reference },
		created: seconds(startedAt),
		payment_intent: hasIntent ? (isExpanded ? asIntent(payment) : intentId(payment)) : null,
		success_url: returnUrl,
		cancel_url: returnUrl,
		url: state === "open" ? `${base}/pay/${pageId}` : null,
	};
};

/** The sessions that a key of the caller's has made, and with what. why not in the books: a key is kept for a day. */
const repeatedOf = new WeakMap<Bank, Map<string, { body: string; reply: FakeReply }>>();

const createSession = async (call: FakeCall, bank: Bank, account: string): Promise<FakeReply> => {
	const posted = new URLSearchParams(call.body);
	const currency = posted.get("line_items[0][price_data][currency]") ?? "";
	const amounts = [...posted].flatMap(([name, value]) => (name.endsWith("[unit_amount]") ? [Number(value)] : []));
	const amount = amounts.reduce((sum, one) => sum + one, 0);
	if (posted.get("mode") !== "payment" || !/^[a-z]{3}$/.test(currency) || !Number.isSafeInteger(amount) || amount < 1)
		return no(400, "Missing or invalid param: line_items", { param: "line_items" });
	const reference = posted.get("client_reference_id") ?? "";
	const target = { platform: "STRIPE" as const, account, reference };
	bank.switches.before(target);
	const repeated = repeatedOf.get(bank) ?? new Map<string, { body: string; reply: FakeReply }>();
	repeatedOf.set(bank, repeated);
	const idempotencyKey = `${account} ${call.headers["idempotency-key"] ?? crypto.randomUUID()}`;
	const before = repeated.get(idempotencyKey);
	if (before && before.body !== call.body)
		return no(400, "Keys for idempotent requests can only be used with the same parameters.", {
			type: "idempotency_error",
		});
	if (!before) {
		const payment = bank.books.put({
			...target,
			amount,
			currency: currency.toUpperCase(),
			returnUrl: posted.get("success_url") ?? "",
			payer: { email: posted.get("customer_email") ?? "", name: "", phone: null },
			description: posted.get("payment_intent_data[description]") ?? "",
		});
		bank.carryOut(payment, "start");
		const reply = json(200, asSession(payment, { base: call.base, isExpanded: false }));
		repeated.set(idempotencyKey, { body: call.body, reply });
	}
	await bank.switches.after(target);
	return repeated.get(idempotencyKey)?.reply ?? no(500, "lost");
};

/** Stripe's words for what becomes of a payment. */
const types = {
	pay: "checkout.session.completed",
	fail: "checkout.session.expired",
	reverse: "charge.refunded",
	refund: "charge.refunded",
	dispute: "charge.dispute.created",
	win_dispute: "charge.dispute.closed",
	lose_dispute: "charge.dispute.closed",
	postpone_dispute: "charge.dispute.updated",
} as const;

export const stripe: Platform = {
	code: "STRIPE",
	name: "Stripe",
	isPayableAfterCancel: true,

	answer: async (call, bank) => {
		const { books, switches } = bank;
		if (!call.path.startsWith("/v1/")) return undefined;
		const account = bearerOf(call, bank, "STRIPE");
		if (!account) return no(401, "Invalid API Key provided");
		const owner = { platform: "STRIPE" as const, account: account.id };
		const isOwn = (payment: BookedPayment) => payment.platform === owner.platform && payment.account === owner.account;
		const isExpanded = call.query.getAll("expand[]").some((path) => path.includes("payment_intent"));
		if (call.method === "POST")
			return call.path === "/v1/checkout/sessions" ? createSession(call, bank, account.id) : undefined;
		if (call.path === "/v1/disputes") {
			const booked = books.find((payment) => isOwn(payment) && intentId(payment) === call.query.get("payment_intent"));
			switches.before({ ...owner, reference: booked?.reference ?? null });
			await switches.after({ ...owner, reference: booked?.reference ?? null });
			const data = booked?.dispute ? [asDispute(booked)] : [];
			return json(200, { object: "list", url: "/v1/disputes", has_more: false, data });
		}
		if (call.path === "/v1/balance") {
			switches.before({ ...owner, reference: null });
			await switches.after({ ...owner, reference: null });
			return json(200, { object: "balance", livemode: false, available: [], pending: [] });
		}

		const one = async (isWanted: (payment: BookedPayment) => boolean, as: (payment: BookedPayment) => object) => {
			const booked = books.find((payment) => isOwn(payment) && isWanted(payment));
			const target = { ...owner, reference: booked?.reference ?? null };
			switches.before(target);
			await switches.after(target);
			const seen = booked && switches.seen(booked);
			return seen ? json(200, as(seen)) : no(404, "No such payment", { code: "resource_missing" });
		};
		const [, sessionId] = /^\/v1\/checkout\/sessions\/([^/]+)$/.exec(call.path) ?? [];
		if (sessionId !== undefined)
			return one(
				({ providerReference }) => providerReference === sessionId,
				(payment) => asSession(payment, { base: call.base, isExpanded }),
			);
		if (call.path === "/v1/payment_intents/search") {
			const [, reference] = /^metadata\['reference'\]:'([^']*)'$/.exec(call.query.get("query") ?? "") ?? [];
			const found = books.payments().filter((payment) => isOwn(payment) && payment.reference === reference);
			switches.before({ ...owner, reference: reference ?? null });
			await switches.after({ ...owner, reference: reference ?? null });
			const paid = found.flatMap((payment) => switches.seen(payment) ?? []).filter(({ status }) => status !== "open");
			return json(200, { object: "search_result", data: paid.map(asIntent), has_more: false, next_page: null });
		}
		const [, wantedIntent] = /^\/v1\/payment_intents\/([^/]+)$/.exec(call.path) ?? [];
		if (wantedIntent !== undefined) return one((payment) => intentId(payment) === wantedIntent, asIntent);
		if (call.path !== "/v1/checkout/sessions") return undefined;

		switches.before({ ...owner, reference: null });
		await switches.after({ ...owner, reference: null });
		const from = Number(call.query.get("created[gte]") ?? 0) * 1_000;
		const limit = Number(call.query.get("limit") ?? 10);
		const rows = books
			.payments()
			.filter((payment) => isOwn(payment) && payment.startedAt >= from)
			.sort((left, right) => right.startedAt - left.startedAt || right.id - left.id);
		const after = call.query.get("starting_after");
		const start = after === null ? 0 : rows.findIndex(({ providerReference }) => providerReference === after) + 1;
		const page = rows.slice(start, start + limit).flatMap((payment) => switches.seen(payment) ?? []);
		const data = page.map((payment) => asSession(payment, { base: call.base, isExpanded }));
		return json(200, { object: "list", url: "/v1/checkout/sessions", has_more: rows.length > start + limit, data });
	},

	goBack: ({ returnUrl }) => redirect(returnUrl),

	webhooks: (payment, { deed, account, now }) => {
		if (deed === "start" || deed === "cancel" || deed === "hold") return [];
		const isOfSession = deed === "pay" || deed === "fail";
		const { latest_charge: charge, metadata } = asIntent(payment);
		const object = isOfSession
			? asSession(payment, { base: "", isExpanded: false })
			: deed.endsWith("dispute")
				? asDispute(payment)
				: { ...charge, payment_intent: intentId(payment), metadata };
		const count = deed.endsWith("dispute") ? (payment.dispute?.count ?? 1) - 1 : payment.refunds.length;
		const body = JSON.stringify({
			id: `evt_${payment.id.toString(36)}_${deed}${count || ""}`,
			object: "event",
			type: types[deed],
			livemode: false,
			created: seconds(now),
			data: { object },
		});
		const stamp = seconds(now);
		const signature = `t=${stamp},v1=${hmac("sha256", account.webhookSecret, `${stamp}.${body}`)}`;
		return [{ headers: { "stripe-signature": signature }, body, signatureHeader: "stripe-signature" }];
	},
};
