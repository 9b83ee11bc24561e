import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { apiKeys } from "#worker/database/schema/api-keys";

const columns = {
	id: apiKeys.id,
	name: apiKeys.name,
	hint: apiKeys.hint,
	privileges: apiKeys.privileges,
	createdBy: apiKeys.createdByName,
	createdAt: apiKeys.createdAt,
	lastUsedAt: apiKeys.lastUsedAt,
	revokedAt: apiKeys.revokedAt,
	revokedBy: apiKeys.revokedByName,
};

/** Returns every key, those in use by their name, then the revoked ones, the latest first. */
export const allApiKeys = ({ db, organisationId }: OrgContext) =>
	db
		.select(columns)
		.from(apiKeys)
		.where(eq(apiKeys.organisationId, organisationId))
		.orderBy(asc(isNotNull(apiKeys.revokedAt)), desc(apiKeys.revokedAt), asc(sql`lower(${apiKeys.name})`));

export const findApiKey = async ({ db, organisationId }: OrgContext, id: string) => {
	const [found] = await db
		.select(columns)
		.from(apiKeys)
		.where(and(eq(apiKeys.organisationId, organisationId), eq(apiKeys.id, id)));
	return found;
};
