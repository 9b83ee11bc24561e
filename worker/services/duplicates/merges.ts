import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { maxDataLength } from "#worker/contract/forms/form-rules";
import { askedAnswers } from "#worker/contract/forms/hidden-answers";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { searchText } from "#worker/contract/text/search-text";
import { commit } from "#worker/database/commit";
import { hasCourse } from "#worker/database/scope";
import { atStage, logApplicants, noteModifications } from "#worker/services/applicants/applicant-log.writes";
import { findOfferedCourse } from "#worker/services/applicants/change.queries";
import { noteModificationsUndone } from "#worker/services/applicants/merged-applicant.writes";
import { writeMoves, writeMovesBack } from "#worker/services/duplicates/belongings.writes";
import { formOf, withFormLike } from "#worker/services/duplicates/compare-fields";
import { type ComparedApplicant, readCompared } from "#worker/services/duplicates/comparison.queries";
import type { mergeApplicants as endpoint } from "#worker/services/duplicates/contract";
import {
	type PlannedMerge,
	writeMerge,
	writeSourceArchived,
	writeTarget,
} from "#worker/services/duplicates/merge.writes";
import { findMerge, findPendingChange } from "#worker/services/duplicates/merges.queries";
import { planMerge } from "#worker/services/duplicates/plan-merge";
import {
	writeArchiveRemoved,
	writeKeysBack,
	writeSourceBack,
	writeTargetBack,
	writeUndone,
} from "#worker/services/duplicates/undo.writes";
import { explainKept } from "#worker/services/stage-changes/kept.queries";
import { findPaidByBoth } from "#worker/services/transactions/ledger.queries";
import { aboutPayment } from "#worker/services/transactions/ledger.writes";

type Body = EndpointRequest<typeof endpoint>["body"];

const tooLarge = "The forms are too long to be merged. Take fewer of their fields, or none.";

/** Bytes of the target's answers and of the fields as they are shown, which an undo needs: a row on D1 has 2 MB. */
const maxArchivedBytes = 1_300_000;

/**
 * Merges the source into the target in one commit: the target takes the chosen fields and all that belongs to the
 * source, which is archived for an undo. `stale_merge` when either was changed since they were compared;
 * `stage_not_allowed` when a rule keeps the target from the stage that it would take.
 */
export const mergeApplicants = async (ctx: OrgContext, body: Body) => {
	const { targetId, sourceId, comment } = body;
	const compared = await readCompared(ctx, targetId, sourceId);
	if (!compared) return fail("not_found");
	const { first: target, second: source, organisation } = compared;
	if (targetId === sourceId || target.applicationId !== source.applicationId) return fail("not_comparable");
	if (!isAsCompared(target, source, body)) return fail("stale_merge");
	const planned = planMerge(target, source, body.sourceFields, organisation);
	if (!planned.ok) return planned;
	const plan = planned.value;
	const after = { ...target, ...plan.record };
	const named = { ...after, email: after.accountEmail };
	const names = { target: fullName(target), source: fullName(source) };
	const merge: PlannedMerge = { mergeId: ctx.newId(), target, source, plan, names, comment };
	const refused = await findRefusal(ctx, merge);
	if (refused) return refused;
	const { mergeId } = merge;
	const paidTwice = await findPaidByBoth(ctx, { applicantId: sourceId, otherId: targetId });
	const formId = target.submissionId ?? (plan.form && mergeId);
	// why all words: a search for a former name or number still finds the applicant.
	const words = [searchText(organisation.searchKey, named), target.searchText, source.searchText];
	const { layout } = formOf(withFormLike(target, source));
	const keys = applicantKeysOf(
		named,
		layout,
		plan.form ? askedAnswers(plan.form.data, plan.form.hidden) : askedAnswers(formOf(target).data, target.hidden),
	);
	const event = await commit(ctx, {
		guarded: { write: writeMerge(ctx, merge), expectedChanges: 1 },
		writes: [
			...writeMoves(ctx, {
				mergeId,
				source: { id: sourceId, formId: source.submissionId },
				target: { id: targetId, formId },
			}),
			...writeTarget(ctx, merge, { formId, searchText: uniqueWords(words) }),
			...writeSourceArchived(ctx, merge, keys),
			...noteModifications(ctx, plan.changes, { entityId: targetId, eventId: mergeId }),
			logApplicants(ctx, atStage(ctx, targetId), { type: "MERGE", reason: describeMerge(merge), eventId: mergeId }),
		],
		event: {
			id: mergeId,
			type: "applicants.merged",
			payload: {
				applicationId: target.applicationId,
				applicantIds: [targetId, sourceId],
				targetName: names.target,
				sourceName: names.source,
				sourceNumber: source.applicationNumber,
				fieldIds: plan.fields.map(({ id }) => id),
				comment,
			},
		},
		further: paidTwice.map((payment) => ({
			type: "payment.questioned",
			payload: aboutPayment({ ...payment, applicantId: targetId }),
		})),
	});
	if (event) return ok({ mergeId, targetId });
	return fail((await findPendingChange(ctx, [targetId, sourceId])) ? "change_pending" : "stale_merge");
};

