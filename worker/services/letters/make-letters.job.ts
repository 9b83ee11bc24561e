import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { databaseFor } from "#worker/database/database";
import { writeBatchOutcomes } from "#worker/runs/batch.writes";
import { nextOfBatch, progressOf } from "#worker/runs/batch-slice";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { makeLetters } from "#worker/services/letters/contract";
import { readStationery } from "#worker/services/letters/draw-letter";
import { drawNewLetter } from "#worker/services/letters/draw-new-letter";
import { selectionLettersTask } from "#worker/services/letters/make-letters";
import { type NewLetter, writeLetters, writeLetterUrls } from "#worker/services/letters/writes";
import { writeBatchTaskOver } from "#worker/services/stage-changes/undo.writes";
import { findDocumentTemplate } from "#worker/services/templates/queries";
import type { Job, OpenTask } from "#worker/tasks/job";

const Input = v.object({ templateId: v.string() });

/** Letters of one slice: some seconds of drawing. */
const largestSlice = 20;

/** Makes the letters of a selection slice by slice. A slice's letters and the task's progress are one commit. */
export const selectionLettersJob: Job = {
	type: selectionLettersTask,
	retry: { access: makeLetters.access },
	longestDeliveryMs: 10_000,
	prepare: (given) => {
		const { templateId } = v.parse(Input, given);
		return (ctx, task, size) => makeSlice(ctx, task, templateId, Math.min(size, largestSlice));
	},
};

type Outcome = "moved" | "already_there" | "not_found";

const makeSlice = async (
	background: OrgContext,
	task: OpenTask,
	templateId: string,
	size: number,
): Promise<Result<undefined>> => {
	// why: what the applicants of a slice are made of is asked for side by side, and travels together.
	const ctx = { ...background, db: databaseFor(background.env, background.organisationId, {}) };
	const ids = await nextOfBatch(ctx, task, size);
	if (ids.length === 0) {
		await ctx.db.batch([writeBatchTaskOver(ctx, task.id, false)]);
		return ok(undefined);
	}
	const [template, stationery, ...found] = await Promise.all([
		findDocumentTemplate(ctx, templateId),
		readStationery(ctx),
		...ids.map((id) => findApplicant(ctx, id)),
	]);
	if (!template) return fail("template_unknown");
	const made: NewLetter[] = [];
	const rows: { id: string; outcome: Outcome }[] = [];
	for (const [index, id] of ids.entries()) {
		const applicant = found[index];
		if (!applicant) {
			rows.push({ id, outcome: "not_found" });
			continue;
		}
		const about = { template, applicant, stageName: applicant.stage.name, comment: null };
		// why: a slice that is done again puts the same letters in the same places.
		const drawn = await drawNewLetter(ctx, stationery, { ...about, id: `${task.id}-${task.done + index}` });
		if (!drawn.ok) return drawn;
		if (drawn.value) made.push(drawn.value);
		rows.push({ id, outcome: drawn.value ? "moved" : "already_there" });
	}
	await record(ctx, task, { made, rows, template });
	return ok(undefined);
};

interface Slice {
	made: readonly NewLetter[];
	rows: readonly { id: string; outcome: Outcome }[];
	template: { id: string; name: string };
}

/** The slice and its letters, all or none; undone when somebody else was faster with it: then it is done again. */
const record = async (ctx: OrgContext, task: OpenTask, { made, rows, template }: Slice): Promise<void> => {
	const { onlyIf, writes } = progressOf(ctx, task, rows);
	const outcomes = writeBatchOutcomes(
		ctx,
		task.id,
		rows.map(({ id, outcome }) => ({ applicantId: id, outcome })),
	);
	const [advance] = writes;
	if (made.length === 0) {
		if (advance) await ctx.db.batch([outcomes, advance]);
		return;
	}
	const eventId = ctx.newId();
	await commit(ctx, {
		guarded: { write: writeLetterUrls(ctx, made, { onlyIf }), expectedChanges: made.length },
		writes: [...writes, outcomes, ...writeLetters(ctx, made, { template, eventId })],
		event: {
			id: eventId,
			type: "applicants.letters_made",
			payload: {
				applicationIds: [...new Set(made.map(({ applicationId }) => applicationId))],
				applicantIds: made.map(({ applicantId }) => applicantId),
				letterIds: made.map(({ id }) => id),
				templateId: template.id,
				templateName: template.name,
			},
		},
	});
};
