import { beforeEach, expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

let path: string;
let browser: Browser;
beforeEach(async () => {
	const { id: organisationId } = await createOrganisation();
	path = `/${organisationId}/admin-levels-item/levels`;
	browser = (await signedInBrowser(await createStaff({ organisationId }))).browser;
});

const pageOf = async () => (await browser.get(path)).text();
const formOf = (page: string) => openForm(page, /<form\b[^>]*\bid="(levels-[^"]*)"/.exec(page)?.[1] ?? "");
const namesIn = (form: FormData) => [...form].filter(([name]) => name.endsWith(".name")).map(([, value]) => value);
/** Presses a button that changes the form alone, and returns the form as it is then. */
const press = async (page: string, intent: RegExp, change: Record<string, string> = {}) => {
	const form = formOf(page);
	for (const [name, value] of Object.entries(change)) form.set(name, value);
	form.set("__intent__", buttonsOf(page, "__intent__").find((one) => intent.test(one)) ?? "");
	const response = await browser.post(path, form);
	expect(response.status).toBe(200);
	return response.text();
};

test("adds, moves and removes levels in the form, and saves them all at once", async () => {
	let page = await press(await pageOf(), /insert/, { "levels[0].name": "Department" });
	page = await press(page, /reorder.*"from":1,"to":0/, { "levels[1].name": "Faculty" });
	expect(namesIn(formOf(page))).toEqual(["Faculty", "Department"]);
	page = await press(page, /insert/);
	page = await press(page, /remove.*2/, { "levels[2].name": "Unit" });
	const saved = await browser.post(path, formOf(page));
	expect([saved.status, saved.headers.get("location")]).toEqual([302, path]);
	expect(namesIn(formOf(await pageOf()))).toEqual(["Faculty", "Department"]);
	const twice = formOf(await pageOf());
	twice.set("levels[1].name", "FACULTY");
	const refused = await browser.post(path, twice);
	expect([refused.status, textOf(await refused.text())]).toEqual([
		409,
		expect.stringContaining("Another level is called so."),
	]);
	expect(namesIn(formOf(await pageOf())), "nothing was half done").toEqual(["Faculty", "Department"]);
});
