import * as v from "valibot";
import { described, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Keyword, PageOf, ShortListQuery, SortKey } from "#worker/contract/page";
import { allPermissions, anyOf } from "#worker/contract/permissions";
import { requiredLine } from "#worker/contract/text/required-line";

const section = "§6 and §7 Authentication and users";

/** The most keys of an institution that are in use. */
export const maxApiKeys = 50;

export const ApiKeyFields = {
	name: described(
		requiredLine("Enter a name", 80, "The name can have at most 80 characters."),
		"The name of the key, which the logs show; no two keys in use have the same.",
	),
	privileges: described(
		v.pipe(
			v.array(v.picklist(allPermissions, "This privilege does not exist.")),
			v.minLength(1, "Choose at least one privilege."),
			v.maxLength(allPermissions.length, "Too many privileges."),
		),
		"The scopes of the key: privileges as `resource:action`. Nobody can give a key what they do not hold.",
	),
};

/** A key by which a program calls the API in its own name. */
export const ApiKey = v.object({
	id: text("The id of the key."),
	name: text("The name of the key."),
	hint: text("The last four characters of the key."),
	privileges: described(v.array(v.string()), "The scopes of the key, as `resource:action`."),
	createdBy: text("The name of the user who created it."),
	createdAt: moment("When it was created."),
	lastUsedAt: v.nullable(moment("When it was used last, to the minute; null for never.")),
	revokedAt: v.nullable(moment("When it was revoked; null while it is in use.")),
	revokedBy: v.nullable(text("The name of the user who revoked it.")),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

export const listApiKeys = defineEndpoint({
	method: "GET",
	path: "/api-keys",
	summary:
		"The institution's API keys, those in use first, then the revoked ones; both by name unless sorted otherwise.",
	section,
	access: anyOf("organisation"),
	query: v.strictObject({
		...ShortListQuery.entries,
		keyword: described(
			v.optional(Keyword, ""),
			"Only keys whose name or last four characters contain each word of this text.",
		),
		sort: SortKey(["name", "created", "used"], "By `used`, keys that were never used come first."),
	}),
	response: PageOf(ApiKey),
});

export const createApiKey = defineEndpoint({
	method: "POST",
	path: "/api-keys",
	summary: "Create an API key. Only this response contains the key: only its digest is stored.",
	section,
	access: ["organisation:c"],
	usersOnly: true,
	body: v.strictObject(ApiKeyFields),
	example: { name: "Student records", privileges: ["candidate:r", "application:r"] },
	response: v.object({ ...ApiKey.entries, key: text("The key, sent with each request as a bearer token.") }),
	created: "/api-keys/{id}",
	problems: ["api_key_exists", "api_keys_full", "privilege_not_held"],
});

export const getApiKey = defineEndpoint({
	method: "GET",
	path: "/api-keys/:id",
	summary: "One API key, without the key itself.",
	section,
	access: anyOf("organisation"),
	params: IdParams,
	response: ApiKey,
});

export const revokeApiKey = defineEndpoint({
	method: "DELETE",
	path: "/api-keys/:id",
	summary: "Revoke an API key: its next request is refused. It stays in the list.",
	section,
	access: ["organisation:d"],
	usersOnly: true,
	params: IdParams,
	response: ApiKey,
	problems: ["not_found"],
});
