import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit, isDuplicate } from "#worker/database/commit";
import { isBound } from "#worker/database/scope";
import { apiKeyPrefix } from "#worker/http/api-keys.queries";
import { insertApiKey, revokeKey } from "#worker/http/api-keys.writes";
import { hashToken, randomToken } from "#worker/http/keys";
import { type createApiKey as endpoint, maxApiKeys } from "#worker/services/api-keys/contract";
import { findApiKey } from "#worker/services/api-keys/queries";

const heldInPart =
	"A key has its privileges in the whole institution, and you hold some of these only at a part of it.";

/** Creates an API key with privileges that its creator holds (§6), and returns it this once. */
export const createApiKey = async (ctx: OrgContext, { name, privileges }: EndpointRequest<typeof endpoint>["body"]) => {
	if (privileges.some((privilege) => !ctx.actor.privileges.includes(privilege))) return fail("privilege_not_held");
	if (privileges.some((privilege) => isBound({ scope: ctx.scopeFor([privilege]) })))
		return fail("privilege_not_held", { message: heldInPart });
	const key = `${apiKeyPrefix}${ctx.organisationId}.${randomToken()}`;
	const row = {
		id: ctx.newId(),
		name,
		privileges: [...new Set(privileges)].sort(),
		keyHash: await hashToken(key),
		hint: key.slice(-4),
	};
	try {
		const created = await commit(ctx, {
			guarded: { write: insertApiKey(ctx, row, maxApiKeys), expectedChanges: 1 },
			event: { type: "api_key.created", payload: { apiKeyId: row.id, name, privileges: row.privileges } },
		});
		if (!created) return fail("api_keys_full");
	} catch (error) {
		if (!isDuplicate(error, "api_keys", "api_keys_by_name")) throw error;
		return fail("api_key_exists", { fields: { name: [`There is a key “${name}” already.`] } });
	}
	const made = await findApiKey(ctx, row.id);
	if (!made) throw new Error("an API key that was just created is gone");
	return ok({ ...made, key });
};

/** Revokes an API key, from its next request on. */
export const revokeApiKey = async (ctx: OrgContext, id: string) => {
	const before = await findApiKey(ctx, id);
	if (!before) return fail("not_found");
	await commit(ctx, {
		guarded: { write: revokeKey(ctx, id), expectedChanges: 1 },
		event: { type: "api_key.revoked", payload: { apiKeyId: id, name: before.name, privileges: before.privileges } },
	});
	// why also when nothing was written: it was revoked already.
	const revoked = await findApiKey(ctx, id);
	return revoked ? ok(revoked) : fail("not_found");
};
