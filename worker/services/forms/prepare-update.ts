import type { FilePart } from "#worker/contract/forms/file-part";
import {
	checkAnswers,
	maxDataLength,
	maxLongTextLength,
	percentComplete,
	tooLong,
} from "#worker/contract/forms/form-rules";
import type { FormData } from "#worker/contract/forms/form-schema";
import { isEmpty } from "#worker/contract/forms/form-values";
import { hiddenAnswers } from "#worker/contract/forms/hidden-answers";
import { places } from "#worker/contract/forms/places.server";
import { sayTheSame } from "#worker/contract/forms/same-answer";
import { isMask } from "#worker/contract/forms/sensitive";
import { fail, ok } from "#worker/contract/result";
import { cleanAnswer } from "#worker/gateways/clean-answer";
import type { FieldChange } from "#worker/services/applicants/applicant-log.writes";
import type { FormUpdate } from "#worker/services/forms/contract";
import type { FormToEdit, StoredFile } from "#worker/services/forms/edit.queries";
import {
	answersIn,
	checkCopies,
	checkCounts,
	type FieldProblems,
	type FormState,
	filesByField,
	isAsBefore,
	mergeCounts,
	type PlacedField,
	sectionsOf,
	withAnswers,
	writableFields,
} from "#worker/services/forms/edited-form";
import { type AcceptedFiles, acceptFiles } from "#worker/services/forms/form-files";

/** A valid change of a form: the result, and what is new in it. */
export interface PreparedUpdate {
	after: FormState;
	/** The answers that conditions hide; null for none. */
	hidden: string[] | null;
	percentComplete: number;
	changedAnswers: string[];
	/** Uploaded with this request, not yet in the store. */
	uploads: AcceptedFiles;
	/** Files of the draft that become attachments. */
	draftFiles: StoredFile[];
	removed: FormToEdit["attachments"];
	fields: ReadonlyMap<string, PlacedField>;
}

/** The most characters of one answer as JSON. */
const maxAnswerLength = 100_000;
/** The most characters of unsanitised rich text. why: the time to sanitise grows with the square of it. */
const maxUnsanitisedLength = 2 * maxLongTextLength;

/** Returns the result of an update, or its errors; the form's former errors count only when it is submitted. */
export const prepareUpdate = async (seen: FormToEdit, update: FormUpdate, uploaded: readonly FilePart[]) => {
	const draft = update.draft ? seen.draft : undefined;
	const byField = filesByField(uploaded, seen.applicationKey);
	if (update.applicationKey !== seen.applicationKey || !byField)
		return refuse(new Map([["applicationKey", ["This is not the form's application."]]]));
	const sent: FormData = { ...draft?.data, ...answersIn(update) };
	const counts = mergeCounts(draft?.repeats ?? { sections: {}, rows: {} }, update.duplicateFields);
	const isReplaced = (fieldId: string) => byField.has(fieldId);
	const draftFiles = (draft?.files ?? []).filter(({ fieldId }) => !isReplaced(fieldId));
	const removedIds = new Set([...(draft?.removedFiles ?? []), ...update.removedFiles]);
	const newFields = new Set([...byField.keys(), ...draftFiles.map(({ fieldId }) => fieldId)]);
	const removed = seen.attachments.filter(({ id, fieldId }) => removedIds.has(id) || newFields.has(fieldId));

	const changed = new Map(Object.entries(sent).filter(([id, answer]) => !isAsBefore(seen, id, answer)));
	const laidOut: FormState = {
		layout: seen.layout,
		data: withAnswers(seen.data, changed),
		duplicateFields: mergeCounts(seen.duplicateFields, counts),
		attachments: [
			...seen.attachments.filter((file) => !removed.includes(file)),
			...[...newFields].map((fieldId) => ({ ...placeholder, fieldId })),
		],
	};
	const refusedCounts = checkCounts(seen, counts);
	if (refusedCounts.size > 0) return refuse(refusedCounts);
	const refusedCopies = checkCopies(seen, laidOut);
	if (refusedCopies.size > 0) return refuse(refusedCopies);

	const fields = writableFields(seen, laidOut);
	const problems = checkWritten(changed, fields);
	const files = await acceptFiles(byField, fields);
	for (const [fieldId, messages] of files.problems) problems.set(fieldId, messages);
	if (problems.size > 0) return refuse(problems);

	for (const [fieldId, answer] of changed) {
		const cleaned = isEmpty(answer) ? null : await cleanAnswer(fields.get(fieldId)?.col.type ?? "", answer);
		if (sayTheSame(cleaned, seen.data[fieldId])) changed.delete(fieldId);
		else changed.set(fieldId, cleaned);
	}
	const touchedFiles = new Set([...newFields, ...removed.map(({ fieldId }) => fieldId)]);
	// why: older forms hold the name of the file as the field's answer. It goes with the file.
	const fileNames = [...touchedFiles].map((fieldId) => [fieldId, null] as const);
	const after: FormState = { ...laidOut, data: withAnswers(seen.data, new Map([...changed, ...fileNames])) };
	const touched = new Set([...changed.keys(), ...touchedFiles]);
	const wrong = checkWhole(seen, after, { touched, isHandedIn: update.submit });
	if (wrong.size > 0) return refuse(wrong);
	if (JSON.stringify(after.data).length > maxDataLength) return fail("too_large");
	return ok({
		after,
		hidden: hiddenAnswers({ ...after, repeats: after.duplicateFields }),
		percentComplete: percentComplete(sectionsOf(after), { data: after.data, files: after.attachments }),
		changedAnswers: [...changed.keys()],
		uploads: files.accepted,
		draftFiles,
		removed,
		fields,
	});
};

