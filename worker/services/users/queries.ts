import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { listColumns } from "#worker/contract/list-columns";
import { containsWords } from "#worker/database/contains-words";
import type { Database } from "#worker/database/database";
import { folded } from "#worker/database/folded";
import { orderOf } from "#worker/database/order-of";
import { remembered } from "#worker/database/remembered";
import { roles, userRoles, users } from "#worker/database/schema/auth";
import { type HeldRole, heldRolesOf } from "#worker/http/held-roles.queries";
import type { CurrentUser } from "#worker/services/auth/contract";
import type { listRoles, listUsers } from "#worker/services/users/contract";

export const toAdminRole = ({
	roleId,
	roleName,
	levelId,
	levelName,
	placeId,
	itemName,
}: HeldRole): CurrentUser["adminRoles"][number] => ({
	role: { id: roleId, name: roleName },
	adminLevel: levelId !== null && levelName !== null ? { id: levelId, name: levelName } : null,
	// why also an item that is gone: such a role is for nobody, and without a place it would be for everybody.
	adminLevelItem: placeId === null ? null : { id: placeId, name: itemName ?? deletedPlace },
});

/** What a structure item is called that no longer exists. */
export const deletedPlace = "Deleted place";

export interface UserFilter {
	keyword?: string | undefined;
	roleId?: string | undefined;
	blocked?: boolean | undefined;
	page: number;
	size: number;
	/** Instead of the page's: users to skip. */
	offset?: number | undefined;
	sort?: EndpointRequest<typeof listUsers>["query"]["sort"];
}

const byName = [sql`lower(${users.firstName})`, sql`lower(${users.lastName})`, users.id] as const;

/** Returns the order of a page; equal users are sorted by name. why the name is reversed whole: its index is read backwards. */
const orderOfUsers = ({ sort = "name" }: UserFilter): SQL[] => {
	if (sort === "name" || sort === "-name") return byName.map((name) => orderOf(sort, { name }));
	const by = orderOf(sort, { email: users.email, login: users.lastLoginAt, created: users.createdAt });
	return [by, ...byName.map((name) => orderOf("name", { name }))];
};

/**
 * Reads one page of staff with the roles they hold, and how many match. why counted, and sorted without an index but by
 * name: an institution has some thousand.
 */
export const usersPage = (ctx: OrgContext, filter: UserFilter) => {
	const { db, organisationId } = ctx;
	const { page, size, offset = page * size } = filter;
	const wanted = and(
		eq(users.organisationId, organisationId),
		filter.blocked === undefined ? undefined : eq(users.blocked, filter.blocked),
		filter.roleId === undefined ? undefined : holdsRole(organisationId, filter.roleId),
		...words(filter.keyword).map(beginsWith),
	);
	const order = orderOfUsers(filter);
	const chosen = db
		.select({ id: users.id })
		.from(users)
		.where(wanted)
		.orderBy(...order)
		.limit(size)
		.offset(offset);
	return Promise.all([
		db
			.select({
				id: users.id,
				firstName: users.firstName,
				lastName: users.lastName,
				email: users.email,
				blocked: users.blocked,
				isConfirmed: sql<boolean>`${users.emailConfirmedAt} IS NOT NULL`.mapWith(Boolean),
				lastLoginAt: users.lastLoginAt,
				createdAt: users.createdAt,
			})
			.from(users)
			.where(wanted)
			.orderBy(...order)
			.limit(size)
			.offset(offset),
		isOnlyOfRole(filter) ? howManyHold(ctx, filter.roleId) : total(db.select(all).from(users).where(wanted)),
		heldRolesOf(db, organisationId, sql`${chosen}`),
	]);
};

/** why: the holders of a role are counted in its index, without looking at the users. */
const isOnlyOfRole = ({ roleId, blocked, keyword }: UserFilter): boolean =>
	roleId !== undefined && blocked === undefined && words(keyword).length === 0;

const all = { total: sql<number>`count(*)` };
const total = async (counted: Promise<{ total: number }[]>) => (await counted)[0]?.total ?? 0;

/** why remembered: a role may have thousands, and who holds which is configuration. */
const howManyHold = (ctx: OrgContext, roleId = "") =>
	remembered(ctx, `how many hold ${roleId}`, () => {
		const ofRole = and(eq(userRoles.organisationId, ctx.organisationId), eq(userRoles.roleId, roleId));
		return total(ctx.db.select(all).from(userRoles).where(ofRole));
	});

// why the institution by its id and not by that of the user: the holders are then read once, and not for each user.
const holdsRole = (organisationId: string, roleId: string): SQL => sql`${users.id} IN (
	SELECT held.user_id FROM ${userRoles} AS held WHERE held.organisation_id = ${organisationId} AND held.role_id = ${roleId}
)`;

