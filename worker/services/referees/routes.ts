import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/referees/contract";
import { answerInvitation, openInvitation } from "#worker/services/referees/invitation";
import * as invitation from "#worker/services/referees/invitation.contract";
import { notifyReferees } from "#worker/services/referees/notify-referees";
import { findReferees } from "#worker/services/referees/queries";

export const refereesRoutes = (app: App): void => {
	serve(app, contract.listReferees, async (ctx, { params, query }) => {
		const found = await findReferees(ctx, params.id);
		return found ? ok(pageOfAll(found, query)) : fail("not_found");
	});
	serve(app, contract.notifyReferees, (ctx, { body }) => notifyReferees(ctx, body));
	serve(app, invitation.getInvitation, (ctx, { params, query }) =>
		openInvitation(ctx, { organisation: query.organisation, token: params.token }),
	);
	serve(app, invitation.answerInvitation, (ctx, { params, body }) =>
		answerInvitation(ctx, { organisation: body.organisation, token: params.token }, body.data),
	);
};
