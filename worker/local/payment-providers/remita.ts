import type { Account } from "./accounts.ts";
import type { BookedPayment, BookStatus } from "./books.ts";
import {
	type Bank,
	type FakeCall,
	type FakeReply,
	fieldsOf,
	lagosTime,
	type Platform,
	redirect,
	sha512,
	withQuery,
} from "./calls.ts";

const services = "/remita/exapp/api/v1/send/api/echannelsvc";

/** The text that Remita answers with: JSON in a call of a function. */
const padded = (body: object): FakeReply => ({
	status: 200,
	headers: { "content-type": "application/json" },
	body: `jsonp (${JSON.stringify(body)})`,
});

const codes: Record<BookStatus, [code: string, message: string]> = {
	open: ["021", "Transaction Pending"],
	pending: ["045", "Awaiting Payment Confirmation"],
	success: ["01", "Approved"],
	failed: ["02", "Transaction Failed"],
	cancelled: ["012", "User Aborted Transaction"],
	// why: no code of a reversal is published.
	reversed: ["01", "Approved"],
};

/** Returns naira, a text, as kobo. */
const koboOf = (naira: string) => {
	const [, whole, fraction = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(naira) ?? [];
	return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, "0"));
};

const twelveHours = (at: number) => {
	const [day, time = ""] = lagosTime(at).split("T");
	const hour = Number(time.slice(0, 2));
	return `${day} ${String(hour % 12 || 12).padStart(2, "0")}${time.slice(2)} ${hour < 12 ? "AM" : "PM"}`;
};

const merchant = ({ books }: Bank, id: string | undefined): Account | undefined =>
	books.accounts().find((account) => account.platform === "REMITA" && account.id === id);

const ownOf = (account: Account, { books }: Bank, isWanted: (payment: BookedPayment) => boolean) =>
	books.find((payment) => payment.platform === "REMITA" && payment.account === account.id && isWanted(payment));

const generate = async (call: FakeCall, bank: Bank): Promise<FakeReply> => {
	const header = String(call.headers.authorization ?? "");
	const [, id, token] = /^remitaConsumerKey=(.+),remitaConsumerToken=([0-9a-f]+)$/.exec(header) ?? [];
	const account = merchant(bank, id);
	const {
		serviceTypeId = "",
		orderId = "",
		amount = "",
		payerName = "",
		payerEmail = "",
		payerPhone = "",
		description = "",
	} = fieldsOf(call);
	if (!account) return padded({ statuscode: "023", status: "Invalid Merchant" });
	if (token !== sha512(account.id + serviceTypeId + orderId + amount + account.secret))
		return padded({ statuscode: "013", status: "Hash mismatch" });
	if (serviceTypeId !== account.more.serviceTypeId)
		return padded({ statuscode: "043", status: "Invalid service type" });
	const kobo = koboOf(amount);
	if (!kobo) return padded({ statuscode: "064", status: "Amount too low" });
	const target = { platform: "REMITA" as const, account: account.id, reference: orderId };
	bank.switches.before(target);
	if (ownOf(account, bank, ({ reference }) => reference === orderId))
		return padded({ statuscode: "028", status: "Duplicate Order Ref" });
	const payer = { email: payerEmail, name: payerName, phone: payerPhone || null };
	const payment = bank.books.put({ ...target, amount: kobo, payer, description });
	bank.carryOut(payment, "start");
	await bank.switches.after(target);
	return padded({ statuscode: "025", RRR: payment.rrr, status: "Payment Reference generated" });
};

const statusOf = async (call: FakeCall, bank: Bank, [id, subject, hash, kind]: string[]): Promise<FakeReply> => {
	const account = merchant(bank, id);
	if (!account) return padded({ status: "023", message: "Invalid merchant" });
	const header = `remitaConsumerKey=${account.id},remitaConsumerToken=${hash}`;
	if (hash !== sha512(subject + account.secret + account.id) || call.headers.authorization !== header)
		return padded({ status: "013", message: "Hash mismatch" });
	const booked = ownOf(account, bank, ({ rrr, reference }) => (kind === "status" ? rrr : reference) === subject);
	const reference = booked?.reference ?? (kind === "status" ? null : (subject ?? null));
	const target = { platform: "REMITA" as const, account: account.id, reference };
	bank.switches.before(target);
	await bank.switches.after(target);
	const seen = booked && bank.switches.seen(booked);
	if (!seen) return padded({ status: kind === "status" ? "022" : "026", message: "Invalid Request" });
	const [status, message] = codes[seen.status];
	const { amount, rrr, paidAt, startedAt } = seen;
	return padded({
		amount: Number(`${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, "0")}`),
		RRR: rrr,
		orderId: seen.reference,
		message,
		transactiontime: twelveHours(startedAt),
		status,
		...(paidAt === null ? {} : { paymentDate: twelveHours(paidAt) }),
	});
};

const openPage = (call: FakeCall, bank: Bank): FakeReply => {
	const { merchantId, rrr, responseurl = "", hash } = fieldsOf(call);
	const account = merchant(bank, merchantId);
	const payment = account && ownOf(account, bank, (one) => one.rrr === rrr);
	if (!account || !payment) return { status: 404, headers: {}, body: "Invalid RRR" };
	if (hash !== sha512(`${account.id}${rrr}${account.secret}`))
		return { status: 400, headers: {}, body: "Invalid hash" };
	bank.books.put({ ...payment, returnUrl: responseurl });
	return redirect(`${call.base}/pay/${payment.pageId}`);
};

export const remita: Platform = {
	code: "REMITA",
	name: "Remita",
	isPayableAfterCancel: false,

	answer: async (call, bank) => {
		if (call.method === "POST" && call.path === `${services}/merchant/api/paymentinit`) return generate(call, bank);
		if (call.method === "POST" && call.path === "/remita/ecomm/finalize.reg") return openPage(call, bank);
		const asked = call.path.startsWith(services) ? call.path.slice(services.length) : "";
		const [, ...parts] = /^\/([^/]+)\/([^/]+)\/([0-9a-f]+)\/(status|orderstatus)\.reg$/.exec(asked) ?? [];
		return call.method === "GET" && parts.length > 0 ? statusOf(call, bank, parts.map(decodeURIComponent)) : undefined;
	},

	goBack: ({ returnUrl, rrr, reference, status }) =>
		redirect(withQuery(returnUrl, { RRR: rrr ?? "", orderID: reference, statuscode: codes[status][0] })),

	webhooks: ({ rrr, amount, reference, channel }, { deed }) => {
		if (deed !== "pay") return [];
		const paid = { rrr, channel: channel ?? "CARDPAYMENT", amount: amount / 100, orderId: reference, type: "PY" };
		return [{ headers: {}, body: JSON.stringify([paid]) }];
	},
};
