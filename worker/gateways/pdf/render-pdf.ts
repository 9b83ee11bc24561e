import type { TDocumentDefinitions } from "pdfmake/interfaces";
import { ink, type PdfDocument, type PdfMargins, type PdfNode, type PdfPart, page } from "#worker/gateways/pdf/content";
import { openPdfmake } from "#worker/gateways/pdf/open-pdfmake";

/** Draws a document on A4 pages with embedded fonts, one at a time: one may need half of an isolate's memory. */
export const renderPdf = async (document: PdfDocument): Promise<Uint8Array<ArrayBuffer>> => {
	while (isRendering()) await scheduler.wait(5);
	begunAt = Date.now();
	try {
		pdfmake ??= await openPdfmake();
		return new Uint8Array(await pdfmake.createPdf(toDefinition(document)).getBuffer());
	} finally {
		begunAt = undefined;
	}
};

let pdfmake: Awaited<ReturnType<typeof openPdfmake>> | undefined;
let begunAt: number | undefined;
/** why: a request whose client has left may stop in the middle, and those after it must not wait for ever. */
const longestMs = 10_000;
const isRendering = () => begunAt !== undefined && Date.now() - begunAt < longestMs;

/** why: decomposed into base and dot, a letter would be found and copied without its dot. */
const wholeLetters: object = { fontFeatures: { ccmp: false } };

const toDefinition = ({ title, author, parts, margins = page.margins }: PdfDocument): TDocumentDefinitions => ({
	pageSize: "A4",
	pageMargins: margins,
	info: { title, author, creator: "Matricula", producer: "Matricula" },
	language: "en",
	defaultStyle: { font: "NotoSans", fontSize: 9.5, lineHeight, color: ink.text, ...wholeLetters },
	content: parts.map((part) => toSection(part, margins)) as TDocumentDefinitions["content"],
});

const lineHeight = 1.15;
/** How high the font is, measured in its size. */
const fontHeight = 1.362;
/** How far the foot is below the text, and how wide the number of its page is, in points. */
const usualGap = 18;
const numberWidth = 90;
const footSizes = [8, 7, 6, 5, 4] as const;

/**
 * Returns how large a foot is written, and how far below the text, so that it fits into the margin. why: of one that is higher
 * nothing is drawn at all.
 */
const footWithin = (foot: string, [left, , right, bottom]: PdfMargins) => {
	const width = page.width - left - right - numberWidth;
	const ems = [...foot].reduce((sum, letter) => sum + (/\p{Lu}/u.test(letter) ? 0.75 : 0.6), 0);
	const heightOf = (size: number) => Math.ceil((ems * size) / width) * size * fontHeight * lineHeight;
	const fontSize = footSizes.find((size) => heightOf(size) < bottom) ?? 4;
	return { fontSize, gap: Math.max(0, Math.min(usualGap, bottom - heightOf(fontSize))) };
};

/** Returns a part as a section with its own footer; the header is asked first, and so learns the pages. */
const toSection = ({ content, footer }: PdfPart, margins: PdfMargins) => {
	const [left, , right] = margins;
	const { fontSize, gap } = footWithin(footer, margins);
	const pages: number[] = [];
	return {
		section: content.map(composed),
		header: (number: number) => {
			if (!pages.includes(number)) pages.push(number);
			return null;
		},
		footer: (number: number): PdfNode => ({
			margin: [left, gap, right, 0],
			fontSize,
			color: ink.faint,
			columns: [
				{ text: footer.normalize("NFC"), width: "*" },
				{ text: `page ${pages.indexOf(number) + 1} of ${pages.length}`, width: numberWidth, alignment: "right" },
			],
		}),
	};
};

/** Composes letters and their marks into one character where there is one, because fonts place those best. */
const composed = (node: PdfNode): PdfNode => ({
	...node,
	...(node.text !== undefined && { text: composedText(node.text) }),
	...(node.stack && { stack: node.stack.map(composed) }),
	...(node.columns && { columns: node.columns.map(composed) }),
	...(node.ul && { ul: node.ul.map(composed) }),
	...(node.ol && { ol: node.ol.map(composed) }),
	...(node.table && { table: { ...node.table, body: node.table.body.map((row) => row.map(composed)) } }),
});

const composedText = (text: NonNullable<PdfNode["text"]>): PdfNode["text"] =>
	typeof text === "string"
		? printable(text)
		: text.map((part) => (typeof part === "string" ? printable(part) : composed(part)));

/**
 * why: control and half characters have no shape, and some break the file; looking for the lines of a word without
 * end takes seconds, so it may break anywhere (the zero-width space).
 */
const printable = (text: string): string =>
	text
		.toWellFormed()
		.normalize("NFC")
		.replace(/[^\P{C}\n\t]/gu, "")
		.replace(/[^\s\u200b]{40}(?=[^\s\p{M}])/gu, "$&\u200b");
