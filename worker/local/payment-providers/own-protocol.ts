import { type BookedPayment, type BookStatus, refundedOf } from "./books.ts";
import { bearerOf, type FakeReply, hmac, json, type Platform, parsed, redirect, withQuery } from "./calls.ts";

const no = (status: number, message: string): FakeReply => json(status, { message });

const words: Record<BookStatus, string> = {
	open: "pending",
	pending: "pending",
	success: "success",
	failed: "failed",
	cancelled: "failed",
	reversed: "reversed",
};

const asPayment = (payment: BookedPayment) => {
	const { status, reference, providerReference, amount, paidAmount, currency, fee, channel, paidAt } = payment;
	const known = { reference, providerReference, amount, paidAmount, currency, fee, channel, paidAt };
	return { status: words[status], description: status, ...known, reversedAmount: refundedOf(payment) };
};

const pageSize = 100;

/** A platform that is reached by the protocol of our own (worker/gateways/payments/README.md). */
export const ownProtocol = (code: "PAYPRO_KANO" | "PAYUNIMAID", name: string): Platform => ({
	code,
	name,
	isPayableAfterCancel: false,

	answer: async (call, bank) => {
		const { books, switches } = bank;
		const account = bearerOf(call, bank, code);
		if (!account) return no(401, "The key is not known.");
		const owner = { platform: code, account: account.id };
		const isOwn = (payment: BookedPayment) => payment.platform === code && payment.account === account.id;

		if (call.method === "POST" && call.path === "/payments") {
			const { reference, amount, currency, payer, description, returnUrl } = parsed(call.body) ?? {};
			if (typeof reference !== "string" || typeof amount !== "number")
				return no(422, "A reference and an amount are needed.");
			const target = { ...owner, reference };
			switches.before(target);
			const known = books.find((payment) => isOwn(payment) && payment.reference === reference);
			const of = parsed(JSON.stringify(payer)) ?? {};
			const payment =
				known ??
				books.put({
					...target,
					amount,
					currency: String(currency),
					returnUrl: String(returnUrl),
					payer: { email: String(of.email ?? ""), name: String(of.name ?? ""), phone: null },
					description: String(description ?? ""),
				});
			if (!known) bank.carryOut(payment, "start");
			await switches.after(target);
			const { pageId, providerReference } = payment;
			return json(201, { pageUrl: `${call.base}/pay/${pageId}`, providerReference });
		}

		const [, encoded] = /^\/payments\/([^/]+)$/.exec(call.path) ?? [];
		if (call.method === "GET" && encoded !== undefined) {
			const target = { ...owner, reference: decodeURIComponent(encoded) };
			switches.before(target);
			await switches.after(target);
			const booked = books.find((payment) => isOwn(payment) && payment.reference === target.reference);
			const seen = booked && switches.seen(booked);
			return seen ? json(200, asPayment(seen)) : no(404, "There is no such payment.");
		}

		if (call.method === "GET" && call.path === "/payments") {
			switches.before({ ...owner, reference: null });
			await switches.after({ ...owner, reference: null });
			const from = Date.parse(call.query.get("from") ?? "") || 0;
			const start = Number(call.query.get("cursor") ?? 0);
			const rows = books.payments().filter((payment) => isOwn(payment) && payment.startedAt >= from);
			const page = rows.slice(start, start + pageSize).flatMap((payment) => switches.seen(payment) ?? []);
			const next = rows.length > start + pageSize ? String(start + pageSize) : null;
			return json(200, { payments: page.map(asPayment), next });
		}
		return undefined;
	},

	goBack: ({ returnUrl, reference }) => redirect(withQuery(returnUrl, { reference })),

	webhooks: ({ id, reference, status, refunds }, { deed, account, now }) => {
		if (deed === "start" || deed === "hold" || deed.endsWith("dispute")) return [];
		const event = deed === "refund" ? "payment.refunded" : `payment.${words[status]}`;
		const body = JSON.stringify({ id: `${id}-${deed}-${refunds.length}`, event, reference });
		const stamp = String(Math.floor(now / 1_000));
		const signature = hmac("sha256", account.webhookSecret, `${stamp}.${body}`);
		return [{ headers: { "x-signature": signature, "x-timestamp": stamp }, body, signatureHeader: "x-signature" }];
	},
});