const isAsCompared = (target: ComparedApplicant, source: ComparedApplicant, body: Body): boolean =>
	target.version === body.targetVersion &&
	source.version === body.sourceVersion &&
	target.formVersion === body.targetFormVersion &&
	source.formVersion === body.sourceFormVersion;

const findRefusal = async (ctx: OrgContext, { target, source, plan: { record, fields, form } }: PlannedMerge) => {
	const course = record.courseId && (await findOfferedCourse(ctx, target.applicationId, record.courseId));
	if (record.courseId && !course) return fail("course_not_offered");
	if (record.stepId !== undefined) {
		if (source.stepWorkflowId !== target.workflowId) return fail("step_not_in_workflow");
		const message = await explainKept(ctx, target.id, record.stepId);
		if (message) return fail("stage_not_allowed", { message, fields: { stageId: [message] } });
	}
	if (record.locationId && source.locationName === null) return fail("location_unknown");
	const isTooLarge =
		bytesOf([fields, form && target.data]) > maxArchivedBytes ||
		JSON.stringify(form?.data ?? {}).length > maxDataLength;
	return isTooLarge ? fail("too_large", { message: tooLarge }) : undefined;
};

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

const uniqueWords = (texts: readonly string[]): string =>
	[...new Set(texts.flatMap((text) => text.split(" ")))].join(" ");

const maxNamed = 5;

/** Returns the log entry: 'Musa Bello (CU/26/104882) was merged into this record. Fields taken: Phone number. …'. */
const describeMerge = ({ source, names, plan, comment }: PlannedMerge): string => {
	const labels = plan.fields.slice(0, maxNamed).map(({ label }) => label);
	const more = plan.fields.length > maxNamed ? ", …" : "";
	const taken = labels.length > 0 && `Fields taken: ${labels.join(", ")}${more}.`;
	return [`${names.source} (${source.applicationNumber}) was merged into this record.`, taken, comment]
		.filter(Boolean)
		.join(" ");
};

const sourceElsewhere =
	"The merged record is of a place that is not yours. Ask a colleague who works there to undo the merge.";

/**
 * Finds a merge, with the reason why the user cannot undo it now, or null. why by both places: an undo brings back the
 * merged record as much as it changes the kept one.
 */
export const findMergeOf = async (ctx: OrgContext, id: string) => {
	const merge = await findMerge(ctx, id);
	if (!merge || merge.cannotUndo || merge.sourceCourseId === null) return merge;
	return hasCourse(ctx.scope, merge.sourceCourseId) ? merge : { ...merge, cannotUndo: sourceElsewhere };
};

/** Undoes a merge as a whole in one commit. Refused when it is too old, or when the target was changed since. */
export const undoMerge = async (ctx: OrgContext, id: string) => {
	const merge = await findMergeOf(ctx, id);
	if (!merge) return fail("not_found");
	if (merge.cannotUndo) return fail("merge_not_undoable", { message: merge.cannotUndo });
	const { applicationId, targetId, targetName, targetNumber, sourceId, sourceName, sourceNumber } = merge;
	const source = { id: sourceId, formId: merge.sourceFormId };
	const target = { id: targetId, formId: merge.targetFormId };
	const [eventId, type] = [ctx.newId(), "MERGE_UNDONE" as const];
	const ofSource = `The merge into ${targetName} (${targetNumber}) was undone.`;
	const ofTarget = `The merge of ${sourceName} (${sourceNumber}) into this record was undone.`;
	const event = await commit(ctx, {
		guarded: { write: writeUndone(ctx, id), expectedChanges: 1 },
		writes: [
			writeSourceBack(ctx, id),
			...writeMovesBack(ctx, { mergeId: id, source, target }),
			...writeTargetBack(ctx, merge),
			...writeKeysBack(ctx, merge),
			noteModificationsUndone(ctx, targetId, { undoneEventId: id, eventId }),
			logApplicants(ctx, atStage(ctx, sourceId), { type, reason: ofSource, eventId }),
			logApplicants(ctx, atStage(ctx, targetId), { type, reason: ofTarget, eventId }),
			writeArchiveRemoved(ctx, id),
		],
		event: {
			id: eventId,
			type: "applicants.merge_undone",
			payload: { mergeId: id, applicationId, applicantIds: [targetId, sourceId], targetName, sourceName, sourceNumber },
		},
	});
	if (event) return ok({ targetId, sourceId, sourceName });
	// why again: a change between the look-up and the commit is what refused it.
	const now = await findMerge(ctx, id);
	return fail("merge_not_undoable", now?.cannotUndo ? { message: now.cannotUndo } : {});
};