const refuse = (problems: FieldProblems) => fail("invalid", { fields: Object.fromEntries(problems) });

/** Stands for a new file, of which the layout and the rules need no more. */
const placeholder = { id: "", title: "", section: "", name: "", mimetype: "", size: 0 };

/** Checks that only fields of the form and answered fields are written, files as files, answers not too long. */
export const checkWritten = (
	answers: ReadonlyMap<string, unknown>,
	fields: ReadonlyMap<string, PlacedField>,
): FieldProblems => {
	const problems: FieldProblems = new Map();
	for (const [fieldId, answer] of answers) {
		const field = fields.get(fieldId);
		// why: removing a repeat removes its fields.
		if (!field && isEmpty(answer)) continue;
		if (!field) problems.set(fieldId, ["The form has no such field."]);
		else if ((field.col.type === "file" || field.col.type === "camera") && !isEmpty(answer))
			problems.set(fieldId, [`Attach ${field.label} as a file`]);
		else if (field.col.props.isSensitive && isMask(answer))
			problems.set(fieldId, ["This is the mask of an answer. Reveal it, or type another one."]);
		else if (field.col.type === "wysiwyg" && typeof answer === "string" && answer.length > maxUnsanitisedLength)
			problems.set(fieldId, [tooLong(field.label, maxLongTextLength)]);
		else if ((JSON.stringify(answer) ?? "").length > maxAnswerLength) problems.set(fieldId, ["This is too long."]);
	}
	return problems;
};

/** Checks the rules of the form (§5), without errors that were there before in untouched fields. */
const checkWhole = (
	before: FormState,
	after: FormState,
	{ touched, isHandedIn }: { touched: ReadonlySet<string>; isHandedIn: boolean },
): FieldProblems => {
	const problemsOf = (form: FormState) =>
		new Map(Object.entries(checkAnswers(sectionsOf(form), { data: form.data, files: form.attachments }, places)));
	const known = problemsOf(before);
	const isNew = (fieldId: string) => isHandedIn || touched.has(fieldId) || !known.has(fieldId);
	return new Map([...problemsOf(after)].filter(([fieldId]) => isNew(fieldId)));
};

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
