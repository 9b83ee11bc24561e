import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, createReferee } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { errorsOf, formOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

let base: string;
let browser: Browser;
let colleague: Browser;
let reader: Browser;
let application: Awaited<ReturnType<typeof createApplication>>;
let ids: string[];

beforeAll(async () => {
	const { id: organisationId } = await createOrganisation();
	application = await createApplication(organisationId);
	base = `/${organisationId}/applicants`;
	ids = [];
	for (const step of [0, 1, 1, 3, 1]) {
		const stepId = application.steps[step]?.id ?? "";
		ids.push((await createApplicant(application, { stepId, stageChangedAt: Date.now() - ids.length * 1_000 })).id);
	}
	await createReferee({ organisationId, id: ids[1] ?? "" });
	const open = async (privileges?: readonly string[]) =>
		(await signedInBrowser(await createStaff({ organisationId, ...(privileges && { privileges }) }))).browser;
	[browser, colleague, reader] = [await open(), await open(), await open(["candidate:r"])];
});

const pageOf = async (path: string, who = browser) => (await who.get(path)).text();
const listed = (html: string) => [...html.matchAll(/id="row-([\w-]+)"/g)].map(([, id]) => ids.indexOf(id ?? ""));
const inReview = () => `?application=${application.id}&stage=${application.steps[1]?.id}`;
const ticked = (fields: Record<string, string>, ...boxes: string[]) => ({
	...Object.fromEntries(Object.entries(fields).filter(([name]) => !["isPinned", "isShared"].includes(name))),
	...Object.fromEntries(boxes.map((name) => [name, "on"])),
});
const save = async (search: string, name: string, ...boxes: string[]) => {
	const path = `${base}/views/new${search}`;
	return browser.post(path, { ...ticked(formOf(await pageOf(path), "save-view"), ...boxes), name });
};
/** Returns the address of the dialog that changes the view of this name. */
const changeOf = async (name: string) => linkOf(await pageOf(`${base}/views`), `Change ${name}`) ?? "";

test("links the groups that need work above the list, with their counts", async () => {
	const page = await pageOf(base);
	expect(textOf(page)).toContain("Needs you New 1 Referee missing 1");
	const missing = await pageOf(linkOf(page, "Referee missing 1") ?? "");
	expect(listed(missing)).toEqual([1]);
	expect(linkOf(missing, "Remove filter Referee missing")).toBe(`${base}?application=${application.id}`);
	expect(listed(await pageOf(linkOf(page, "New 1") ?? ""))).toEqual([0]);
});

test("orders the list by waiting time, and back, by the head of the column", async () => {
	const page = await pageOf(base);
	expect(listed(page)).toEqual([4, 3, 2, 1, 0]);
	const sorted = await pageOf(linkOf(page, "Waiting") ?? "");
	expect(listed(sorted)).toEqual([4, 3, 2, 1, 0]);
	expect(sorted).toContain('aria-sort="descending"');
	const shortest = await pageOf(linkOf(sorted, "Waiting") ?? "");
	expect(shortest).toContain('aria-sort="ascending"');
	expect(linkOf(shortest, "Waiting")).toBe(`${base}?application=${application.id}`);
});

test("saves a list under a name, pins it in the navigation with its count, and opens it from the search page", async () => {
	const list = await pageOf(base + inReview());
	expect(linkOf(list, "Save view")).toBe(`${base}/views/new${inReview()}`);
	const saved = await save(inReview(), "In review now", "isPinned");
	expect([saved.status, saved.headers.get("location")]).toEqual([302, base + inReview()]);
	const page = await pageOf(base + inReview());
	expect(textOf(page)).toContain("The view In review now is saved");
	expect(linkOf(page, "In review now 3 applicants")).toBe(base + inReview());
	expect(page).toMatch(/<a[^>]*aria-current="page"[^>]*title="In review now"/);
	expect(
		linkOf(await pageOf(`${base.replace("applicants", "search")}?q=review+now`), "Open the view In review now"),
	).toBe(base + inReview());
	expect(textOf(await pageOf(base, colleague))).not.toContain("In review now");
	const question = await pageOf(`${await changeOf("In review now")}?question=delete`);
	expect(textOf(question)).toContain("Delete the view In review now?");
	const form = formOf(question, "change-view");
	expect((await browser.post(await changeOf("In review now"), form)).headers.get("location")).toBe(`${base}/views`);
	expect(textOf(await pageOf(`${base}/views`))).toContain("No views yet");
});

test("links to the order by waiting time, and its chip removes the order", async () => {
	const page = await pageOf(base + inReview());
	const byWaiting = linkOf(page, "Waiting") ?? "";
	expect(byWaiting).toBe(`${base}${inReview()}&sort=waiting`);
	const sorted = await pageOf(byWaiting);
	expect(linkOf(sorted, "Remove filter Longest waiting first")).toBe(base + inReview());
});

test("shows the pinned views by their initials in a folded navigation, with the full name as label", async () => {
	await save(inReview(), "In review now", "isPinned");
	const fold = (sidebar: string) => browser.post(base.replace("applicants", "preferences"), { sidebar });
	await fold("icons");
	const page = await pageOf(base);
	expect(linkOf(page, "In review now 3 applicants IR 3")).toBe(base + inReview());
	await fold("open");
	const dialog = await changeOf("In review now");
	await browser.post(dialog, { ...formOf(await pageOf(dialog), "change-view"), intent: "delete" });
});

test("shows more than 99 applicants of a pinned view as one number, also in a folded navigation", async () => {
	const { id: organisationId } = await createOrganisation();
	const many = await createApplication(organisationId);
	for (let made = 0; made < 101; made++) await createApplicant(many);
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	const path = `/${organisationId}/applicants/views/new?application=${many.id}`;
	const form = formOf(await (await browser.get(path)).text(), "save-view");
	await browser.post(path, { ...ticked(form, "isPinned"), name: "Whole list" });
	const linked = async () =>
		linkOf(await (await browser.get(`/${organisationId}/applicants`)).text(), "Whole list 101 applicants WL 101");
	expect(await linked()).toBeUndefined();
	await browser.post(`/${organisationId}/preferences`, { sidebar: "icons" });
	expect(await linked()).toBe(`/${organisationId}/applicants?application=${many.id}`);
});

test("lets a colleague rename and unpin a shared view, and a reader only open it", async () => {
	await save("", "Everybody", "isPinned", "isShared");
	const all = await pageOf(`${base}/views`, reader);
	expect(textOf(all)).toContain("Everybody");
	expect(linkOf(all, "Change Everybody")).toBeUndefined();
	const dialog = await changeOf("Everybody");
	expect((await reader.get(dialog)).status).toBe(403);
	const form = formOf(await pageOf(dialog, colleague), "change-view");
	expect(form.name).toBe("Everybody");
	const changed = await colleague.post(dialog, { ...ticked(form, "isShared"), name: "The whole list" });
	expect(changed.headers.get("location")).toBe(`${base}/views`);
	const page = await pageOf(base);
	expect(textOf(page)).not.toContain("The whole list");
	expect(linkOf(await pageOf(`${base}/views`), "The whole list")).toBe(`${base}?application=${application.id}`);
	await browser.post(dialog, { ...formOf(await pageOf(dialog), "change-view"), intent: "delete" });
	expect((await browser.get(dialog)).status).toBe(404);
});

test("shows a missing name and a used name beside the field, and keeps what was ticked", async () => {
	const none = await save("", " ", "isShared");
	expect(none.status).toBe(422);
	const page = await none.text();
	expect(errorsOf(page, "name")).toBe("Enter a name");
	expect(page).toMatch(/<input[^>]*name="isShared"[^>]*checked=""|<input[^>]*checked=""[^>]*name="isShared"/);
	await save("", "Taken");
	const again = await save(inReview(), "taken");
	expect(again.status).toBe(409);
	expect(errorsOf(await again.text(), "name")).toBe("A view with this name already exists");
	const form = formOf(await pageOf(await changeOf("Taken")), "change-view");
	await browser.post(await changeOf("Taken"), { ...form, intent: "delete" });
});

test("opens the next applicant of the same list after Comment & Proceed when that was chosen, and only then", async () => {
	const search = inReview();
	const dialog = `${base}/${ids[4]}/stage${search}`;
	const move = async (path: string, fields: Record<string, string>) => {
		const page = await pageOf(path);
		const { goOn: _, doNotNotify: __, ...form } = formOf(page, "change-stage");
		const response = await browser.post(path, {
			...form,
			stageId: application.steps[2]?.id ?? "",
			reason: "Good",
			...fields,
		});
		return response.headers.get("location");
	};
	expect(await pageOf(dialog)).not.toMatch(/name="goOn"[^>]*checked/);
	expect(await move(dialog, { goOn: "on" })).toBe(`${base}/${ids[2]}${search}`);
	const next = `${base}/${ids[2]}/stage${search}`;
	expect(await pageOf(next), "the tick is for one move").not.toMatch(/name="goOn"[^>]*checked/);
	expect(await pageOf(`${next}&goOn=on`), "its own key ticks it").toMatch(/name="goOn"[^>]*checked/);
	expect(await move(next, {})).toBe(`${base}/${ids[2]}${search}`);
	expect(await move(`${base}/${ids[1]}/stage${search}`, { goOn: "on" })).toBe(`${base}/${ids[1]}${search}`);
});

test("links the next undecided applicant of the list", async () => {
	const html = await pageOf(`${base}/${ids[4]}?application=${application.id}`);
	expect(linkOf(html, "Next undecided")).toBe(`${base}/${ids[0]}?application=${application.id}`);
	expect(await pageOf(`${base}/${ids[4]}`, reader)).not.toContain("Next undecided");
});
