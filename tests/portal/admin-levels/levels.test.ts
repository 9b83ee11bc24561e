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

/** Saves levels of these names through the form. */
const save = async (...names: string[]) => {
	let page = await pageOf();
	for (const [index] of names.slice(1).entries())
		if (!formOf(page).has(`levels[${index + 1}].name`)) page = await press(page, /insert/);
	const form = formOf(page);
	for (const [index, name] of names.entries()) form.set(`levels[${index}].name`, name);
	return browser.post(path, form);
};

test("a colleague's change in between is shown, what was typed is kept, and saving again replaces it", async () => {
	await save("Faculty", "Department");
	const opened = formOf(await pageOf());
	await save("School");
	opened.set("levels[0].name", "College");
	const refused = await browser.post(path, opened);
	const page = await refused.text();
	expect([refused.status, textOf(page)]).toEqual([409, expect.stringContaining("Saved by somebody else.")]);
	expect(textOf(page)).toContain("School › Department");
	expect(namesIn(formOf(page))).toEqual(["College", "Department"]);
	expect((await browser.post(path, formOf(page))).status).toBe(302);
	expect(namesIn(formOf(await pageOf()))).toEqual(["College", "Department"]);
});

test("shows who changed the levels, and restores a former state without a script", async () => {
	await save("Faculty");
	await save("School", "Unit");
	expect(await pageOf()).toContain(`href="${path}/history"`);
	const history = async () => (await browser.get(`${path}/history`)).text();
	const page = await history();
	expect(textOf(page)).toContain("School › Unit");
	const [former] = buttonsOf(page, "changeId");
	const form = new FormData();
	form.set("csrf", formOf(await pageOf()).get("csrf") as string);
	form.set("version", /name="version" value="(\d+)"/.exec(page.slice(page.indexOf("changed it")))?.[1] ?? "");
	form.set("changeId", former ?? "");
	const restored = await browser.post(`${path}/history`, form);
	expect([restored.status, restored.headers.get("location")]).toEqual([302, `${path}/history`]);
	expect(textOf(await history())).toContain("restored a former state");
	expect(namesIn(formOf(await pageOf()))).toEqual(["Faculty"]);
	const stale = await browser.post(`${path}/history`, form);
	expect([stale.status, textOf(await stale.text())]).toEqual([
		409,
		expect.stringContaining("This was changed by somebody else since you opened it."),
	]);
});
