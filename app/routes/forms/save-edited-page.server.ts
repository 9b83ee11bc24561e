import type { ApiClient } from "#app/api/client";
import { mergedRepeats } from "#app/routes/forms/edited-form";
import { type EditedForm, editForm, sectionsOf } from "#app/routes/forms/read-edited-form.server";
import type { PostedAnswers } from "#app/session/read-answers.server";
import { fieldText } from "#app/ui/form/field-text";
import { type CopyChange, canRemoveCopy, countsOf, withCopy, withoutCopy } from "#app/ui/form-fields/copies";
import { isSameAnswer } from "#app/ui/form-fields/entries";
import { readCopyIntent, versionName } from "#app/ui/form-fields/field-names";
import { answerIn, fieldOfInput, type ReadEntries, readEntries, readRepeats } from "#app/ui/form-fields/read-entries";
import { takesFiles } from "#worker/contract/forms/field-kind";
import type { FilePart } from "#worker/contract/forms/file-part";
import type { FormData as Answers, RepeatCounts } from "#worker/contract/forms/form-schema";
import { maxRepeats, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";
import { isEmpty } from "#worker/contract/forms/form-values";
import type { Problem } from "#worker/contract/problems";
import { type DraftPage, saveDraft } from "#worker/services/forms/contract";

interface PageToSave {
	api: ApiClient;
	record: EditedForm;
	/** The section of the page, with all its repeats. */
	sectionId: string;
	posted: PostedAnswers;
	/** The value of the button, which may add or remove a repeat. */
	intent: string;
}

export interface SavedPage {
	record: EditedForm;
	/** The typed answers, for when they could not be saved. */
	typed: Answers;
	/** The version of the form that the page was typed on. */
	version: number;
	/** Why files or long texts were refused, by field id. */
	refused: Record<string, string[]>;
	problem: Problem | null;
	/** True when there are more repeats than allowed. */
	tooMany: boolean;
}

/** Saves a page of the wizard in the user's draft: its changes, and the files that are accepted. */
export const saveEditedPage = async ({ api, record, sectionId, posted, intent }: PageToSave): Promise<SavedPage> => {
	const { form, edited } = record;
	const shown = record.allSections.filter((section) => section.sectionId === sectionId);
	const counts = readRepeats(shown, posted.form);
	const isBeyond = [...Object.values(counts.sections), ...Object.values(counts.rows)].some(
		(count) => count > maxRepeats,
	);
	const repeats = isBeyond ? edited.repeats : mergedRepeats(edited.repeats, counts);
	const page = sectionsOf(form, { ...edited, repeats }).filter((section) => section.sectionId === sectionId);
	const early = earlyRefusals(page, posted);
	const read = withoutFields(readEntries(page, posted.form, edited.data), early);
	const copies = changeCopies(page, { ...edited.data, ...read.answers }, intent);
	const changed = pageOf(record, page, read, copies ?? { answers: {}, repeats: counts, gone: [] }, isBeyond);
	const version = drawnVersion(record, posted.form);
	// why the older version: a colleague's later change must be shown before it is overwritten.
	const draftPage = { ...changed, version: Math.min(record.draft?.version ?? form.version, version) };
	const kept = await keep(api, record, draftPage, partsOf(record, read, copies?.gone ?? []));
	return {
		...kept,
		typed: read.answers,
		version,
		refused: { ...Object.fromEntries(early), ...kept.refused },
		tooMany: isBeyond || copies === undefined,
	};
};

/** Returns the typed answers of a page that is not saved. */
export const typedOn = ({ allSections, edited }: EditedForm, sectionId: string, { form }: PostedAnswers): Answers =>
	readEntries(
		allSections.filter((section) => section.sectionId === sectionId),
		form,
		edited.data,
	).answers;

/** Returns what was too long to be read, by the field it was typed in. */
const earlyRefusals = (page: readonly SlotSection[], { refused }: PostedAnswers): Map<string, string[]> => {
	const fields = new Set(slotsOf(page).map(({ fieldId }) => fieldId));
	return new Map([...refused].map(([name, text]) => [fieldOfInput(name, fields) ?? name, [text]]));
};

/** why: an answer that could not be read was not removed. */
const withoutFields = ({ answers, ...read }: ReadEntries, fields: ReadonlyMap<string, unknown>): ReadEntries => ({
	...read,
	answers: Object.fromEntries(Object.entries(answers).filter(([fieldId]) => !fields.has(fieldId))),
});

/** Returns the version in the posted page, or the current one. */
const drawnVersion = ({ form }: EditedForm, posted: FormData): number => {
	const version = Number(fieldText(posted.get(versionName)));
	return Number.isSafeInteger(version) && version > 0 ? version : form.version;
};

/** Returns the change of the repeats; null for none, undefined when there would be too many. */
const changeCopies = (page: readonly SlotSection[], data: Answers, intent: string): CopyChange | null | undefined => {
	const wanted = readCopyIntent(intent);
	if (!wanted) return null;
	if (wanted.verb === "remove") return canRemoveCopy(page, wanted) ? withoutCopy(page, data, wanted) : null;
	const added = withCopy(page, wanted);
	return (added.repeats[wanted.kind][wanted.id] ?? 0) > maxRepeats ? undefined : added;
};

const pageOf = (
	{ form, draft, edited }: EditedForm,
	page: readonly SlotSection[],
	read: ReadEntries,
	copies: CopyChange,
	isBeyond: boolean,
): Omit<DraftPage, "version"> => {
	// why: an answer may move to a row that exists only after the copy before it is removed.
	const changed = sectionsOf(form, { ...edited, repeats: mergedRepeats(edited.repeats, copies.repeats) });
	const after = changed.filter(({ sectionId }) => sectionId === page[0]?.sectionId);
	const fields = new Map(slotsOf([...page, ...after]).map(({ fieldId, col }) => [fieldId, col]));
	const answers = Object.entries({ ...read.answers, ...copies.answers }).flatMap(
		([fieldId, answer]): [string, unknown][] => {
			const col = fields.get(fieldId);
			if (!col || takesFiles(col)) return [];
			const [saved, now] = [answerIn(form.data, fieldId), answerIn(edited.data, fieldId)];
			// why: an answer that equals the saved one is no change, even if its text differs.
			const value = isSameAnswer(col, answer, saved) ? saved : isEmpty(answer) ? null : answer;
			return JSON.stringify(value ?? null) === JSON.stringify(now ?? null) ? [] : [[fieldId, value ?? null]];
		},
	);
	const taken = new Set(copies.gone);
	const isAttached = new Map(form.attachments.map(({ id, fieldId }) => [id, fieldId]));
	const removed = [
		...(draft?.removedFiles ?? []).filter((id) => !fields.has(isAttached.get(id) ?? "")),
		...read.removedFiles.filter((id) => isAttached.has(id)),
		...form.attachments.filter(({ fieldId }) => taken.has(fieldId)).map(({ id }) => id),
	];
	const waiting = draft?.files ?? [];
	return {
		data: Object.fromEntries(answers),
		...(isBeyond || isSameCounts(page, edited.repeats, copies.repeats) ? {} : { duplicateFields: copies.repeats }),
		...(sameIds(removed, draft?.removedFiles ?? []) ? {} : { removedFiles: [...new Set(removed)] }),
		removedDraftFiles: waiting
			.filter(({ id, fieldId }) => read.removedFiles.includes(id) || taken.has(fieldId))
			.map(({ id }) => id),
	};
};

/** why: a count that is not posted is that of the rendered page. */
const isSameCounts = (page: readonly SlotSection[], before: RepeatCounts, after: RepeatCounts): boolean => {
	const drawn = countsOf(page);
	return (["sections", "rows"] as const).every((kind) =>
		Object.entries(after[kind]).every(
			([id, count]) => (before[kind][id] ?? 1) === count && (drawn[kind][id] ?? 1) === count,
		),
	);
};

const sameIds = (one: readonly string[], other: readonly string[]): boolean =>
	new Set(one).size === new Set(other).size && one.every((id) => other.includes(id));

const partsOf = ({ form }: EditedForm, { files }: ReadEntries, gone: readonly string[]): FilePart[] =>
	[...files]
		.filter(([fieldId]) => !gone.includes(fieldId))
		.flatMap(([fieldId, chosen]) => chosen.map((file) => ({ part: `${form.applicationKey}:${fieldId}`, file })));

type Kept = Pick<SavedPage, "record" | "refused" | "problem">;

/** Saves the page; when files are refused, the page without them. */
const keep = async (api: ApiClient, record: EditedForm, page: DraftPage, files: FilePart[]): Promise<Kept> => {
	if (files.length === 0 && isNothing(page)) return { record, refused: {}, problem: null };
	const saved = await api.call(saveDraft, { params: { id: record.form.id }, body: { data: page, files } });
	if (saved.ok) return { record: editForm(record.form, saved.value), refused: {}, problem: null };
	const wrong = wrongFiles(record, saved.problem.fields ?? {}, files);
	if (wrong.size === 0) return { record, refused: {}, problem: saved.problem };
	const others = files.filter(({ part }) => !wrong.has(part));
	const again = await keep(api, record, page, others);
	const refused = [...wrong].map(([part, texts]): [string, string[]] => [fieldOfPart(record, part), texts]);
	return { ...again, refused: { ...again.refused, ...Object.fromEntries(refused) } };
};

/** Returns the refused files, which a problem names by part or by field. */
const wrongFiles = (record: EditedForm, fields: Record<string, string[]>, files: readonly FilePart[]) =>
	new Map(
		files.flatMap(({ part }): [string, string[]][] => {
			const texts = fields[part] ?? fields[fieldOfPart(record, part)];
			return texts ? [[part, texts]] : [];
		}),
	);

const fieldOfPart = ({ form }: EditedForm, part: string): string => part.slice(form.applicationKey.length + 1);

const isNothing = ({ data = {}, duplicateFields, removedFiles, removedDraftFiles = [] }: DraftPage): boolean =>
	Object.keys(data).length === 0 &&
	duplicateFields === undefined &&
	removedFiles === undefined &&
	removedDraftFiles.length === 0;
