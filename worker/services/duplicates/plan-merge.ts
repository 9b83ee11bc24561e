import { percentComplete } from "#worker/contract/forms/form-rules";
import { answerIn, type FormData, type RepeatCounts } from "#worker/contract/forms/form-schema";
import { layOut, layOutAll, slotsOf } from "#worker/contract/forms/form-slots";
import { isEmpty } from "#worker/contract/forms/form-values";
import { hiddenAnswers } from "#worker/contract/forms/hidden-answers";
import { fail, ok } from "#worker/contract/result";
import type { FieldChange } from "#worker/services/applicants/applicant-log.writes";
import {
	compareFields,
	formFieldId,
	formOf,
	isRecordField,
	type RecordFieldId,
	withFormLike,
} from "#worker/services/duplicates/compare-fields";
import type { ComparedApplicant, OrganisationSettings } from "#worker/services/duplicates/comparison.queries";
import type { Field, MergedField } from "#worker/services/duplicates/contract";

export interface MergePlan {
	/** The fields that change, as they are shown. */
	fields: MergedField[];
	changes: FieldChange[];
	/** The new values of the record. */
	record: Partial<Pick<ComparedApplicant, Exclude<RecordFieldId, "stageId"> | "stepId" | "stageChangedAt">>;
	/** The new answers; null when no answer changes. */
	form: { data: FormData; repeats: RepeatCounts; hidden: string[] | null; percentComplete: number } | null;
	/** Ids of the files that move to the target's form, and of those that they replace. */
	files: { moved: string[]; replaced: string[] };
	/** Undefined when the passport picture stays. */
	photoKey: string | null | undefined;
}

/** The most characters of a value that a merge shows afterwards. */
const maxShown = 500;

/** Plans the merge of a source into a target that takes these fields from the source; equal fields stay. */
export const planMerge = (
	bareTarget: ComparedApplicant,
	source: ComparedApplicant,
	fieldIds: readonly string[],
	organisation: OrganisationSettings,
) => {
	const target = withFormLike(bareTarget, source);
	const all = compareFields(target, source, organisation);
	const chosen = new Set(fieldIds);
	const problems = checkChosen(all, chosen, source);
	if (problems.length > 0) return fail("invalid", { fields: { sourceFields: problems } });
	const fields = all.filter(({ id, isSame }) => chosen.has(id) && !isSame);
	const answerIds = new Set(fields.flatMap(({ id }) => formFieldId(id) ?? []));
	return ok({
		fields: fields.map(({ id, label, first, second }) => ({
			id,
			label,
			before: first?.slice(0, maxShown) ?? null,
			after: second?.slice(0, maxShown) ?? null,
		})),
		changes: fields.map((field) => toChange(field, target, source)),
		record: recordOf(
			fields.map(({ id }) => id),
			source,
		),
		form: answerIds.size === 0 ? null : mergeForms(target, source, answerIds),
		files: { moved: filesOf(source, answerIds).map(idOf), replaced: filesOf(target, answerIds).map(idOf) },
		photoKey: photoKeyOf(target, source, answerIds),
	});
};

/** Returns why some of the chosen fields cannot be taken, each reason once. */
const checkChosen = (
	fields: readonly Field[],
	chosen: ReadonlySet<string>,
	source: Pick<ComparedApplicant, "submissionId">,
): string[] => {
	const byId = new Map(fields.map((field) => [field.id, field]));
	const problems = [...chosen].flatMap((id) => {
		const field = byId.get(id);
		if (!field) return "There is no such field.";
		if (!field.isInFirst) return `${field.label}: the kept record's form does not have this field.`;
		// why: the files that an empty answer would replace move to the source's form, where an undo finds them.
		const isMissing = formFieldId(id) !== undefined && source.submissionId === null;
		return isMissing ? `${field.label}: the other record has no form to take it from.` : [];
	});
	return [...new Set(problems)];
};

/** The names that the modification log has for fields of the record. */
const loggedNames: Readonly<Record<string, string>> = { courseId: "course", stageId: "stage", locationId: "location" };

const toChange = (
	{ id, kind, first, second }: Field,
	target: ComparedApplicant,
	source: ComparedApplicant,
): FieldChange => {
	const fieldId = formFieldId(id);
	if (fieldId === undefined) return { field: loggedNames[id] ?? id, oldValue: first, newValue: second };
	const logged = (applicant: ComparedApplicant, shown: string | null) => {
		const value = kind === "files" ? shown && [shown] : answerIn(formOf(applicant).data, fieldId);
		return value == null ? null : JSON.stringify(value);
	};
	return { field: fieldId, oldValue: logged(target, first), newValue: logged(source, second) };
};

/** Returns the source's values of these fields; with a stage goes the time when it was reached. */
const recordOf = (ids: readonly string[], source: ComparedApplicant): MergePlan["record"] =>
	Object.assign(
		{},
		...ids
			.filter(isRecordField)
			.map((id) =>
				id === "stageId" ? { stepId: source.stepId, stageChangedAt: source.stageChangedAt } : { [id]: source[id] },
			),
	);

const filesOf = ({ files }: ComparedApplicant, fieldIds: ReadonlySet<string>) =>
	files.filter(({ fieldId }) => fieldIds.has(fieldId));

const idOf = ({ id }: { id: string }) => id;

const mergeForms = (
	target: ComparedApplicant,
	source: ComparedApplicant,
	fieldIds: ReadonlySet<string>,
): MergePlan["form"] => {
	const [own, others] = [formOf(target), formOf(source)];
	const answers = new Map(Object.entries(own.data));
	for (const fieldId of fieldIds) {
		const answer = answerIn(others.data, fieldId);
		if (isEmpty(answer)) answers.delete(fieldId);
		else answers.set(fieldId, answer);
	}
	const data = Object.fromEntries(answers);
	const repeats = repeatsFor(target, source, fieldIds);
	const attachments = [
		...own.attachments.filter(({ fieldId }) => !fieldIds.has(fieldId)),
		...filesOf(source, fieldIds),
	];
	const form = { layout: own.layout, data, repeats, attachments };
	const done = percentComplete(layOut(form, "applicant"), { data, files: attachments });
	return { data, repeats, hidden: hiddenAnswers(form), percentComplete: done };
};

/** Repeats sections and rows as often as the fields that are taken need. */
const repeatsFor = (
	target: ComparedApplicant,
	source: ComparedApplicant,
	fieldIds: ReadonlySet<string>,
): RepeatCounts => {
	const own = formOf(target);
	const [sections, rows] = [new Map(Object.entries(own.repeats.sections)), new Map(Object.entries(own.repeats.rows))];
	const atLeast = (counts: Map<string, number>, id: string, copy: number) => {
		if (copy > (counts.get(id) ?? 1)) counts.set(id, copy);
	};
	for (const section of layOutAll(formOf(source), "applicant"))
		for (const row of section.rows)
			if (row.slots.some(({ fieldId }) => fieldIds.has(fieldId))) {
				atLeast(sections, section.sectionId, section.copy);
				atLeast(rows, row.countId, row.copy);
			}
	return { sections: Object.fromEntries(sections), rows: Object.fromEntries(rows) };
};

/** Returns the source's passport picture if its field is taken: the form's first camera field. */
const photoKeyOf = (target: ComparedApplicant, source: ComparedApplicant, fieldIds: ReadonlySet<string>) => {
	const passport = slotsOf(layOut(formOf(target), "applicant")).find(({ col }) => col.type === "camera");
	if (!passport || !fieldIds.has(passport.fieldId)) return undefined;
	return filesOf(source, new Set([passport.fieldId]))[0]?.objectKey ?? null;
};
