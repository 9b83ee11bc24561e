import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as endpoints from "#worker/services/users/contract";
import { createRole } from "#worker/services/users/create-role";
import { deleteRole } from "#worker/services/users/delete-role";
import { getRole } from "#worker/services/users/get-role";
import { listUsers } from "#worker/services/users/list-users";
import { changePreferences, openPreferences } from "#worker/services/users/preferences";
import * as preferences from "#worker/services/users/preferences.contract";
import { privileges } from "#worker/services/users/privileges";
import { allRoles } from "#worker/services/users/roles.queries";
import { updateRole } from "#worker/services/users/update-role";
import { userStatistics } from "#worker/services/users/user-statistics";

export const usersRoutes = (app: App): void => {
	serve(app, endpoints.listUsers, (ctx, { query }) => listUsers(ctx, query));
	serve(app, endpoints.listRoles, async (ctx, { query }) =>
		ok(pageOfAll(await allRoles(ctx.db, ctx.organisationId), query)),
	);
	serve(app, endpoints.createRole, (ctx, { body }) => createRole(ctx, body));
	serve(app, endpoints.getRole, (ctx, { params }) => getRole(ctx, params.id));
	serve(app, endpoints.updateRole, (ctx, { params, body }) => updateRole(ctx, { id: params.id, ...body }));
	serve(app, endpoints.deleteRole, (ctx, { params }) => deleteRole(ctx, params.id));
	serve(app, endpoints.listPrivileges, async (_ctx, { query }) => ok(pageOfAll(privileges, query)));
	serve(app, preferences.getPreferences, (ctx) => openPreferences(ctx));
	serve(app, preferences.updatePreferences, (ctx, { body }) => changePreferences(ctx, body));
	serve(app, endpoints.userStatistics, (ctx) => userStatistics(ctx));
};
