import { expect, test } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createUser, signIn } from "#tests/support/factories";

test("saves a preference for the user alone, and keeps the user's others", async () => {
	const staff = await openServicesFixture({ privileges: [] });
	const colleague = await createUser({ organisationId: staff.organisation.id });
	const { headers } = await signIn(colleague, staff.clock.now());
	const atFirst = { singleKeys: true, goesOn: false, listColumns: null };
	const own = async () => (await staff.get("/ums/me/preferences")).body;
	expect(await own()).toEqual(atFirst);
	expect(await staff.send("PATCH", "/ums/me/preferences", { goesOn: true })).toEqual({
		status: 200,
		body: { singleKeys: true, goesOn: true, listColumns: null },
	});
	await staff.send("PATCH", "/ums/me/preferences", { singleKeys: false });
	await staff.send("PATCH", "/ums/me/preferences", { listColumns: ["score", "stage", "number"] });
	expect(await own()).toEqual({ singleKeys: false, goesOn: true, listColumns: ["score", "stage", "number"] });
	expect(await (await staff.request("/ums/me/preferences", { headers })).json()).toEqual(atFirst);
	for (const body of [{}, { singleKeys: "no" }, { theme: "dark" }, { listColumns: ["height"] }])
		expect((await staff.send("PATCH", "/ums/me/preferences", body)).status).toBe(422);
});
