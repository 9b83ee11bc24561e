import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { confirmEmail } from "#worker/services/auth/confirm-email";
import * as endpoints from "#worker/services/auth/contract";
import { devRoutes } from "#worker/services/auth/dev.routes";
import { googleRoutes } from "#worker/services/auth/google.routes";
import { googleTransfer } from "#worker/services/auth/google-transfer";
import { login } from "#worker/services/auth/login";
import { refreshToken } from "#worker/services/auth/refresh-token";
import { requestPasswordReset } from "#worker/services/auth/request-password-reset";
import { resetPassword } from "#worker/services/auth/reset-password";
import { endSession } from "#worker/services/auth/sessions";
import { toAdminRole } from "#worker/services/users/queries";

export const authRoutes = (app: App): void => {
	serve(app, endpoints.login, (ctx, { body }) => login(ctx, body));
	serve(app, endpoints.logout, (ctx) => logout(ctx));
	serve(app, endpoints.currentUser, (ctx) => currentUser(ctx));
	serve(app, endpoints.refreshToken, (ctx, { body }) => refreshToken(ctx, body));
	serve(app, endpoints.requestPasswordReset, (ctx, { body }) => requestPasswordReset(ctx, body));
	serve(app, endpoints.resetPassword, (ctx, { body }) => resetPassword(ctx, body));
	serve(app, endpoints.confirmEmail, (ctx, { body }) => confirmEmail(ctx, body));
	serve(app, endpoints.googleTransfer, (ctx, { params, body }) =>
		googleTransfer(ctx, { organisationId: params.orgName, code: body.code }),
	);
	googleRoutes(app);
	devRoutes(app);
};

/** Returns the signed-in staff member, with the privileges they hold now (§3 Current user). */
const currentUser = async ({ actor }: OrgContext) => {
	const { id, firstName, lastName, email, roles, privileges } = actor;
	// why never blocked: a blocked user is not signed in.
	return ok({
		id,
		firstName,
		lastName,
		email,
		blocked: false,
		adminRoles: roles.map(toAdminRole),
		privileges: [...privileges],
	});
};

/** Ends the session on the server: its tokens are refused from the next request on (ASVS 7.4.1). */
const logout = async (ctx: OrgContext) => {
	await endSession(ctx, { organisationId: ctx.organisationId, sessionId: ctx.actor.sessionId }, "logout");
	await recordAudit(ctx, { action: "logout", status: "SUCCESS" });
	return ok({ message: "You are logged out." });
};
