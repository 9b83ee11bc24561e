import { okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/forms/contract";
import { findSubmission, findSubmissionOf, opened } from "#worker/services/forms/queries";
import { revealAnswers } from "#worker/services/forms/reveal-answers";
import { dropDraft, readDraft, saveDraft } from "#worker/services/forms/save-draft";
import { submitForm } from "#worker/services/forms/submit-form";
import { updateForm } from "#worker/services/forms/update-form";

export const formsRoutes = (app: App): void => {
	serve(app, contract.getForm, async (ctx, { params }) => {
		const found = await findSubmission(ctx, params.id);
		return okOr(found && opened(found), "not_found");
	});
	serve(app, contract.getFormOfApplicant, async (ctx, { params }) => {
		const found = await findSubmissionOf(ctx, params.id);
		return okOr(found && opened(found), "not_found");
	});
	serve(app, contract.revealAnswers, (ctx, { params, body }) => revealAnswers(ctx, params.id, body.fieldIds));
	serve(app, contract.submitForm, (ctx, { body }) => submitForm(ctx, body));
	serve(app, contract.updateForm, (ctx, { params, body }) => updateForm(ctx, params.id, body));
	serve(app, contract.getDraft, (ctx, { params }) => readDraft(ctx, params.id));
	serve(app, contract.saveDraft, (ctx, { params, body }) => saveDraft(ctx, params.id, body));
	serve(app, contract.dropDraft, (ctx, { params }) => dropDraft(ctx, params.id));
};
