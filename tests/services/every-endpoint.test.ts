import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { createAllOf } from "#tests/support/all-of-applicant";
import { plainDatabase } from "#tests/support/statements";
import type { Endpoint } from "#worker/contract/endpoint";
import { allPermissions } from "#worker/contract/permissions";
import { servedEndpoints } from "#worker/http/serve";
import { createServices } from "#worker/services/app";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createStructure,
	createUser,
	signIn,
} from "../support/factories";

const app = createServices();
const endpoints = servedEndpoints();
const named = (chosen: readonly Endpoint[]) =>
	chosen.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const guarded = endpoints.filter(({ access }) => access !== "public");

interface Call {
	headers?: Record<string, string>;
	params?: Record<string, string>;
	query?: string;
	body?: string;
	contentType?: string;
}

const unknownId = "no-such-id-0000000000000000";

const apiHeaders = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"strict-transport-security": "max-age=31536000; includeSubDomains",
	"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
	"cache-control": "no-store",
};

/** The security headers of a response. */
const protectionOf = (headers: Headers) =>
	Object.fromEntries(Object.keys(apiHeaders).map((name) => [name, headers.get(name)]));

/** why: a multipart body names its own type, with its boundary. */
const contentTypes = {
	json: "application/json",
	form: "application/x-www-form-urlencoded",
	multipart: undefined,
	raw: "application/octet-stream",
};

/** Returns a multipart body with this JSON and a file. */
const multipart = (data: string): FormData => {
	const form = new FormData();
	form.set("data", data);
	form.set("key:field", new File(["x"], "a.txt"));
	return form;
};

/** Calls the endpoint, with an unknown id and an empty body by default. */
const call = async (endpoint: Endpoint, { headers = {}, params = {}, query = "", body, contentType }: Call = {}) => {
	const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? unknownId);
	const encoding = endpoint.encoding ?? "json";
	const sent = body ?? (encoding === "form" ? "" : "{}");
	const type = contentType ?? contentTypes[encoding];
	const request = new Request(`https://portal.test/api${path}${query}`, {
		method: endpoint.method,
		headers: { ...(endpoint.body && type ? { "content-type": type } : {}), ...headers },
		body: !endpoint.body ? null : encoding === "multipart" && !contentType ? multipart(sent) : sent,
	});
	const ctx = createExecutionContext();
	const response = await app.fetch(request, env, ctx);
	const text = await response.text();
	await waitOnExecutionContext(ctx);
	// why: the headers of a file are stricter (http/file-response.ts), and tested there.
	if (!response.headers.has("content-disposition")) expect(protectionOf(response.headers)).toEqual(apiHeaders);
	return { status: response.status, text };
};

/** Returns the problem without the request's own id. */
const problemOf = ({ status, text }: { status: number; text: string }) => {
	const { requestId, ...problem } = JSON.parse(text);
	return { status, ...problem };
};

let organisationId = "";
let everything: Record<string, string> = {};
const tokens = new Map<string, Promise<Record<string, string>>>();

/** Returns the headers of a user with exactly these privileges. */
const holderOf = (privileges: readonly string[]) => {
	const key = privileges.join();
	const made =
		tokens.get(key) ?? createUser({ organisationId, privileges }).then(async (user) => (await signIn(user)).headers);
	tokens.set(key, made);
	return made;
};

beforeAll(async () => {
	organisationId = (await createOrganisation()).id;
	everything = await holderOf(allPermissions);
});

test("this file covers every endpoint that is served, and the number of endpoints is known", () => {
	expect(endpoints).toHaveLength(450);
	const declared = new Set(endpoints.map(({ method, path }) => `${method} /api${path}`));
	const others = app.routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !declared.has(route));
	expect([...new Set(others)].filter((route) => !route.startsWith("ALL ")).sort()).toEqual([
		"GET /api/auth/google/authorize",
		"GET /api/auth/google/callback",
		"GET /api/dev/google/authorize",
		"GET /api/dev/google/certs",
		"GET /api/docs",
		"GET /api/openapi.json",
		"POST /api/dev/google/authorize",
		"POST /api/dev/google/token",
	]);
});

describe.each(named(guarded))("%s", (_name, endpoint) => {
	test("responds 401 without a token and with an invalid one", async () => {
		for (const authorization of [undefined, "Bearer garbage", "Bearer a.b.c", "Basic YTpi", "garbage"]) {
			const response = await call(endpoint, authorization === undefined ? {} : { headers: { authorization } });
			expect(problemOf(response)).toMatchObject({ status: 401, code: "unauthenticated" });
		}
	});

	const { access } = endpoint;
	if (typeof access === "string") return;

	test("refuses users without any of its privileges", async () => {
		const allOthers = allPermissions.filter((permission) => !access.includes(permission));
		for (const privileges of [[], allOthers]) {
			const response = await call(endpoint, { headers: await holderOf(privileges) });
			expect(problemOf(response)).toMatchObject({ status: 403, code: "forbidden" });
		}
	});

	test("accepts users with any of its privileges", async () => {
		for (const permission of access) {
			const { status } = await call(endpoint, { headers: await holderOf([permission]) });
			expect([permission, status]).not.toEqual([permission, 403]);
			expect(status).toBeLessThan(500);
		}
	});
});

