import { sizeOf } from "#worker/contract/text/rich-text";
import { contentWidth, ink, type PdfNode, type PdfPart } from "#worker/gateways/pdf/content";
import { labelled, letterhead, pictureBox, ruled } from "#worker/gateways/pdf/letterhead";
import type { Picture } from "#worker/gateways/pdf/read-picture";
import { drawRichText } from "#worker/gateways/pdf/rich-text";
import type { PrintableForm, PrintedField } from "#worker/services/printing/contract";

interface Pictures {
	logo: Picture | undefined;
	photo: Picture | undefined;
}

/** Returns the printable applicant form as pages (§2): the applicant, then the sections in two columns. */
export const formDocument = (form: PrintableForm, { logo, photo }: Pictures): PdfPart => ({
	footer: `${form.applicant.applicationNumber}  ·  ${form.applicant.name}  ·  ${form.organisation.name}`,
	content: [
		...letterhead(form.organisation, logo, { beside: summaryCode(form.summaryUrl) }),
		...applicantBlock(form, photo),
		...withinRoom(form.sections).flatMap(drawSection),
	],
});

const gap = 16;
const half = (contentWidth - gap) / 2;
const photoBox = { width: 88, height: 108 };

const summaryCode = (url: string): PdfNode => ({
	width: 62,
	stack: [
		{ qr: url, fit: 58, alignment: "right" },
		{ text: "Scan to check", fontSize: 6.5, color: ink.faint, alignment: "right", margin: [0, 2, 0, 0] },
	],
});

const statusColours: Record<PrintableForm["status"]["colour"], { color: string; fillColor: string }> = {
	green: { color: "#166534", fillColor: "#e9f8ef" },
	red: { color: "#b91c1c", fillColor: "#fdeeee" },
	blue: { color: "#1d4ed8", fillColor: "#eff4ff" },
	grey: { color: "#475569", fillColor: "#f1f5f9" },
};

const applicantBlock = ({ applicant, status, facts }: PrintableForm, photo: Picture | undefined): PdfNode[] => [
	{
		columns: [
			{
				width: contentWidth - gap - photoBox.width,
				stack: [
					{ text: applicant.applicationTitle, color: ink.soft },
					{ text: applicant.name, bold: true, fontSize: 17, lineHeight: 1.1, margin: [0, 1, 0, 4] },
					{
						table: {
							widths: [8 + 5 * status.label.length],
							body: [[{ text: status.label, bold: true, alignment: "center", ...statusColours[status.colour] }]],
						},
						layout: "badge",
						margin: [0, 0, 0, 9],
					},
					...inPairs(facts).map((pair) =>
						columns(
							pair.map(({ label, value }) => labelled(label, value)),
							(contentWidth - 2 * gap - photoBox.width) / 2,
						),
					),
				],
			},
			{ ...pictureBox(photo, { ...photoBox, alternative: noPicture(applicant) }), width: photoBox.width },
		],
		columnGap: gap,
	},
];

/** Printed in the box of the passport picture when none is drawn. */
const noPicture = ({ hasPhoto }: PrintableForm["applicant"]): string =>
	hasPhoto ? "Picture cannot be printed, see the record" : "No passport picture";

const drawSection = ({ title, fields }: FittedSection): PdfNode[] => {
	const [first, ...rest] = drawFields(fields);
	const head: PdfNode[] = [{ text: title, bold: true, fontSize: 11.5, margin: [0, 12, 0, 2] }, ruled([0, 1, 0, 6])];
	// why: a heading at the foot of a page, with its answers on the next, is overlooked.
	return [{ stack: first ? [...head, first] : head, unbreakable: true }, ...rest];
};

/** Puts narrow answers two by two and wide ones by themselves, in their order. */
const drawFields = (fields: readonly FittedField[]): PdfNode[] => {
	const rows: PdfNode[] = [];
	let narrow: PdfNode[] = [];
	const endRow = () => {
		if (narrow.length > 0) rows.push(columns(narrow, half));
		narrow = [];
	};
	for (const field of fields) {
		if (field.wide) {
			endRow();
			rows.push(...drawWide(field));
		} else {
			narrow.push(labelled(field.label, field.kind === "text" ? field.value : ""));
			if (narrow.length === 2) endRow();
		}
	}
	endRow();
	return rows;
};

