import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as endpoints from "#worker/services/organisation/contract";
import { getOrganisation } from "#worker/services/organisation/get-organisation";
import { getPublicOrganisation } from "#worker/services/organisation/get-public-organisation";
import { listPortals } from "#worker/services/organisation/list-portals";

export const organisationRoutes = (app: App): void => {
	serve(app, endpoints.listPortals, (ctx, { query }) => listPortals(ctx, query.orgName));
	serve(app, endpoints.getOrganisation, (ctx) => getOrganisation(ctx));
	serve(app, endpoints.getPublicOrganisation, (ctx, { params }) => getPublicOrganisation(ctx, params.id));
};
