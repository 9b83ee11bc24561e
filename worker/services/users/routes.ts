import type { OrgContext } from "#worker/context";
import { pageOfAll } from "#worker/contract/page";
import { allPermissions } from "#worker/contract/permissions";
import { ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import type { UserPreferences } from "#worker/services/users/contract";
import * as endpoints from "#worker/services/users/contract";
import { listUsers, userStatistics } from "#worker/services/users/list-users";
import {
	blockUser,
	deleteUser,
	endSessions,
	inviteUser,
	openUser,
	resendInvitation,
	sendPasswordReset,
	updateUser,
} from "#worker/services/users/manage-staff";
import { allRoles, readPreferences, roleById } from "#worker/services/users/queries";
import { createRole, deleteRole, listRoleChanges, restoreRole, updateRole } from "#worker/services/users/save-role";
import * as staff from "#worker/services/users/staff.contract";
import { writePreferences } from "#worker/services/users/writes";

export const usersRoutes = (app: App): void => {
	serve(app, endpoints.listUsers, (ctx, { query }) => listUsers(ctx, query));
	serve(app, endpoints.listRoles, async (ctx, { query }) => ok(pageOfAll(await allRoles(ctx, query), query)));
	serve(app, endpoints.createRole, (ctx, { body }) => createRole(ctx, body));
	serve(app, endpoints.getRole, (ctx, { params }) => getRole(ctx, params.id));
	serve(app, endpoints.updateRole, (ctx, { params, body }) => updateRole(ctx, { id: params.id, ...body }));
	serve(app, endpoints.listRoleChanges, (ctx, { params, query }) => listRoleChanges(ctx, params.id, query));
	serve(app, endpoints.restoreRole, (ctx, { params, body }) => restoreRole(ctx, params.id, body));
	serve(app, endpoints.deleteRole, (ctx, { params }) => deleteRole(ctx, params.id));
	serve(app, endpoints.listPrivileges, async (_ctx, { query }) => ok(pageOfAll(privileges, query)));
	serve(app, endpoints.getPreferences, (ctx) => openPreferences(ctx));
	serve(app, endpoints.updatePreferences, (ctx, { body }) => changePreferences(ctx, body));
	serve(app, endpoints.userStatistics, (ctx) => userStatistics(ctx));
	serve(app, staff.inviteUser, (ctx, { body }) => inviteUser(ctx, body));
	serve(app, staff.getUser, (ctx, { params }) => openUser(ctx, params.id));
	serve(app, staff.updateUser, (ctx, { params, body }) => updateUser(ctx, params.id, body));
	serve(app, staff.blockUser, (ctx, { params, body }) => blockUser(ctx, params.id, body));
	serve(app, staff.deleteUser, (ctx, { params }) => deleteUser(ctx, params.id));
	serve(app, staff.resendInvitation, (ctx, { params }) => resendInvitation(ctx, params.id));
	serve(app, staff.sendPasswordReset, (ctx, { params }) => sendPasswordReset(ctx, params.id));
	serve(app, staff.endSessions, (ctx, { params }) => endSessions(ctx, params.id));
};

const getRole = async (ctx: OrgContext, id: string) =>
	okOr(await roleById(ctx.db, ctx.organisationId, id), "not_found");

const actions = { c: "create", r: "read", u: "update", d: "delete" } as const;

const privileges = allPermissions.map((name) => {
	const [resource = "", action] = name.split(":");
	return { name, resource, action: actions[action as keyof typeof actions] };
});

/** The preferences until a user chooses others. */
const atFirst: UserPreferences = { singleKeys: true, goesOn: false, listColumns: null };

const openPreferences = async (ctx: OrgContext) => ok((await readPreferences(ctx)) ?? atFirst);

const changePreferences = async (ctx: OrgContext, change: Partial<UserPreferences>) => {
	await writePreferences(ctx, change);
	return openPreferences(ctx);
};
