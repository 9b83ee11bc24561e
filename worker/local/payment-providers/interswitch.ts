import type { Account } from "./accounts.ts";
import type { BookStatus } from "./books.ts";
import {
	type Bank,
	type FakeCall,
	type FakeReply,
	fieldsOf,
	hmac,
	json,
	lagosTime,
	type Platform,
	redirect,
	sha512,
} from "./calls.ts";
import { formPage } from "./pages.ts";

const codes: Record<BookStatus, [code: string, description: string]> = {
	open: ["Z0", "Transaction not completed yet"],
	pending: ["09", "Request in progress"],
	success: ["00", "Approved by Financial Institution"],
	failed: ["51", "Insufficient Funds"],
	cancelled: ["Z6", "Customer cancellation"],
	// why: no code of a reversal is published.
	reversed: ["00", "Approved by Financial Institution"],
};

const nothing = { Amount: 0, CardNumber: "", MerchantReference: "", PaymentReference: "", SplitAccounts: [] };
const noDate = "0001-01-01T00:00:00";

const refusal = (ResponseCode: string, ResponseDescription: string): FakeReply =>
	json(200, { ...nothing, TransactionDate: noDate, ResponseCode, ResponseDescription });

const merchant = ({ books }: Bank, isWanted: (account: Account) => boolean) =>
	books.accounts().find((account) => account.platform === "INTERSWITCH" && isWanted(account));

/** The tokens that were given out, by the account that they are of. */
const tokenOf = ({ more }: Account) => `token-${sha512(`${more.clientId}:${more.clientSecret}`).slice(0, 24)}`;

const giveToken = (call: FakeCall, bank: Bank): FakeReply => {
	const [, basic = ""] = /^Basic (.+)$/.exec(String(call.headers.authorization ?? "")) ?? [];
	const [clientId, clientSecret] = Buffer.from(basic, "base64").toString().split(":");
	const account = merchant(bank, ({ more }) => more.clientId === clientId && more.clientSecret === clientSecret);
	if (!account || fieldsOf(call).grant_type !== "client_credentials")
		return json(401, { error: "invalid_client", error_description: "Bad client credentials" });
	return json(200, { access_token: tokenOf(account), token_type: "bearer", expires_in: 86_399, scope: "profile" });
};

const query = async (call: FakeCall, bank: Bank, account: Account | undefined): Promise<FakeReply> => {
	const reference = call.query.get("transactionreference") ?? "";
	if (!account) return refusal("20031", "Invalid Product Id or Merchant Code");
	const target = { platform: "INTERSWITCH" as const, account: account.id, reference };
	bank.switches.before(target);
	await bank.switches.after(target);
	const booked = bank.books.find(
		(payment) =>
			payment.platform === target.platform && payment.account === target.account && payment.reference === reference,
	);
	const seen = booked && bank.switches.seen(booked);
	if (!seen) return refusal("Z25", "Transaction not Found");
	if (Number(call.query.get("amount")) !== seen.amount)
		return json(200, { Amount: 0, SplitAccounts: [], ResponseCode: "Z1", ResponseDescription: "Amount Inconsistency" });
	const [ResponseCode, ResponseDescription] = codes[seen.status];
	return json(200, {
		...nothing,
		Amount: seen.paidAmount ?? seen.amount,
		MerchantReference: reference,
		PaymentReference: seen.status === "success" ? seen.providerReference : "",
		RetrievalReferenceNumber: String(seen.id).slice(-12).padStart(12, "0"),
		TransactionDate: seen.paidAt === null ? lagosTime(seen.startedAt) : lagosTime(seen.paidAt),
		ResponseCode,
		ResponseDescription,
	});
};

const openPage = (call: FakeCall, bank: Bank): FakeReply => {
	const posted = fieldsOf(call);
	const account = merchant(bank, ({ id }) => id === posted.merchant_code);
	const [reference = "", amount] = [posted.txn_ref, Number(posted.amount)];
	const isWrong = reference.length < 6 || reference.length > 50 || !Number.isSafeInteger(amount) || amount < 1;
	if (!account || isWrong || posted.pay_item_id !== account.more.payItemId || posted.currency !== "566")
		return { status: 400, headers: {}, body: "Invalid request (E44)" };
	const known = bank.books.find(
		(one) => one.platform === "INTERSWITCH" && one.account === account.id && one.reference === reference,
	);
	const payment =
		known ??
		bank.carryOut(
			bank.books.put({
				platform: "INTERSWITCH",
				account: account.id,
				reference,
				amount,
				payer: { email: posted.cust_email ?? "", name: posted.cust_name ?? "", phone: null },
				description: posted.pay_item_name ?? "",
				returnUrl: posted.site_redirect_url ?? "",
			}),
			"start",
		);
	return redirect(`${call.base}/pay/${payment.pageId}`);
};

export const interswitch: Platform = {
	code: "INTERSWITCH",
	name: "Interswitch",
	isPayableAfterCancel: false,

	answer: async (call, bank) => {
		if (call.method === "POST" && call.path === "/collections/w/pay") return openPage(call, bank);
		if (call.method === "POST" && call.path === "/passport/oauth/token") return giveToken(call, bank);
		if (call.method === "GET" && call.path === "/collections/api/v1/gettransaction.json") {
			const account = merchant(bank, ({ id }) => id === call.query.get("merchantcode"));
			const token = call.headers.authorization;
			// why: the first version of the interface asks for no token, but a wrong one is refused.
			if (account && token !== undefined && token !== `Bearer ${tokenOf(account)}`)
				return json(401, { error: "invalid_token" });
			return query(call, bank, account);
		}
		if (call.method === "GET" && call.path === "/webpay/api/v1/gettransaction.json") {
			const productId = call.query.get("productid") ?? "";
			const account = merchant(bank, ({ more }) => more.productId === productId);
			const signed = sha512(productId + call.query.get("transactionreference") + account?.more.macKey).toUpperCase();
			return query(call, bank, signed === call.headers.hash ? account : undefined);
		}
		return undefined;
	},

	goBack: (payment) =>
		formPage(payment.returnUrl, {
			txnref: payment.reference,
			payRef: payment.status === "success" ? (payment.providerReference ?? "") : "",
			retRef: payment.status === "success" ? String(payment.id) : "",
			cardNum: "0",
			apprAmt: payment.status === "success" ? String(payment.amount) : "0",
			amt: String(payment.amount),
		}),

	webhooks: (payment, { deed, account, now }) => {
		if (!["start", "pay", "fail", "cancel"].includes(deed)) return [];
		const [responseCode, responseDescription] = codes[payment.status];
		const body = JSON.stringify({
			event: deed === "start" ? "TRANSACTION.CREATED" : "TRANSACTION.COMPLETED",
			uuid: payment.pageId,
			timestamp: now,
			data: {
				amount: payment.amount,
				responseCode,
				responseDescription,
				merchantReference: payment.reference,
				paymentReference: payment.providerReference,
				bankCode: "UBA",
				currencyCode: "566",
			},
		});
		const signature = hmac("sha512", account.webhookSecret, body);
		return [{ headers: { "x-interswitch-signature": signature }, body, signatureHeader: "x-interswitch-signature" }];
	},
};
