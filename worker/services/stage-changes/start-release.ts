import type { RequestContext } from "#worker/context";
import { commit } from "#worker/database/commit";
import { backgroundOrgContext } from "#worker/events/background";
import { scopeOfUser } from "#worker/http/scope-of-user";
import { writeRun } from "#worker/runs/run.writes";
import { runPath } from "#worker/runs/start-run";
import { applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { findAnyRelease, findUnblockedUser, participantsOf } from "#worker/services/stage-changes/release.queries";
import { takeStep, writeRunRowsOfRelease } from "#worker/services/stage-changes/release.writes";
import { stageChange } from "#worker/services/stage-changes/stage-change.bulk";
import type { Errand } from "#worker/tasks/errand";
import { newTask, sendJob } from "#worker/tasks/start-task";

export const releaseErrand = "release";

/** Begins a release whose time has come: the step, its run with all rows, and the run's task are one commit. */
export const startRelease: Errand = {
	name: releaseErrand,
	run: async (request, { organisationId, id }) => {
		const db = request.databaseFor(organisationId);
		const release = await findAnyRelease({ db, organisationId }, id);
		if (release?.state !== "scheduled" || release.dueAt === null || release.dueAt > request.now()) return undefined;
		const { version, stageName, stageId, reason, reasonId, locationId, total, approvedBy, applicationId } = release;
		const payload = { releaseId: id, stageName, applicants: total, userIds: participantsOf(release) };
		const approver = await findApprover(request, organisationId, approvedBy ?? "");
		const sendBack = async (why: string) => {
			const nobody = backgroundOrgContext(request, organisationId, { id: "", name: "Release", email: "Release" });
			const set = {
				...({ state: "proposed", approvedBy: null, approvedByName: null, approvedAt: null, dueAt: null } as const),
				returnReason: why,
			};
			await commit(nobody, {
				guarded: { write: takeStep(nobody, { id, version, from: ["scheduled"] }, set), expectedChanges: 1 },
				event: { type: "release.returned", payload: { ...payload, reason: why } },
			});
			return undefined;
		};
		if (!approver) return sendBack(noApprover);
		const ctx = backgroundOrgContext(request, organisationId, approver);
		const doNotNotify = release.doNotNotify === 1;
		const input = { stageId, reason, reasonId, locationId, doNotNotify, releaseId: id };
		// why before it begins: a stage, a reason or a location may have been deleted since it was approved.
		const target = await stageChange.resolve(ctx, input);
		if (!target.ok) return sendBack(target.problem.error);
		const task = newTask(ctx, {
			id,
			type: stageChange.taskType,
			total,
			path: runPath(id),
			// why since the proposal: it was approved for applicants as they were then.
			input: { input, asOf: release.proposedAt ?? ctx.now() },
			applicationTitle: (await findApplicationTitle(ctx, applicationId)) ?? null,
		});
		const about = { kind: stageChange.kind, targetId: stageId, targetName: stageName, input };
		const begun = await commit(ctx, {
			guarded: {
				write: takeStep(ctx, { id, version, from: ["scheduled"] }, { state: "released", releasedAt: ctx.now() }),
				expectedChanges: 1,
			},
			writes: [
				writeRun(ctx, { id, ...about, subject: applicantRows.inWords(total), size: total, taskId: id }),
				writeRunRowsOfRelease(ctx, id),
				task.write,
			],
			event: { type: "release.begun", payload },
			further: [task.event],
		});
		// why nothing else when it is lost: the sweep of tasks sends it again.
		if (begun) await sendJob(ctx.env, { organisationId, taskId: id }, ctx.now());
		return undefined;
	},
};

const noApprover = "The person who approved it may no longer change stages. Another person must approve it.";

/** Returns the approver, who must still be allowed to change the stage of every applicant. */
const findApprover = async (request: RequestContext, organisationId: string, userId: string) => {
	const db = request.databaseFor(organisationId);
	const user = await findUnblockedUser({ db, organisationId }, userId);
	const scope = user && (await scopeOfUser({ db, organisationId }, userId, stageChange.access));
	return scope?.courseIds === null ? user : undefined;
};
