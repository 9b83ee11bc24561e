import { beforeAll, expect, test } from "vitest";
import { createApplication, createOrganisation } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import * as steps from "#tests/support/portal-steps";
import { whileUnreadable, whileUnwritable } from "#tests/support/unreadable";

let browser: Browser;
let orgName = "";
let title = "";
let applicationId = "";
beforeAll(async () => {
	({ id: orgName } = await createOrganisation());
	({ title, id: applicationId } = await createApplication(orgName));
	const privileges = ["candigroup:c", "candigroup:r", "candigroup:u", "candigroup:d"];
	({ browser } = await signedInBrowser(await createStaff({ organisationId: orgName, privileges })));
});
const pageAt = (path: string) => steps.pageAt(browser, path);
const send = (path: string, id: string, fields?: Record<string, string | File>) =>
	steps.sendForm(browser, path, id, fields);
const workUntil = (path: string, text: string) => steps.workUntilShown(browser, orgName, path, text);

const createGroup = async (name: string) => {
	const { to } = await send(`/${orgName}/uploaded-candidates/new`, "candidate-group", { name });
	return to;
};

test("imports a list page by page without scripts: group, file, columns, rows, import, undo", async () => {
	const list = `/${orgName}/uploaded-candidates`;
	const empty = await pageAt(list);
	expect(textOf(empty)).toContain("No candidate groups yet");
	const form = openForm(await pageAt(`${list}/new`), "candidate-group");
	expect(optionsOf(await pageAt(`${list}/new`), "applicationId")).toEqual(["None yet", title]);
	form.set("name", "JAMB 2026");
	form.set("applicationId", applicationId);
	const created = await browser.post(`${list}/new`, form);
	const group = created.headers.get("location") ?? "";
	expect(group).toMatch(new RegExp(`^/${orgName}/manage-candidates/`));
	const drawn = await pageAt(group);
	expect(textOf(drawn)).toContain("JAMB 2026: created");
	expect(drawn).toMatch(new RegExp(`<a[^>]*aria-current="page"[^>]*href="${list}"`));

	const csv = "JAMB No,Surname,Phone,Remark\n2026000001,Obi,08030000001,x\n2026000002,Bello,08030000001,\nbad,,,\n";
	const uploaded = await send(`${group}/upload`, "upload-list", { file: new File([csv], "jamb.csv") });
	expect([uploaded.status, uploaded.to]).toEqual([302, expect.stringContaining(`${group}/imports/`)]);
	const here = uploaded.to;
	await workUntil(here, "Choose what each column is");
	const refused = await send(here, "import-columns", { "column-1": "phone" });
	expect(refused.status).toBe(422);
	expect(textOf(refused.html)).toContain("Choose which column holds the name.");
	expect(errorsOf(refused.html, "column-2")).toBe("“Surname” is already used for this.");
	expect((await send(here, "import-columns")).status).toBe(302);

	await workUntil(here, "Ready to import");
	const preview = textOf(await pageAt(here));
	expect(preview).toContain("1 new, 1 possible duplicate, 1 with an error");
	expect(preview).toContain("The same phone as row 2 of this file.");
	expect(textOf(await pageAt(`${here}?outcome=wrong`))).not.toContain("The same phone as row 2");
	expect((await send(here, "import-add")).status).toBe(302);

	await workUntil(here, "1 candidate was imported");
	expect(linkOf(await pageAt(here), "Download the rows that were not imported")).toBe(`${here}/failed-rows`);
	const file = await browser.get(`${here}/failed-rows`);
	expect(file.headers.get("content-disposition")).toContain("jamb (not added).xlsx");
	expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
	const candidates = await pageAt(group);
	expect(textOf(candidates)).toContain(`For ${title}: 1 candidate expected, 0 of them have applied.`);
	expect(textOf(await pageAt(`${group}?q=obi`))).toContain("2026000001");
	expect(textOf(await pageAt(`${group}?q=nobody`))).toContain("No candidate has that");
	const undeletable = await pageAt(`${group}/delete`);
	expect(textOf(undeletable)).toContain("It holds 1 candidate and can be deleted only when nobody is in it");
	expect(tagsOf(undeletable, "button").filter((tag) => tag.includes('form="confirm"'))).toEqual([]);

	expect(textOf(await pageAt(`${here}/undo`))).toContain("Undo the import of jamb.csv?");
	expect((await send(`${here}/undo`, "confirm")).to).toBe(here);
	await workUntil(here, "The import was undone: 1 candidate is as before");
	expect(textOf(await pageAt(`${group}/imports`))).toMatch(/jamb\.csv.*Undone/);
	expect((await send(`${group}/delete`, "confirm")).to).toBe(list);
});

