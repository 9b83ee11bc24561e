import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { roles } from "#worker/database/schema/auth";

const columns = {
	id: roles.id,
	name: roles.name,
	privileges: roles.privileges,
	createdAt: roles.createdAt,
	updatedAt: roles.updatedAt,
};

/** Reads every role, by name: an institution has a few dozen. */
export const allRoles = (db: Database, organisationId: string) =>
	db.select(columns).from(roles).where(eq(roles.organisationId, organisationId)).orderBy(sql`lower(${roles.name})`);

export const roleById = async (db: Database, organisationId: string, id: string) => {
	const [role] = await db
		.select(columns)
		.from(roles)
		.where(and(eq(roles.organisationId, organisationId), eq(roles.id, id)));
	return role;
};
