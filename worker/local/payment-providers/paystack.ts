import type { BookedPayment } from "./books.ts";
import {
	bearerOf,
	type Deed,
	type FakeReply,
	hmac,
	json,
	type Platform,
	parsed,
	redirect,
	withQuery,
} from "./calls.ts";

const no = (status: number, message: string, more: object = {}): FakeReply =>
	json(status, { status: false, message, ...more });

const yes = (message: string, more: object): FakeReply => json(200, { status: true, message, ...more });

const words: Record<BookedPayment["status"], string> = {
	open: "abandoned",
	pending: "pending",
	success: "success",
	failed: "failed",
	cancelled: "abandoned",
	reversed: "reversed",
};

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Returns a payment as a verification, a list and a webhook have it. */
const asTransaction = (payment: BookedPayment) => {
	const { id, reference, amount, paidAmount, paidAt, startedAt, channel, currency, fee, status } = payment;
	return {
		id,
		domain: "test",
		status: words[status],
		reference,
		receipt_number: null,
		amount: paidAmount ?? amount,
		requested_amount: amount,
		message: null,
		gateway_response:
			status === "success" ? "Successful" : status === "failed" ? "Declined" : "The transaction was not completed",
		paid_at: iso(paidAt),
		created_at: iso(startedAt),
		paidAt: iso(paidAt),
		createdAt: iso(startedAt),
		channel: channel ?? "card",
		currency,
		ip_address: "127.0.0.1",
		metadata: "",
		fees: fee,
		fees_split: null,
		log: null,
		authorization: status === "success" ? { authorization_code: `AUTH_${id}`, bin: "408408", last4: "4081" } : {},
		customer: { id: 1, email: payment.payer.email, customer_code: "CUS_1", phone: payment.payer.phone },
		plan: null,
		split: {},
		subaccount: {},
		order_id: null,
		transaction_date: iso(startedAt),
	};
};

/** Paystack's words for what becomes of a dispute before it is resolved. */
const disputeEvents: Partial<Record<Deed, string>> = { dispute: "create", postpone_dispute: "remind" };

/** What is disputed, in Paystack's words; what the merchant accepts is refunded. */
const asDispute = ({ id, reference, currency, dispute, paidAt }: BookedPayment) => ({
	id: id + (dispute?.count ?? 1),
	refund_amount: dispute?.amount ?? 0,
	currency,
	status: dispute?.state === "open" ? "awaiting-merchant-feedback" : "resolved",
	resolution: dispute?.state === "open" ? null : dispute?.state === "won" ? "declined" : "merchant-accepted",
	domain: "test",
	category: "chargeback",
	transaction: { id, reference },
	dueAt: iso(dispute?.dueAt ?? null),
	createdAt: iso(paidAt),
});

const isReference = (text: string) => /^[A-Za-z0-9.=-]+$/.test(text);

