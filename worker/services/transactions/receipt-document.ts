import { missing, printDate, printMoney } from "#worker/contract/printed-text";
import { contentWidth, ink, type PdfDocument, type PdfNode } from "#worker/gateways/pdf/content";
import { labelled, letterhead, type PaperOwner } from "#worker/gateways/pdf/letterhead";
import type { Picture } from "#worker/gateways/pdf/read-picture";

export interface ReceiptInput {
	organisation: PaperOwner & { timeZone: string };
	/** The institution's logo, from `readStoredPicture(env, logoKey)`. */
	logo?: Picture | undefined;
	transaction: {
		reference: string;
		rrr: string | null;
		/** Who paid. */
		name: string;
		email: string;
		/** As it is to be read: 'Remita'. */
		platform: string;
		/** As it is to be read: 'Success'. */
		status: string;
		/** In minor units, without the gateway's charge. */
		amount: number;
		gatewayCharge: number;
		currency: string;
		items: readonly { name: string; amount: number; currency: string }[];
		/** UTC milliseconds. */
		createdAt: number;
		application: { title: string };
		course: { code: string; title: string } | null;
	};
	applicant: { name: string; applicationNumber: string };
}

/** A transaction's receipt (§2, §3 Transaction): zero-amount items are hidden, so is a gateway fee of zero. */
export const receiptDocument = ({ organisation, logo, transaction, applicant }: ReceiptInput): PdfDocument => {
	const { reference, currency, amount, gatewayCharge } = transaction;
	const charged = transaction.items.filter((item) => item.amount !== 0);
	const lines = [
		...charged.map((item) => line(item.name, printMoney(item.amount, item.currency))),
		...(gatewayCharge === 0 ? [] : [line("Gateway fee", printMoney(gatewayCharge, currency))]),
		line("Total", printMoney(amount + gatewayCharge, currency), { bold: true, fontSize: 11 }),
	];
	return {
		title: `Receipt ${reference}`,
		author: organisation.name,
		parts: [
			{
				footer: `Receipt ${reference}  ·  ${organisation.name}`,
				content: [
					...letterhead(organisation, logo),
					{ text: "Payment receipt", bold: true, fontSize: 17, margin: [0, 0, 0, 10] },
					...pairs(detailsOf(transaction, applicant, organisation.timeZone)),
					{
						table: { widths: [contentWidth - 174, 156], headerRows: 1, body: [head, ...lines] },
						layout: "lines",
						margin: [0, 8, 0, 0],
					},
				],
			},
		],
	};
};

const detailsOf = (
	{ reference, rrr, name, email, platform, status, createdAt, application, course }: ReceiptInput["transaction"],
	applicant: ReceiptInput["applicant"],
	timeZone: string,
): [label: string, value: string][] => [
	["Reference", reference],
	["RRR", rrr ?? missing],
	["Paid by", `${name}\n${email}`],
	["For", `${applicant.name}\n${applicant.applicationNumber}`],
	["Application", application.title],
	["Course", course ? `${course.code} ${course.title}` : missing],
	["Platform", platform],
	["Date", printDate(createdAt, timeZone)],
	["Status", status],
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
