/** The parts of a document: the part of pdfmake's vocabulary that documents here use. Lengths in points. */
export interface PdfNode {
	text?: PdfText;
	stack?: PdfNode[];
	columns?: PdfNode[];
	ul?: PdfNode[];
	ol?: PdfNode[];
	table?: PdfTable;
	image?: string;
	qr?: string;
	canvas?: PdfShape[];

	style?: string;
	bold?: boolean;
	italics?: boolean;
	fontSize?: number;
	color?: string;
	fillColor?: string;
	lineHeight?: number;
	alignment?: PdfAlignment;
	decoration?: ("underline" | "lineThrough")[];
	link?: string;
	sup?: boolean;
	sub?: boolean;
	preserveLeadingSpaces?: boolean;
	noWrap?: boolean;

	/** Left, top, right, bottom. */
	margin?: [number, number, number, number];
	width?: number | "auto" | "*";
	height?: number;
	fit?: [number, number] | number;
	columnGap?: number;
	layout?: "noBorders" | "lines" | "grid" | "bar" | "badge";
	colSpan?: number;
	rowSpan?: number;
	start?: number;
	unbreakable?: boolean;
	pageBreak?: "before";
	absolutePosition?: { x: number; y: number };
}

export type PdfText = string | (string | PdfNode)[];
export type PdfAlignment = "left" | "center" | "right" | "justify";

interface PdfTable {
	widths: number[];
	body: PdfNode[][];
	headerRows?: number;
	keepWithHeaderRows?: number;
	dontBreakRows?: boolean;
}

type PdfShape =
	| { type: "line"; x1: number; y1: number; x2: number; y2: number; lineWidth: number; lineColor: string }
	| { type: "rect"; x: number; y: number; w: number; h: number; r?: number; color?: string; lineColor?: string };

/** Pages with a numbering of their own: a form, a letter. */
export interface PdfPart {
	content: PdfNode[];
	/** Printed at the foot of every page, beside 'page n of m'. */
	footer: string;
}

export interface PdfDocument {
	title: string;
	author: string;
	parts: PdfPart[];
	/** The margins of its pages; the usual ones unless set. */
	margins?: PdfMargins | undefined;
}

/** Left, top, right, bottom, in points. */
export type PdfMargins = [number, number, number, number];

/** The page: A4, in points. */
const margins: PdfMargins = [42, 40, 42, 52];
export const page = { width: 595.28, height: 841.89, margins };
/** Between the margins. */
export const widthWithin = ([left, , right]: PdfMargins = page.margins): number => page.width - left - right;
export const contentWidth = widthWithin();

/** The colours of paper: those of the portal's light theme. */
export const ink = {
	text: "#16191f",
	soft: "#4d5562",
	faint: "#626a79",
	line: "#d6dae1",
	ground: "#f3f4f7",
	link: "#4338ca",
	danger: "#b91c1c",
} as const;
