import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { changeApplicantView, saveApplicantView } from "#worker/services/saved-views/applicant-view";
import * as contract from "#worker/services/saved-views/contract";
import * as ofCriteria from "#worker/services/saved-views/criteria.contract";
import { readSavedCriteria, readSavedViews, readTransactionViews } from "#worker/services/saved-views/queries";
import { changeView, deleteView, saveView } from "#worker/services/saved-views/save-view";
import { applicantViews, criteriaSets, transactionViews } from "#worker/services/saved-views/saved-view";
import * as ofTransactions from "#worker/services/saved-views/transaction-views.contract";

export const savedViewsRoutes = (app: App): void => {
	serve(app, contract.listSavedViews, async (ctx, { query }) =>
		ok(pageOfAll(await readSavedViews(ctx, query.counted), query)),
	);
	serve(app, contract.createSavedView, (ctx, { body }) => saveApplicantView(ctx, body));
	serve(app, contract.updateSavedView, (ctx, { params, body }) => changeApplicantView(ctx, params.id, body));
	serve(app, contract.deleteSavedView, (ctx, { params }) => deleteView(ctx, applicantViews, params.id));

	serve(app, ofTransactions.listTransactionViews, async (ctx, { query }) =>
		ok(pageOfAll(await readTransactionViews(ctx), query)),
	);
	serve(app, ofTransactions.createTransactionView, (ctx, { body: { filters, ...view } }) =>
		saveView(ctx, transactionViews, { ...view, isPinned: false, filter: filters }),
	);
	serve(app, ofTransactions.updateTransactionView, (ctx, { params, body: { filters, version, ...view } }) =>
		changeView(ctx, transactionViews, params.id, { ...view, version, isPinned: false, filter: filters }),
	);
	serve(app, ofCriteria.listSavedCriteria, async (ctx, { query }) =>
		ok(pageOfAll(await readSavedCriteria(ctx), query)),
	);
	serve(app, ofCriteria.createSavedCriteria, (ctx, { body: { criteria, ...view } }) =>
		saveView(ctx, criteriaSets, { ...view, isPinned: false, filter: { criteria } }),
	);
	serve(app, ofCriteria.updateSavedCriteria, (ctx, { params, body: { criteria, version, ...view } }) =>
		changeView(ctx, criteriaSets, params.id, { ...view, version, isPinned: false, filter: criteria && { criteria } }),
	);
	serve(app, ofCriteria.deleteSavedCriteria, (ctx, { params }) => deleteView(ctx, criteriaSets, params.id));

	serve(app, ofTransactions.deleteTransactionView, (ctx, { params }) => deleteView(ctx, transactionViews, params.id));
};
