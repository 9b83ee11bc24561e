import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { addReferee, correctReferee, removeReferee } from "#worker/services/referees/change-referee";
import * as contract from "#worker/services/referees/contract";
import { answerInvitation, openInvitation } from "#worker/services/referees/invitation";
import * as invitation from "#worker/services/referees/invitation.contract";
import { notifyReferees } from "#worker/services/referees/notify-referees";
import { findReferees } from "#worker/services/referees/queries";

export const refereesRoutes = (app: App): void => {
	serve(app, contract.listReferees, async (ctx, { params, query }) => {
		const found = await findReferees(ctx, params.id);
		return found ? ok({ ...pageOfAll(found.referees, query), openPlaces: found.openPlaces }) : fail("not_found");
	});
	serve(app, contract.addReferee, (ctx, { params, body }) => addReferee(ctx, params.id, body));
	serve(app, contract.correctReferee, (ctx, { params, body }) => correctReferee(ctx, params, body));
	serve(app, contract.removeReferee, (ctx, { params, body }) => removeReferee(ctx, params, body));
	serve(app, contract.notifyReferees, (ctx, { body }) => notifyReferees(ctx, body));
	serve(app, invitation.getInvitation, (ctx, { params, query }) =>
		openInvitation(ctx, { organisation: query.organisation, token: params.token }),
	);
	serve(app, invitation.answerInvitation, (ctx, { params, body }) =>
		answerInvitation(ctx, { organisation: body.organisation, token: params.token }, body.data),
	);
};
