import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
test("it runs", async () => {
	const org = await createOrganisation();
	const r = await exports.default.fetch(new Request(`https://portal.test/${org.id}`));
	console.log(r.status, [...r.headers]);
	expect(await r.text()).toContain("Sign in to");
});
