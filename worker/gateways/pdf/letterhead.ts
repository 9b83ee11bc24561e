import { contentWidth, ink, type PdfNode } from "#worker/gateways/pdf/content";
import type { Picture } from "#worker/gateways/pdf/read-picture";

/** The institution of the letterhead. */
export interface PaperOwner {
	name: string;
	address: string | null;
	email: string | null;
	phone: string | null;
}

/** Returns the head of the first page: logo, name, address and contacts, the given content beside them. */
export const letterhead = (
	owner: PaperOwner,
	logo: Picture | undefined,
	{ beside, width = contentWidth }: { beside?: PdfNode; width?: number } = {},
): PdfNode[] => [
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
	ruled([0, 8, 0, 12], width),
];

export const ruled = (margin: [number, number, number, number], width = contentWidth): PdfNode => ({
	canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.8, lineColor: ink.line }],
	margin,
});

export const labelled = (label: string, value: string | PdfNode): PdfNode => ({
	stack: [
		{ text: label, fontSize: 7.5, color: ink.faint, lineHeight: 1.1 },
		typeof value === "string" ? { text: value } : value,
	],
});

interface PictureBox {
	width: number;
	height: number;
	/** Printed in the box of a picture that cannot be drawn. */
	alternative: string;
}

/** Returns a picture as large as fits into the box; without one, the empty box, which says what is missing. */
export const pictureBox = (picture: Picture | undefined, { width, height, alternative }: PictureBox): PdfNode =>
	picture
		? { image: picture.dataUrl, fit: [width, height] }
		: {
				table: {
					widths: [width - 10],
					body: [
						[
							{
								text: alternative,
								alignment: "center",
								color: ink.faint,
								fontSize: 7.5,
								margin: [0, (height - 22) / 2, 0, (height - 22) / 2],
							},
						],
					],
				},
				layout: "grid",
			};