test("finds the application of a group by its title, among however many", async () => {
	const offered = async (search: string) =>
		optionsOf(await pageAt(`/${orgName}/uploaded-candidates/new${search}`), "applicationId");
	expect(await offered("")).toEqual(expect.arrayContaining(["None yet", title]));
	expect(await offered(`?${new URLSearchParams({ title: title.slice(0, 12) })}`)).toContain(title);
	expect(await offered("?title=nothing-is-called-so")).toEqual(["None yet"]);
});

test("shows errors beside their fields, and keeps what was typed", async () => {
	const group = await createGroup("Once");
	const nameless = await send(`/${orgName}/uploaded-candidates/new`, "candidate-group", { name: " " });
	expect([nameless.status, errorsOf(nameless.html, "name")]).toEqual([422, "Enter a name"]);
	const twice = await send(`/${orgName}/uploaded-candidates/new`, "candidate-group", { name: "ONCE" });
	expect([twice.status, errorsOf(twice.html, "name")]).toEqual([409, "There is a group with this name already."]);
	expect(textOf(twice.html)).toContain("Unable to create candidate group");
	expect(openForm(twice.html, "candidate-group").get("name")).toBe("ONCE");
	const renamed = await send(`${group}/edit`, "candidate-group", { name: "Once more" });
	expect(renamed.to).toBe(group);
	const stale = await send(`${group}/edit`, "candidate-group", { name: "Mine", version: "1" });
	expect([stale.status, textOf(stale.html)]).toEqual([
		409,
		expect.stringMatching(/Saved by somebody else.*Name ?Once more ?Application ?None yet/),
	]);
	const again = openForm(stale.html, "candidate-group");
	expect([again.get("name"), Number(again.get("version")) > 1]).toEqual(["Mine", true]);
	const none = await send(`${group}/upload`, "upload-list");
	expect([none.status, errorsOf(none.html, "file")]).toEqual([422, "Choose a file"]);
	const text = await send(`${group}/upload`, "upload-list", { file: new File(["a,b\n1,2\n"], "list.xlsx") });
	expect(errorsOf(text.html, "file")).toContain("named like a workbook and holds text");
	const large = new File([new Uint8Array(10_000_001)], "list.csv");
	const tooLarge = await send(`${group}/upload`, "upload-list", { file: large });
	expect([tooLarge.status, errorsOf(tooLarge.html, "file")]).toEqual([413, expect.stringContaining("at most 10 MB")]);
});

test("says of a group that it cannot be created, changed or deleted where something failed", async () => {
	const group = await createGroup("Steady");
	await whileUnwritable("candidate_groups", async () => {
		for (const [path, id, text] of [
			[`/${orgName}/uploaded-candidates/new`, "candidate-group", "Unable to create candidate group"],
			[`${group}/edit`, "candidate-group", "Unable to update candidate group"],
			[`${group}/delete`, "confirm", "Unable to delete candidate group"],
		] as const) {
			const refused = await send(path, id, id === "candidate-group" ? { name: "Another" } : {});
			expect([refused.status, textOf(refused.html)], path).toEqual([500, expect.stringContaining(text)]);
		}
	});
});

test("says that a group cannot be fetched, which is unknown or could not be read", async () => {
	const group = await createGroup("Out of reach");
	const unknown = await browser.get(`/${orgName}/manage-candidates/nothing`);
	expect([unknown.status, textOf(await unknown.text())]).toEqual([
		404,
		expect.stringMatching(/Unable to fetch candidate group.*This candidate group does not exist\./),
	]);
	const said = async (path: string) => {
		const response = await browser.get(path);
		expect([response.status, textOf(await response.text())], path).toEqual([
			500,
			expect.stringContaining("Unable to fetch candidate group An error occured."),
		]);
	};
	await whileUnreadable("candidate_groups", async () => {
		await said(`/${orgName}/uploaded-candidates`);
		await said(group);
	});
	await whileUnreadable("group_candidates", () => said(group));
	expect((await browser.get(group)).status).toBe(200);
});

