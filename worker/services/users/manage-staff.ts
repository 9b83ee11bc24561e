import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { type Condition, commit, isDuplicate } from "#worker/database/commit";
import { endSessionRowsOf } from "#worker/http/sessions.writes";
import { writeChange } from "#worker/records/history.writes";
import { hasNoApplicants, isReviewer } from "#worker/services/assignments/reviewers.queries";
import { changeAccount, deleteAccount, insertAccount, setBlocked } from "#worker/services/auth/accounts.writes";
import { heldBy, holdsAll, type PlacedRole, placeHeldRoles, placeRoles } from "#worker/services/users/given-roles";
import { closePages, reopenPages } from "#worker/services/users/open-pages";
import { grantsAdministration, keepsOtherAdministrator, toAdminRole } from "#worker/services/users/queries";
import type { GivenRole, StaffMember } from "#worker/services/users/staff.contract";
import { doRolesStand, findStaffMember, rolesStand, type StaffMemberRow } from "#worker/services/users/staff.queries";
import { makeLink, refuseTooManyLinks } from "#worker/services/users/staff-mail";
import { deleteHeldRoles, deletePreferences, insertHeldRoles } from "#worker/services/users/writes";

interface Typed {
	firstName: string;
	lastName: string;
	roles: readonly GivenRole[];
}

/** Creates an account and mails its holder a link to choose a password (§2 /confirm). */
export const inviteUser = async (ctx: OrgContext, { email, roles, ...name }: Typed & { email: string }) => {
	const placed = await placeRoles(ctx, roles);
	if (!placed.ok) return placed;
	if (!placed.value.every((role) => holdsAll(heldBy(ctx.actor), role))) return fail("privilege_not_held");
	const user = { id: ctx.newId(), email, ...name };
	const link = await makeLink(ctx, user, "confirm");
	const after = stateOf({ ...user, blocked: false }, placed.value);
	try {
		const committed = await commit(ctx, {
			guarded: { write: insertAccount(ctx, user, rolesStand(ctx.organisationId, placed.value)), expectedChanges: 1 },
			writes: [...insertHeldRoles(ctx, user.id, placed.value), ...link.writes],
			event: { type: "user.invited", payload: { ...named(user), after } },
		});
		if (!committed) return refuseRoles(ctx, roles);
	} catch (error) {
		if (!isDuplicate(error, "users")) throw error;
		return fail("user_exists", { fields: { email: ["There is an account with this email address already."] } });
	}
	const emailed = await link.send();
	const made = await openUser(ctx, user.id);
	return made.ok ? ok({ ...made.value, emailed }) : fail("internal");
};

/** Says why roles could not be given that were changed, or whose place was, since they were read. */
const refuseRoles = async (ctx: OrgContext, given: readonly GivenRole[], held: readonly PlacedRole[] = []) => {
	const placed = await placeRoles(ctx, given, held);
	return placed.ok ? fail("role_or_place_changed") : placed;
};

export const openUser = async (ctx: OrgContext, id: string) => {
	const user = await findStaffMember(ctx, id);
	return user ? ok(shown(user)) : fail("not_found");
};

const shown = ({ held, ...user }: StaffMemberRow): StaffMember => ({ ...user, adminRoles: held.map(toAdminRole) });

/**
 * Changes a user's name and roles. The author must hold what each role that is added or taken away grants (§6), and somebody
 * must still be able to administer users and roles.
 */
