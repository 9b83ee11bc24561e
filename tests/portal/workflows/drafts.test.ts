import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import type { Browser } from "#tests/support/portal-browser";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { linkOf, linksOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

let organisationId: string;
let application: Awaited<ReturnType<typeof createApplication>>;
let browser: Browser;
let reader: Browser;
const board = () => `/${organisationId}/workflow/${application.workflowId}`;
const pageOf = async (path: string, as = browser) => (await as.get(path)).text();
const stepId = (index: number) => application.steps[index]?.id ?? "";

beforeEach(async () => {
	organisationId = (await createOrganisation()).id;
	application = await createApplication(organisationId, { stages: ["Registration", "In_review", "Accepted"] });
	browser = (await signedInBrowser(await createStaff({ organisationId }))).browser;
	reader = (await signedInBrowser(await createStaff({ organisationId, privileges: ["templates:r"] }))).browser;
});

/** Opens a form, fills it in and sends it. */
const send = async (path: string, id: string, change: Record<string, string>, as = browser) => {
	const form = openForm(await pageOf(path, as), id);
	for (const [name, value] of Object.entries(change)) form.set(name, value);
	return as.post(path, form);
};
const press = (what: string, more: Record<string, string> = {}) =>
	send(board(), "workflow-draft", { do: what, ...more });
const addSenate = () => send(`${board()}/stages/new`, "stage", { name: "Senate", type: "RECOMMENDED_THREE" });
const publish = (more: Record<string, string> = {}) => send(`${board()}/publish`, "confirm", more);

const stagesOn = (page: string) =>
	[...page.matchAll(/<li id="stage-[^"]*"[\s\S]*?<h3[^>]*>([\s\S]*?)<\/h3>/g)].map(([, name = ""]) =>
		textOf(name).trim(),
	);
const live = ["Registration", "In review", "Accepted"];

test("keeps changes as a draft that readers do not see, marks them, and publishes them after saying what changes", async () => {
	const before = await pageOf(board());
	expect(textOf(before)).toContain("To change them begins a draft beside them.");
	expect([buttonsOf(before, "do"), linkOf(before, "Publish")]).toEqual([[], undefined]);
	await addSenate();
	await send(board(), `move-${stepId(1)}`, { move: "earlier" });
	const page = await pageOf(board());
	expect(stagesOn(page)).toEqual(["In review", "Registration", "Accepted", "Senate"]);
	expect(textOf(page)).toMatch(/Draft saved: 2 changes are not published\. Applicants go through the live stages/);
	expect(textOf(page)).toMatch(/Moved.*Added/);
	expect(buttonsOf(page, "do")).toEqual(["undo", "redo", "discard"]);
	const seen = await pageOf(board(), reader);
	expect([stagesOn(seen), textOf(seen)]).toEqual([live, expect.not.stringContaining("Draft saved")]);
	expect(textOf(await pageOf(`/${organisationId}/workflow`, reader))).toContain("Draft");
	const dialog = textOf(await pageOf(linkOf(page, "Publish") ?? ""));
	expect(dialog).toContain("Applicants of 1 application go through these stages from now on.");
	expect(dialog).toMatch(/“(In review|Registration)” was moved.*“Senate” was added/);
	const published = await publish();
	expect(published.headers.get("location")).toBe(board());
	expect(textOf(await pageOf(board()))).toMatch(/was published.*To change them begins a draft beside them\./);
	expect(stagesOn(await pageOf(board(), reader))).toEqual(["In review", "Registration", "Accepted", "Senate"]);
	expect(textOf(await pageOf(`${board()}/publish`))).toContain("Nothing differs from the live stages.");
});

test("undoes, repeats and discards changes without scripts, and brings a discarded draft back", async () => {
	await addSenate();
	expect((await press("undo")).headers.get("location")).toBe(board());
	const undone = await pageOf(board());
	expect([stagesOn(undone), textOf(undone)]).toEqual([
		live,
		expect.stringMatching(/The last change was undone.*It is the same as the live stages\./),
	]);
	await press("redo");
	expect(stagesOn(await pageOf(board()))).toEqual([...live, "Senate"]);
	await press("discard");
	const discarded = await pageOf(board());
	expect([stagesOn(discarded), textOf(discarded)]).toEqual([
		live,
		expect.stringContaining("The draft was discarded. Undo brings it back."),
	]);
	await press("undo");
	expect(stagesOn(await pageOf(board()))).toEqual([...live, "Senate"]);
});

test("refuses what no button sends, what was not seen, and what there is nothing of", async () => {
	await addSenate();
	const wrong = await press("everything");
	expect([wrong.status, textOf(await wrong.text())]).toEqual([
		422,
		expect.stringContaining("Reload the page and try again."),
	]);
	for (const version of ["1", "0", "x"]) {
		const { status } = await press("undo", { version });
		expect(status).toBe(version === "1" ? 409 : 422);
	}
	const stale = await press("discard", { version: "1" });
	expect(textOf(await stale.text())).toContain("It is shown as it is now; make your change again.");
	const nothing = await press("redo");
	expect([nothing.status, textOf(await nothing.text())]).toEqual([
		409,
		expect.stringContaining("There is nothing to undo or redo."),
	]);
	const unseen = await publish({ version: "1" });
	expect([unseen.status, textOf(await unseen.text())]).toEqual([
		409,
		expect.stringContaining("Review the changes and publish it again."),
	]);
	expect(stagesOn(await pageOf(board()))).toEqual([...live, "Senate"]);
	expect((await reader.get(`${board()}/publish`)).status).toBe(403);
	expect((await browser.get(`/${organisationId}/workflow/nobody/publish`)).status).toBe(404);
});

test("says what prevents publishing, and keeps the draft and the live stages", async () => {
	const dialog = `${board()}/stages/${stepId(1)}`;
	await send(dialog, "stage", { type: "REGISTRATION" });
	const form = openForm(await pageOf(dialog), "stage");
	const two = await pageOf(`${board()}/publish`);
	expect(textOf(two)).toContain("The draft cannot be published yet: Only one stage can be of the type Apply.");
	form.set("type", "DECLINED");
	await browser.post(dialog, form);
	const confirmed = openForm(await pageOf(`${board()}/publish`), "confirm");
	await createApplicant(application, { stepId: stepId(1) });
	const refused = await browser.post(`${board()}/publish`, confirmed);
	expect([refused.status, textOf(await refused.text())]).toEqual([
		409,
		expect.stringContaining("Applicants are at “In review”, so its type cannot be changed. Move them first."),
	]);
	const page = textOf(await pageOf(board()));
	expect(page).toContain("It becomes another type. 1 applicant is there, to be moved before the draft is published.");
	expect(linksOf(await pageOf(`${board()}/publish`)).some((link) => link.includes("/applicants/stage?"))).toBe(true);
	expect(textOf(await pageOf(board(), reader))).not.toContain("Declined");
});

test("says that a draft is behind when a former state is restored meanwhile", async () => {
	await addSenate();
	await publish();
	await send(`${board()}/stages/${stepId(1)}`, "stage", { name: "Reading" });
	await publish();
	await send(board(), `move-${stepId(1)}`, { move: "later" });
	const history = await pageOf(`${board()}/history`);
	const form = new FormData();
	form.set("csrf", String(openForm(history, "workflow-draft").get("csrf")));
	form.set("changeId", buttonsOf(history, "changeId")[0] ?? "");
	expect((await browser.post(`${board()}/history`, form)).status).toBe(302);
	expect(textOf(await pageOf(board()))).toContain("The live stages were changed since this draft began");
	expect(stagesOn(await pageOf(board(), reader))).not.toContain("Reading");
	expect(textOf(await pageOf(`${board()}/publish`))).toContain("publishing it replaces that");
});

test("adds a file to a stage that is not live yet, and opens it", async () => {
	const added = (await addSenate()).headers.get("location")?.split("#stage-")[1] ?? "";
	const files = `${board()}/stages/${added}/files`;
	const form = openForm(await pageOf(files), "stage-files");
	form.set("file", new File([pdf()], "Rules.pdf", { type: "application/pdf" }));
	expect((await browser.post(files, form)).headers.get("location")).toBe(files);
	const [, link = ""] = /href="([^"]*\/files\/[\w-]+)"/.exec(await pageOf(files)) ?? [];
	expect((await browser.get(link)).headers.get("content-type")).toBe("application/pdf");
	expect((await reader.get(files)).status, "readers see the live stages").toBe(404);
	await publish();
	expect(textOf(await pageOf(files, reader))).toContain("Rules.pdf");
});
