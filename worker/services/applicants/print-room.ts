import type { PrintableForm, PrintedField } from "#worker/services/applicants/print.contract";

/** Characters of answers that one form may hold on paper. why: laying out a thousand words takes a quarter of a second. */
const room = 60_000;
const cut = "… (too long to be printed: read it on the screen)";

/** The sections as far as there is room for them; what is cut says so. */
export const withinRoom = (sections: PrintableForm["sections"]): PrintableForm["sections"] => {
	let left = room;
	const shorten = (field: PrintedField): PrintedField => {
		if (field.kind === "results") return field;
		const { value } = field;
		const kept = value.slice(0, Math.max(0, left));
		left -= value.length;
		return kept === value ? field : { ...field, value: kept + cut };
	};
	return sections.map((section) => ({ ...section, fields: section.fields.map(shorten) }));
};
