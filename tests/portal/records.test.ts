import { beforeEach, expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, optionsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

/** The screens of a record, as a test uses them without scripts. */
interface Screens {
	path: string;
	one: string;
	/** What must exist before one can be made. */
	before?: { path: string; name: string };
	/** The fields of a form, beside those that it has when it opens. */
	fields(name: string): Record<string, string>;
	/** The field that no two may share. */
	unique: string;
	privileges: { read: string; create: string };
}

const screens: Screens[] = [
	{
		...{ path: "locations", one: "location", fields: (name) => ({ name }), unique: "name" },
		privileges: { read: "organisation:r", create: "organisation:c" },
	},
	{
		...{ path: "application-groupings", one: "application group", fields: (name) => ({ name }), unique: "name" },
		privileges: { read: "groupitem:r", create: "appgroups:c" },
	},
	{
		...{ path: "application-groupings/items", one: "group item", fields: (name) => ({ name }), unique: "name" },
		before: { path: "application-groupings", name: "Session" },
		privileges: { read: "appgroups:r", create: "groupitem:c" },
	},
];

let organisationId: string;
let browser: Browser;
const at = (path: string) => `/${organisationId}/${path}`;
const pageOf = async (path: string) => (await browser.get(path)).text();

/** Opens a form, fills it in, chooses the last of what is still to be chosen, and sends it. */
const send = async (path: string, fields: Record<string, string>, id = "record") => {
	const page = await pageOf(path);
	const form = openForm(page, id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	for (const [name, value] of [...form])
		if (value === "" && name.endsWith("Id"))
			form.set(
				name,
				page.match(new RegExp(`<option value="([^"]+)">${optionsOf(page, name).at(-1)}</option>`))?.[1] ?? "",
			);
	return browser.post(path, form);
};

/** Creates a record and returns the address of its dialog. */
const create = async ({ path, fields }: Pick<Screens, "path" | "fields">, name: string) => {
	const created = await send(at(`${path}/new`), fields(name));
	expect([created.status, created.headers.get("location")]).toEqual([302, at(path)]);
	return linkOf(await pageOf(at(path)), name) ?? "";
};

beforeEach(async () => {
	organisationId = (await createOrganisation()).id;
	browser = (await signedInBrowser(await createStaff({ organisationId }))).browser;
});

const openScreens = async ({ before }: Screens) => {
	if (before) await create({ path: before.path, fields: (name) => ({ name }) }, before.name);
};

test.each(screens)("creates, changes, finds, sorts and deletes in /$path", async (screen) => {
	await openScreens(screen);
	const { path, one, fields } = screen;
	expect(textOf(await pageOf(at(path)))).toMatch(new RegExp(`No ${one}s yet .*New ${one}`));
	const dialog = await create(screen, "Beta");
	await send(at(`${path}/new`), fields("alpha"));
	expect(textOf(await pageOf(at(path)))).toMatch(/alpha.*Beta.*“alpha” was created/);
	expect(textOf(await pageOf(at(`${path}?sort=-name`)))).toMatch(/Beta.*alpha/);
	const found = await pageOf(at(`${path}?q=bet`));
	expect(linkOf(found, "alpha")).toBeUndefined();
	expect(textOf(await pageOf(at(`${path}?q=nothing`)))).toContain(`No ${one}s found`);
	const changed = await send(`${dialog}?q=bet`, fields("Bethel"));
	expect(changed.headers.get("location"), "it returns to the search").toBe(at(`${path}?q=bet`));
	expect(linkOf(await pageOf(at(path)), "Bethel")).toBe(dialog);
	expect(textOf(await pageOf(`${dialog}/delete`))).toContain("Delete “Bethel”? Nothing depends on it.");
	const deleted = await send(`${dialog}/delete`, {}, "delete-record");
	expect(deleted.headers.get("location")).toBe(at(path));
	expect(textOf(await pageOf(at(path)))).toContain("“Bethel” was deleted");
	expect((await browser.get(dialog)).status).toBe(404);
});

test.each(screens)("shows errors of /$path beside the field, and keeps what was typed", async (screen) => {
	await openScreens(screen);
	const { path, fields, unique } = screen;
	await create(screen, "Alpha");
	const refused = await send(at(`${path}/new`), fields("ALPHA"));
	expect(refused.status).toBe(409);
	const page = await refused.text();
	expect(errorsOf(page, unique)).toMatch(/already/);
	expect(openForm(page, "record").get(unique)).toBe("ALPHA");
	const empty = await send(at(`${path}/new`), fields(" "));
	expect([empty.status, errorsOf(await empty.text(), unique)]).toEqual([422, expect.stringMatching(/^Enter /)]);
});

test.each(screens)(
	"shows what a colleague saved meanwhile in /$path, and replaces it when sent again",
	async (screen) => {
		await openScreens(screen);
		const { fields, unique } = screen;
		const dialog = await create(screen, "Alpha");
		const form = openForm(await pageOf(dialog), "record");
		for (const [name, value] of Object.entries(fields("Mine"))) form.set(name, value);
		await send(dialog, fields("Theirs"));
		const refused = await browser.post(dialog, form);
		const page = await refused.text();
		expect([refused.status, textOf(page)]).toEqual([409, expect.stringMatching(/Saved by somebody else.*Theirs/)]);
		const again = openForm(page, "record");
		expect(again.get(unique)).toBe("Mine");
		expect((await browser.post(dialog, again)).status).toBe(302);
	},
);

test.each(screens)("shows the history of /$path, and restores a former state as a new change", async (screen) => {
	await openScreens(screen);
	const dialog = await create(screen, "Alpha");
	await send(dialog, screen.fields("Beta"));
	const page = await pageOf(`${dialog}/history`);
	expect(textOf(page)).toMatch(/History of Beta.*changed it.*before: Alpha now: Beta.*created it/);
	const [changeId = ""] = buttonsOf(page, "changeId");
	expect(buttonsOf(page, "changeId"), "the present state is not restored").toHaveLength(1);
	const form = new FormData();
	form.set("csrf", openForm(await pageOf(dialog), "record").get("csrf") as string);
	form.set("changeId", changeId);
	const restored = await browser.post(`${dialog}/history`, form);
	expect([restored.status, restored.headers.get("location")]).toEqual([302, `${dialog}/history`]);
	expect(textOf(await pageOf(`${dialog}/history`))).toMatch(/History of Alpha.*restored a former state/);
});

test.each(screens)("shows /$path to users who may read it, without changes", async (screen) => {
	await openScreens(screen);
	const dialog = await create(screen, "Alpha");
	const { read, create: mayCreate } = screen.privileges;
	const reader = await signedInBrowser(await createStaff({ organisationId, privileges: [read] }));
	const page = await (await reader.browser.get(dialog)).text();
	expect(textOf(page)).toContain("Alpha");
	expect(page).not.toMatch(/>Save<|>Delete<|New location|Restore/);
	for (const path of [at(`${screen.path}/new`), `${dialog}/delete`])
		expect((await reader.browser.get(path)).status).toBe(403);
	const other = await signedInBrowser(await createStaff({ organisationId, privileges: ["course:r"] }));
	expect((await other.browser.get(at(screen.path))).status).toBe(403);
	const creator = await signedInBrowser(await createStaff({ organisationId, privileges: [mayCreate] }));
	expect((await creator.browser.get(at(`${screen.path}/new`))).status).toBe(200);
});
