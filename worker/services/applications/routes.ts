import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { itemsOfApplication } from "#worker/services/applications/admin-level-items.queries";
import * as contract from "#worker/services/applications/contract";
import { findDefaultApplication } from "#worker/services/applications/default.queries";
import { allFormDesigns, findApplication, selectApplications } from "#worker/services/applications/queries";
import { searchApplications } from "#worker/services/applications/search-applications";

/** why: fixed paths come before `/applications/:id`, which would take them for ids. */
export const applicationsRoutes = (app: App): void => {
	serve(app, contract.listApplications, async (ctx, { query: { page, size } }) => {
		const { rows, total } = await selectApplications(ctx, { limit: size, offset: page * size });
		return ok({ data: rows, resultTotal: total, page, size });
	});
	serve(app, contract.searchApplications, (ctx, { query }) => searchApplications(ctx, query));
	serve(app, contract.listApplicationForms, async (ctx, { query }) => ok(pageOfAll(await allFormDesigns(ctx), query)));
	serve(app, contract.defaultApplication, async (ctx) => {
		const application = await findDefaultApplication(ctx);
		return application ? ok(application) : fail("application_unavailable");
	});
	serve(app, contract.getApplication, async (ctx, { params }) => {
		const application = await findApplication(ctx, params.id);
		return application ? ok(application) : fail("application_unavailable");
	});
	serve(app, contract.listApplicationAdminLevelItems, async (ctx, { params, query }) => {
		const items = await itemsOfApplication(ctx, params.id);
		return items ? ok(pageOfAll(items, query)) : fail("application_unavailable");
	});
};