/** why: each word is some parameters of a statement; D1 takes a hundred. */
const words = (keyword = ""): string[] => keyword.split(/\s+/).filter(Boolean).slice(0, 8);

/** Matches a name or the email by its beginning, by substr, so that nothing typed is a pattern. */
const beginsWith = (word: string): SQL => {
	const starts = (column: typeof users.firstName | typeof users.lastName | typeof users.email) =>
		sql`substr(lower(${column}), 1, length(${word})) = lower(${word})`;
	return sql`(${starts(users.firstName)} OR ${starts(users.lastName)} OR ${starts(users.email)})`;
};

export const countByBlocked = (db: Database, organisationId: string) =>
	db
		.select({ blocked: users.blocked, total: sql<number>`count(*)` })
		.from(users)
		.where(eq(users.organisationId, organisationId))
		.groupBy(users.blocked);

/**
 * Reads the users who are not blocked and hold any of these privileges, by name: for a caller who is bound to places, those
 * who hold them for some of the caller's courses. @param id only the user with this id
 */
export const activeHoldersOf = (ctx: OrgContext, privileges: readonly string[], id?: string) =>
	activeHolders(ctx, { privileges, courseIds: ctx.scope.courseIds, id });

interface Held {
	privileges: readonly string[];
	/** Only holders for one of these places; null for all of the institution. */
	courseIds: readonly string[] | null;
	/** Only the user with this id. */
	id?: string | undefined;
}

/**
 * Reads the users who are not blocked and hold any of these privileges for some of these courses, by name: also at the
 * top of the structure, which is all of the institution. Those who were invited are among them.
 */
export const activeHolders = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	{ privileges, courseIds, id }: Held,
): Promise<{ id: string; name: string; email: string }[]> =>
	db.all(sql`
		WITH RECURSIVE above (id) AS (
			SELECT course.admin_level_item_id FROM json_each(${JSON.stringify(courseIds ?? [])}) AS reached
				CROSS JOIN courses AS course ON course.organisation_id = ${organisationId} AND course.id = reached.value
			UNION
			SELECT item.parent_item_id FROM above CROSS JOIN admin_level_items AS item
				ON item.organisation_id = ${organisationId} AND item.id = above.id)
		SELECT id, first_name || ' ' || last_name AS name, email FROM users
		WHERE organisation_id = ${organisationId} AND NOT blocked ${id === undefined ? sql`` : sql`AND id = ${id}`}
			AND EXISTS (SELECT 1 FROM user_roles AS held
				CROSS JOIN roles ON roles.organisation_id = ${organisationId} AND roles.id = held.role_id,
					json_each(roles.privileges) AS granted
				WHERE held.organisation_id = ${organisationId} AND held.user_id = users.id
					AND granted.value IN (SELECT value FROM json_each(${JSON.stringify(privileges)}))
					AND (${courseIds === null} OR held.admin_level_item_id IS NULL
						OR held.admin_level_item_id IN (SELECT above.id FROM above WHERE above.id IS NOT NULL)
						OR held.admin_level_item_id = (SELECT max(id) FROM admin_level_items
							WHERE organisation_id = ${organisationId} AND parent_item_id IS NULL HAVING count(*) = 1)))
		ORDER BY lower(first_name), lower(last_name), id`);

/** Finds the first staff members by name, for the development tools. */
export const staffToChoose = (db: Database, organisationId: string) =>
	db
		.select({ email: users.email, name: sql<string>`${users.firstName} || ' ' || ${users.lastName}` })
		.from(users)
		.where(eq(users.organisationId, organisationId))
		.orderBy(sql`lower(${users.firstName})`, sql`lower(${users.lastName})`, users.id)
		.limit(50);

/** why plain SQL: every page asks. */
export const readPreferences = async ({ db, organisationId, actor }: OrgContext) => {
	const [own] = await db.all<{ singleKeys: number; goesOn: number; listColumns: string | null }>(sql`
		SELECT single_keys AS singleKeys, goes_on AS goesOn, list_columns AS listColumns FROM user_preferences
		WHERE organisation_id = ${organisationId} AND user_id = ${actor.id}`);
	if (!own) return undefined;
	const chosen: readonly string[] | null = own.listColumns === null ? null : JSON.parse(own.listColumns);
	return {
		singleKeys: own.singleKeys === 1,
		goesOn: own.goesOn === 1,
		// why only known ones: a column may no longer exist.
		listColumns:
			chosen && listColumns.filter((id) => chosen.includes(id)).sort((a, b) => chosen.indexOf(a) - chosen.indexOf(b)),
	};
};

const columns = {
	id: roles.id,
	name: roles.name,
	privileges: roles.privileges,
	createdAt: roles.createdAt,
	updatedAt: roles.updatedAt,
	version: roles.updatedAt,
};

