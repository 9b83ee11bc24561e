import { contentWidth, ink, type PdfNode } from "#worker/gateways/pdf/content";
import { pictureBox } from "#worker/gateways/pdf/picture-box";
import type { Picture } from "#worker/gateways/pdf/read-picture";

/** The institution of the letterhead. */
export interface PaperOwner {
	name: string;
	address: string | null;
	email: string | null;
	phone: string | null;
}

/** Returns the head of the first page: logo, name, address and contacts, the given content beside them. */
export const letterhead = (owner: PaperOwner, logo: Picture | undefined, beside?: PdfNode): PdfNode[] => [
	{
		columns: [
			...(logo ? [{ ...pictureBox(logo, { width: 58, height: 58, alternative: "" }), width: 58 }] : []),
			{
				width: "*",
				margin: [0, 4, 0, 0],
				stack: [
					{ text: owner.name, bold: true, fontSize: 15, lineHeight: 1.05 },
					{
						text: [owner.address, [owner.email, owner.phone].filter(Boolean).join("  ·  ")].filter(Boolean).join("\n"),
						fontSize: 8.5,
						color: ink.soft,
						margin: [0, 2, 0, 0],
					},
				],
			},
			...(beside ? [beside] : []),
		],
		columnGap: 12,
	},
	ruled([0, 8, 0, 12]),
];

/** A line across the page. */
export const ruled = (margin: [number, number, number, number]): PdfNode => ({
	canvas: [{ type: "line", x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 0.8, lineColor: ink.line }],
	margin,
});

/** A label with its value below. */
export const labelled = (label: string, value: string | PdfNode): PdfNode => ({
	stack: [
		{ text: label, fontSize: 7.5, color: ink.faint, lineHeight: 1.1 },
		typeof value === "string" ? { text: value } : value,
	],
});
