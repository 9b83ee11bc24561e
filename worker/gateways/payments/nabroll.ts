import * as v from "valibot";
import type { ConfigurationOf } from "#worker/contract/payment-configurations";
import { badSignature, mustBeNaira, providerPayment, type Reached } from "#worker/gateways/payments/adapter";
import {
	type Call,
	converse,
	formBody,
	ProviderFault,
	pageAddress,
	readJson,
} from "#worker/gateways/payments/converse";
import { nairaText, readNaira } from "#worker/gateways/payments/money";
import type { PaymentGateway } from "#worker/gateways/payments/port";
import { hmac } from "#worker/gateways/payments/signatures";

const name = "NABRoll";
const successful = "SUCCESSFUL";

const Said = {
	status: v.nullish(v.string()),
	code: v.nullish(v.string()),
	msg: v.nullish(v.string()),
};
const Initiated = v.object({ ...Said, TransactionRef: v.nullish(v.string()), PaymentUrl: v.nullish(v.string()) });
const Verified = v.object({ ...Said, amount: v.nullish(v.union([v.number(), v.string()])) });

const saysOf = ({ status, code, msg }: { [Word in keyof typeof Said]?: string | null | undefined }) =>
	`${name} says: ${msg ?? status ?? "no reason"} (${code ?? "no code"})`;

/** NABRoll's API (§4 of the provider reference): forms, naira with two decimals, signed by HMAC-SHA256. */
export const nabroll = (
	{ apiKey, secretKey }: ConfigurationOf<"NABROLL">,
	{ base, isLocal }: Reached,
): PaymentGateway => {
	const talk = <T>(run: (call: Call) => Promise<T>) => converse({ name, secrets: [secretKey] }, run);
	const post = async (call: Call, path: string, fields: Record<string, string>, signed: string) => {
		const hash = await hmac("SHA-256", secretKey, signed);
		const form = formBody({ ApiKey: apiKey, Hash: hash, ...fields });
		const answer = await call({ method: "POST", url: `${base}/transactions/${path}`, ...form, secrets: [hash] });
		if (answer.status === 401 || answer.status === 403)
			throw new ProviderFault("not_configured", `${name} refuses the keys (${answer.status}).`);
		return answer.text;
	};
	const verify = async (
		call: Call,
		{ reference, amount, transactionRef }: Record<"reference" | "amount" | "transactionRef", string>,
	) => {
		const fields = { TransactionRef: transactionRef, PayerRefNo: reference, Amount: amount };
		const text = await post(call, "verify", fields, reference + amount + transactionRef + apiKey);
		return readJson(name, text, Verified);
	};

	return {
		start: (payment) =>
			talk(async (call) => {
				mustBeNaira(name, payment);
				const { reference, payer } = payment;
				const amount = nairaText(payment.amount, "with decimals");
				const fields = {
					Amount: amount,
					PayerRefNo: reference,
					PayerName: payer.name,
					Email: payer.email,
					Mobile: payer.phone ?? "",
					Description: payment.description,
					ResponseUrl: payment.returnUrl,
					MetaData: reference,
					FeeBearer: "Customer",
				};
				const answer = readJson(name, await post(call, "initiate", fields, reference + amount + apiKey), Initiated);
				if (answer.status !== successful || !answer.TransactionRef || !answer.PaymentUrl)
					throw new ProviderFault("refused", saysOf(answer));
				const pageUrl = pageAddress(name, answer.PaymentUrl, isLocal);
				return { pageUrl, pageFields: null, rrr: null, providerReference: answer.TransactionRef };
			}),

		verify: ({ reference, amount, providerReference }) =>
			talk(async (call) => {
				// why: NABRoll knows a payment by its own reference alone.
				if (providerReference === null)
					throw new ProviderFault("not_found", `${name} did not say what it calls this payment.`);
				const asked = nairaText(amount, "with decimals");
				const answer = await verify(call, { reference, amount: asked, transactionRef: providerReference });
				const paid = readNaira(answer.amount);
				// why three conditions: no word for failure is published, and `msg` may be Pending beside a call that went well.
				const isPaid = answer.status === successful && answer.code === "00" && !/pending/i.test(answer.msg ?? "");
				return providerPayment({
					status: isPaid && paid !== null ? "success" : "pending",
					saysStatus: answer.status ?? answer.code ?? "",
					description: answer.msg ?? "",
					reference,
					providerReference,
					amount: paid,
					paidAmount: paid,
				});
			}),

		// why: NABRoll documents no webhook, so nothing proves that it sent one.
		readWebhook: async () => badSignature,

		test: () =>
			talk(async (call) => {
				await verify(call, { reference: "matricula-connection-test", amount: "1.00", transactionRef: "none" });
				return { says: "NABRoll answers. It does not say whether it accepts the keys." };
			}),
	};
};
