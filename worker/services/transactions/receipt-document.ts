import { formatDate } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";
import { formatMoney } from "#worker/contract/text/money";
import { capitalised } from "#worker/contract/text/printed-text";
import { contentWidth, ink, type PdfDocument, type PdfNode } from "#worker/gateways/pdf/content";
import { labelled, letterhead, type PaperOwner } from "#worker/gateways/pdf/letterhead";
import type { Picture } from "#worker/gateways/pdf/read-picture";
import { verificationBlock } from "#worker/gateways/pdf/verification";
import type { TransactionStatus } from "#worker/services/transactions/contract";

export interface ReceiptInput {
	organisation: PaperOwner & { timeZone: string; courseAlias: string };
	/** The page on which anybody can see whether the receipt is true. */
	verifyAt: string;
	/** The institution's logo, from `readStoredPicture(env, logoKey)`. */
	logo?: Picture | undefined;
	transaction: {
		reference: string;
		rrr: string | null;
		name: string;
		email: string;
		/** Its readable name: 'Remita'. */
		platform: string;
		status: TransactionStatus;
		/** In minor units, without the gateway's charge. */
		amount: number;
		gatewayCharge: number;
		/** What went back to the payer. */
		reversedAmount: number;
		currency: string;
		items: readonly { name: string; amount: number; currency: string }[];
		/** UTC milliseconds. */
		createdAt: number;
		application: { title: string };
		course: { code: string; title: string } | null;
	};
	applicant: { name: string; applicationNumber: string };
}

interface Wording {
	name: string;
	heading: string;
	status: string;
	payer: string;
	total: string;
}

const warning = "This is not a receipt. It proves no payment.";
/** why: nobody may take the record of a payment that did not arrive for a proof of payment. */
const wordings: Record<TransactionStatus, Wording> = {
	success: { name: "Receipt", heading: "Payment receipt", status: "Success", payer: "Paid by", total: "Total" },
	failed: {
		name: "Payment record not paid",
		heading: "Payment record, not paid",
		status: "Failed",
		payer: "Payer",
		total: "Total, not paid",
	},
	pending: {
		name: "Payment record not confirmed",
		heading: "Payment record, payment not confirmed",
		status: "Pending",
		payer: "Payer",
		total: "Total, not confirmed",
	},
};

/** Returns a transaction's receipt (§2, §3), or the record of a failed one; zero-amount items and fees are hidden. */
export const receiptDocument = ({
	organisation,
	logo,
	transaction,
	applicant,
	verifyAt,
}: ReceiptInput): PdfDocument => {
	const { reference, currency, amount, gatewayCharge, reversedAmount } = transaction;
	const wording = wordings[transaction.status];
	const title = `${wording.name} ${reference}`;
	const charged = transaction.items.filter((item) => item.amount !== 0);
	const lines = [
		...charged.map((item) => line(item.name, formatMoney(item.amount, item.currency))),
		...(gatewayCharge === 0 ? [] : [line("Gateway fee", formatMoney(gatewayCharge, currency))]),
		line(wording.total, formatMoney(amount + gatewayCharge, currency), { bold: true, fontSize: 11 }),
		...(reversedAmount === 0
			? []
			: [
					line("Went back to the payer", formatMoney(-reversedAmount, currency)),
					line("Remains paid", formatMoney(amount + gatewayCharge - reversedAmount, currency), { bold: true }),
				]),
	];
	return {
		title,
		author: organisation.name,
		parts: [
			{
				footer: `${title}  ·  ${organisation.name}`,
				content: [
					...letterhead(organisation, logo),
					{ text: wording.heading, bold: true, fontSize: 17, margin: [0, 0, 0, 10] },
					...(transaction.status === "success" ? [] : [notPaid(wording)]),
					...pairs(detailsOf(transaction, applicant, organisation)),
					{
						table: { widths: [contentWidth - 174, 156], headerRows: 1, body: [head, ...lines] },
						layout: "lines",
						margin: [0, 8, 0, 0],
					},
					verificationBlock({
						title: "Check this paper",
						about: "The code leads to the state of the payment in the institution's books.",
						verifyAt,
					}),
				],
			},
		],
	};
};

/** The status, so large that it is seen before anything else. */
const notPaid = ({ status }: Wording): PdfNode => ({
	table: {
		widths: [contentWidth - 11],
		body: [
			[
				{
					stack: [
						{ text: status.toUpperCase(), bold: true, fontSize: 28, color: ink.danger, lineHeight: 1.05 },
						{ text: warning, bold: true },
					],
				},
			],
		],
	},
	layout: "grid",
	margin: [0, 0, 0, 12],
});

const detailsOf = (
	{ reference, rrr, name, email, platform, status, createdAt, application, course }: ReceiptInput["transaction"],
	applicant: ReceiptInput["applicant"],
	{ timeZone, courseAlias }: ReceiptInput["organisation"],
): [label: string, value: string][] => [
	["Reference", reference],
	["RRR", rrr ?? missing],
	[wordings[status].payer, `${name}\n${email}`],
	["For", `${applicant.name}\n${applicant.applicationNumber}`],
	["Application", application.title],
	[capitalised(courseAlias), course ? `${course.code} ${course.title}` : missing],
	["Platform", platform],
	["Date", formatDate(createdAt, timeZone)],
	["Status", wordings[status].status],
];

const half = (contentWidth - 16) / 2;

const pairs = (details: readonly [string, string][]): PdfNode[] =>
	Array.from({ length: Math.ceil(details.length / 2) }, (_, index) => ({
		columns: details
			.slice(2 * index, 2 * index + 2)
			.map(([label, value]) => ({ ...labelled(label, value), width: half })),
		columnGap: 16,
		margin: [0, 0, 0, 6],
	}));

const head: PdfNode[] = [
	{ text: "Item", fontSize: 7.5, color: ink.faint },
	{ text: "Amount", fontSize: 7.5, color: ink.faint, alignment: "right" },
];

const line = (name: string, amount: string, look: PdfNode = {}): PdfNode[] => [
	{ text: name, ...look },
	{ text: amount, alignment: "right", ...look },
];
