import { expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

const organisation = await createOrganisation();
const base = `/${organisation.id}`;

test("applies a changed preference to the next page, and keeps the others", async () => {
	const { browser } = await signedInBrowser(await createStaff({ organisationId: organisation.id }));
	await browser.post(`${base}/preferences`, { theme: "dark" });
	await browser.post(`${base}/preferences`, { density: "compact" });
	const [html] = tagsOf(await (await browser.get(`${base}/user-profile`)).text(), "html");
	expect(html).toContain('data-theme="dark"');
	expect(html).toContain('data-density="compact"');
});

test("shows the product version below the navigation until that is folded to icons", async () => {
	const { browser } = await signedInBrowser(await createStaff({ organisationId: organisation.id }));
	const shown = async () => textOf(await (await browser.get(`${base}/user-profile`)).text());
	expect(await shown()).toContain("Version 4.0.5");
	await browser.post(`${base}/preferences`, { sidebar: "icons" });
	expect(await shown()).not.toContain("Version");
});

test("stores preferences without a session in a cookie for a year and for every address", async () => {
	const browser = openBrowser();
	const response = await browser.post(`${base}/preferences`, { theme: "light", sidebar: "icons", keys: "off" });
	expect(response.headers.getSetCookie()).toEqual([
		"matricula-look=light.comfortable.off.icons; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
	]);
	const [html] = tagsOf(await (await browser.get("/")).text(), "html");
	expect(html).toContain('data-theme="light"');
});

test.each<Record<string, string>>([
	{ theme: "<script>" },
	{ theme: "dark; Domain=elsewhere.example" },
	{ density: "x".repeat(10_000) },
	{ keys: "" },
	{ sidebar: "a\r\nb: c" },
])("replaces an invalid choice with the default: %j", async (fields) => {
	const response = await openBrowser().post(`${base}/preferences`, fields);
	expect(response.headers.getSetCookie()[0]).toMatch(/^matricula-look=system\.comfortable\.on\.open;/);
});

test.each(["matricula-look=purple.1.2.3", "matricula-look=", `matricula-look=${"x.".repeat(500)}`, "matricula-look"])(
	"replaces an unreadable cookie with the default: %s",
	async (cookie) => {
		const response = await openBrowser().get("/", { headers: { cookie } });
		expect(response.status).toBe(200);
		expect(tagsOf(await response.text(), "html")[0]).toContain('data-theme="system"');
	},
);

test("returns to the page on which a preference was changed, and to no other site", async () => {
	const led = async (returnTo: string) =>
		(await openBrowser().post(`${base}/preferences`, { theme: "dark", returnTo })).headers.get("location");
	expect(await led(`${base}/applicants?page=2`)).toBe(`${base}/applicants?page=2`);
	for (const elsewhere of [
		"https://elsewhere.example",
		"//elsewhere.example",
		`${base}/../other`,
		"/\\elsewhere.example",
	])
		expect(await led(elsewhere)).toBe(base);
});
