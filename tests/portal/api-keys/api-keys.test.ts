import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { apiKeys } from "#worker/database/schema/api-keys";

let browser: Browser;
let orgName = "";
let list = "";
beforeAll(async () => {
	({ id: orgName } = await createOrganisation());
	list = `/${orgName}/api-keys`;
	const privileges = ["organisation:c", "organisation:r", "organisation:d", "candidate:r", "candidate:u"];
	({ browser } = await signedInBrowser(await createStaff({ organisationId: orgName, privileges })));
});
const pageAt = async (path: string) => (await browser.get(path)).text();

const create = async (name: string, ...privileges: string[]) => {
	const form = openForm(await pageAt(`${list}/new`), "api-key");
	form.set("name", name);
	for (const privilege of privileges) form.append("privileges", privilege);
	const response = await browser.post(`${list}/new`, form);
	return { status: response.status, html: await response.text() };
};

const keyIn = (html: string) => tagsOf(html, "input").find((tag) => tag.includes('id="shown-secret"')) ?? "";

test("creates a key without scripts, shows it once, lists it and revokes it", async () => {
	const empty = await pageAt(list);
	expect(textOf(empty)).toContain("No API keys yet");
	const boxes = tagsOf(await pageAt(`${list}/new`), "input").filter((tag) => tag.includes('name="privileges"'));
	expect(boxes).toHaveLength(5);
	expect(boxes.join()).not.toContain("users:");

	const made = await create("Student records", "candidate:r", "candidate:u");
	expect(made.status).toBe(201);
	expect(textOf(made.html)).toContain("Copy the key now.");
	const key = /value="(mat_[^"]+)"/.exec(keyIn(made.html))?.[1] ?? "";
	expect(key).toMatch(new RegExp(`^mat_${orgName}\\.[\\w-]{43}$`));

	const listed = await pageAt(list);
	expect(listed).not.toContain(key);
	expect(textOf(listed)).toContain("Applicants: see, change");
	const here = linkOf(listed, "Student records") ?? "";
	for (const page of [listed, await pageAt(here)]) expect(textOf(page)).toMatch(/Last used:? Never/);
	const lastUsedAt = Date.UTC(2026, 10, 26, 8, 30);
	await testDb().update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.organisationId, orgName));
	const shown = await pageAt(here);
	for (const page of [await pageAt(list), shown]) expect(textOf(page)).toMatch(/Last used:? November 26th 2026, 09:30/);
	expect(textOf(shown)).toContain(`API key …${key.slice(-4)}`);
	const revoked = await browser.post(here, openForm(shown, "revoke-key"));
	expect([revoked.status, revoked.headers.get("location")]).toEqual([302, list]);
	expect(textOf(await pageAt(list))).toContain("The key “Student records” was revoked");
	expect(await pageAt(here)).not.toContain('id="revoke-key"');
});

test("finds and sorts keys without scripts, and its dialogs return to the search", async () => {
	for (const name of ["Sorted B", "Sorted A"]) await create(name, "candidate:r");
	const page = await pageAt(`${list}?q=sorted`);
	expect(textOf(page)).toMatch(/Sorted A.*Sorted B/);
	expect(textOf(page)).not.toContain("Student records");
	for (const [head, sort] of [
		["Name", "-name"],
		["Created", "created"],
		["Last used", "used"],
	] as const)
		expect(linkOf(page, head)).toBe(`${list}?q=sorted&sort=${sort}`);
	const sorted = await pageAt(`${list}?q=sorted&sort=-name`);
	expect(textOf(sorted)).toMatch(/Sorted B.*Sorted A/);
	const here = linkOf(sorted, "Sorted A") ?? "";
	expect(linkOf(await pageAt(linkOf(sorted, "New API key") ?? ""), "Cancel")).toBe(`${list}?q=sorted&sort=-name`);
	const revoked = await browser.post(here, openForm(await pageAt(here), "revoke-key"));
	expect(revoked.headers.get("location")).toBe(`${list}?q=sorted&sort=-name`);
	expect(textOf(await pageAt(`${list}?q=nothing`))).toMatch(/No API keys found Nothing matches the search\. Show all/);
	const wrong = await browser.get(`${list}?sort=age`);
	expect([wrong.status, textOf(await wrong.text())]).toEqual([
		422,
		expect.stringContaining("Some of the address is not valid."),
	]);
});

test("keeps what was typed beside the errors", async () => {
	const nothing = await create("");
	expect(nothing.status).toBe(422);
	expect(errorsOf(nothing.html, "name")).toBe("Enter a name");
	expect(textOf(nothing.html)).toContain("Choose at least one privilege.");
	await create("Library", "candidate:r");
	const again = await create("library", "candidate:r");
	expect(again.status).toBe(409);
	expect(errorsOf(again.html, "name")).toBe("There is a key “library” already.");
	expect(tagsOf(again.html, "input").find((tag) => tag.includes('value="candidate:r"'))).toContain("checked");
});

test("is for those who may see the settings, and offers others nothing", async () => {
	const { browser: reader } = await signedInBrowser(
		await createStaff({ organisationId: orgName, privileges: ["organisation:r"] }),
	);
	const html = await (await reader.get(list)).text();
	expect(linksOf(html)).not.toContain(`${list}/new`);
	expect((await reader.get(`${list}/new`)).status).toBe(403);
	const { browser: other } = await signedInBrowser(
		await createStaff({ organisationId: orgName, privileges: ["candidate:r"] }),
	);
	expect((await other.get(list)).status).toBe(403);
});
