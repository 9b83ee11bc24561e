import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { describeHindrances } from "#worker/contract/stage-rules";
import { commit } from "#worker/database/commit";
import type { Decision } from "#worker/runs/bulk-action";
import { applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { findStep } from "#worker/services/applicants/change.queries";
import { maxSelection } from "#worker/services/applicants/selection.contract";
import { readApplicantStates, workflowOf } from "#worker/services/applicants/selection.queries";
import { findUnreachable } from "#worker/services/emails/audience.queries";
import { previewStageChange } from "#worker/services/stage-changes/change-stages";
import { decideMove } from "#worker/services/stage-changes/decide-move";
import { emptyAfter } from "#worker/services/stage-changes/empty-after.contract";
import type * as contract from "#worker/services/stage-changes/release.contract";
import { findRelease, idsOfRelease, participantsOf, toRelease } from "#worker/services/stage-changes/release.queries";
import {
	deleteReleaseRows,
	hasOtherRows,
	insertRelease,
	insertReleaseRows,
	takeStep,
} from "#worker/services/stage-changes/release.writes";
import {
	movedSince,
	moversTo,
	stageChange,
	stageChangePreview,
} from "#worker/services/stage-changes/stage-change.bulk";
import { releaseErrand } from "#worker/services/stage-changes/start-release";
import { sendErrand } from "#worker/tasks/start-task";

type Found = NonNullable<Awaited<ReturnType<typeof findRelease>>>;

export const openRelease = async (ctx: OrgContext, id: string) => {
	const found = await findRelease(ctx, id);
	return found ? ok(toRelease(found, ctx.actor.id)) : fail("not_found");
};

/** Looks up the applicants that are asked for and are of the application. */
const chooseRows = async (
	ctx: OrgContext,
	asked: Parameters<typeof applicantRows.choose>[1],
	applicationId: string,
) => {
	const chosen = await applicantRows.choose(ctx, asked);
	if (!chosen.ok) return chosen;
	if ("count" in chosen.value && chosen.value.count > maxSelection) return fail("release_too_large");
	const ids: string[] = [];
	if ("ids" in chosen.value) ids.push(...chosen.value.ids);
	else for await (const slice of applicantRows.slicesOf(ctx, chosen.value.filter)) ids.push(...slice);
	const states = await readApplicantStates(ctx, ids);
	return ok(ids.filter((id) => states.get(id)?.applicationId === applicationId));
};

/** Prepares a release: it moves nobody, and is the user's own until it is proposed. */
export const prepareRelease = async (
	ctx: OrgContext,
	{
		applicationId,
		candidateIds,
		matching,
		expected,
		...input
	}: EndpointRequest<typeof contract.prepareRelease>["body"],
) => {
	const [target, workflowId, chosen] = await Promise.all([
		stageChange.resolve(ctx, input),
		workflowOf(ctx, applicationId),
		chooseRows(ctx, { candidateIds, matching, expected }, applicationId),
	]);
	if (!target.ok) return target;
	const { step } = target.value;
	if (step.workflowId !== workflowId) return fail("step_not_in_workflow");
	if (!chosen.ok) return chosen;
	const applicantIds = chosen.value;
	if (applicantIds.length === 0) return fail("release_empty");
	const id = ctx.newId();
	const { stageId, reason, doNotNotify = false, reasonId = null, locationId = null } = input;
	const about = { id, applicationId, stageId, stageName: step.name, reason, reasonId, locationId, doNotNotify };
	await commit(ctx, {
		guarded: { write: insertRelease(ctx, about), expectedChanges: 1 },
		writes: [insertReleaseRows(ctx, { id, applicationId, applicantIds })],
		event: {
			type: "release.prepared",
			payload: { releaseId: id, stageName: step.name, applicants: applicantIds.length },
		},
	});
	const prepared = await findRelease(ctx, id);
	if (!prepared) throw new Error("the release was written by this request");
	return ok(toRelease(prepared, ctx.actor.id));
};

type Taken = Parameters<typeof takeStep>[2];
type StepEvent = "rows_changed" | "proposed" | "approved" | "returned" | "scheduled" | "cancelled";

/** Commits a step of a release that is as it was seen, and answers with the release as it is then. */
const commitStep = async (
	ctx: OrgContext,
	release: Found,
	{
		version,
		from,
		set,
		type,
		...more
	}: {
		version: number;
		from: Parameters<typeof takeStep>[1]["from"];
		set: Taken;
		type: StepEvent;
		also?: Parameters<typeof takeStep>[3];
		writes?: Parameters<typeof commit>[1]["writes"];
		reason?: string;
	},
) => {
	const { id, stageName, total: applicants } = release;
	const payload = {
		releaseId: id,
		stageName,
		applicants,
		userIds: participantsOf(release),
		...(more.reason !== undefined && { reason: more.reason }),
	};
	const committed = await commit(ctx, {
		guarded: { write: takeStep(ctx, { id, version, from }, set, more.also), expectedChanges: 1 },
		writes: more.writes ?? [],
		event: { type: `release.${type}`, payload },
	});
	return committed ? openRelease(ctx, id) : fail("release_changed");
};

const nobody = {
	proposedBy: null,
	proposedByName: null,
	proposedAt: null,
	approvedBy: null,
	approvedByName: null,
	approvedAt: null,
	dueAt: null,
};

export const addReleaseRows = async (
	ctx: OrgContext,
	id: string,
	{ version, ...asked }: EndpointRequest<typeof contract.addReleaseRows>["body"],
) => {
	const release = await findRelease(ctx, id);
	if (!release) return fail("not_found");
	if (release.state !== "prepared") return fail("release_frozen");
	const { applicationId } = release;
	const chosen = await chooseRows(ctx, asked, applicationId);
	if (!chosen.ok) return chosen;
	const all = new Set([...(await idsOfRelease(ctx, id)), ...chosen.value]);
	if (all.size > maxSelection) return fail("release_too_large");
	const writes = [insertReleaseRows(ctx, { id, applicationId, applicantIds: chosen.value })];
	return commitStep(ctx, release, { version, from: ["prepared"], set: {}, type: "rows_changed", writes });
};

export const removeReleaseRows = async (
	ctx: OrgContext,
	id: string,
	{ version, candidateIds }: EndpointRequest<typeof contract.removeReleaseRows>["body"],
) => {
	const release = await findRelease(ctx, id);
	if (!release) return fail("not_found");
	if (release.state !== "prepared") return fail("release_frozen");
	const gone = new Set(candidateIds);
	if ((await idsOfRelease(ctx, id)).every((one) => gone.has(one))) return fail("release_empty");
	return commitStep(ctx, release, {
		version,
		from: ["prepared"],
		set: {},
		type: "rows_changed",
		also: hasOtherRows(ctx, id, candidateIds),
		writes: [deleteReleaseRows(ctx, id, candidateIds)],
	});
};

export const proposeRelease = async (ctx: OrgContext, id: string, { version }: { version: number }) => {
	const release = await findRelease(ctx, id);
	if (!release) return fail("not_found");
	if (release.state !== "prepared") return fail("release_frozen");
	const { id: proposedBy, name: proposedByName } = ctx.actor;
	const set = { state: "proposed", proposedBy, proposedByName, proposedAt: ctx.now(), returnReason: null } as const;
	return commitStep(ctx, release, { version, from: ["prepared"], set, type: "proposed" });
};

/** Approves a release, which its proposer may not. */
export const approveRelease = async (ctx: OrgContext, id: string, { version }: { version: number }) => {
	const release = await findRelease(ctx, id);
	if (!release) return fail("not_found");
	if (release.state !== "proposed") return fail("release_not_proposed");
	const { id: approvedBy, name: approvedByName } = ctx.actor;
	if (release.proposedBy === approvedBy) return fail("release_same_person");
	const step = await findStep(ctx, release.stageId);
	const movers = step && (await moversTo(ctx, step));
	if (movers?.courseIds?.length === 0)
		return fail("stage_not_allowed", { message: describeHindrances(["role"]), fields: {} });
	const set = { state: "approved", approvedBy, approvedByName, approvedAt: ctx.now(), returnReason: null } as const;
	return commitStep(ctx, release, { version, from: ["proposed"], set, type: "approved" });
};

const waiting = ["proposed", "approved", "scheduled"] as const;

export const returnRelease = async (
	ctx: OrgContext,
	id: string,
	{ version, reason }: { version: number; reason: string },
) => {
	const release = await findRelease(ctx, id);
	if (!release) return fail("not_found");
	if (!waiting.some((state) => state === release.state)) return fail("release_not_proposed");
	const set = { state: "prepared", ...nobody, returnReason: reason } as const;
	return commitStep(ctx, release, { version, from: waiting, set, type: "returned", reason });
};

/** Chooses the time of a release; now, it begins at once. */
export const scheduleRelease = async (
	ctx: OrgContext,
	id: string,
	{ version, dueAt }: { version: number; dueAt?: number | null | undefined },
) => {
	const release = await findRelease(ctx, id);
	if (!release) return fail("not_found");
	if (release.state !== "approved" && release.state !== "scheduled") return fail("release_not_approved");
	if (dueAt != null && dueAt <= ctx.now()) return fail("release_time_past");
	const set = { state: "scheduled", dueAt: dueAt ?? ctx.now() } as const;
	const taken = await commitStep(ctx, release, { version, from: ["approved", "scheduled"], set, type: "scheduled" });
	if (taken.ok && dueAt == null)
		await sendErrand(ctx.env, { organisationId: ctx.organisationId, taskId: id, errand: releaseErrand });
	return taken;
};

export const cancelRelease = async (ctx: OrgContext, id: string, { version }: { version: number }) => {
	const release = await findRelease(ctx, id);
	if (!release) return fail("not_found");
	if (release.state === "released" || release.state === "cancelled") return fail("release_begun");
	return commitStep(ctx, release, {
		version,
		from: ["prepared", ...waiting],
		set: { state: "cancelled" },
		type: "cancelled",
	});
};

/** Counts what a release would do now, and lists its applicants: first those who would not be moved. */
export const previewRelease = async (ctx: OrgContext, id: string, { page, size }: { page: number; size: number }) => {
	const release = await findRelease(ctx, id);
	if (!release) return fail("not_found");
	const { stageId, applicationId, approvedBy, proposedAt } = release;
	// why: it is carried out in the approver's name, for applicants as they were when it was proposed.
	const about = { isApproved: true, moverId: approvedBy ?? undefined, since: proposedAt ?? undefined };
	const input = { stageId, ...about };
	const [ids, target] = await Promise.all([idsOfRelease(ctx, id), stageChangePreview.resolve(ctx, input)]);
	if (!target.ok) return target;
	const states = await stageChangePreview.load(ctx, ids, input, undefined);
	const decisions = new Map(ids.map((one) => [one, stageChangePreview.decide(states.get(one), target.value)]));
	const rank = (one: string) => rankOf[decisions.get(one) ?? "not_found"];
	const candidateIds = ids.toSorted((a, b) => rank(a) - rank(b));
	const previewed = await previewStageChange(ctx, { candidateIds, stageId, page, size }, about);
	if (!previewed.ok) return previewed;
	const { hindrances, emails, messages } = previewed.value;
	const late = ids.filter((one) => {
		const state = states.get(one);
		return state?.isLate && decideMove(state, target.value) === "will_change";
	});
	const isTold = release.doNotNotify === 0 && messages.fault === null;
	const moved = ids.filter((one) => decisions.get(one) === "will_change");
	const audience = { applicationId, stepId: null, candidateIds: moved };
	const unreachable = isTold && messages.sms && moved.length > 0 ? (await findUnreachable(ctx, audience)).missing : 0;
	return ok({
		...previewed.value,
		emails: isTold ? emails : 0,
		texts: isTold && messages.sms ? moved.length - unreachable : 0,
		unreachable,
		messages: {
			...messages,
			...emptyAfter(messages, {
				isPosted: release.locationId !== null,
				isPrivate: release.isPrivate === 1,
				applicants: previewed.value.willChange,
			}),
		},
		hindrances: [...hindrances, ...(late.length > 0 ? [{ reason: movedSince, applicants: late.length }] : [])],
	});
};

/** The order in which applicants are listed. */
const rankOf: Record<Decision, number> = { not_allowed: 0, not_found: 1, unchanged: 2, will_change: 3 };
