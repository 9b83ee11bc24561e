import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { streamAnswer } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import { applicationExists } from "#worker/services/applications/queries";
import { addImport, discardImport, undoImport } from "#worker/services/uploaded-candidates/carry-out";
import * as contract from "#worker/services/uploaded-candidates/contract";
import { deleteGroup } from "#worker/services/uploaded-candidates/delete-group";
import { openFailedRows } from "#worker/services/uploaded-candidates/failed-rows";
import * as imports from "#worker/services/uploaded-candidates/imports.contract";
import { findImport, pageOfImports, pageOfRows } from "#worker/services/uploaded-candidates/imports.queries";
import { mapColumns } from "#worker/services/uploaded-candidates/map-columns";
import {
	countPreloaded,
	findGroup,
	pageOfCandidates,
	pageOfGroups,
} from "#worker/services/uploaded-candidates/queries";
import { createGroup, updateGroup } from "#worker/services/uploaded-candidates/save-group";
import { startImport } from "#worker/services/uploaded-candidates/start-import";

export const uploadedCandidatesRoutes = (app: App): void => {
	serve(app, contract.listGroups, async (ctx, { query }) => {
		const { rows, total } = await pageOfGroups(ctx, query);
		return ok({ data: rows, resultTotal: total, page: query.page, size: query.size });
	});
	serve(app, contract.createGroup, (ctx, { body }) => createGroup(ctx, body));
	serve(app, contract.getGroup, async (ctx, { params }) => {
		const group = await findGroup(ctx, params.id);
		return group ? ok(group) : fail("candidate_group_unavailable");
	});
	serve(app, contract.updateGroup, (ctx, { params, body }) => updateGroup(ctx, params.id, body));
	serve(app, contract.deleteGroup, (ctx, { params }) => deleteGroup(ctx, params.id));
	serve(app, contract.listCandidates, async (ctx, { params, query }) => {
		const group = await findGroup(ctx, params.id);
		if (!group) return fail("candidate_group_unavailable");
		const { rows, total } = await pageOfCandidates(ctx, group, query);
		return ok({ data: rows, resultTotal: total, page: query.page, size: query.size });
	});
	serve(app, contract.countPreloaded, async (ctx, { query }) =>
		(await applicationExists(ctx, query.applicationId))
			? ok(await countPreloaded(ctx, query.applicationId))
			: fail("application_unavailable"),
	);

	serve(app, imports.listImports, async (ctx, { params, query }) => {
		if (!(await findGroup(ctx, params.id))) return fail("candidate_group_unavailable");
		const { rows, total } = await pageOfImports(ctx, params.id, query);
		return ok({ data: rows, resultTotal: total, page: query.page, size: query.size });
	});
	serve(app, imports.startImport, (ctx, { params, body }) => startImport(ctx, params.id, body));
	serve(app, imports.getImport, async (ctx, { params }) => {
		const found = await findImport(ctx, params);
		return found ? ok(found) : fail("not_found");
	});
	serve(app, imports.mapColumns, mapColumns);
	serve(app, imports.listImportRows, async (ctx, { params, query }) => {
		const found = await findImport(ctx, params);
		if (!found) return fail("not_found");
		const rows = await pageOfRows(ctx, found.id, query);
		const kept = query.state ?? query.outcome;
		return ok({
			data: rows.map(({ reasons, data, ...row }) => ({ ...row, reasons: reasons ?? [], data: data ?? {} })),
			resultTotal: kept ? (found.counts[kept] ?? 0) : found.rows,
			page: query.page,
			size: query.size,
		});
	});
	serve(app, imports.addImport, addImport);
	serve(app, imports.undoImport, (ctx, { params }) => undoImport(ctx, params));
	serve(app, imports.discardImport, (ctx, { params }) => discardImport(ctx, params));
	serve(app, imports.getFailedRows, async (ctx, { params }) => {
		const workbook = await openFailedRows(ctx, params);
		return workbook.ok ? ok(streamAnswer(workbook.value)) : workbook;
	});
};
