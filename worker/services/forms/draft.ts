import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { deleteDraft } from "#worker/services/forms/draft.writes";
import { findFormToEdit } from "#worker/services/forms/edit.queries";
import { removeObjects } from "#worker/services/forms/form-files";
import { asDraft } from "#worker/services/forms/save-draft";

/** What the actor typed into a form and has not saved, if anything. */
export const readDraft = async (ctx: OrgContext, id: string) => {
	const form = await findFormToEdit(ctx, id);
	if (!form) return fail("not_found");
	return ok(form.draft ? asDraft(form.draft) : null);
};

/** Forgets it, and the files that waited in it. */
export const dropDraft = async (ctx: OrgContext, id: string) => {
	const form = await findFormToEdit(ctx, id);
	if (!form) return fail("not_found");
	await removeObjects(ctx, id, await deleteDraft(ctx, id));
	return ok({ id });
};
