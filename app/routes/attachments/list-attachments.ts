import { takesFiles } from "#worker/contract/forms/field-kind";
import { type FormCol, type FormSection, fieldLabel } from "#worker/contract/forms/form-schema";
import { layOut, slotsOf } from "#worker/contract/forms/form-slots";
import type { Submission } from "#worker/services/forms/contract";

export interface ListedAttachment {
	id: string;
	/** The field's alternate label, else its label (§3). */
	title: string;
	section: string;
	name: string;
	mimetype: string;
	size: number;
}

/** Returns the files in the order of the form, unassigned ones last, without the referees' (§2 Attachments). */
export const attachmentsOf = ({
	layout,
	attachments,
}: Pick<Submission, "layout" | "attachments">): ListedAttachment[] => {
	const places = placesOf(layout.sections);
	return attachments
		.map((file) => ({ file, place: placeOf(places, file.fieldId) }))
		.filter(({ place }) => place?.section.refereeSectionType === undefined)
		.sort((one, other) => (one.place?.order ?? last) - (other.place?.order ?? last))
		.map(({ file: { id, title, section, name, mimetype, size }, place }) => ({
			id,
			name,
			mimetype,
			size,
			title: place?.col.props.alternateLabel || place?.col.props.label || title,
			section: place?.section.title ?? section,
		}));
};

/** Returns the documents that the applicant's part of the form asks for, as choices, with repeats. */
export const documentsOf = ({
	layout,
	data,
	duplicateFields,
	attachments,
}: Pick<Submission, "layout" | "data" | "duplicateFields" | "attachments">) =>
	slotsOf(layOut({ layout, data, repeats: duplicateFields, attachments }, "applicant"))
		.filter(({ col }) => takesFiles(col))
		.map(({ fieldId, col }) => ({
			value: fieldId,
			label: fieldLabel(col) + fieldId.slice(col.fieldId.length).replace(/__(\d+)/g, " ($1)"),
		}));

interface Place {
	section: FormSection;
	col: FormCol;
	order: number;
}
const last = Number.POSITIVE_INFINITY;

const placesOf = (sections: readonly FormSection[]): Map<string, Place> => {
	const places = new Map<string, Place>();
	for (const section of sections)
		for (const { cols } of section.rows)
			for (const col of cols) places.set(col.fieldId, { section, col, order: places.size });
	return places;
};

/** Returns the field of a file; `school__2` is a repeat of `school`. */
const placeOf = (places: Map<string, Place>, fieldId: string): Place | undefined =>
	places.get(fieldId) ?? places.get(fieldId.replace(/(__\d+)+$/, ""));
