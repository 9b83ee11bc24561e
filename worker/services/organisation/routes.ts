import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as endpoints from "#worker/services/organisation/contract";
import { getOrganisation } from "#worker/services/organisation/get-organisation";
import { getPublicOrganisation } from "#worker/services/organisation/get-public-organisation";
import { listPortals } from "#worker/services/organisation/list-portals";
import { readLogo } from "#worker/services/organisation/read-logo";
import { updateOrganisation } from "#worker/services/organisation/settings.contract";
import { updateSettings } from "#worker/services/organisation/update-settings";

export const organisationRoutes = (app: App): void => {
	serve(app, endpoints.listPortals, (ctx, { query }) => listPortals(ctx, query.orgName));
	serve(app, endpoints.getOrganisation, (ctx) => getOrganisation(ctx));
	serve(app, updateOrganisation, (ctx, { body }) => updateSettings(ctx, body));
	serve(app, endpoints.getLogo, async (ctx, { params }) => {
		const logo = await readLogo(ctx, params.id);
		return logo.ok ? ok(new Response(logo.value.body, { headers: logo.value.headers })) : logo;
	});
	serve(app, endpoints.getPublicOrganisation, (ctx, { params }) => getPublicOrganisation(ctx, params.id));
};
