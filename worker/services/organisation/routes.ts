import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { pictureResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import * as endpoints from "#worker/services/organisation/contract";
import { logoKeyOf } from "#worker/services/organisation/logo";
import { getOrganisation, getPublicOrganisation, listPortals } from "#worker/services/organisation/organisation";
import { organisationById, readReadiness } from "#worker/services/organisation/queries";
import {
	listHistory,
	readPortal,
	replaceContacts,
	restoreFormer,
	savePortal,
	updateSettings,
} from "#worker/services/organisation/settings";
import * as settings from "#worker/services/organisation/settings.contract";

export const organisationRoutes = (app: App): void => {
	serve(app, endpoints.listPortals, (ctx, { query }) => listPortals(ctx, query.orgName));
	serve(app, endpoints.getOrganisation, (ctx) => getOrganisation(ctx));
	serve(app, endpoints.getReadiness, async (ctx) => ok(await readReadiness(ctx.db, ctx.organisationId)));
	serve(app, settings.updateOrganisation, (ctx, { body }) => updateSettings(ctx, body));
	serve(app, settings.getPortal, (ctx) => readPortal(ctx));
	serve(app, settings.updatePortal, (ctx, { body }) => savePortal(ctx, body));
	serve(app, settings.saveContacts, (ctx, { body }) => replaceContacts(ctx, body));
	serve(app, settings.listSettingsChanges, (ctx, { query }) => listHistory(ctx, query));
	serve(app, settings.restoreSettings, (ctx, { body }) => restoreFormer(ctx, body));
	serve(app, endpoints.getLogo, async (ctx, { params: { id }, query: { version } }) => {
		const isForOtherSites = true;
		if (version) {
			const cacheControl = "public, max-age=31536000, immutable";
			return pictureResponse(ctx.env, logoKeyOf(id, version), { cacheControl, isForOtherSites });
		}
		const [organisation] = await organisationById(ctx.databaseFor(id), id);
		return pictureResponse(ctx.env, organisation?.logoKey, { cacheControl: "public, max-age=3600", isForOtherSites });
	});
	serve(app, endpoints.getPublicOrganisation, (ctx, { params }) => getPublicOrganisation(ctx, params.id));
};
