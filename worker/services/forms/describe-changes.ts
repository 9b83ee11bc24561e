import type { FieldChange } from "#worker/services/applicants/applicant-log.writes";
import type { FormToEdit, StoredFile } from "#worker/services/forms/edit.queries";
import type { PreparedUpdate } from "#worker/services/forms/prepare-update";

/** The most labels that a log entry names; more changes are counted. */
const maxNamed = 5;

/** Returns the changed answers and the sentence for the log: '2 answers changed: Phone number, Home address'. */
export const describeChanges = (
	seen: FormToEdit,
	{ after, changedAnswers, removed, added, fields }: PreparedUpdate & { added: readonly StoredFile[] },
): { changes: FieldChange[]; reason: string } => {
	const changes = changedAnswers.map((fieldId) => ({
		field: fieldId,
		oldValue: asJson(seen.data[fieldId]),
		newValue: asJson(after.data[fieldId]),
	}));
	const nameLists = [...new Set([...removed, ...added].map(({ fieldId }) => fieldId))].map((fieldId) => ({
		field: fieldId,
		oldValue: namesOf(seen.attachments, fieldId),
		newValue: namesOf([...seen.attachments.filter((file) => !removed.includes(file)), ...added], fieldId),
	}));
	const [before, now] = [JSON.stringify(seen.duplicateFields), JSON.stringify(after.duplicateFields)];
	const repeats = before === now ? [] : [{ field: "duplicateFields", oldValue: before, newValue: now }];
	const answers = [...changes, ...nameLists];
	const labels = answers.map(({ field }) => fields.get(field)?.label ?? field);
	return { changes: [...answers, ...repeats], reason: reasonOf(labels) };
};

const asJson = (answer: unknown): string | null => (answer === undefined ? null : JSON.stringify(answer));

const namesOf = (files: readonly { fieldId: string; name: string }[], fieldId: string): string | null => {
	const names = files.filter((file) => file.fieldId === fieldId).map(({ name }) => name);
	return names.length === 0 ? null : JSON.stringify(names);
};

const reasonOf = (labels: readonly string[]): string => {
	if (labels.length === 0) return "Repeated sections changed";
	const named = labels.slice(0, maxNamed).join(", ");
	const more = labels.length > maxNamed ? ", …" : "";
	return `${labels.length === 1 ? "1 answer" : `${labels.length} answers`} changed: ${named}${more}`;
};
