import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { pageOfChanges } from "#worker/records/queries";
import * as contract from "#worker/services/bank-account/contract";
import { kind, openBankAccount, saveBankAccount } from "#worker/services/bank-account/save-bank-account";

export const bankAccountRoutes = (app: App): void => {
	serve(app, contract.getBankAccount, (ctx) => openBankAccount(ctx));
	serve(app, contract.saveBankAccount, (ctx, { body }) => saveBankAccount(ctx, body));
	serve(app, contract.bankAccountHistory, async (ctx, { query }) =>
		ok(await pageOfChanges(ctx, { kind }, ctx.organisationId, query)),
	);
};
