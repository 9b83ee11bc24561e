import type { PrintableForm, PrintedField } from "#worker/services/printing/contract";

/**
 * Characters that a form may hold on paper of its short answers, and of its long ones: an essay takes no room from a
 * name. why: laying out a thousand words takes a quarter of a second.
 */
const room = 60_000;
/** What stands for the rest of an answer. */
export const cutNotice = "… (too long to be printed: read it on the screen)";

/** An answer on paper; `room` is how many characters of rich text there is room for, when it does not fit as a whole. */
export type FittedField = PrintedField & { room?: number };

export interface FittedSection extends Omit<PrintableForm["sections"][number], "fields"> {
	fields: FittedField[];
}

/** The sections as far as there is room for them; what is cut says so. */
export const withinRoom = (sections: PrintableForm["sections"]): FittedSection[] => {
	const left = { short: room, long: room };
	const fit = (field: PrintedField): FittedField => {
		if (field.kind === "results") return field;
		const length = field.wide ? "long" : "short";
		const here = Math.max(0, left[length]);
		left[length] -= field.value.length;
		if (field.value.length <= here) return field;
		return field.kind === "html"
			? { ...field, room: here }
			: { ...field, value: field.value.slice(0, here) + cutNotice };
	};
	return sections.map((section) => ({ ...section, fields: section.fields.map(fit) }));
};
