import { takesFiles } from "#worker/contract/forms/field-kind";
import { type ReadField, type ReadSection, readAnswer } from "#worker/contract/forms/form-reading";
import { type FormCol, type FormLayout, fieldLabel } from "#worker/contract/forms/form-schema";
import type { Modification } from "#worker/services/applicants/changes.contract";

/** A changed answer or attribute, from the oldest to the newest of the listed changes. */
export interface ReadChange {
	fieldId: string;
	was: ReadField;
	became: ReadField;
	/** Whether `became` is what the form shows. */
	isCurrent: boolean;
	isShown: boolean;
	by: string | null;
	at: number;
}

/**
 * Returns the changes by field with the oldest and the newest answer, without those that were reverted and without
 * the referees' answers.
 *
 * @param modifications newest first
 */
export const readChanges = (
	modifications: readonly Modification[],
	{ layout, sections }: { layout: FormLayout; sections: readonly ReadSection[] },
): ReadChange[] => {
	const cols = colsOf(layout);
	const shown = new Map(
		sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields.map((field) => [field.fieldId, field]))),
	);
	return [...Map.groupBy(modifications, ({ field }) => field)].flatMap(([fieldId, entries]) => {
		const [newest, oldest] = [entries[0], entries.at(-1)];
		const col = colOf(cols, fieldId);
		// why: the number of repeats shows in the sections themselves.
		if (!newest || !oldest || fieldId === "duplicateFields" || col.isReferees) return [];
		// why: two answers may have the same mask.
		if (!newest.isMasked && isSame(oldest.old, newest.new)) return [];
		const read = (answer: unknown): ReadField => ({
			fieldId,
			label: fieldLabel(col),
			// why: the log has the names of files, which the form no longer holds.
			...readAnswer(takesFiles(col) ? { ...col, type: "text" } : col, answer),
		});
		const [now, became] = [shown.get(fieldId), read(newest.new)];
		const isCurrent = now?.kind === "files" || (now?.kind === became.kind && isSame(now.value, became.value));
		const { by, at } = newest;
		return [{ fieldId, was: read(oldest.old), became, isCurrent, isShown: now !== undefined, by: by.name, at }];
	});
};

interface Place extends FormCol {
	isReferees: boolean;
}

const colsOf = ({ sections }: FormLayout): Map<string, Place> =>
	new Map(
		sections.flatMap(({ rows, refereeSectionType }) =>
			rows.flatMap(({ cols }) =>
				cols.map((col) => [col.fieldId, { ...col, isReferees: refereeSectionType !== undefined }] as const),
			),
		),
	);

/** Returns the form's field, also for a repeat (`school__2`); an unknown one is read as text. */
const colOf = (cols: Map<string, Place>, fieldId: string): Place =>
	cols.get(fieldId) ??
	cols.get(fieldId.replace(/(__\d+)+$/, "")) ?? { fieldId, type: "text", props: { label: fieldId }, isReferees: false };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
