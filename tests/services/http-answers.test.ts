import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createOrganisation, createUser, signIn } from "#tests/support/factories";
import { countRequest, maxRequests } from "#worker/http/request-limit";
import { servicesApp } from "#worker/services/app";

let headers: Record<string, string>;
let organisationId: string;

beforeAll(async () => {
	({ id: organisationId } = await createOrganisation());
	({ headers } = await signIn(await createUser({ organisationId }), Date.now()));
});

const call = async (
	path: string,
	{ method = "GET", ...more }: { method?: string; headers?: Record<string, string> } = {},
) => {
	const ctx = createExecutionContext();
	const request = new Request(`https://portal.test/api${path}`, { method, headers: more.headers ?? headers });
	const response = await servicesApp().fetch(request, env, ctx);
	await waitOnExecutionContext(ctx);
	return response;
};

describe("methods", () => {
	test("responds 405 to a method that the path does not have, and lists those it has", async () => {
		const response = await call("/reasons", { method: "DELETE" });
		expect(response.status).toBe(405);
		expect(response.headers.get("allow")).toBe("GET, HEAD, POST");
		expect(await response.json()).toMatchObject({ code: "method_not_allowed", status: 405 });
	});

	test("responds 405 for a path with a parameter too, and 404 for an unknown path", async () => {
		const response = await call("/reasons/some-reason", { method: "POST" });
		expect([response.status, response.headers.get("allow")]).toEqual([405, "DELETE, GET, HEAD, PUT"]);
		const unknown = await call("/no-such-path", { method: "POST" });
		expect([unknown.status, unknown.headers.get("allow")]).toEqual([404, null]);
	});
});

test("every answer names its request: the caller's own id, or one that is made", async () => {
	const own = await call("/reasons", { headers: { ...headers, "x-request-id": "asked-by-me-1" } });
	expect([own.status, own.headers.get("x-request-id")]).toEqual([200, "asked-by-me-1"]);
	const made = await call("/reasons", { headers: { ...headers, "x-request-id": "not <an> id" } });
	expect(made.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
	const refused = await call("/no-such-path");
	const { requestId } = await refused.json<{ requestId: string }>();
	expect([refused.status, refused.headers.get("x-request-id")]).toEqual([404, requestId]);
});

describe("problems", () => {
	test("tells a client without a session how to sign in", async () => {
		const strangers: Record<string, string>[] = [{}, { authorization: "Bearer no.such.token" }];
		for (const headers of strangers) {
			const response = await call("/reasons", { headers });
			expect(response.status).toBe(401);
			expect(response.headers.get("www-authenticate")).toBe('Bearer realm="Matricula"');
		}
		const forbidden = await signIn(await createUser({ organisationId, privileges: [] }), Date.now());
		const response = await call("/reasons", { headers: forbidden.headers });
		expect([response.status, response.headers.get("www-authenticate")]).toEqual([403, null]);
	});

	test("accepts the scheme of a token in either case", async () => {
		const { headers } = await signIn(await createUser({ organisationId, privileges: ["templates:u"] }), Date.now());
		const authorization = headers.authorization?.replace("Bearer", "bearer") ?? "";
		expect((await call("/reasons", { headers: { authorization } })).status).toBe(200);
	});

	test("responds 503, to be tried again, while the database refuses", async () => {
		vi.spyOn(console, "error").mockReturnValue(undefined);
		const refusing = () => {
			throw new Error("D1_ERROR: database is locked: SQLITE_BUSY");
		};
		const DB = { prepare: refusing, batch: refusing, withSession: refusing } as unknown as D1Database;
		const response = await servicesApp().fetch(
			new Request("https://portal.test/api/organisation/somewhere"),
			{ ...env, DB },
			createExecutionContext(),
		);
		expect([response.status, response.headers.get("retry-after")]).toEqual([503, "3"]);
		expect(await response.json()).toMatchObject({ code: "unavailable" });
		vi.restoreAllMocks();
	});

	test("responds with an RFC 9457 document whose type links to its documentation", async () => {
		const response = await call("/candidates/nobody");
		expect(response.headers.get("content-type")).toBe("application/problem+json");
		const problem = await response.json<{ type: string; detail: string; error: string; requestId: string }>();
		expect(problem).toMatchObject({ status: 404, code: "not_found", title: expect.any(String) });
		expect(problem.detail).toBe(problem.error);
		expect(problem.requestId).not.toBe("");
		const [path = "", anchor = ""] = problem.type.replace("/api", "").split("#");
		expect(await (await call(path)).text()).toContain(`id="${anchor}"`);
	});
});

describe("cached responses", () => {
	test("are confirmed with 304 while they are current, for every kind of tag", async () => {
		const first = await call("/ums/me");
		const etag = first.headers.get("etag") ?? "";
		expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
		for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
			const again = await call("/ums/me", { headers: { ...headers, "if-none-match": known } });
			expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
			expect(again.headers.get("content-type")).toBeNull();
		}
		const other = await call("/ums/me", { headers: { ...headers, "if-none-match": '"other"' } });
		expect([other.status, await other.json()]).toEqual([200, await first.json()]);
	});

	test("differ between users, and are not shared by caches on the way", async () => {
		const colleague = await signIn(await createUser({ organisationId }), Date.now());
		const [mine, theirs] = [await call("/ums/me"), await call("/ums/me", { headers: colleague.headers })];
		expect(mine.headers.get("etag")).not.toBe(theirs.headers.get("etag"));
		expect(mine.headers.get("cache-control")).toBe("no-store");
	});

	test("carry no tag when they are a problem", async () => {
		expect((await call("/candidates/nobody")).headers.get("etag")).toBeNull();
	});
});

test("answers 429 with Retry-After to a client that calls without end, but not to the portal", async () => {
	const staff = await openServicesFixture();
	const first = await staff.request("/reasons");
	expect([first.headers.get("ratelimit"), first.headers.get("ratelimit-policy")]).toEqual([
		'"default";r=2999;t=60',
		'"default";q=3000;w=60',
	]);
	for (let count = 1; count < maxRequests; count++)
		countRequest(staff.organisation.id, staff.user.id, staff.clock.now());
	const refused = await staff.request("/reasons");
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
	expect(await refused.json()).toMatchObject({ code: "too_many_requests" });
	const portal = await staff.request("/reasons", { headers: { "x-client-secret": env.CLIENT_SECRET } });
	expect([portal.status, portal.headers.get("ratelimit")]).toEqual([200, null]);
	staff.clock.advance(60_000);
	expect((await staff.request("/reasons")).status).toBe(200);
});
