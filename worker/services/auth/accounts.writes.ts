import { and, eq, isNull } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Condition, Write } from "#worker/database/commit";
import { users } from "#worker/database/schema/auth";
import { nextVersion } from "#worker/database/seen-version";
import { userVersion } from "#worker/services/users/staff.queries";

interface Account {
	id: string;
	email: string;
	firstName: string;
	lastName: string;
}

export const insertAccount = ({ db, organisationId, now }: OrgContext, account: Account): Write =>
	db.insert(users).values({ organisationId, ...account, createdAt: now(), updatedAt: now() });

const isUser = ({ organisationId }: OrgContext, id: string) =>
	and(eq(users.organisationId, organisationId), eq(users.id, id));

/** Changes the name of an account that still has the version that was seen, where the guard holds. */
export const changeAccount = (
	ctx: OrgContext,
	id: string,
	{ firstName, lastName }: Pick<Account, "firstName" | "lastName">,
	{ version, guard }: { version: number; guard: Condition | undefined },
): Write =>
	ctx.db
		.update(users)
		.set({ firstName, lastName, updatedAt: nextVersion(userVersion, ctx.now()) })
		.where(and(isUser(ctx, id), eq(userVersion, version), guard));

export const setBlocked = (ctx: OrgContext, id: string, blocked: boolean, guard: Condition | undefined): Write =>
	ctx.db
		.update(users)
		.set({ blocked, updatedAt: nextVersion(userVersion, ctx.now()) })
		.where(and(isUser(ctx, id), eq(users.blocked, !blocked), guard));

/** Deletes an account that has never signed in. */
export const deleteAccount = (ctx: OrgContext, id: string, guard: Condition): Write =>
	ctx.db.delete(users).where(and(isUser(ctx, id), isNull(users.lastLoginAt), guard));
