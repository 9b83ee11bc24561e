import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { databaseFor } from "#worker/database/database";
import { findRun } from "#worker/runs/run.queries";
import { writeTaskOver } from "#worker/runs/run.writes";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { makeLetter } from "#worker/services/letters/contract";
import { readStationery } from "#worker/services/letters/draw-letter";
import { drawNewLetter } from "#worker/services/letters/draw-new-letter";
import { stageLettersTask } from "#worker/services/letters/stage-letters";
import { type NewLetter, writeLetters, writeLetterUrls } from "#worker/services/letters/writes";
import { findDocumentTemplate } from "#worker/services/templates/queries";
import type { Job, OpenTask, SliceNews } from "#worker/tasks/job";
import { advanceTask, taskStandsAt } from "#worker/tasks/task.writes";

const Input = v.object({
	applicantIds: v.array(v.string()),
	templateId: v.string(),
	stepId: v.string(),
	stageName: v.string(),
	comment: v.nullable(v.string()),
	/** The change that it follows from. */
	runId: v.optional(v.string()),
});
type Input = v.InferOutput<typeof Input>;

/** Letters of one slice: some seconds of drawing. */
const largestSlice = 20;

/**
 * Makes the letters of a stage slice by slice, for those who still are there: a letter that says otherwise would be in
 * force. Who has been there before, and has the same letter in force, gets no second one. A slice's letters and the
 * task's progress are one commit.
 */
export const stageLettersJob: Job = {
	type: stageLettersTask,
	retry: { access: makeLetter.access },
	longestDeliveryMs: 10_000,
	prepare: (given) => {
		const input = v.parse(Input, given);
		return async (ctx, task, size) =>
			(await awaitUndoWindow(ctx, task, input)) ?? makeSlice(ctx, task, input, Math.min(size, largestSlice));
	},
};

/** why: nothing has to be taken back of what is made when the change can no longer be undone. */
const awaitUndoWindow = async (
	ctx: OrgContext,
	task: OpenTask,
	{ runId }: Input,
): Promise<Result<SliceNews | undefined> | undefined> => {
	const run = runId === undefined ? undefined : await findRun(ctx, runId);
	if (!run) return undefined;
	if (run.undoneAt !== null) {
		await ctx.db.batch([writeTaskOver(ctx, task.id, true)]);
		return ok(undefined);
	}
	const waitMs = run.undoUntil === null ? whileMovingMs : run.undoUntil - ctx.now();
	return waitMs > 0 ? ok({ againInSeconds: Math.max(shortestRestSeconds, Math.ceil(waitMs / 1_000)) }) : undefined;
};

/** A large move that goes on is asked again after this. */
const whileMovingMs = 15_000;
const shortestRestSeconds = 3;

const makeSlice = async (
	background: OrgContext,
	task: OpenTask,
	{ applicantIds, templateId, stepId, stageName, comment }: Input,
	size: number,
): Promise<Result<undefined>> => {
	// why: what the applicants of a slice are made of is asked for side by side, and travels together.
	const ctx = { ...background, db: databaseFor(background.env, background.organisationId, {}) };
	const ids = applicantIds.slice(task.done, task.done + size);
	const [template, stationery, ...found] = await Promise.all([
		findDocumentTemplate(ctx, templateId),
		readStationery(ctx),
		...ids.map((id) => findApplicant(ctx, id)),
	]);
	if (!template) return fail("template_unknown");
	const made: NewLetter[] = [];
	for (const [index, applicant] of found.entries()) {
		if (applicant?.stage.id !== stepId) continue;
		const about = { template, applicant, stageName, comment };
		// why: a slice that is done again puts the same letters in the same places.
		const drawn = await drawNewLetter(ctx, stationery, { ...about, id: `${task.id}-${task.done + index}` });
		if (!drawn.ok) return drawn;
		if (drawn.value) made.push(drawn.value);
	}
	await record(ctx, task, { made, template, stepId, done: task.done + ids.length });
	return ok(undefined);
};

interface Slice {
	made: readonly NewLetter[];
	template: { id: string; name: string };
	stepId: string;
	done: number;
}

/**
 * The slice and its letters, all or none; undone when somebody else was faster with it, or one of the applicants left
 * the stage or was given another letter meanwhile: then it is done again.
 */
const record = async (ctx: OrgContext, task: OpenTask, { made, template, stepId, done }: Slice): Promise<void> => {
	const eventId = ctx.newId();
	const advance = advanceTask(ctx, task, { done, result: null });
	if (made.length === 0) {
		await ctx.db.batch([advance]);
		return;
	}
	await commit(ctx, {
		guarded: {
			write: writeLetterUrls(ctx, made, { stepId, onlyIf: taskStandsAt(ctx, task) }),
			expectedChanges: made.length,
		},
		writes: [advance, ...writeLetters(ctx, made, { template, eventId })],
		event: {
			id: eventId,
			type: "applicants.letters_made",
			payload: {
				applicantIds: made.map(({ applicantId }) => applicantId),
				letterIds: made.map(({ id }) => id),
				templateId: template.id,
				templateName: template.name,
			},
		},
	});
};
