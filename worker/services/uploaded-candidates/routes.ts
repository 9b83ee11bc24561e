import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { streamResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import { pageOfImports, pageOfRows } from "#worker/imports/imports.queries";
import { applicationExists } from "#worker/services/applications/queries";
import * as candidate from "#worker/services/uploaded-candidates/candidate.contract";
import { findCandidate } from "#worker/services/uploaded-candidates/candidate.queries";
import { correctCandidate, removeCandidate, toResponse } from "#worker/services/uploaded-candidates/change-candidate";
import { createGroup, deleteGroup, updateGroup } from "#worker/services/uploaded-candidates/change-group";
import * as contract from "#worker/services/uploaded-candidates/contract";
import {
	addImport,
	discardImport,
	mapColumns,
	openFailedRows,
	startImport,
	undoImport,
} from "#worker/services/uploaded-candidates/imports";
import * as imports from "#worker/services/uploaded-candidates/imports.contract";
import { findCandidateImport, toCandidateImport } from "#worker/services/uploaded-candidates/imports.queries";
import {
	countPreloaded,
	findGroup,
	pageOfCandidates,
	pageOfGroups,
} from "#worker/services/uploaded-candidates/queries";

export const uploadedCandidatesRoutes = (app: App): void => {
	serve(app, contract.listGroups, async (ctx, { query }) => ok(await pageOfGroups(ctx, query)));
	serve(app, contract.createGroup, (ctx, { body }) => createGroup(ctx, body));
	serve(app, contract.getGroup, async (ctx, { params }) => {
		const group = await findGroup(ctx, params.id);
		return group ? ok(group) : fail("candidate_group_unavailable");
	});
	serve(app, contract.updateGroup, (ctx, { params, body }) => updateGroup(ctx, params.id, body));
	serve(app, contract.deleteGroup, (ctx, { params }) => deleteGroup(ctx, params.id));
	serve(app, contract.listCandidates, async (ctx, { params, query }) => {
		const group = await findGroup(ctx, params.id);
		return group ? ok(await pageOfCandidates(ctx, group, query)) : fail("candidate_group_unavailable");
	});
	serve(app, candidate.getCandidate, async (ctx, { params }) => {
		const found = await findCandidate(ctx, params);
		return found ? ok(toResponse(found)) : fail("not_found");
	});
	serve(app, candidate.correctCandidate, correctCandidate);
	serve(app, candidate.removeCandidate, (ctx, { params }) => removeCandidate(ctx, params));
	serve(app, contract.countPreloaded, async (ctx, { query }) =>
		(await applicationExists(ctx, query.applicationId))
			? ok(await countPreloaded(ctx, query.applicationId))
			: fail("application_unavailable"),
	);

	serve(app, imports.listImports, async (ctx, { params, query }) => {
		if (!(await findGroup(ctx, params.id))) return fail("candidate_group_unavailable");
		const { data, ...page } = await pageOfImports(ctx, params.id, query);
		return ok({ ...page, data: data.map(toCandidateImport) });
	});
	serve(app, imports.startImport, (ctx, { params, body }) => startImport(ctx, params.id, body));
	serve(app, imports.getImport, async (ctx, { params }) => {
		const found = await findCandidateImport(ctx, params);
		return found ? ok(found) : fail("not_found");
	});
	serve(app, imports.mapColumns, mapColumns);
	serve(app, imports.listImportRows, async (ctx, { params, query }) => {
		const found = await findCandidateImport(ctx, params);
		return found ? ok(await pageOfRows(ctx, found, query)) : fail("not_found");
	});
	serve(app, imports.addImport, addImport);
	serve(app, imports.undoImport, (ctx, { params }) => undoImport(ctx, params));
	serve(app, imports.discardImport, (ctx, { params }) => discardImport(ctx, params));
	serve(app, imports.getFailedRows, async (ctx, { params }) => {
		const workbook = await openFailedRows(ctx, params);
		return workbook.ok ? ok(streamResponse(workbook.value)) : workbook;
	});
};
