import { and, eq, isNull, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Condition, Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { users } from "#worker/database/schema/auth";
import { nextVersion } from "#worker/database/seen-version";
import { userVersion } from "#worker/services/users/staff.queries";

interface Account {
	id: string;
	email: string;
	firstName: string;
	lastName: string;
}

/** Adds an account, where the guard holds. */
export const insertAccount = ({ db, organisationId, now }: OrgContext, account: Account, guard: Condition): Write =>
	insertFrom(db, users, { organisationId, ...account, createdAt: now(), updatedAt: now() }, sql`WHERE ${guard}`);

const isUser = ({ organisationId }: OrgContext, id: string) =>
	and(eq(users.organisationId, organisationId), eq(users.id, id));

/** Changes the name of an account that still has the version that was seen, where the guards hold. */
export const changeAccount = (
	ctx: OrgContext,
	id: string,
	{ firstName, lastName }: Pick<Account, "firstName" | "lastName">,
	{ version, guards }: { version: number; guards: readonly Condition[] },
): Write =>
	ctx.db
		.update(users)
		.set({ firstName, lastName, updatedAt: nextVersion(userVersion, ctx.now()) })
		.where(and(isUser(ctx, id), eq(userVersion, version), ...guards));

export const setBlocked = (ctx: OrgContext, id: string, blocked: boolean, guard: Condition | undefined): Write =>
	ctx.db
		.update(users)
		.set({ blocked, updatedAt: nextVersion(userVersion, ctx.now()) })
		.where(and(isUser(ctx, id), eq(users.blocked, !blocked), guard));

/** Deletes an account that has never signed in, where the guards hold. */
export const deleteAccount = (ctx: OrgContext, id: string, guards: readonly Condition[]): Write =>
	ctx.db.delete(users).where(and(isUser(ctx, id), isNull(users.lastLoginAt), ...guards));
