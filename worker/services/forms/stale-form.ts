import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { type FormToEdit, findLastEditor } from "#worker/services/forms/edit.queries";

/** Somebody else saved the form first: what it holds now, and what was to be written. */
export const staleForm = async (ctx: OrgContext, current: FormToEdit, attempted: object) => {
	const { data, duplicateFields, updatedAt, version, applicantId, lastReviewedBy } = current;
	const by = (await findLastEditor(ctx, applicantId)) ?? lastReviewedBy;
	return fail("stale_form", { details: { current: { data, duplicateFields, updatedAt, version, by }, attempted } });
};