const columns = (cells: readonly PdfNode[], width: number): PdfNode => ({
	columns: cells.map((cell) => ({ ...cell, width })),
	columnGap: gap,
	margin: [0, 0, 0, 6],
	unbreakable: true,
});

const drawWide = (field: FittedField): PdfNode[] => {
	if (field.kind === "results") return field.value.map(drawResult);
	const value: PdfNode =
		field.kind === "rich-text"
			? { stack: drawRichText(field.value, { room: field.room, notice: cutNotice }) }
			: { text: field.value };
	return [{ ...labelled(field.label, value), margin: [0, 0, 0, 6] }];
};

type Result = Extract<PrintedField, { kind: "results" }>["value"][number];

/** One sitting of an examination: its subjects with their grades, in two columns. */
const drawResult = ({ title, candidate, gender, registrationNumber, subjects }: Result): PdfNode => {
	const middle = Math.ceil(subjects.length / 2);
	const parts = [subjects.slice(0, middle), subjects.slice(middle)].filter((part) => part.length > 0);
	return {
		stack: [
			{ text: title, bold: true },
			{
				text: `${candidate} · ${gender} · ${registrationNumber}`,
				fontSize: 8.5,
				color: ink.soft,
				margin: [0, 0, 0, 3],
			},
			{ columns: parts.map((part) => ({ ...gradeTable(part), width: half })), columnGap: gap },
		],
		margin: [0, 0, 0, 8],
		unbreakable: subjects.length < 40,
	};
};

const gradeTable = (subjects: Result["subjects"]): PdfNode => ({
	table: {
		widths: [half - 138, 120],
		headerRows: 1,
		body: [
			["Subject", "Grade"].map((text): PdfNode => ({ text, fontSize: 7.5, color: ink.faint })),
			...subjects.map((subject): PdfNode[] => [{ text: subject.name, bold: subject.isCore }, drawGrade(subject)]),
		],
	},
	layout: "lines",
});

/** A credit stands out; a core subject without one says so in words too. why: most forms are printed in black and white. */
const drawGrade = ({ grade, isCredit, isCore }: Result["subjects"][number]): PdfNode =>
	isCore && !isCredit
		? { text: `${grade}, no credit`, bold: true, color: statusColours.red.color }
		: { text: grade, bold: isCredit, ...(!isCredit && { color: ink.faint }) };

const inPairs = <T>(all: readonly T[]): T[][] =>
	Array.from({ length: Math.ceil(all.length / 2) }, (_, index) => all.slice(2 * index, 2 * index + 2));

/** Characters of short and of long answers on paper. why: laying out a thousand words takes a quarter of a second. */
const room = 60_000;
/** Printed for the rest of an answer. */
const cutNotice = "… (too long to be printed: read it on the screen)";

/** An answer on paper; `room` is how many characters of rich text fit, when not the whole. */
type FittedField = PrintedField & { room?: number };

interface FittedSection extends Omit<PrintableForm["sections"][number], "fields"> {
	fields: FittedField[];
}

/** Returns the sections as far as there is room for them; cut answers say so. */
const withinRoom = (sections: PrintableForm["sections"]): FittedSection[] => {
	const left = { short: room, long: room };
	const fit = (field: PrintedField): FittedField => {
		if (field.kind === "results") return field;
		const length = field.wide ? "long" : "short";
		const here = Math.max(0, left[length]);
		const size = field.kind === "rich-text" ? sizeOf(field.value) : field.value.length;
		left[length] -= size;
		if (size <= here) return field;
		return field.kind === "rich-text"
			? { ...field, room: here }
			: { ...field, value: field.value.slice(0, here) + cutNotice };
	};
	return sections.map((section) => ({ ...section, fields: section.fields.map(fit) }));
};