export const paystack: Platform = {
	code: "PAYSTACK",
	name: "Paystack",
	isPayableAfterCancel: true,

	answer: async (call, bank) => {
		const { books, switches } = bank;
		const account = bearerOf(call, bank, "PAYSTACK");
		if (!account) return no(401, "Invalid key");
		const owner = { platform: "PAYSTACK" as const, account: account.id };
		const isOwn = (payment: BookedPayment) => payment.platform === owner.platform && payment.account === owner.account;

		if (call.method === "POST" && call.path === "/transaction/initialize") {
			const { email, amount, currency, reference, callback_url } = parsed(call.body) ?? {};
			const minor = Number(amount);
			if (typeof email !== "string" || !Number.isSafeInteger(minor) || minor < 100)
				return no(400, "Invalid Amount Sent", { type: "validation_error", code: "invalid_params" });
			const named = typeof reference === "string" && isReference(reference) ? reference : `T${Date.now()}`;
			switches.before({ ...owner, reference: named });
			if (books.find((payment) => isOwn(payment) && payment.reference === named))
				return no(400, "Duplicate Transaction Reference", {
					meta: { nextStep: "Use a new reference" },
					type: "validation_error",
					code: "duplicate_reference",
					errorCodeMappingNotFound: false,
				});
			const payment = books.put({
				...owner,
				reference: named,
				amount: minor,
				currency: String(currency ?? "NGN"),
				payer: { email, name: "", phone: null },
				returnUrl: String(callback_url ?? ""),
			});
			bank.carryOut(payment, "start");
			await switches.after({ ...owner, reference: named });
			const page = { authorization_url: `${call.base}/pay/${payment.pageId}`, access_code: payment.pageId };
			return yes("Authorization URL created", { data: { ...page, reference: named } });
		}

		const [, encoded] = /^\/transaction\/verify\/([^/]+)$/.exec(call.path) ?? [];
		if (call.method === "GET" && encoded !== undefined) {
			const reference = decodeURIComponent(encoded);
			switches.before({ ...owner, reference });
			await switches.after({ ...owner, reference });
			const booked = books.find((payment) => isOwn(payment) && payment.reference === reference);
			const seen = booked && switches.seen(booked);
			if (!seen)
				return no(404, "Transaction reference not found", {
					meta: { nextStep: "Ensure that you're passing the reference of a transaction that exists" },
					type: "validation_error",
					code: "transaction_not_found",
				});
			return yes("Verification successful", { data: asTransaction(seen) });
		}

		if (call.method === "GET" && call.path === "/refund") {
			const booked = books.find((payment) => isOwn(payment) && String(payment.id) === call.query.get("transaction"));
			switches.before({ ...owner, reference: booked?.reference ?? null });
			await switches.after({ ...owner, reference: booked?.reference ?? null });
			const accepted = booked?.dispute?.state === "lost" ? [booked.dispute.amount] : [];
			const data = [...(booked?.refunds ?? []), ...accepted].map((amount, at) => ({
				id: (booked?.id ?? 0) + at,
				transaction: booked?.id,
				amount,
				currency: booked?.currency,
				status: "processed",
			}));
			return yes("Refunds retrieved", { data, meta: { total: data.length, perPage: 50, page: 1, pageCount: 1 } });
		}

		if (call.method === "GET" && call.path === "/dispute") {
			const booked = books.find((payment) => isOwn(payment) && String(payment.id) === call.query.get("transaction"));
			switches.before({ ...owner, reference: booked?.reference ?? null });
			await switches.after({ ...owner, reference: booked?.reference ?? null });
			const data = booked?.dispute ? [asDispute(booked)] : [];
			return yes("Disputes retrieved", { data, meta: { total: data.length, perPage: 50, page: 1, pageCount: 1 } });
		}

		if (call.method === "GET" && call.path === "/transaction") {
			switches.before({ ...owner, reference: null });
			await switches.after({ ...owner, reference: null });
			const perPage = Number(call.query.get("perPage") ?? call.query.get("per_page") ?? 50);
			const page = Number(call.query.get("page") ?? 1);
			const from = Date.parse(call.query.get("from") ?? "") || 0;
			const rows = books
				.payments()
				.filter((payment) => isOwn(payment) && payment.startedAt >= from)
				.sort((left, right) => right.startedAt - left.startedAt || right.id - left.id)
				.flatMap((payment) => switches.seen(payment) ?? []);
			const pageCount = Math.max(1, Math.ceil(rows.length / perPage));
			return yes("Transactions retrieved", {
				data: rows.slice((page - 1) * perPage, page * perPage).map(asTransaction),
				meta: { total: rows.length, total_volume: 0, skipped: (page - 1) * perPage, perPage, page, pageCount },
			});
		}
		return undefined;
	},

	goBack: ({ returnUrl, reference }) => redirect(withQuery(returnUrl, { trxref: reference, reference })),

	webhooks: (payment, { deed, account }) => {
		if (deed === "start" || deed === "fail" || deed === "cancel" || deed === "hold") return [];
		const { reference, currency, refunds } = payment;
		const [id, amount] = [payment.id + refunds.length, refunds.at(-1) ?? payment.amount];
		const refund = { id, status: "processed", transaction_reference: reference, amount: String(amount), currency };
		const body = JSON.stringify(
			deed === "pay"
				? { event: "charge.success", data: asTransaction(payment) }
				: deed.endsWith("dispute")
					? { event: `charge.dispute.${disputeEvents[deed] ?? "resolve"}`, data: asDispute(payment) }
					: { event: "refund.processed", data: refund },
		);
		const signature = hmac("sha512", account.secret, body);
		return [{ headers: { "x-paystack-signature": signature }, body, signatureHeader: "x-paystack-signature" }];
	},
};
