import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { answerPicture } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import * as endpoints from "#worker/services/organisation/contract";
import {
	getOrganisation,
	getPublicOrganisation,
	listPortals,
	updateSettings,
} from "#worker/services/organisation/organisation";
import { organisationById, readReadiness } from "#worker/services/organisation/queries";

export const organisationRoutes = (app: App): void => {
	serve(app, endpoints.listPortals, (ctx, { query }) => listPortals(ctx, query.orgName));
	serve(app, endpoints.getOrganisation, (ctx) => getOrganisation(ctx));
	serve(app, endpoints.getReadiness, async (ctx) => ok(await readReadiness(ctx.db, ctx.organisationId)));
	serve(app, endpoints.updateOrganisation, (ctx, { body }) => updateSettings(ctx, body));
	serve(app, endpoints.getLogo, async (ctx, { params }) => {
		const [organisation] = await organisationById(ctx.databaseFor(params.id), params.id);
		return answerPicture(ctx.env, organisation?.logoKey, "public, max-age=3600");
	});
	serve(app, endpoints.getPublicOrganisation, (ctx, { params }) => getPublicOrganisation(ctx, params.id));
};
