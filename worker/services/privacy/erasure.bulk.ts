import * as v from "valibot";
import { ok } from "#worker/contract/result";
import { paymentSearchText } from "#worker/contract/text/search-text";
import type { BulkAction, Target } from "#worker/runs/bulk-action";
import { type ApplicantTypes, applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { readApplicantStates } from "#worker/services/applicants/selection.queries";
import { organisationById } from "#worker/services/organisation/queries";
import { ErasureReason, eraseApplicants } from "#worker/services/privacy/contract";
import { writeErased, writeErasure } from "#worker/services/privacy/erasure.writes";
import { findStillDue, nameErased } from "#worker/services/privacy/erasures.queries";
import { readReferences, withMerged } from "#worker/services/privacy/personal-data.queries";

/** What makes applicants due by a retention rule: one of these stages, since before a moment (UTC milliseconds). */
const Due = v.object({
	ruleId: v.string(),
	months: v.number(),
	stepIds: v.array(v.string()),
	before: v.number(),
});
export type Due = v.InferOutput<typeof Due>;
const ErasureInput = v.object({ reason: ErasureReason, due: v.optional(Due) });

interface Erasing extends Target {
	reason: string;
	due: Due | undefined;
}

type ErasureTypes = ApplicantTypes<v.InferOutput<typeof ErasureInput>, Erasing, never>;

/** Removes what is personal of each applicant. It cannot be undone; it is always a task, and a slice is all or nothing. */
export const erasure: BulkAction<ErasureTypes> = {
	kind: "erasure",
	taskType: "ERASURE",
	access: eraseApplicants.access,
	input: ErasureInput,
	rows: {
		...applicantRows,
		nameAll: async (ctx, ids) => new Map([...(await nameErased(ctx, ids)), ...(await applicantRows.nameAll(ctx, ids))]),
	},
	maxAtOnce: 0,
	maxSlice: 25,
	resolve: async (_, { reason, due }) => ok({ id: "erasure", name: "erased", undoWindowMs: 0, reason, due }),
	load: async (ctx, ids, { due }) => {
		const [states, stillDue] = await Promise.all([readApplicantStates(ctx, ids), due && findStillDue(ctx, ids, due)]);
		if (!stillDue) return states;
		// why as changed since: they were due when the run was begun.
		return new Map([...states].map(([id, state]) => [id, stillDue.has(id) ? state : { ...state, isLate: true }]));
	},
	decide: (state, { due }) => {
		if (!state) return "not_found";
		// why again: somebody may have moved the applicant since the run was begun.
		const isDue = !due || (due.stepIds.includes(state.stepId) && state.stageChangedAt <= due.before);
		return isDue ? "will_change" : "not_allowed";
	},
	countFor: async () => ({ unchanged: 0, notAllowed: 0 }),
	write: async (ctx, states, { reason }, { runId, onlyIf }) => {
		const named = states.map(({ id }) => id);
		const ids = await withMerged(ctx, named);
		const [payments, [organisation]] = await Promise.all([
			readReferences(ctx, ids),
			organisationById(ctx.db, ctx.organisationId),
		]);
		const nobody = { name: "", email: "", username: "" };
		const searchTexts = payments.map(
			(payment) => [payment.id, paymentSearchText(organisation?.searchKey ?? "", { ...payment, ...nobody })] as const,
		);
		return ok({
			guarded: writeErased(ctx, states, { reason, runId, onlyIf }),
			writes: writeErasure(ctx, ids, searchTexts),
			event: {
				type: "applicants.erased",
				payload: {
					applicationIds: [...new Set(states.map(({ applicationId }) => applicationId))],
					applicantIds: named,
					applicationNumbers: states.map(({ applicationNumber }) => applicationNumber),
					runId,
					reason,
				},
			},
		});
	},
};
