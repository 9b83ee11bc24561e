import * as v from "valibot";
import type { Endpoint } from "#worker/contract/endpoint";
import type { RecordEndpoints } from "#worker/contract/records";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { storedFileResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import { updateRecord } from "#worker/records/operations";
import { findRecord } from "#worker/records/queries";
import { serveRecords } from "#worker/records/serve-records";
import { attachFile, findWorkflow } from "#worker/services/workflows/attach-file";
import * as contract from "#worker/services/workflows/contract";
import { copyWorkflow } from "#worker/services/workflows/copy-workflow";
import * as drafts from "#worker/services/workflows/drafts.contract";
import {
	attachToDraft,
	deleteWorkflow,
	dropDraft,
	publishDraft,
	readDraft,
	saveDraft,
	stepDraft,
} from "#worker/services/workflows/edit-draft";
import * as files from "#worker/services/workflows/files.contract";
import { findChoices, findStepFile, findUses } from "#worker/services/workflows/queries";
import { workflow } from "#worker/services/workflows/record";
import { findPendingMoves } from "#worker/services/workflows/references.queries";
import { fileOf, importWorkflow } from "#worker/services/workflows/workflow-file";

/** why: a fixed path comes before `/workflow/:id`, which would take it for an id. */
export const workflowsRoutes = (app: App): void => {
	serve(app, contract.listWorkflowChoices, async (ctx) => ok(await findChoices(ctx)));
	serveRecords(app, workflow, { ownRemove: true });
	serve(app, contract.deleteWorkflow as RecordEndpoints["remove"], (ctx, { params }) => deleteWorkflow(ctx, params.id));
	// why as those of records: they are updates of a part, and a creation.
	serve(
		app,
		contract.saveWorkflowSteps as RecordEndpoints["update"],
		async (ctx, { params, body: { version, steps } }) => {
			const found = await findRecord(ctx, workflow, params.id);
			return found
				? updateRecord(ctx, workflow, params.id, {
						fields: { name: found.name, steps },
						version: version ?? found.version,
					})
				: fail("not_found");
		},
	);
	serve(app, contract.copyWorkflow as Endpoint, (ctx, { params, body }) =>
		copyWorkflow(ctx, v.parse(contract.copyWorkflow.params, params).id, v.parse(contract.copyWorkflow.body, body).name),
	);
	serve(app, files.exportWorkflow, async (ctx, { params }) => {
		const found = await findWorkflow(ctx, params.id);
		return found ? ok(fileOf(found)) : fail("not_found");
	});
	serve(app, files.importWorkflow as Endpoint, (ctx, { body }) => {
		const { workflow: file, leaveOut } = v.parse(files.importWorkflow.body, body);
		return importWorkflow(ctx, file, leaveOut);
	});
	serve(app, contract.attachToStep as Endpoint, (ctx, { params, body }) =>
		attachFile(ctx, v.parse(contract.attachToStep.params, params), v.parse(contract.attachToStep.body, body)),
	);
	serve(app, drafts.getWorkflowDraft, (ctx, { params }) => readDraft(ctx, params.id));
	serve(app, drafts.saveWorkflowDraft, (ctx, { params, body }) => saveDraft(ctx, params.id, body));
	serve(app, drafts.stepWorkflowDraft, (ctx, { params, body: { to, version } }) =>
		stepDraft(ctx, params.id, to, version),
	);
	serve(app, drafts.dropWorkflowDraft, (ctx, { params, query }) => dropDraft(ctx, params.id, query.version));
	serve(app, drafts.publishWorkflowDraft as Endpoint, (ctx, { params, body }) => {
		const { version } = v.parse(drafts.publishWorkflowDraft.body, body);
		return publishDraft(ctx, v.parse(drafts.publishWorkflowDraft.params, params).id, version);
	});
	serve(app, drafts.attachToDraftStep, (ctx, { params, body }) => attachToDraft(ctx, params, body));
	serve(app, contract.listWorkflowUses, async (ctx, { params: { id } }) => {
		const [found, applications, pendingMoves] = await Promise.all([
			findRecord(ctx, workflow, id),
			findUses(ctx, id),
			findPendingMoves(ctx, id),
		]);
		return found ? ok({ applications, pendingMoves }) : fail("not_found");
	});
	serve(app, contract.getStepAttachment, async (ctx, { params, headers }) =>
		storedFileResponse(ctx.env, await findStepFile(ctx, params), headers.range),
	);
};
