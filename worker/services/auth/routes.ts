import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { confirmEmail } from "#worker/services/auth/confirm-email";
import * as endpoints from "#worker/services/auth/contract";
import { currentUser } from "#worker/services/auth/current-user";
import { devRoutes } from "#worker/services/auth/dev.routes";
import { googleRoutes } from "#worker/services/auth/google.routes";
import { googleTransfer } from "#worker/services/auth/google-transfer";
import { login } from "#worker/services/auth/login";
import { logout } from "#worker/services/auth/logout";
import { refreshToken } from "#worker/services/auth/refresh-token";
import { requestPasswordReset } from "#worker/services/auth/request-password-reset";
import { resetPassword } from "#worker/services/auth/reset-password";

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
