import {
	findField,
	findSection,
	moveField,
	moveSection,
	putField,
	putSection,
	removeField,
	removeSection,
} from "#worker/contract/forms/edit-layout";
import { type FormLayout, fieldLabel } from "#worker/contract/forms/form-schema";

interface Edited {
	layout: FormLayout;
	/** What is said afterwards. */
	said: string;
}

/** Reads where a field was dropped: "after schools schoolName", or "into schools". */
const targetOf = ([side, sectionId = "", fieldId = ""]: string[]): Parameters<typeof putField>[2] =>
	side === "into" ? { side, sectionId } : { side: side === "after" ? "after" : "before", sectionId, fieldId };

/** Does what a button of the editor says, or a drop, with a layout; undefined where it says nothing that can be done. */
export const pressButton = (layout: FormLayout, [what, ...of]: string[]): Edited | undefined => {
	const [sectionId = "", fieldId = ""] = what?.startsWith("move-") ? of.slice(1) : of;
	const way = of[0] === "earlier" ? "earlier" : "later";
	const section = findSection(layout, sectionId);
	const place = { sectionId, fieldId };
	const field = findField(layout, place);
	if (!section) return undefined;
	if (what === "move-section") {
		const moved = moveSection(layout, sectionId, way);
		const at = moved.sections.findIndex(({ id }) => id === sectionId) + 1;
		return { layout: moved, said: `“${section.title}” is now section ${at} of ${moved.sections.length}` };
	}
	if (what === "put-section") {
		const moved = putSection(layout, sectionId, { side: of[1] === "after" ? "after" : "before", of: of[2] ?? "" });
		const at = moved.sections.findIndex(({ id }) => id === sectionId) + 1;
		return { layout: moved, said: `“${section.title}” is now section ${at} of ${moved.sections.length}` };
	}
	if (what === "remove-section")
		return { layout: removeSection(layout, sectionId), said: `“${section.title}” was removed. Undo brings it back.` };
	if (!field) return undefined;
	const label = fieldLabel(field.col);
	if (what === "remove-field")
		return { layout: removeField(layout, place), said: `“${label}” was removed. Undo brings it back.` };
	const moved =
		what === "move-field"
			? moveField(layout, place, way)
			: what === "put-field"
				? putField(layout, place, targetOf(of.slice(2)))
				: undefined;
	if (!moved) return undefined;
	const now = moved.sections.find(
		({ rows, refereeSectionType }) =>
			refereeSectionType === section.refereeSectionType &&
			rows.some(({ cols }) => cols.some((col) => col.fieldId === fieldId)),
	);
	const fields = now?.rows.flatMap(({ cols }) => cols) ?? [];
	const at = fields.findIndex((col) => col.fieldId === fieldId) + 1;
	return { layout: moved, said: `“${label}” is now field ${at} of ${fields.length} in “${now?.title ?? ""}”` };
};
