import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { defineEndpoint, type Endpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { fail } from "#worker/contract/result";
import { createApp } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";

afterEach(() => vi.restoreAllMocks());

const endpoint: Endpoint = defineEndpoint({
	method: "GET",
	path: "/undeclared",
	summary: "Fails with a problem that it may not declare.",
	section: "§8",
	access: "public",
	response: Id,
	problems: ["stage_unknown"],
});

/** Serves an endpoint that fails with this problem. */
const call = async (code: "stage_unknown" | "letter_not_in_force", environment: string) => {
	const app = createApp();
	serve(app, endpoint, async () => fail(code));
	const ctx = createExecutionContext();
	const bindings = { ...env, ENVIRONMENT: environment } as typeof env;
	const response = await app.fetch(new Request("https://portal.test/api/undeclared"), bindings, ctx);
	await waitOnExecutionContext(ctx);
	return { status: response.status, ...((await response.json()) as { code: string }) };
};

test("a problem that an endpoint does not declare is a defect, which a test meets as error 500", async () => {
	const logged = vi.spyOn(console, "error").mockReturnValue(undefined);
	expect(await call("letter_not_in_force", "test")).toMatchObject({ status: 500, code: "internal" });
	expect(JSON.stringify(logged.mock.calls)).toContain(
		"GET /undeclared does not declare the problem letter_not_in_force",
	);
});

test("a declared problem is answered as it is", async () => {
	expect(await call("stage_unknown", "test")).toMatchObject({ status: 422, code: "stage_unknown" });
});

test("in production users get the problem: a gap in the documentation is no reason to fail", async () => {
	expect(await call("letter_not_in_force", "production")).toMatchObject({ status: 409, code: "letter_not_in_force" });
});
