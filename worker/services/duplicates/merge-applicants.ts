import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { maxDataLength } from "#worker/contract/forms/form-rules";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { fail, ok, type Result } from "#worker/contract/result";
import { searchText } from "#worker/contract/text/search-text";
import { commit } from "#worker/database/commit";
import { atStage, logApplicants, noteModifications } from "#worker/services/applicants/applicant-log.writes";
import { findOfferedCourse } from "#worker/services/applicants/change.queries";
import { asAsked, formOf } from "#worker/services/duplicates/compare";
import type { mergeApplicants as endpoint } from "#worker/services/duplicates/contract";
import { findHeld } from "#worker/services/duplicates/held.queries";
import { type MergedPair, writeMerge } from "#worker/services/duplicates/merge.writes";
import { readMergedWords } from "#worker/services/duplicates/merges.queries";
import { writeMoves } from "#worker/services/duplicates/moves.writes";
import { nameOf, oneText } from "#worker/services/duplicates/names";
import { type MergePlan, planMerge } from "#worker/services/duplicates/plan-merge";
import { type ReadSide, readSides } from "#worker/services/duplicates/sides.queries";
import { writeKept, writeMergedGone } from "#worker/services/duplicates/stand-in.writes";
import { changesOf, namesIn } from "#worker/services/duplicates/taken-changes";

type Body = EndpointRequest<typeof endpoint>["body"];

const tooMuchTaken = "These fields are too long to be taken together. Take fewer of them.";

/** Bytes of what is remembered of the fields taken, as JSON: D1 holds no row of more than 2 MB. */
const maxTakenBytes = 1_500_000;

/**
 * Makes one applicant of two in one commit: fields are taken from whom the body says, all that hangs on the one who goes
 * goes over, and their row is kept whole for an undo. Refused when either was changed since they were looked at, or when
 * a change of either is under way.
 */
export const mergeApplicants = async (
	ctx: OrgContext,
	body: Body,
): Promise<Result<{ mergeId: string; keptId: string }>> => {
	const { keptId, mergedId } = body;
	const sides = await readSides(ctx, keptId, mergedId);
	if (!sides) return fail("not_found");
	const { first: kept, second: merged, organisation } = sides;
	if (keptId === mergedId || kept.applicationId !== merged.applicationId) return fail("not_comparable");
	if (!isAsSeen(kept, merged, body)) return fail("stale_merge");
	const planned = planMerge(kept, merged, body.taken, organisation);
	if (!planned.ok) return planned;
	const plan = planned.value;
	const refusal = await refusalOf(ctx, kept, merged, plan);
	if (refusal) return fail(refusal, refusal === "too_large" ? { message: tooMuchTaken } : {});
	const after = { ...kept, ...plan.record, data: plan.form?.data ?? formOf(kept).data };
	const named = { ...after, email: after.accountEmail };
	const words = [searchText(organisation.searchKey, named), merged.searchText, ...(await readMergedWords(ctx, keptId))];
	const pair: MergedPair = { kept, merged, plan, comment: body.comment, mergeId: ctx.newId() };
	const keys = applicantKeysOf(named, formOf(asAsked(kept, merged)).layout, after.data);
	const event = await commit(ctx, {
		guarded: { write: writeMerge(ctx, pair), expectedChanges: 1 },
		writes: [
			...writeKept(ctx, pair, { words: oneText(words) }),
			...writeMoves(ctx, pair),
			...writeMergedGone(ctx, pair, keys),
			...noteModifications(ctx, changesOf(plan.taken), { entityId: keptId, eventId: pair.mergeId }),
			logApplicants(ctx, atStage(ctx, keptId), { type: "MERGE", reason: sentenceOf(pair), eventId: pair.mergeId }),
		],
		event: {
			id: pair.mergeId,
			type: "applicants.merged",
			payload: {
				applicationId: kept.applicationId,
				applicantIds: [keptId, mergedId],
				...{ keptName: nameOf(named), mergedName: nameOf(merged), mergedNumber: merged.applicationNumber },
				fieldIds: plan.taken.map(({ id }) => id),
				comment: body.comment,
			},
		},
	});
	if (event) return ok({ mergeId: pair.mergeId, keptId });
	return fail((await findHeld(ctx, [keptId, mergedId])) ? "merge_held" : "stale_merge");
};

const isAsSeen = (kept: ReadSide, merged: ReadSide, body: Body): boolean =>
	kept.version === body.keptVersion &&
	merged.version === body.mergedVersion &&
	kept.formVersion === body.keptFormVersion &&
	merged.formVersion === body.mergedFormVersion;

/** Why the plan cannot be carried out as things stand. */
const refusalOf = async (
	ctx: OrgContext,
	kept: ReadSide,
	merged: ReadSide,
	{ record, taken, form, files }: MergePlan,
) => {
	const [isUnderWay, course] = await Promise.all([
		findHeld(ctx, [kept.id, merged.id]),
		record.courseId === undefined ? true : findOfferedCourse(ctx, kept.applicationId, record.courseId),
	]);
	if (isUnderWay) return "merge_held";
	if (!course) return "course_not_offered";
	if (record.stepId !== undefined && merged.stepWorkflowId !== kept.workflowId) return "step_not_in_workflow";
	if (record.locationId && merged.locationName === null) return "location_unknown";
	const isTooLarge =
		bytesOf([taken, files.taken]) > maxTakenBytes || JSON.stringify(form?.data ?? {}).length > maxDataLength;
	return isTooLarge ? "too_large" : undefined;
};

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The line of the log: 'Merged with Musa Bello (CU/26/104882). Taken: Phone number. …'. */
const sentenceOf = ({ merged, plan, comment }: MergedPair): string => {
	const labels = plan.taken.map(({ label }) => label);
	const taken = labels.length === 0 ? [] : `Taken: ${namesIn(labels)}.`;
	return [`Merged with ${nameOf(merged)} (${merged.applicationNumber}).`, taken, comment]
		.flat()
		.filter(Boolean)
		.join(" ");
};
