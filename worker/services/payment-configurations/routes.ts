import type { OrgContext } from "#worker/context";
import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { pageOfChanges } from "#worker/records/queries";
import {
	createConfiguration,
	deleteConfiguration,
	kind,
	openShown,
	testConfiguration,
	toResponse,
	updateConfiguration,
} from "#worker/services/payment-configurations/change-configuration";
import * as contract from "#worker/services/payment-configurations/contract";
import { findConfiguration, shownConfigurations } from "#worker/services/payment-configurations/queries";

const allShown = async (ctx: OrgContext) => {
	const rows = await shownConfigurations(ctx);
	return Promise.all(rows.map((row) => toResponse(ctx, row)));
};

export const paymentConfigurationsRoutes = (app: App): void => {
	serve(app, contract.listConfigurations, async (ctx, { query }) => {
		const all = await allShown(ctx);
		return ok({ ...pageOfAll(all, query), charges: contract.chargesTogether(all) });
	});
	serve(app, contract.createConfiguration, (ctx, { body }) => createConfiguration(ctx, body));
	serve(app, contract.getConfiguration, (ctx, { params }) => openShown(ctx, params.id));
	serve(app, contract.updateConfiguration, (ctx, { params, body }) => updateConfiguration(ctx, params.id, body));
	serve(app, contract.deleteConfiguration, (ctx, { params }) => deleteConfiguration(ctx, params.id));
	serve(app, contract.testConfiguration, (ctx, { params }) => testConfiguration(ctx, params.id));
	serve(app, contract.configurationHistory, async (ctx, { params, query }) =>
		(await findConfiguration(ctx, params.id))
			? ok(await pageOfChanges(ctx, { kind }, params.id, query))
			: fail("paylog_unknown"),
	);
};
