import { sizeOf } from "#worker/contract/text/rich-text";
import type { PrintableForm, PrintedField } from "#worker/services/printing/contract";

/**
 * Characters of short answers that a form may hold on paper, and of long ones: an essay takes no room from a name.
 * why: laying out a thousand words takes a quarter of a second.
 */
const room = 60_000;
/** Printed for the rest of an answer. */
export const cutNotice = "… (too long to be printed: read it on the screen)";

/**
 * Returns an answer on paper; `room` is how many characters of rich text fit, when the answer does not fit as a
 * whole.
 */
export type FittedField = PrintedField & { room?: number };

export interface FittedSection extends Omit<PrintableForm["sections"][number], "fields"> {
	fields: FittedField[];
}

/** Returns the sections as far as there is room for them; cut answers say so. */
export const withinRoom = (sections: PrintableForm["sections"]): FittedSection[] => {
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