/** Creates one row of everything that has an id in an institution, the ids beginning with `key`. */
const createAll = async (key: string, id: string) => {
	const owner = await createUser({ organisationId: id });
	const { departmentId } = await createStructure(id);
	const application = await createApplication(id);
	const applicant = await createApplicant(application, { photoKey: `photos/${key}.png` });
	return createAllOf(key, { owner, departmentId, application, applicant });
};

/** Returns everything of the organisation that these calls could change. */
const snapshot = async (id: string) =>
	Promise.all(
		[
			"api_keys",
			"webhooks",
			"webhook_deliveries",
			"applicants",
			"applicant_log",
			"roles",
			"notifications",
			"events",
			"submissions",
			"attachments",
			"form_drafts",
			"modification_entries",
			"emails",
			"mailings",
			"saved_views",
			"candidate_groups",
			"group_candidates",
			"imports",
			"duplicate_pairs",
			"dismissed_pairs",
			"merges",
			"locations",
			"coupons",
			"coupon_codes",
			"coupon_uses",
			"add_ons",
			"reminders",
			"retention_rules",
			"report_schedules",
			"admin_levels",
			"admin_level_items",
			"application_groups",
			"application_group_items",
			"record_changes",
			"ranking_schemes",
			"rankings",
			"workflows",
			"workflow_drafts",
			"templates",
			"template_drafts",
			"form_designs",
			"form_design_steps",
			"form_design_versions",
			"workflow_steps",
			"workflow_step_attachments",
			"releases",
			"release_rows",
		].map(async (table) => {
			const rows = await plainDatabase.prepare(`SELECT * FROM ${table} WHERE organisation_id = ?`).bind(id).all();
			return rows.results;
		}),
	);

describe("of three institutions", () => {
	const owned = guarded.filter(({ params }) => params !== undefined);
	let own: Awaited<ReturnType<typeof createAll>>;
	let second: typeof own;
	let third: typeof own;
	beforeAll(async () => {
		own = await createAll("own", organisationId);
		second = await createAll("second", (await createOrganisation()).id);
		third = await createAll("third", (await createOrganisation()).id);
	});

	const idsOf = ({ ids }: typeof own, endpoint: Endpoint) => {
		const [, params] = ids.find(([prefix]) => endpoint.path.startsWith(prefix)) ?? [];
		if (!params) throw new Error(`${endpoint.path} needs a row in createAll`);
		return params;
	};
	const bodiesOf = ({ bodies }: typeof own, endpoint: Endpoint) => {
		const restoring = endpoint.path.endsWith("/restore") ? [{ changeId: "any" }] : [];
		const named = bodies[`${endpoint.method} ${endpoint.path}`] ?? bodies[endpoint.path];
		const sent = endpoint.body ? (named ?? restoring) : [undefined];
		if (sent.length === 0) throw new Error(`${endpoint.path} needs a body in createAll`);
		return sent.map((body) => ({ headers: everything, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }));
	};

	test("responds to another's ids exactly as to unknown ids, with bodies of either, and changes nothing", async () => {
		const before = await Promise.all([second, third].map((one) => snapshot(one.organisationId)));
		expect(owned.length).toBeGreaterThan(10);
		for (const endpoint of owned)
			for (const more of [...bodiesOf(second, endpoint), ...bodiesOf(third, endpoint)]) {
				const theirs = problemOf(await call(endpoint, { ...more, params: idsOf(second, endpoint) }));
				expect([endpoint.path, theirs.status]).toEqual([endpoint.path, 404]);
				expect(theirs).toEqual(problemOf(await call(endpoint, more)));
			}
		expect(await Promise.all([second, third].map((one) => snapshot(one.organisationId)))).toEqual(before);
	});

	test("finds nothing under one's ids with another's, and changes nothing", async () => {
		const before = await Promise.all([own, second, third].map((one) => snapshot(one.organisationId)));
		// why with an id: a day and a platform are named by themselves, and are of the caller's institution. why no number:
		// every form counts its own versions from 1.
		const nested = owned.filter(({ path }) => /:id\b.*:(?!number\b)/.test(path));
		expect(nested.length).toBeGreaterThan(3);
		for (const endpoint of nested)
			for (const [holder, other] of [
				[own, second],
				[second, own],
				[second, third],
			] as const)
				for (const more of bodiesOf(other, endpoint)) {
					const { id, ...others } = idsOf(other, endpoint);
					const params = { ...others, id: idsOf(holder, endpoint).id ?? "" };
					const theirs = problemOf(await call(endpoint, { ...more, params }));
					expect([endpoint.path, theirs.status]).toEqual([endpoint.path, 404]);
					expect(theirs).toEqual(problemOf(await call(endpoint, { ...more, params: { id: params.id } })));
				}
		expect(await Promise.all([own, second, third].map((one) => snapshot(one.organisationId)))).toEqual(before);
	});
});

