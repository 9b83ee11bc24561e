import { createHash } from "node:crypto";
import { nairaText } from "#worker/gateways/payments/money";
import type { Exchange, ProviderPayment } from "#worker/gateways/payments/port";

/** The platforms that the demo's applicants have paid through. */
export type DemoPlatform = "PAYSTACK" | "REMITA" | "INTERSWITCH";
type State = ProviderPayment["status"];

/** A payment as its provider has it. Amounts in kobo, charges included; moments in UTC milliseconds. */
export interface AskedPayment {
	reference: string;
	rrr: string | null;
	amount: number;
	email: string;
	name: string;
	description: string;
	startedAt: number;
	/** Null until it is paid; whole seconds, as providers write them. */
	paidAt: number | null;
}

/** What a provider sends of its own accord. */
interface Report {
	/** As the adapter reads it. */
	key: string;
	event: string;
	body: string;
}

interface Answers {
	/** The call that starts a payment; undefined where the payer's browser makes it. */
	start?: (payment: AskedPayment) => Exchange;
	/** The call that asks how it stands, with the answer. */
	verify: (payment: AskedPayment, state: State, at: number) => Exchange;
	/** What the adapter reads in that answer. */
	says: (payment: AskedPayment, state: State) => ProviderPayment;
	/** Undefined where the provider reports nothing of the kind. */
	report: (payment: AskedPayment, state: State) => Report | undefined;
}

const exchange = (
	startedAt: number,
	asked: Pick<Exchange, "method" | "url" | "requestBody">,
	answer: object | string,
) => ({
	...asked,
	status: 200,
	responseBody: typeof answer === "string" ? answer : JSON.stringify(answer),
	startedAt,
	ms: 180 + (startedAt % 640),
});
const get = (url: string) => ({ method: "GET", url, requestBody: null });

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
/** Returns a moment as Nigerian providers write it, without a zone. */
const lagos = (at: number) => new Date(at + 3_600_000).toISOString().slice(0, 19);
/** Returns a number that always belongs to this payment. */
const numberOf = ({ startedAt }: AskedPayment) => 4_000_000_000 + (startedAt % 900_000_000);
const unpaid = { fee: null, channel: null, paidAt: null, contradicts: null, reversedAmount: null, dispute: null };

/** What Paystack keeps, roughly its published price. */
export const paystackFee = (amount: number): number =>
	Math.min(Math.round(amount * 0.015) + (amount >= 250_000 ? 10_000 : 0), 200_000);

const paystackWords: Record<State, [status: string, response: string]> = {
	success: ["success", "Successful"],
	failed: ["failed", "Declined"],
	pending: ["abandoned", "The transaction was not completed"],
	reversed: ["reversed", "Reversed"],
};
const paystackData = (payment: AskedPayment, state: State) => {
	const [status, gateway_response] = paystackWords[state];
	const { reference, amount, email, startedAt, paidAt } = payment;
	return {
		id: numberOf(payment),
		domain: "live",
		status,
		reference,
		amount,
		requested_amount: amount,
		message: null,
		gateway_response,
		paid_at: iso(paidAt),
		created_at: iso(startedAt),
		channel: "card",
		currency: "NGN",
		fees: paidAt === null ? null : paystackFee(amount),
		authorization: paidAt === null ? {} : { authorization_code: "[removed]", bin: "408408", last4: "4081" },
		customer: { email },
	};
};

const remitaServices = "https://login.remita.net/remita/exapp/api/v1/send/api/echannelsvc";
const remitaCodes: Record<State, [code: string, message: string]> = {
	success: ["01", "Approved"],
	failed: ["02", "Transaction Failed"],
	pending: ["021", "Transaction Pending"],
	// why: no code of a reversal is published.
	reversed: ["01", "Approved"],
};
const twelveHours = (at: number) => {
	const [day, time = ""] = lagos(at).split("T");
	const hour = Number(time.slice(0, 2));
	return `${day} ${String(hour % 12 || 12).padStart(2, "0")}${time.slice(2)} ${hour < 12 ? "AM" : "PM"}`;
};

const interswitchCodes: Record<State, [code: string, description: string]> = {
	success: ["00", "Approved by Financial Institution"],
	failed: ["51", "Insufficient Funds"],
	pending: ["Z0", "Transaction not completed yet"],
	reversed: ["00", "Approved by Financial Institution"],
};
const interswitchReference = (payment: AskedPayment) =>
	payment.paidAt === null ? "" : `UBA|WEB|MX007|${numberOf(payment)}`;

