import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { replacing } from "#tests/support/replacing";
import { plainDatabase } from "#tests/support/statements";

/** Returns the tests' database, in which somebody renames a role just before every commit. */
const contended = (): D1Database => {
	let renames = 0;
	const rename = plainDatabase.prepare("UPDATE roles SET name = ? WHERE name LIKE 'Busy%'");
	return replacing(env.DB, {
		batch: async (statements: D1PreparedStatement[]) => {
			await rename.bind(`Busy ${++renames}`).run();
			return env.DB.batch(statements);
		},
	});
};

test("reports a conflict for a role that others keep changing, and leaves it unchanged", async () => {
	const staff = await openServicesFixture({ bindings: { DB: contended() } });
	const { body: role } = await staff.send<{ id: string }>("POST", "/ums/roles", { name: "Busy", privileges: [] });
	const response = await staff.send("PUT", `/ums/roles/${role.id}`, { name: "Mine", privileges: ["course:r"] });
	expect(response).toMatchObject({
		status: 409,
		body: {
			code: "role_changed",
			error: "This role was changed by somebody else. Reload the page and try again.",
		},
	});
	expect((await staff.get(`/ums/roles/${role.id}`)).body).toMatchObject({
		name: expect.stringMatching(/^Busy/),
		privileges: [],
	});
});
