import { ink, type PdfNode } from "#worker/gateways/pdf/content";

interface Verification {
	title: string;
	about: string;
	/** The address in the picture, also printed as a link. */
	verifyAt: string;
	/** A code that can be typed instead. */
	code?: string;
}

/** Returns the picture that leads to a page on which anybody can see whether a paper is genuine, and what it is for. */
export const verificationBlock = ({ title, about, verifyAt, code }: Verification): PdfNode => ({
	unbreakable: true,
	columns: [
		{ qr: verifyAt, fit: 84, width: 96 },
		{
			stack: [
				{ text: title, bold: true },
				{ text: about },
				...(code === undefined ? [] : [{ text: code, bold: true, fontSize: 12, margin: [0, 4, 0, 0] } as PdfNode]),
				{ text: verifyAt, link: verifyAt, fontSize: 7, color: ink.faint, margin: [0, 4, 0, 0] },
			],
		},
	],
	margin: [0, 16, 0, 0],
});