/** What each platform is asked and answers, without secrets, as the ledger keeps it. */
export const providerAnswers: Record<DemoPlatform, Answers> = {
	PAYSTACK: {
		start: ({ reference, amount, email, name, description, startedAt }) => {
			const page = `x${(startedAt % 2_176_782_336).toString(36)}`;
			const body = { email, amount, currency: "NGN", reference, metadata: JSON.stringify({ name, description }) };
			const url = "https://api.paystack.co/transaction/initialize";
			return exchange(
				startedAt,
				{ method: "POST", url, requestBody: JSON.stringify(body) },
				{
					status: true,
					message: "Authorization URL created",
					data: { authorization_url: `https://checkout.paystack.com/${page}`, access_code: page, reference },
				},
			);
		},
		verify: (payment, state, at) =>
			exchange(at, get(`https://api.paystack.co/transaction/verify/${payment.reference}`), {
				status: true,
				message: "Verification successful",
				data: paystackData(payment, state),
			}),
		says: (payment, state) => {
			const { amount, reference, paidAt } = payment;
			const [saysStatus, description] = paystackWords[state];
			return {
				...unpaid,
				status: state,
				saysStatus,
				description,
				reference,
				rrr: null,
				providerReference: String(numberOf(payment)),
				amount,
				paidAmount: amount,
				currency: "NGN",
				fee: paidAt === null ? null : paystackFee(amount),
				channel: "card",
				paidAt,
			};
		},
		report: (payment, state) => {
			const { reference, amount } = payment;
			const id = numberOf(payment);
			if (state !== "success" && state !== "reversed") return undefined;
			const event = state === "success" ? "charge.success" : "refund.processed";
			const refund = { id, status: "processed", transaction_reference: reference, amount, currency: "NGN" };
			const data = state === "success" ? paystackData(payment, state) : refund;
			return { key: `${event} ${id} ${reference}`, event, body: JSON.stringify({ event, data }) };
		},
	},

	REMITA: {
		start: ({ reference, rrr, amount, email, name, description, startedAt }) => {
			const asked = { serviceTypeId: "4430731", amount: nairaText(amount, "without decimals"), orderId: reference };
			const requestBody = JSON.stringify({ ...asked, description, payerName: name, payerEmail: email, payerPhone: "" });
			const answer = { statuscode: "025", RRR: rrr, status: "Payment Reference generated" };
			const url = `${remitaServices}/merchant/api/paymentinit`;
			return exchange(startedAt, { method: "POST", url, requestBody }, `jsonp (${JSON.stringify(answer)})`);
		},
		verify: ({ reference, rrr, amount, startedAt, paidAt }, state, at) => {
			const [status, message] = remitaCodes[state];
			const answer = {
				amount: Number(nairaText(amount, "with decimals")),
				RRR: rrr,
				orderId: reference,
				message,
				transactiontime: twelveHours(startedAt),
				status,
				...(paidAt !== null && { paymentDate: twelveHours(paidAt) }),
			};
			const url = `${remitaServices}/2547916/${rrr}/[removed]/status.reg`;
			return exchange(at, get(url), `jsonp (${JSON.stringify(answer)})`);
		},
		says: ({ reference, rrr, amount, paidAt }, state) => {
			const [saysStatus, description] = remitaCodes[state];
			return {
				...unpaid,
				status: state,
				saysStatus,
				description,
				reference,
				rrr,
				providerReference: null,
				amount,
				paidAmount: amount,
				currency: null,
				paidAt,
			};
		},
		report: ({ reference, rrr, amount }, state) => {
			if (state !== "success") return undefined;
			const paid = { rrr, channel: "CARDPAYMENT", amount: amount / 100, orderId: reference, type: "PY" };
			// why of its content: Remita names no event.
			const key = createHash("sha512").update(JSON.stringify(paid)).digest("hex").slice(0, 32);
			return { key, event: "PY", body: JSON.stringify([paid]) };
		},
	},

	INTERSWITCH: {
		verify: (payment, state, at) => {
			const { reference, amount, startedAt, paidAt } = payment;
			const [ResponseCode, ResponseDescription] = interswitchCodes[state];
			const query = new URLSearchParams({
				merchantcode: "MX007",
				transactionreference: reference,
				amount: String(amount),
			});
			const url = `https://webpay.interswitchng.com/collections/api/v1/gettransaction.json?${query}`;
			return exchange(at, get(url), {
				Amount: amount,
				CardNumber: "[removed]",
				MerchantReference: reference,
				PaymentReference: interswitchReference(payment),
				SplitAccounts: [],
				TransactionDate: lagos(paidAt ?? startedAt),
				ResponseCode,
				ResponseDescription,
			});
		},
		says: (payment, state) => {
			const { reference, amount, startedAt, paidAt } = payment;
			const [saysStatus, description] = interswitchCodes[state];
			return {
				...unpaid,
				status: state,
				saysStatus,
				description,
				reference,
				rrr: null,
				providerReference: interswitchReference(payment) || null,
				amount,
				paidAmount: amount,
				currency: null,
				paidAt: Math.floor((paidAt ?? startedAt) / 1_000) * 1_000,
			};
		},
		report: (payment, state) => {
			if (state !== "success" && state !== "failed") return undefined;
			const { reference, amount, startedAt } = payment;
			const [responseCode, responseDescription] = interswitchCodes[state];
			const [event, uuid, timestamp] = ["TRANSACTION.COMPLETED", `uuid-${reference}`, startedAt + 200_000];
			const data = {
				amount,
				responseCode,
				responseDescription,
				merchantReference: reference,
				currencyCode: "566",
				paymentReference: interswitchReference(payment),
			};
			const key = `${event} ${uuid} ${timestamp}`;
			return { key, event, body: JSON.stringify({ event, uuid, timestamp, data }) };
		},
	},
};