test("shows the lists without any way to change them to users who may only read", async () => {
	const group = await createGroup("Looked at");
	const reader = await createStaff({ organisationId: orgName, privileges: ["candigroup:r"] });
	const { browser: looking } = await signedInBrowser(reader);
	const list = await (await looking.get(`/${orgName}/uploaded-candidates`)).text();
	expect(linksOf(list)).toContain(group);
	expect(linkOf(list, "New group")).toBeUndefined();
	expect(linkOf(await (await looking.get(group)).text(), "Upload a list")).toBeUndefined();
	for (const path of ["/edit", "/delete", "/upload"]) expect((await looking.get(group + path)).status).toBe(403);
	const stranger = await createStaff({ organisationId: (await createOrganisation()).id });
	const { browser: foreign } = await signedInBrowser(stranger);
	const theirs = group.replace(orgName, stranger.organisationId);
	for (const path of ["", "/imports", "/imports/x", "/imports/x/failed-rows"])
		expect((await foreign.get(theirs + path)).status).toBe(404);
});

test("opens, corrects and removes one candidate without scripts", async () => {
	const group = await createGroup("One by one");
	const csv = "JAMB No,Surname,Phone\n2026100001AB,Obi,08031000001\n2026100002CD,Bello,08031000002\n";
	const { to } = await send(`${group}/upload`, "upload-list", { file: new File([csv], "one.csv") });
	await workUntil(to, "Choose what each column is");
	await send(to, "import-columns");
	await workUntil(to, "Ready to import");
	await send(to, "import-add");
	await workUntil(to, "2 candidates were imported");

	const here = linkOf(await pageAt(`${group}?q=obi`), "Obi") ?? "";
	expect(here).toMatch(new RegExp(`^${group}/candidates/[\\w-]+\\?q=obi$`));
	const refused = await send(here, "candidate", { email: "obi" });
	expect(refused.status).toBe(422);
	expect(errorsOf(refused.html, "email")).toBe("“obi” is not an email address.");
	const known = await send(here, "candidate", { phone: "08031000002", state: "Lagos" });
	expect(known.status).toBe(409);
	expect(textOf(known.html)).toContain("The same phone as Bello (2026100002CD), in this group.");
	const again = openForm(known.html, "candidate");
	expect(again.get("state")).toBe("Lagos");
	again.set("isAnother", "on");
	const saved = await browser.post(here, again);
	expect([saved.status, saved.headers.get("location")]).toEqual([302, `${group}?q=obi`]);
	const drawn = textOf(await pageAt(here));
	expect(drawn).toContain("Obi was saved");
	expect(drawn).toContain("State: nothing became Lagos.");

	const stale = openForm(await pageAt(here), "candidate");
	await send(here, "candidate", { state: "Kano" });
	stale.set("lga", "Dala");
	const meanwhile = await browser.post(here, stale);
	expect(meanwhile.status).toBe(409);
	const compared = await meanwhile.text();
	expect(textOf(compared)).toContain("Saved by somebody else");
	expect(openForm(compared, "candidate").get("lga")).toBe("Dala");

	const removal = linkOf(await pageAt(here), "Remove") ?? "";
	expect(textOf(await pageAt(removal))).toContain("Remove Obi?");
	const removed = await send(removal, "confirm");
	expect([removed.status, removed.to]).toEqual([302, `${group}?q=obi`]);
	expect(textOf(await pageAt(group))).toContain("1 candidate, for no application yet.");
});

test("shows a candidate to those who may only read, without a form", async () => {
	const { browser: reader } = await signedInBrowser(
		await createStaff({ organisationId: orgName, privileges: ["candigroup:r"] }),
	);
	const groups = await (await reader.get(`/${orgName}/uploaded-candidates?q=one+by+one`)).text();
	const group = linkOf(groups, "One by one") ?? "";
	const here = linkOf(await (await reader.get(group)).text(), "Bello") ?? "";
	const html = await (await reader.get(here)).text();
	expect(textOf(html)).toContain("2026100002CD");
	expect(html).not.toContain('id="candidate"');
	expect((await reader.get(`${here}/remove`)).status).toBe(403);
});