const withBody = endpoints.filter(({ body, encoding }) => body !== undefined && encoding !== "raw");

describe.each(named(withBody))("the body of %s", (_name, endpoint) => {
	const isForm = endpoint.encoding === "form";
	const isMultipart = endpoint.encoding === "multipart";
	// why a user of its own: all of them together are more calls than one user may make in a minute.
	beforeAll(async () => {
		everything = (await signIn(await createUser({ organisationId, privileges: allPermissions }))).headers;
	});

	if (!isForm)
		test("must be JSON with that content type", async () => {
			for (const body of ["{", "", "undefined", "{'a': 1}"])
				expect(problemOf(await call(endpoint, { headers: everything, body }))).toMatchObject({ status: 400 });
			const others = endpoint.alsoJson ? ["multipart/form-data"] : ["multipart/form-data", "application/json"];
			for (const contentType of ["text/plain", ...(isMultipart ? others : [])]) {
				const wrongType = await call(endpoint, { headers: everything, contentType });
				expect(problemOf(wrongType)).toMatchObject({ status: 400, code: "malformed" });
			}
		});

	if (isMultipart)
		test("must be complete and have its parts", async () => {
			const contentType = "multipart/form-data; boundary=x";
			const part = '--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n{}';
			const other = part.replace("data;", "data; filename=a;").replace('"data"', '"other"');
			for (const body of ["--x--", "--x\r\n", part, `${part}\r\n--xx`, `${other}\r\n--x--`])
				expect(problemOf(await call(endpoint, { headers: everything, body, contentType }))).toMatchObject({
					status: 400,
					code: "malformed",
				});
		});

	test("must have the right fields", async () => {
		const bodies = isForm ? ["", "a=b"] : ["{}", "[]", "null", "1", '{"__proto__":{"a":1}}', '{"constructor":1}'];
		const { body: schema } = endpoint;
		// why: what narrows an export may be left out, and so may the version beside a file.
		const mayBeEmpty = schema && [{}, { data: {} }].some((empty) => v.safeParse(schema, empty).success);
		for (const body of mayBeEmpty ? bodies.filter((text) => !text.startsWith("{")) : bodies)
			expect(problemOf(await call(endpoint, { headers: everything, body }))).toMatchObject({ status: 422 });
	});

	test("must not exceed the size limit", async () => {
		const body = isForm ? `a=${"x".repeat(1_100_000)}` : JSON.stringify({ a: "x".repeat(1_100_000) });
		expect(problemOf(await call(endpoint, { headers: everything, body }))).toMatchObject({
			status: 413,
			code: "too_large",
		});
	});
});

/** Returns the names of an endpoint's query parameters, including the alternative spellings. */
const namesOf = ({ query, aliases = {} }: Endpoint): string[] =>
	query && "entries" in query ? [...Object.keys(query.entries as object), ...Object.keys(aliases)] : [];

const badNumbers: Record<string, readonly string[]> = {
	page: ["-1", "1.5", "x", "1e9", "99999999999", "", "٣"],
	index: ["-1", "1.5", "x", ""],
	size: ["0", "501", "-1", "x", ""],
	pageSize: ["0", "101", "-1", "x", ""],
	limit: ["0", "101", "-1", "x", ""],
	offset: ["-1", "x", ""],
};

const paged = endpoints.filter((endpoint) => namesOf(endpoint).some((name) => Object.hasOwn(badNumbers, name)));

test.each(named(paged))("%s refuses an invalid page or size", async (_name, endpoint) => {
	// why a user of their own: one user's requests in a minute are limited, and the endpoints have become many.
	const headers = await holderOf([...allPermissions.slice(1), ...allPermissions.slice(0, 1)]);
	for (const name of namesOf(endpoint))
		for (const value of badNumbers[name] ?? []) {
			const query = `?${name}=${encodeURIComponent(value)}`;
			const response = problemOf(await call(endpoint, { headers, query }));
			expect([query, response.status, response.code]).toEqual([query, 422, "invalid_query"]);
			expect(Object.keys(response.fields)).toContain(name);
		}
});

test.each(named(endpoints))("%s refuses and names an unknown query parameter", async (_name, endpoint) => {
	// why a user of their own: as above.
	const headers = await holderOf([...allPermissions].reverse());
	const response = problemOf(await call(endpoint, { headers, query: "?stge=SUBMITTED" }));
	expect(response).toMatchObject({ status: 422, fields: { stge: ["'stge' is not a known field."] } });
});

test("the paged endpoints are those listed here", () => {
	expect(paged).toHaveLength(99);
});
