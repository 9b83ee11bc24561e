import type { TakenField } from "#worker/contract/applicant-merge";
import { percentComplete } from "#worker/contract/forms/form-rules";
import { answerIn, type FormData, type RepeatCounts } from "#worker/contract/forms/form-schema";
import { layOut, slotsOf } from "#worker/contract/forms/form-slots";
import { isEmpty } from "#worker/contract/forms/form-values";
import { fail, ok, type Result } from "#worker/contract/result";
import {
	asAsked,
	compareSides,
	formFieldId,
	formOf,
	isRecordField,
	type RecordFieldId,
} from "#worker/services/duplicates/compare";
import type { Field } from "#worker/services/duplicates/contract";
import type { AroundSides, ReadSide } from "#worker/services/duplicates/sides.queries";

/** What a merge makes of the one who is kept. */
export interface MergePlan {
	taken: TakenField[];
	/** The record's fields that become others. */
	record: Partial<Pick<ReadSide, RecordFields>>;
	/** Null when no answer is taken. */
	form: { data: FormData; repeats: RepeatCounts; percentComplete: number } | null;
	/** Files that come, and those whose place they take. */
	files: { taken: ReadSide["files"]; replaced: ReadSide["files"] };
	/** Left out when the picture stays. */
	photoKey?: string | null;
}

type RecordFields = Exclude<RecordFieldId, "stageId"> | "stepId" | "stageChangedAt";

/** Text of a field as a merge remembers it. */
const longestShown = 500;

/** What becomes of the one who is kept when these fields are taken from the other; those that are the same stay. */
export const planMerge = (
	keptAlone: ReadSide,
	merged: ReadSide,
	taken: readonly string[],
	around: AroundSides,
): Result<MergePlan> => {
	const kept = asAsked(keptAlone, merged);
	const fields = compareSides(kept, merged, around);
	const wantedIds = new Set(taken);
	const wrong = refuse(fields, wantedIds);
	if (wrong.length > 0) return fail("invalid", { fields: { taken: wrong } });
	const wanted = fields.filter(({ id, isSame }) => wantedIds.has(id) && !isSame);
	const record = wanted.flatMap((field) => (isRecordField(field.id) ? { ...field, id: field.id } : []));
	const answers = wanted.flatMap((field) => {
		const fieldId = formFieldId(field.id);
		return fieldId === undefined ? [] : { field, fieldId };
	});
	const fieldIds = new Set(answers.map(({ fieldId }) => fieldId));
	return ok({
		taken: [
			...record.map((field) => ({ ...shown(field), ...valuesOf(field.id, kept, merged) })),
			...answers.map(({ field, fieldId }) => ({ ...shown(field), ...answersOf(field, fieldId, kept, merged) })),
		],
		record: recordOf(
			record.map(({ id }) => id),
			merged,
		),
		form: answers.length === 0 ? null : takeAnswers(kept, merged, fieldIds),
		files: takeFiles(kept, merged, fieldIds),
		...takePhoto(kept, merged, fieldIds),
	});
};

/** Why some of these cannot be taken, each reason once. */
const refuse = (fields: readonly Field[], taken: ReadonlySet<string>): string[] => {
	const byId = new Map(fields.map((field) => [field.id, field]));
	const wrong = [...taken].flatMap((id) => {
		const field = byId.get(id);
		if (!field) return "There is no such field.";
		return field.isInFirst ? [] : `${field.label}: the form of the one who is kept does not ask for this.`;
	});
	return [...new Set(wrong)];
};

const shown = ({ id, label, first, second }: Field) => ({
	...{ id, label },
	...{ before: first?.slice(0, longestShown) ?? null, after: second?.slice(0, longestShown) ?? null },
});

/** What the record holds: ids, and for the stage when it was reached. */
const valuesOf = (id: RecordFieldId, kept: ReadSide, merged: ReadSide) => {
	const valueIn = (side: ReadSide) => (id === "stageId" ? [side.stepId, side.stageChangedAt] : side[id]);
	return { was: valueIn(kept), became: valueIn(merged) };
};

/** What the form holds: the answer, and which files. */
const answersOf = ({ kind }: Field, fieldId: string, kept: ReadSide, merged: ReadSide) => {
	const valueIn = (side: ReadSide) => ({
		answer: answerIn(formOf(side).data, fieldId) ?? null,
		...(kind === "files" && { files: filesOf(side, new Set([fieldId])).map(({ id }) => id) }),
	});
	return { was: valueIn(kept), became: valueIn(merged) };
};

const recordOf = (ids: readonly RecordFieldId[], merged: ReadSide): MergePlan["record"] =>
	Object.assign(
		{},
		...ids.map((id) =>
			id === "stageId" ? { stepId: merged.stepId, stageChangedAt: merged.stageChangedAt } : { [id]: merged[id] },
		),
	);

const filesOf = ({ files }: ReadSide, fieldIds: ReadonlySet<string>) =>
	files.filter(({ fieldId }) => fieldIds.has(fieldId));

const takeFiles = (kept: ReadSide, merged: ReadSide, fieldIds: ReadonlySet<string>): MergePlan["files"] => ({
	taken: filesOf(merged, fieldIds),
	replaced: filesOf(kept, fieldIds),
});

const takeAnswers = (kept: ReadSide, merged: ReadSide, fieldIds: ReadonlySet<string>): MergePlan["form"] => {
	const [own, others] = [formOf(kept), formOf(merged)];
	const data = new Map(Object.entries(own.data));
	for (const fieldId of fieldIds) {
		const answer = answerIn(others.data, fieldId);
		if (isEmpty(answer)) data.delete(fieldId);
		else data.set(fieldId, answer);
	}
	const form = {
		layout: own.layout,
		data: Object.fromEntries(data),
		repeats: repeatsFor(kept, merged, fieldIds),
		attachments: [
			...own.attachments.filter(({ fieldId }) => !fieldIds.has(fieldId)),
			...others.attachments.filter(({ fieldId }) => fieldIds.has(fieldId)),
		],
	};
	return {
		data: form.data,
		repeats: form.repeats,
		percentComplete: percentComplete(layOut(form, "applicant"), { data: form.data, files: form.attachments }),
	};
};

/** Sections and rows are there as often as what is taken needs them. */
const repeatsFor = (kept: ReadSide, merged: ReadSide, fieldIds: ReadonlySet<string>): RepeatCounts => {
	const own = formOf(kept);
	const [sections, rows] = [new Map(Object.entries(own.repeats.sections)), new Map(Object.entries(own.repeats.rows))];
	const atLeast = (counts: Map<string, number>, id: string, copy: number) => {
		if (copy > (counts.get(id) ?? 1)) counts.set(id, copy);
	};
	for (const section of layOut(formOf(merged), "applicant"))
		for (const row of section.rows)
			if (row.slots.some(({ fieldId }) => fieldIds.has(fieldId))) {
				atLeast(sections, section.sectionId, section.copy);
				atLeast(rows, row.countId, row.copy);
			}
	return { sections: Object.fromEntries(sections), rows: Object.fromEntries(rows) };
};

/** The passport picture is what the form's first camera field holds. */
const takePhoto = (kept: ReadSide, merged: ReadSide, fieldIds: ReadonlySet<string>): { photoKey?: string | null } => {
	const passport = slotsOf(layOut(formOf(kept), "applicant")).find(({ col }) => col.type === "camera");
	if (!passport || !fieldIds.has(passport.fieldId)) return {};
	return { photoKey: filesOf(merged, new Set([passport.fieldId]))[0]?.objectKey ?? null };
};
