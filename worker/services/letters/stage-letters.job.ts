import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import { commit, type Write } from "#worker/database/commit";
import { databaseFor } from "#worker/database/database";
import { subscriber } from "#worker/events/subscriber";
import { findRun } from "#worker/runs/run.queries";
import { writeTaskOver } from "#worker/runs/run.writes";
import { runPath } from "#worker/runs/start-run";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { writeLettersOfMails } from "#worker/services/emails/stage-mail.writes";
import { readFormValues } from "#worker/services/forms/merge-values.queries";
import { makeLetter } from "#worker/services/letters/contract";
import { drawNewLetter, readStationery } from "#worker/services/letters/draw-letter";
import { findTemplateOfStep } from "#worker/services/letters/queries";
import { type NewLetter, writeLetters, writeLetterUrls } from "#worker/services/letters/writes";
import { findDocumentTemplate } from "#worker/services/templates/queries";
import type { Job, OpenTask, SliceNews } from "#worker/tasks/job";
import { advanceTask, taskStandsAt, writeTask } from "#worker/tasks/task.writes";

const stageLettersTask = "LETTERS";

/** Makes a letter for each applicant who enters a stage with a document template (§4), after the undo window. */
export const stageLetters = subscriber("stage-letters", ["applicants.stage_changed"], async (ctx, event) => {
	const { organisationId, db, now } = ctx;
	const { stepId, stageName, reason, isPrivate, applicantIds, applicationTitle, runId } = event.payload;
	const comment = isPrivate ? null : reason;
	const offered = await findTemplateOfStep(db, organisationId, stepId);
	if (!offered || !stageOffersTemplates(offered.stageType) || event.actorId === null) return { writes: [] };
	const actor = { id: event.actorId, name: event.actorName ?? "", email: "" };
	// why the event's id: a second delivery finds the task.
	const id = `letters-${event.id}`;
	const job = { applicantIds, templateId: offered.templateId, stepId, stageName, comment, runId };
	const [first = "", ...others] = applicantIds;
	const path = others.length === 0 ? `applicants/${first}/letter` : runId && runPath(runId);
	const input = { job, applicationTitle, actor, ...(path && { path }) };
	const task = { id, type: stageLettersTask, total: applicantIds.length, input };
	return { writes: [writeTask({ db, organisationId, now, actor }, task)], taskIds: [id] };
});

const Input = v.object({
	applicantIds: v.array(v.string()),
	templateId: v.string(),
	stepId: v.string(),
	stageName: v.string(),
	comment: v.nullable(v.string()),
	/** The stage change that started the task. */
	runId: v.optional(v.string()),
});
type Input = v.InferOutput<typeof Input>;

/** How many letters the task has made so far. */
const Progress = v.object({ changed: v.optional(v.number(), 0) });

/** The most letters of one slice, which take some seconds to draw. */
const largestSlice = 20;

/**
 * Makes the letters of a stage slice by slice, for applicants who are still at it and have not the same letter in
 * force. A slice's letters and the task's progress are one commit.
 */
export const stageLettersJob: Job = {
	type: stageLettersTask,
	isDecided: true,
	retry: { access: makeLetter.access },
	longestDeliveryMs: 10_000,
	prepare: (given) => {
		const input = v.parse(Input, given);
		return async (ctx, task, size) =>
			(await awaitUndoWindow(ctx, task, input)) ?? makeSlice(ctx, task, input, Math.min(size, largestSlice));
	},
};

/** why wait: letters made after the undo window need not be withdrawn. */
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

/** A task whose stage change still goes on looks again after this. */
const whileMovingMs = 15_000;
const shortestRestSeconds = 3;

const makeSlice = async (
	background: OrgContext,
	task: OpenTask,
	{ applicantIds, templateId, stepId, stageName, comment, runId }: Input,
	size: number,
): Promise<Result<undefined>> => {
	// why: the data of a slice's applicants is read concurrently, in one batch.
	const ctx = { ...background, db: databaseFor(background.env, background.organisationId, {}) };
	const ids = applicantIds.slice(task.done, task.done + size);
	const [template, ...found] = await Promise.all([
		findDocumentTemplate(ctx, templateId),
		...ids.map((id) => findApplicant(ctx, id)),
	]);
	if (!template) return fail("template_unknown");
	const [stationery, answers] = await Promise.all([
		readStationery(ctx, template),
		readFormValues(ctx, ids, [template.content]),
	]);
	const made: NewLetter[] = [];
	const mailed: { applicantId: string; letterId: string }[] = [];
	for (const [index, applicant] of found.entries()) {
		const applicantId = ids[index] ?? "";
		if (applicant?.stage.id !== stepId) {
			mailed.push({ applicantId, letterId: "" });
			continue;
		}
		const about = { template, applicant, stageName, comment, formValues: answers.get(applicantId) };
		// why: a repeated slice puts the same letters in the same places.
		const drawn = await drawNewLetter(ctx, stationery, { ...about, id: `${task.id}-${task.done + index}` });
		if (!drawn.ok) return drawn;
		if (drawn.value) made.push(drawn.value);
		mailed.push({ applicantId, letterId: drawn.value?.id ?? applicant.letter?.split("/").at(-1) ?? "" });
	}
	const forMails = runId === undefined ? [] : [writeLettersOfMails(ctx, runId, mailed)];
	await record(ctx, task, { made, forMails, template, stepId, done: task.done + ids.length });
	return ok(undefined);
};

interface Slice {
	made: readonly NewLetter[];
	/** What tells the emails of the stage change which letter goes with them. */
	forMails: readonly Write[];
	template: { id: string; name: string };
	stepId: string;
	done: number;
}

/**
 * Commits the slice and its letters, all or none. It is repeated when another delivery was faster, or an applicant left
 * the stage or got another letter meanwhile.
 */
const record = async (
	ctx: OrgContext,
	task: OpenTask,
	{ made, forMails, template, stepId, done }: Slice,
): Promise<void> => {
	const eventId = ctx.newId();
	const { changed } = v.parse(Progress, task.result ?? {});
	const advance = advanceTask(ctx, task, { done, result: { changed: changed + made.length } });
	if (made.length === 0) {
		await ctx.db.batch([advance, ...forMails]);
		return;
	}
	await commit(ctx, {
		guarded: {
			write: writeLetterUrls(ctx, made, { stepId, onlyIf: taskStandsAt(ctx, task) }),
			expectedChanges: made.length,
		},
		writes: [advance, ...writeLetters(ctx, made, { template, eventId }), ...forMails],
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
