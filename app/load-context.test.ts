import { expect, test } from "vitest";
import { createLoadContext } from "#app/load-context";
import { ok } from "#worker/contract/result";

const settings = {
	readPostedForm: async () => ok([]),
	secret: "a secret of the test, long enough for a key",
	client: { id: "portal", secret: "client secret" },
	portalOrigin: "https://portal.test",
	authServiceUrl: undefined,
	transferElsewhere: undefined,
	isDevelopment: false,
	hasOutbox: false,
	hasServiceWorker: true,
};

test("a document requests its applicant once, because each request counts as a view", async () => {
	const asked: string[] = [];
	const fetcher = {
		fetch: async (request: Request) => {
			asked.push(new URL(request.url).pathname);
			return Response.json({ error: "Not Found", code: "not_found" }, { status: 404 });
		},
	};
	const context = await createLoadContext(
		new Request("https://portal.test/crestfield/applicants/a1"),
		fetcher,
		settings,
	);
	await Promise.all([context.applicant("a1"), context.applicant("a1")]);
	await context.applicant("a1");
	await context.applicant("a2");
	expect(asked).toEqual(["/api/candidates/a1", "/api/candidates/a2"]);
});

const transfer = { params: { product: "admissions", orgName: "crestfield" }, body: { code: "code-1" } };
const transferred = { user: { id: "u", roles: [] }, access_token: "a.b.c", refresh_token: "crestfield.s.0.x" };

test("a transfer code goes to the services only when the auth service is in this deployment", async () => {
	const asked: { path: string; body: unknown }[] = [];
	const fetcher = {
		fetch: async (request: Request) => {
			asked.push({ path: new URL(request.url).pathname, body: await request.json() });
			return Response.json(transferred);
		},
	};
	const request = new Request("https://portal.test/crestfield/auth");
	const here = await createLoadContext(request, fetcher, settings);
	expect(await here.transferCode(transfer)).toEqual({ ok: true, value: transferred });
	const path = "/api/auth/products/admissions/organisations/crestfield/transfer";
	expect(asked).toEqual([{ path, body: { code: "code-1" } }]);

	const sent: unknown[] = [];
	const elsewhere = await createLoadContext(request, fetcher, {
		...settings,
		transferElsewhere: async (...input) => {
			sent.push(input);
			return { ok: true, value: transferred };
		},
	});
	expect(await elsewhere.transferCode(transfer)).toEqual({ ok: true, value: transferred });
	expect(sent).toEqual([[transfer, elsewhere.requestId]]);
	expect(asked).toHaveLength(1);
});
