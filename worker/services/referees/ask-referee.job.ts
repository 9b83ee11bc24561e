import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { writeTaskOver } from "#worker/runs/run.writes";
import { notifyReferees as asking } from "#worker/services/referees/contract";
import { notifyReferees } from "#worker/services/referees/notify-referees";
import { findInvitees } from "#worker/services/referees/queries";
import { submitted } from "#worker/services/referees/referee";
import type { Job } from "#worker/tasks/job";
import { newTask } from "#worker/tasks/start-task";

const askRefereeTask = "REFEREE_ASKING";

const Input = v.object({
	refereeId: v.string(),
	/** The address that was entered. */
	email: v.string(),
	/** The end of the undo window. */
	askAfter: v.number(),
});

interface NewAsking extends v.InferOutput<typeof Input> {
	applicantId: string;
	applicationId: string;
	applicationTitle: string | null;
}

/** Returns the task that asks a referee at a new address. */
export const newAsking = (ctx: OrgContext, { applicantId, applicationId, applicationTitle, ...input }: NewAsking) =>
	newTask(ctx, { type: askRefereeTask, input, total: 1, applicationTitle, applicationId, candidateIds: [applicantId] });

/**
 * Asks a referee at a new address once the undo window is over. It asks nobody when the referee was corrected again,
 * removed or asked meanwhile. why not in the change itself: an email cannot be taken back.
 */
export const askRefereeJob: Job = {
	type: askRefereeTask,
	isDecided: true,
	retry: { access: asking.access },
	prepare: (given) => {
		const { refereeId, email, askAfter } = v.parse(Input, given);
		return async (ctx, task) => {
			const waitMs = askAfter - ctx.now();
			if (waitMs > 0) return ok({ againInSeconds: Math.max(shortestRestSeconds, Math.ceil(waitMs / 1_000)) });
			const [referee] = (await findInvitees(ctx, [refereeId])).invitees;
			if (referee?.email.toLowerCase() !== email.toLowerCase() || referee.status === submitted) {
				await ctx.db.batch([writeTaskOver(ctx, task.id, true)]);
				return ok(undefined);
			}
			if (referee.invitedAt === null) {
				const { outcomes } = (await notifyReferees(ctx, { ids: [refereeId] })).value;
				const [outcome] = outcomes;
				if (outcome?.outcome === "failed")
					return fail("referee_not_asked", { message: `${referee.name}: ${outcome.reason}` });
			}
			await ctx.db.batch([writeTaskOver(ctx, task.id, false)]);
			return ok(undefined);
		};
	},
};

const shortestRestSeconds = 3;
