import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { orderOf } from "#worker/database/order-of";
import { apiKeys } from "#worker/database/schema/api-keys";
import type { listApiKeys } from "#worker/services/api-keys/contract";

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

type KeyFilter = Pick<EndpointRequest<typeof listApiKeys>["query"], "keyword" | "sort">;

/** Returns every key that matches, those in use first; of revoked ones with the same name the latest. */
export const allApiKeys = ({ db, organisationId }: OrgContext, { keyword, sort = "name" }: KeyFilter) => {
	const name = folded(apiKeys.name);
	return db
		.select(columns)
		.from(apiKeys)
		.where(and(eq(apiKeys.organisationId, organisationId), containsWords(keyword, apiKeys.name, apiKeys.hint)))
		.orderBy(
			asc(isNotNull(apiKeys.revokedAt)),
			orderOf(sort, { name, created: apiKeys.createdAt, used: apiKeys.lastUsedAt }),
			asc(name),
			desc(apiKeys.revokedAt),
		);
};

export const findApiKey = async ({ db, organisationId }: OrgContext, id: string) => {
	const [found] = await db
		.select(columns)
		.from(apiKeys)
		.where(and(eq(apiKeys.organisationId, organisationId), eq(apiKeys.id, id)));
	return found;
};
