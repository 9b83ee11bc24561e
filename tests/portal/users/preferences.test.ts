import { expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { tagsOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

const organisation = await createOrganisation();
const base = `/${organisation.id}`;

test("what was chosen is in the next page the server draws, and what was not stays", async () => {
	const { browser } = await signedInBrowser(await createStaff({ organisationId: organisation.id }));
	await browser.post(`${base}/preferences`, { theme: "dark" });
	await browser.post(`${base}/preferences`, { density: "compact" });
	const [html] = tagsOf(await (await browser.get(`${base}/user-profile`)).text(), "html");
	expect(html).toContain('data-theme="dark"');
	expect(html).toContain('data-density="compact"');
});

test("it needs no session: the cookie is the browser's own, for a year, at every address", async () => {
	const browser = openBrowser();
	const answer = await browser.post(`${base}/preferences`, { theme: "light", sidebar: "icons", keys: "off" });
	expect(answer.headers.getSetCookie()).toEqual([
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
])("what cannot be chosen becomes the default: %j", async (fields) => {
	const answer = await openBrowser().post(`${base}/preferences`, fields);
	expect(answer.headers.getSetCookie()[0]).toMatch(/^matricula-look=system\.comfortable\.on\.open;/);
});

test.each(["matricula-look=purple.1.2.3", "matricula-look=", `matricula-look=${"x.".repeat(500)}`, "matricula-look"])(
	"a cookie that nobody wrote is the default: %s",
	async (cookie) => {
		const answer = await openBrowser().get("/", { headers: { cookie } });
		expect(answer.status).toBe(200);
		expect(tagsOf(await answer.text(), "html")[0]).toContain('data-theme="system"');
	},
);

test("it comes back to the page it was changed on, and to no other site", async () => {
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
