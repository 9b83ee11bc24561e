import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { kindOf } from "#app/routes/templates/screen";
import { readSignedInForm } from "#app/session/read-form.server";
import { fileResponse } from "#app/shell/file-response.server";
import { fieldText } from "#app/ui/form/field-text";
import { previewTemplatePage } from "#worker/services/templates/previews.contract";

/** Passes an email or a document through for its frame; it is posted, because the text may not be saved yet. */
export const action = (args: ActionFunctionArgs) =>
	fileResponse(args, [previewTemplatePage], async (api) => {
		const form = await readSignedInForm(args.request, args.context);
		const text = (name: string) => fieldText(form.get(name));
		const { type } = kindOf(text("type"));
		const body = {
			type,
			subject: text("subject"),
			content: text("content"),
			candidateId: text("candidateId") || null,
			templateId: text("templateId") || null,
		};
		return api.send(previewTemplatePage, { body });
	});
