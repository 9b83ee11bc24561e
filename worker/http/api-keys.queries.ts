import { and, eq, isNull } from "drizzle-orm";
import type { RequestContext } from "#worker/context";
import { apiKeys } from "#worker/database/schema/api-keys";
import { organisations } from "#worker/database/schema/organisations";
import { hashToken } from "#worker/http/keys";

/** The beginning of every key, by which scanners for leaked secrets find them. The institution's id follows. */
export const apiKeyPrefix = "mat_";

/** Finds the key in use that a request presents, with the version of the institution's configuration. */
export const findPresentedKey = async (ctx: RequestContext, key: string) => {
	const organisationId = /^mat_([a-z0-9][a-z0-9-]{0,62})\.[\w-]{43}$/.exec(key)?.[1];
	if (organisationId === undefined) return undefined;
	const [found] = await ctx
		.databaseFor(organisationId)
		.select({
			organisationId: apiKeys.organisationId,
			id: apiKeys.id,
			name: apiKeys.name,
			privileges: apiKeys.privileges,
			lastUsedAt: apiKeys.lastUsedAt,
			configVersion: organisations.configVersion,
		})
		.from(apiKeys)
		.innerJoin(organisations, eq(organisations.id, apiKeys.organisationId))
		.where(
			and(
				eq(apiKeys.organisationId, organisationId),
				eq(apiKeys.keyHash, await hashToken(key)),
				isNull(apiKeys.revokedAt),
			),
		);
	return found;
};