export const updateUser = async (
	ctx: OrgContext,
	id: string,
	{ roles, version, ...name }: Typed & { version?: number | undefined },
) => {
	const user = await findStaffMember(ctx, id);
	if (!user) return fail("not_found");
	const held = await placeHeldRoles(ctx, user.held);
	const placed = await placeRoles(ctx, roles, held);
	if (!placed.ok) return placed;
	const hasNewName = name.firstName !== user.firstName || name.lastName !== user.lastName;
	const hasNewRoles = inOrder(placed.value) !== inOrder(held);
	// why: a change of nothing would be a line in the history, and a conflict for everybody who has the user open.
	if (!hasNewName && !hasNewRoles) return ok(shown(user));
	const [added, removed] = [without(placed.value, held), without(held, placed.value)];
	if (![...added, ...removed].every((role) => holdsAll(heldBy(ctx.actor), role))) return fail("privilege_not_held");
	const seen = [...added, ...removed.map((role) => ({ ...role, itemId: null }))];
	const guards: Condition[] = [
		rolesStand(ctx.organisationId, seen),
		...(grantsAdministration(placed.value) ? [] : [keepsOtherAdministrator(ctx.organisationId, id)]),
	];
	const write = changeAccount(ctx, id, name, { version: version ?? user.version, guards });
	const states = { before: stateOf(user, held), after: stateOf({ ...user, ...name }, placed.value) };
	const event = { id: ctx.newId(), type: "user.updated" as const, payload: { ...named({ id, ...name }), ...states } };
	const roleWrites = [deleteHeldRoles(ctx, id), ...insertHeldRoles(ctx, id, placed.value)];
	const committed = await commit(ctx, {
		guarded: { write, expectedChanges: 1 },
		writes: [...(hasNewRoles ? roleWrites : []), noteChange(ctx, event, states)],
		event,
	});
	const current = await findStaffMember(ctx, id);
	if (!current) return fail("not_found");
	if (committed) {
		if (hasNewRoles) reopenPages(ctx, async () => [id]);
		return ok(shown(current));
	}
	if (current.version !== (version ?? user.version))
		return fail("changed_meanwhile", { details: { current: shown(current) } });
	return (await doRolesStand(ctx, seen)) ? fail("last_administrator") : refuseRoles(ctx, roles, held);
};

/** Returns roles and where they are held, in order: the first one names the place of its holder (§6). */
const inOrder = (roles: readonly PlacedRole[]): string =>
	JSON.stringify(roles.map(({ roleId, itemId }) => [roleId, itemId]));

/** Blocks a user, whose sessions end in the same moment, or lets them in again. */
export const blockUser = async (ctx: OrgContext, id: string, { blocked }: { blocked: boolean }) => {
	const user = await findStaffMember(ctx, id);
	if (!user) return fail("not_found");
	if (user.blocked === blocked) return ok(shown(user));
	if (blocked && id === ctx.actor.id) return fail("own_account");
	const held = await placeHeldRoles(ctx, user.held);
	if (!held.every((role) => holdsAll(heldBy(ctx.actor), role))) return fail("privilege_not_held");
	const guard = blocked ? keepsOtherAdministrator(ctx.organisationId, id) : undefined;
	const states = { before: stateOf(user, held), after: stateOf({ ...user, blocked }, held) };
	const type = blocked ? ("user.blocked" as const) : ("user.unblocked" as const);
	const event = { id: ctx.newId(), type, payload: named(user) };
	const committed = await commit(ctx, {
		guarded: { write: setBlocked(ctx, id, blocked, guard), expectedChanges: 1 },
		writes: [...(blocked ? [endAll(ctx, id, "blocked")] : []), noteChange(ctx, event, states)],
		event,
	});
	const current = await findStaffMember(ctx, id);
	if (!current) return fail("not_found");
	if (committed && blocked) closePages(ctx, id);
	return committed || current.blocked === blocked ? ok(shown(current)) : fail("last_administrator");
};

/**
 * Deletes an account that has never signed in. why no other: the logs name its holder. why not one that applicants are
 * assigned to: they would be nobody's, and nobody would know that the work stopped.
 */
export const deleteUser = async (ctx: OrgContext, id: string) => {
	const user = await findStaffMember(ctx, id);
	if (!user) return fail("not_found");
	if (user.lastLoginAt !== null) return fail("user_has_signed_in");
	const held = await placeHeldRoles(ctx, user.held);
	if (!held.every((role) => holdsAll(heldBy(ctx.actor), role))) return fail("privilege_not_held");
	const link = await makeLink(ctx, user, "confirm");
	const guards = [keepsOtherAdministrator(ctx.organisationId, id), hasNoApplicants(ctx.organisationId, id)];
	const committed = await commit(ctx, {
		guarded: { write: deleteAccount(ctx, id, guards), expectedChanges: 1 },
		writes: [deleteHeldRoles(ctx, id), deletePreferences(ctx, id), ...link.writes.slice(0, 1)],
		event: { type: "user.deleted", payload: { ...named(user), before: stateOf(user, held) } },
	});
	if (committed) return ok({ id });
	const current = await findStaffMember(ctx, id);
	if (!current) return fail("not_found");
	if (current.lastLoginAt !== null) return fail("user_has_signed_in");
	return fail((await isReviewer(ctx, id)) ? "user_has_applicants" : "last_administrator");
};

