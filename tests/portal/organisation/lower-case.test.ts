import { beforeAll, expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { createStaff, logIn } from "#tests/support/portal-session";

let id = "";
beforeAll(async () => {
	({ id } = await createOrganisation());
});

test.each(["", "/", "/applicants?q=Adaeze&page=2", "/candidate-info/AbC-dEf", "/reset-request?token=AbC"])(
	"redirects an organisation in capitals to the same address in lower case: %s",
	async (rest) => {
		const response = await openBrowser().get(`/${id.toUpperCase()}${rest}`);
		expect([response.status, response.headers.get("location")]).toEqual([308, `/${id}${rest}`]);
		expect(response.headers.get("cache-control")).toContain("no-store");
	},
);

test("does not redirect an address whose organisation is in lower case, whatever follows", async () => {
	expect((await openBrowser().get(`/${id}`)).status).toBe(200);
	expect((await openBrowser().get(`/${id}/candidate-info/UNKNOWN`)).status).toBe(404);
});

test("redirects only within the site", async () => {
	for (const path of ["/ABC//elsewhere.example", "/A%2F%2Felsewhere.example", "/ABC/%5Celsewhere.example"]) {
		const location = (await openBrowser().get(path)).headers.get("location") ?? "";
		expect(new URL(location, "https://portal.test").host, path).toBe("portal.test");
	}
});

test("does not redirect a form, whose values would be lost", async () => {
	const staff = await createStaff({ organisationId: id });
	const response = await logIn(openBrowser(), { ...staff, organisationId: id.toUpperCase() });
	expect(response.status).not.toBe(308);
	expect(response.status).toBeLessThan(500);
});
