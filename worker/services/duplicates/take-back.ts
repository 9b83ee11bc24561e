import type { TakenField } from "#worker/contract/applicant-merge";
import { percentComplete } from "#worker/contract/forms/form-rules";
import type { FormData, RepeatCounts } from "#worker/contract/forms/form-schema";
import { answerIn } from "#worker/contract/forms/form-schema";
import { layOut } from "#worker/contract/forms/form-slots";
import { isEmpty } from "#worker/contract/forms/form-values";
import { sayTheSame } from "#worker/contract/forms/same-answer";
import { formFieldId, formOf, isRecordField } from "#worker/services/duplicates/compare";
import type { Merge } from "#worker/services/duplicates/merges.queries";
import type { Place } from "#worker/services/duplicates/places";
import type { MergePlan } from "#worker/services/duplicates/plan-merge";
import type { ReadSide } from "#worker/services/duplicates/sides.queries";

/** What an undo makes of the one who was kept. */
export interface TakeBack extends Omit<MergePlan, "taken" | "files"> {
	/** Ids of files that come back, and of those that go. */
	files: { taken: string[]; replaced: string[] };
	/** Fields that become what they were. */
	back: TakenField[];
	/** Fields that were changed since, or whose former place is gone, and stay: the label says that it is. */
	stayed: TakenField[];
}

/**
 * What the merge gave and is still so becomes what it was; what was changed since stays, and so does who would go back to
 * a stage, a course or a location that is gone.
 */
export const takeBack = (
	kept: ReadSide,
	{ taken, before }: Pick<Merge, "taken" | "before">,
	gone: readonly Place[],
): TakeBack => {
	const isGone = ({ id }: TakenField) => gone.some(({ of, field }) => of === "kept" && field === id);
	const isBack = (field: TakenField) => isAsGiven(kept, field) && !isGone(field);
	const back = taken.filter(isBack);
	const stayed = taken
		.filter((field) => !isBack(field))
		.map((field) => (isGone(field) ? { ...field, label: `${field.label} (${field.before} no longer exists)` } : field));
	const answers = back.flatMap((field) => {
		const fieldId = formFieldId(field.id);
		return fieldId === undefined ? [] : [[fieldId, asAnswer(field.was), asAnswer(field.became)] as const];
	});
	return {
		...{ back, stayed, record: recordOf(back) },
		form: answers.length === 0 ? null : putBackAnswers(kept, answers, before.repeats),
		files: {
			taken: answers.flatMap(([, was]) => was.files ?? []),
			replaced: answers.flatMap(([, , became]) => became.files ?? []),
		},
		...(before.photoKey && before.photoKey.became === kept.photoKey && { photoKey: before.photoKey.was }),
	};
};

interface Answer {
	answer: unknown;
	/** Ids of attachments, of a field of files. */
	files?: string[];
}

/** As `planMerge` has written it. */
const asAnswer = (value: unknown) => value as Answer;

const isAsGiven = (kept: ReadSide, { id, became }: TakenField): boolean => {
	if (isRecordField(id)) return (id === "stageId" ? kept.stepId : kept[id]) === recordValue(id, became);
	const fieldId = formFieldId(id) ?? id;
	const { answer, files = [] } = asAnswer(became);
	const now = kept.files.filter((file) => file.fieldId === fieldId).map((file) => file.id);
	return (
		sayTheSame(answer, answerIn(formOf(kept).data, fieldId)) && String([...now].sort()) === String([...files].sort())
	);
};

/** why: of a stage it is kept when it was reached, too. */
const recordValue = (id: string, value: unknown) => (id === "stageId" ? (value as [string, number])[0] : value);

const recordOf = (back: readonly TakenField[]): MergePlan["record"] => {
	const changes = back.flatMap(({ id, was }) => {
		if (!isRecordField(id)) return [];
		if (id !== "stageId") return { [id]: was };
		const [stepId, stageChangedAt] = was as [string, number];
		return { stepId, stageChangedAt };
	});
	return Object.assign({}, ...changes);
};

const putBackAnswers = (
	kept: ReadSide,
	answers: readonly (readonly [fieldId: string, was: Answer, became: Answer])[],
	counts: Merge["before"]["repeats"],
): { data: FormData; repeats: RepeatCounts; percentComplete: number } => {
	const own = formOf(kept);
	const data = new Map(Object.entries(own.data));
	for (const [fieldId, was] of answers)
		if (isEmpty(was.answer)) data.delete(fieldId);
		else data.set(fieldId, was.answer);
	const repeats = counts && sayTheSame(counts.became, own.repeats) ? counts.was : own.repeats;
	const attachments = [
		...own.attachments.filter(({ fieldId }) => !answers.some(([id]) => id === fieldId)),
		...answers.flatMap(([fieldId, was]) => (was.files ?? []).map(() => ({ fieldId }))),
	];
	const form = { layout: own.layout, data: Object.fromEntries(data), repeats };
	return {
		data: form.data,
		repeats,
		percentComplete: percentComplete(layOut({ ...form, attachments }, "applicant"), {
			data: form.data,
			files: attachments,
		}),
	};
};
