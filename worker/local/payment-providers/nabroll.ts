import type { Account } from "./accounts.ts";
import { type Bank, type FakeReply, fieldsOf, hmac, json, type Platform, redirect, withQuery } from "./calls.ts";

const merchant = ({ books }: Bank, id: string | undefined): Account | undefined =>
	books.accounts().find((account) => account.platform === "NABROLL" && account.id === id);

/** NABRoll publishes no word for a failure; this one is made up, and read as pending. */
const no = (msg: string): FakeReply => json(200, { status: "FAILED", code: "99", msg });

const nairaOf = (kobo: number) => `${Math.trunc(kobo / 100)}.${String(kobo % 100).padStart(2, "0")}`;

export const nabroll: Platform = {
	code: "NABROLL",
	name: "NABRoll",
	isPayableAfterCancel: true,

	answer: async (call, bank) => {
		if (call.method !== "POST") return undefined;
		const { ApiKey, Hash, Amount = "", PayerRefNo = "", TransactionRef = "", ...posted } = fieldsOf(call);
		const account = merchant(bank, ApiKey);
		const owner = { platform: "NABROLL" as const, account: account?.id ?? "" };

		if (call.path === "/transactions/initiate") {
			if (!account || Hash !== hmac("sha256", account.secret, PayerRefNo + Amount + ApiKey)) return no("Invalid hash");
			if (!/^\d{1,12}\.\d\d$/.test(Amount)) return no("Invalid amount");
			const target = { ...owner, reference: PayerRefNo };
			bank.switches.before(target);
			const payment = bank.books.put({
				...target,
				amount: Number(Amount.replace(".", "")),
				description: posted.Description ?? "",
				payer: { email: posted.Email ?? "", name: posted.PayerName ?? "", phone: posted.Mobile || null },
				returnUrl: posted.ResponseUrl ?? "",
			});
			bank.carryOut(payment, "start");
			await bank.switches.after(target);
			return json(200, {
				status: "SUCCESSFUL",
				code: "00",
				msg: "Transaction initiated",
				TransactionRef: payment.providerReference,
				PaymentCode: String(payment.id),
				PaymentUrl: `${call.base}/pay/${payment.pageId}`,
			});
		}

		if (call.path === "/transactions/verify") {
			if (!account || Hash !== hmac("sha256", account.secret, PayerRefNo + Amount + TransactionRef + ApiKey))
				return no("Invalid hash");
			const booked = bank.books.find(
				(payment) =>
					payment.platform === owner.platform &&
					payment.account === owner.account &&
					payment.providerReference === TransactionRef,
			);
			const target = { ...owner, reference: booked?.reference ?? null };
			bank.switches.before(target);
			await bank.switches.after(target);
			const seen = booked && bank.switches.seen(booked);
			if (!seen) return no("Transaction not found");
			const amount = nairaOf(seen.amount);
			if (seen.status === "success" || seen.status === "reversed")
				return json(200, { status: "SUCCESSFUL", code: "00", msg: "Approved", amount });
			if (seen.status === "failed") return json(200, { status: "FAILED", code: "02", msg: "Failed", amount });
			return json(200, { status: "PENDING", code: "01", msg: "Pending", amount });
		}
		return undefined;
	},

	goBack: ({ returnUrl, providerReference }) =>
		redirect(withQuery(returnUrl, { TransactionRef: providerReference ?? "" })),

	webhooks: () => [],
};
