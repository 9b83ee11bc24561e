import { expect, test } from "vitest";
import { createLoadContext } from "#app/load-context";

const settings = {
	secret: "a secret of the test, long enough for a key",
	client: { id: "portal", secret: "client secret" },
	portalOrigin: "https://portal.test",
	authServiceUrl: undefined,
	isDevelopment: false,
};

test("one document asks for its applicant once, for each asking counts as a view", async () => {
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
