import type { TakenField } from "#worker/contract/applicant-merge";
import type { FieldChange } from "#worker/services/applicants/applicant-log.writes";
import { formFieldId } from "#worker/services/duplicates/compare";

/** What the modification log calls the record's own fields. */
const recordNames: Readonly<Record<string, string>> = { courseId: "course", stageId: "stage", locationId: "location" };

/** What a merge has changed, field by field: answers as the form holds them, all else as it is called. */
export const changesOf = (taken: readonly TakenField[]): FieldChange[] =>
	taken.map(({ id, before, after, was, became }) => {
		const field = formFieldId(id);
		if (field === undefined) return { field: recordNames[id] ?? id, oldValue: before, newValue: after };
		return { field, oldValue: asKept(was, before), newValue: asKept(became, after) };
	});

/** The same taken back. */
export const changesBack = (taken: readonly TakenField[]): FieldChange[] =>
	changesOf(taken).map(({ field, oldValue, newValue }) => ({ field, oldValue: newValue, newValue: oldValue }));

const asKept = (value: unknown, shown: string | null): string | null => {
	const { answer, files } = value as { answer: unknown; files?: string[] };
	if (files) return shown === null ? null : JSON.stringify([shown]);
	return answer === null ? null : JSON.stringify(answer);
};

/** Labels that a sentence names; of more than these it tells that there are more. */
const maxNamed = 5;

export const namesIn = (labels: readonly string[]): string =>
	labels.slice(0, maxNamed).join(", ") + (labels.length > maxNamed ? ", …" : "");