// why by their names: the query builder writes columns without their table, and the inner table has them as well.
const holders = sql<number>`(SELECT count(*) FROM user_roles AS held
	WHERE held.organisation_id = roles.organisation_id AND held.role_id = roles.id)`;

type RoleFilter = Pick<EndpointRequest<typeof listRoles>["query"], "keyword" | "sort">;

/** Reads every role that matches: an institution has a few dozen. */
export const allRoles = ({ db, organisationId }: OrgContext, { keyword, sort = "name" }: RoleFilter) => {
	const name = folded(roles.name);
	return db
		.select({ ...columns, holders: holders.as("holders") })
		.from(roles)
		.where(and(eq(roles.organisationId, organisationId), containsWords(keyword, roles.name)))
		.orderBy(orderOf(sort, { name, holders: sql`holders` }), name);
};

/** What a user needs to give everything else to themselves and to others. */
const administration = ["roles:r", "roles:u", "users:r", "users:u"];

/**
 * Selects users who can administer users and roles, by roles for the whole institution: with one for a part of it, they
 * could give nobody what they lack.
 * @param who which users count @param granted what a role grants
 */
const administrators = (organisationId: string, who: SQL, granted: SQL = sql`r.privileges`): SQL => sql`
	SELECT u.id FROM ${users} AS u
	JOIN ${userRoles} AS held ON held.organisation_id = u.organisation_id AND held.user_id = u.id
		AND held.admin_level_item_id IS NULL
	JOIN ${roles} AS r ON r.organisation_id = held.organisation_id AND r.id = held.role_id,
		json_each(${granted}) AS granted
	WHERE u.organisation_id = ${organisationId} AND ${who}
		AND granted.value IN (SELECT value FROM json_each(${JSON.stringify(administration)}))
	GROUP BY u.id HAVING count(DISTINCT granted.value) = ${administration.length}`;

/** why confirmed: an invitation may be lost, and until it is answered nobody can sign in by it. */
const canSignIn = sql`NOT u.blocked AND u.email_confirmed_at IS NOT NULL`;

/** Matches while some user who can sign in could administer users and roles if a role granted these privileges. */
export const keepsAdministrator = (
	organisationId: string,
	{ id, privileges }: { id: string; privileges: readonly string[] },
): SQL => {
	const granted = sql`CASE WHEN r.id = ${id} THEN ${JSON.stringify(privileges)} ELSE r.privileges END`;
	return sql`EXISTS (${administrators(organisationId, canSignIn, granted)})`;
};

/** Matches unless the user administers users and roles, and nobody else who can sign in does. */
export const keepsOtherAdministrator = (organisationId: string, userId: string): SQL => sql`(
	EXISTS (${administrators(organisationId, sql`u.id <> ${userId} AND ${canSignIn}`)})
	OR NOT EXISTS (${administrators(organisationId, sql`u.id = ${userId}`)})
)`;

/** Checks whether roles together let their holder administer users and roles. One for a part of the institution does not. */
export const grantsAdministration = (
	held: readonly { privileges: readonly string[]; itemId: string | null }[],
): boolean =>
	administration.every((privilege) =>
		held.some(({ privileges, itemId }) => itemId === null && privileges.includes(privilege)),
	);

/** Checks whether a change takes away something that an administrator needs. */
export const weakensAdministration = (before: readonly string[], after: readonly string[]): boolean =>
	administration.some((privilege) => before.includes(privilege) && !after.includes(privilege));

interface RoleState {
	id: string;
	privileges: readonly string[];
}

/** Checks whether a change of a role would leave nobody who can administer users and roles. */
export const takesLastAdministrator = async (
	{ db, organisationId }: OrgContext,
	before: RoleState,
	after: RoleState,
): Promise<boolean> => {
	if (!weakensAdministration(before.privileges, after.privileges)) return false;
	const found = await db.get<{ kept: number }>(sql`SELECT ${keepsAdministrator(organisationId, after)} AS kept`);
	return found.kept === 0;
};

/** The name under which the history keeps changes of roles. */
export const roleKind = { kind: "role" };

export const roleById = async (db: Database, organisationId: string, id: string) => {
	const [role] = await db
		.select(columns)
		.from(roles)
		.where(and(eq(roles.organisationId, organisationId), eq(roles.id, id)));
	return role;
};

/** Reads the ids of the users who hold a role. */
export const findHolders = async (db: Database, organisationId: string, roleId: string): Promise<string[]> => {
	const rows = await db
		.select({ userId: userRoles.userId })
		.from(userRoles)
		.where(and(eq(userRoles.organisationId, organisationId), eq(userRoles.roleId, roleId)));
	return rows.map(({ userId }) => userId);
};