/** Mails the link of an invitation again; the former ones no longer work. */
export const resendInvitation = async (ctx: OrgContext, id: string) => {
	const user = await findStaffMember(ctx, id);
	if (!user) return fail("not_found");
	if (user.isConfirmed) return fail("already_confirmed");
	return mailLink(ctx, user, "confirm");
};

export const sendPasswordReset = async (ctx: OrgContext, id: string) => {
	const user = await findStaffMember(ctx, id);
	if (!user) return fail("not_found");
	return (await refuseUnlessHeld(ctx, user)) ?? mailLink(ctx, user, "reset");
};

const mailLink = async (ctx: OrgContext, user: StaffMemberRow, purpose: "confirm" | "reset") => {
	if (user.blocked) return fail("user_blocked");
	const refused = await refuseTooManyLinks(ctx, user.id);
	if (refused) return refused;
	const link = await makeLink(ctx, user, purpose);
	const type = purpose === "confirm" ? "user.invitation_sent" : "user.password_reset_sent";
	await commit(ctx, { writes: link.writes, event: { type, payload: named(user) } });
	return ok({ emailed: await link.send() });
};

const holdsMore = "This user holds privileges that you do not. Somebody who holds them too has to do it.";

/** Refuses to sign out, or to send a link, a user who holds more: they could be kept from their work again and again. */
const refuseUnlessHeld = async (ctx: OrgContext, user: StaffMemberRow) => {
	const held = await placeHeldRoles(ctx, user.held);
	const isHeld = held.every((role) => holdsAll(heldBy(ctx.actor), role));
	return isHeld ? undefined : fail("privilege_not_held", { message: holdsMore });
};

/** Ends all sessions of a user, at once. */
export const endSessions = async (ctx: OrgContext, id: string) => {
	const user = await findStaffMember(ctx, id);
	if (!user) return fail("not_found");
	const refused = await refuseUnlessHeld(ctx, user);
	if (refused) return refused;
	if (user.sessions === 0) return ok({ ended: 0 });
	await commit(ctx, {
		writes: [endAll(ctx, id, "ended_by_staff")],
		event: { type: "user.sessions_ended", payload: named(user) },
	});
	closePages(ctx, id);
	return ok({ ended: user.sessions });
};

const endAll = ({ db, organisationId, now }: OrgContext, userId: string, reason: "blocked" | "ended_by_staff") =>
	endSessionRowsOf(db, userId, { organisationId, reason, now: now() });

const without = (roles: readonly PlacedRole[], others: readonly PlacedRole[]): PlacedRole[] =>
	roles.filter((role) => !others.some(({ roleId, itemId }) => roleId === role.roleId && itemId === role.itemId));

const named = ({ id, ...name }: { id: string; firstName: string; lastName: string }) => ({
	userId: id,
	name: fullName({ ...name, middleName: null }),
});

type AccountState = ReturnType<typeof stateOf>;

/** Keeps a change of an account for the modification log, which has an entry for each field of it. */
const noteChange = (
	ctx: OrgContext,
	{ id, payload }: { id: string; payload: ReturnType<typeof named> },
	{ before, after }: Record<"before" | "after", AccountState>,
) => {
	const noted = ({ firstName, lastName, roles, ...state }: AccountState) => ({
		name: fullName({ firstName, lastName, middleName: null }),
		...state,
		roles: roles.map(({ name, place }) => (place === null ? name : `${name} (${place})`)),
	});
	return writeChange(ctx, {
		id,
		kind: "user",
		recordId: payload.userId,
		action: "updated",
		before: noted(before),
		after: noted(after),
	});
};

const stateOf = (
	{ firstName, lastName, email, blocked }: Pick<StaffMemberRow, "firstName" | "lastName" | "email" | "blocked">,
	roles: readonly PlacedRole[],
) => ({
	firstName,
	lastName,
	email,
	blocked,
	roles: roles.map(({ roleName, itemName }) => ({ name: roleName, place: itemName })),
});
