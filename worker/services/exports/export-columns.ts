import { type FormCol, type FormLayout, fieldLabel } from "#worker/contract/forms/form-schema";
import { capitalised } from "#worker/contract/text/printed-text";
import type { Cell } from "#worker/gateways/spreadsheets/sheet-file";
import type { ExportColumn } from "#worker/services/exports/contract";
import type { ExportedApplicant } from "#worker/services/exports/queries";

/** A column, and what of an applicant stands in it. */
export type Column = ExportColumn & (RecordColumn | { kind: "answer"; fieldId: string; col: FormCol });

interface RecordColumn {
	kind: "record";
	/** @param say a moment in the organisation's zone. */
	cell: (applicant: ExportedApplicant, say: (moment: number | null) => Cell) => Cell;
	/** Chosen unless the user has chosen others. */
	isUsual: boolean;
}

const record = (id: string, label: string, cell: RecordColumn["cell"], isUsual = true): Column => ({
	...{ kind: "record", id, label, section: "Applicant", cell, isUsual },
});

/** What the record of an applicant has, in the order in which it is offered (§3 Applicant). */
const recordColumns = (courseAlias: string): Column[] => {
	const course = capitalised(courseAlias);
	return [
		record("applicationNumber", "Application number", (row) => row.applicationNumber),
		record("firstName", "First name", (row) => row.firstName),
		record("middleName", "Middle name", (row) => row.middleName),
		record("lastName", "Last name", (row) => row.lastName),
		record("email", "Email address", (row) => row.accountEmail),
		record("stage", "Stage", (row) => row.stepName ?? row.stepId),
		record("courseCode", `${course} code`, (row) => row.courseCode ?? row.courseId),
		record("courseTitle", course, (row) => row.courseTitle ?? row.courseId),
		record("location", "Posted to", (row) => row.locationName ?? row.locationId),
		record("registered", "Registered", (row, say) => say(row.regDate)),
		record("stageSince", "At this stage since", (row, say) => say(row.stageChangedAt), false),
		record("lastReviewed", "Last reviewed", (row, say) => say(row.lastReviewed), false),
		record("lastReviewedBy", "Last reviewed by", (row) => row.lastReviewedBy, false),
		record("reference", "Reference", (row) => row.reference, false),
	];
};

/** Every column of an application: of the record, then of its forms, without what referees answer. */
export const columnsOf = (layouts: readonly FormLayout[], courseAlias: string): Column[] => {
	const fields = new Map<string, Column>();
	for (const { sections } of layouts)
		for (const { title, refereeSectionType, rows } of sections)
			for (const col of refereeSectionType === undefined ? rows.flatMap(({ cols }) => cols) : [])
				if (!fields.has(col.fieldId)) fields.set(col.fieldId, answerColumn(col, title));
	return [...recordColumns(courseAlias), ...fields.values()];
};

const answerColumn = (col: FormCol, section: string): Column => ({
	...{ kind: "answer", id: `form:${col.fieldId}`, label: fieldLabel(col), section, fieldId: col.fieldId, col },
});

/** Those chosen the last time as far as they are still there; without any, the usual ones. */
export const chosenColumns = (columns: readonly Column[], remembered: readonly string[] = []): string[] => {
	const still = remembered.filter((id) => columns.some((column) => column.id === id));
	if (still.length > 0) return still;
	return columns.flatMap((column) => (column.kind === "record" && column.isUsual ? column.id : []));
};
