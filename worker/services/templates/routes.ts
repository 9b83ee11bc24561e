import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { Endpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import type { RecordEndpoints } from "#worker/contract/records";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { pdfResponse, pictureResponse } from "#worker/http/file-response";
import { framedMail } from "#worker/http/framed-mail";
import { serve } from "#worker/http/serve";
import {
	createRecord,
	deleteRecord,
	listChanges,
	openRecord,
	restoreRecord,
	stateOf,
	updateRecord,
} from "#worker/records/operations";
import { findRecord } from "#worker/records/queries";
import { readFormFields } from "#worker/services/form-designs/merge-fields.queries";
import { cleanTemplate } from "#worker/services/templates/clean-template";
import * as contract from "#worker/services/templates/contract";
import * as drafts from "#worker/services/templates/drafts.contract";
import { draftOf, draftOfNew } from "#worker/services/templates/drafts.queries";
import { removeDraft } from "#worker/services/templates/drafts.writes";
import { dropDraft, readDraft, saveDraft, stepDraft } from "#worker/services/templates/edit-draft";
import * as files from "#worker/services/templates/files.contract";
import { uploadPicture } from "#worker/services/templates/pictures";
import * as pictures from "#worker/services/templates/pictures.contract";
import { pictureKeyOf } from "#worker/services/templates/pictures.queries";
import { drawTemplate, fillTemplate, previewTemplate } from "#worker/services/templates/preview-template";
import * as previews from "#worker/services/templates/previews.contract";
import { pageOfTemplates } from "#worker/services/templates/queries";
import { refuseBound, template, templateOfDraft } from "#worker/services/templates/record";
import { sendTest } from "#worker/services/templates/send-test";

/** Reads a template with a known shape. */
const findWhole = async (ctx: OrgContext, id: string) =>
	(await findRecord(ctx, template, id)) as (contract.Template & { version: number }) | undefined;

export const templatesRoutes = (app: App): void => {
	serve(app, contract.listTemplates, async (ctx, { query }) => ok(await pageOfTemplates(ctx, query)));
	serve(app, contract.listSystemTemplates, async (ctx, { query }) =>
		ok(await pageOfTemplates(ctx, { ...query, origin: "system" })),
	);
	serve(app, pictures.uploadPicture, (ctx, { body }) => uploadPicture(ctx, body.files));
	serve(app, pictures.getPicture, (ctx, { params: { id, file } }) =>
		pictureResponse(ctx.env, pictureKeyOf(id, file), {
			cacheControl: "public, max-age=31536000, immutable",
			isForOtherSites: true,
		}),
	);
	serve(app, files.exportTemplate, async (ctx, { params }) => {
		const found = await findWhole(ctx, params.id);
		if (!found) return fail("not_found");
		const { name, type, subject, content, page } = found;
		return ok({ format: files.templateFormat, name, type, subject, content, page });
	});
	serve(app, files.importTemplate as Endpoint, async (ctx, { body }) => {
		const { format: _, ...given } = v.parse(files.importTemplate.body, body).template;
		const cleaned = await cleanTemplate(ctx, given);
		return cleaned.ok ? createRecord(ctx, template, { ...cleaned.value, active: false }) : cleaned;
	});
	serve(app, previews.listFormMergeFields, async (ctx, { query }) => {
		const fields = await readFormFields(ctx, query.applicationId);
		return ok({ data: fields.filter(({ forms }) => forms.length > 0) });
	});
	serve(app, previews.previewTemplate, (ctx, { body }) => previewTemplate(ctx, body));
	serve(app, previews.previewTemplatePage, async (ctx, { body }) => {
		if (body.type === "document") {
			const drawn = await drawTemplate(ctx, body);
			return drawn.ok ? ok(pdfResponse({ bytes: drawn.value, name: "Preview.pdf" }, "inline")) : drawn;
		}
		const filled = await fillTemplate(ctx, body);
		return filled.ok ? ok(framedMail(ctx.env, filled.value.page.html)) : filled;
	});
	serve(app, previews.sendTestOfTemplate, (ctx, { body }) => sendTest(ctx, body));
	serve(app, drafts.getTemplateDraft, (ctx, { params }) => readDraft(ctx, params.id));
	serve(app, drafts.saveTemplateDraft, (ctx, { params, body }) => saveDraft(ctx, params.id, body));
	serve(app, drafts.stepTemplateDraft, (ctx, { params, body: { to, version } }) =>
		stepDraft(ctx, params.id, to, version),
	);
	serve(app, drafts.dropTemplateDraft, (ctx, { params, query }) => dropDraft(ctx, params.id, query.version));
	const { find, remove, history, restore } = template.endpoints;
	serve(app, find, (ctx, { params }) => openRecord(ctx, template, params.id));
	serve(app, contract.createTemplate as RecordEndpoints["create"], async (ctx, { body }) => {
		const { draftVersion, ...fields } = v.parse(contract.createTemplate.body, body);
		const cleaned = await cleanTemplate(ctx, fields);
		const kind = templateOfDraft(draftOfNew(ctx, fields.type), draftVersion);
		return cleaned.ok ? createRecord(ctx, kind, cleaned.value) : cleaned;
	});
	serve(app, contract.updateTemplate as RecordEndpoints["update"], async (ctx, { params, body }) => {
		const { version, draftVersion, ...fields } = v.parse(contract.updateTemplate.body, body);
		const found = await findWhole(ctx, params.id);
		if (!found) return fail("not_found");
		// why: what is as it was is not cleaned: a system template is saved as it came.
		const cleaned = isSame(found, fields) ? ok(fields) : await cleanTemplate(ctx, fields);
		if (!cleaned.ok) return cleaned;
		const draft = draftOf(params.id, found.type);
		const kind = templateOfDraft(draft, draftVersion);
		const saved = await updateRecord(ctx, kind, params.id, { fields: cleaned.value, version });
		// why: texts that are as they were are not written, and their draft ends all the same.
		if (saved.ok && saved.value.version === found.version && draftVersion !== undefined)
			await removeDraft(ctx, draft, draftVersion);
		return saved;
	});
	serve(app, contract.setTemplate as RecordEndpoints["update"], async (ctx, { params, body }) => {
		const { version, ...given } = v.parse(contract.setTemplate.body, body);
		const found = await findRecord(ctx, template, params.id);
		if (!found) return fail("not_found");
		const fields = { ...stateOf(template, found), ...given };
		return updateRecord(ctx, template, params.id, { fields, version: version ?? found.version });
	});
	serve(app, contract.copyTemplate as Endpoint, async (ctx, { params, body }) => {
		const found = await findWhole(ctx, v.parse(IdParams, params).id);
		if (!found) return fail("not_found");
		const { name } = v.parse(contract.copyTemplate.body, body);
		const { type, subject, content, page } = found;
		return createRecord(ctx, template, { name, type, subject, content, page, active: false });
	});
	serve(app, remove, async (ctx, { params }) => refuseBound(ctx) ?? deleteRecord(ctx, template, params.id));
	serve(app, history, (ctx, { params, query }) => listChanges(ctx, template, params.id, query));
	serve(app, restore, (ctx, { params, body }) => restoreRecord(ctx, template, params.id, body));
};

const isSame = (found: contract.Template, { subject, content }: { subject: string | null; content: string }): boolean =>
	found.subject === subject && found.content === content;
