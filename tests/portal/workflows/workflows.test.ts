import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { attribute, errorsOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { whileUnreadable } from "#tests/support/unreadable";
import { tasks } from "#worker/database/schema/records";
import { runRows, runs } from "#worker/database/schema/runs";
import { workflowSteps } from "#worker/database/schema/workflows";

let organisationId: string;
let application: Awaited<ReturnType<typeof createApplication>>;
let browser: Browser;
const at = (path: string) => `/${organisationId}/${path}`;
const board = () => at(`workflow/${application.workflowId}`);
const pageOf = async (path: string) => (await browser.get(path)).text();
const stepId = (index: number) => application.steps[index]?.id ?? "";

beforeEach(async () => {
	organisationId = (await createOrganisation()).id;
	application = await createApplication(organisationId, {
		title: "2026/2027 Admission",
		stages: ["Registration", "In_review", "Accepted"],
	});
	browser = (await signedInBrowser(await createStaff({ organisationId }))).browser;
});

/** Opens a form, fills it in and sends it. */
const send = async (path: string, id: string, change: Record<string, string | string[]>, as = browser) => {
	const form = openForm(await (await as.get(path)).text(), id);
	for (const [name, value] of Object.entries(change)) {
		form.delete(name);
		for (const one of [value].flat()) form.append(name, one);
	}
	return as.post(path, form);
};

/** The stages on the board, in order. */
const stagesOn = (page: string) =>
	[...page.matchAll(/<li id="stage-[^"]*"[\s\S]*?<h3[^>]*>([\s\S]*?)<\/h3>/g)].map(([, name = ""]) =>
		textOf(name).trim(),
	);

/** The texts of a menu's entries that cannot be chosen. */
const disabledEntries = (page: string) =>
	[...page.matchAll(/<span aria-disabled="true" class="menu-entry[^>]*>([\s\S]*?)<\/li>/g)].map(([, entry = ""]) =>
		textOf(entry).trim(),
	);

test("lists workflows with their stages and applications, and creates one that opens with its first stage", async () => {
	const list = await pageOf(at("workflow"));
	expect(textOf(list)).toMatch(/Workflow Process.*New workflow/);
	expect(linkOf(list, application.workflowId)).toBe(board());
	const created = await send(at("workflow/new"), "record", { name: "Diploma" });
	const to = created.headers.get("location") ?? "";
	expect(to).toMatch(new RegExp(`^${at("workflow")}/[\\w-]+$`));
	const page = await pageOf(to);
	expect([stagesOn(page), textOf(page)]).toEqual([
		["Apply"],
		expect.stringContaining("No application uses this workflow."),
	]);
	const again = await send(at("workflow/new"), "record", { name: "DIPLOMA" });
	expect([again.status, errorsOf(await again.text(), "name")]).toEqual([409, "Workflow name already exists"]);
});

test("asks to reload the page when the workflows are unreadable", async () => {
	await whileUnreadable("workflows", async () => {
		const response = await browser.get(at("workflow"));
		expect(response.status).toBe(500);
		expect(textOf(await response.text())).toContain("An error occured. Please reload the page to try again.");
	});
	expect((await browser.get(at("workflow"))).status).toBe(200);
});

test("shows the stages in order, who is at each, and the applications that use it", async () => {
	await createApplicant(application, { stepId: stepId(1) });
	const page = await pageOf(board());
	expect(stagesOn(page)).toEqual(["Registration", "In review", "Accepted"]);
	expect(linkOf(page, "2026/2027 Admission")).toBe(at(`manage-applications/${application.id}`));
	expect(linksOf(page)).toContain(at(`applicants?application=${application.id}&stage=${stepId(1)}`));
	const reader = (await signedInBrowser(await createStaff({ organisationId, privileges: ["templates:r"] }))).browser;
	const read = await (await reader.get(board())).text();
	expect(textOf(read)).toContain("1 applicant");
	expect(read).not.toContain("Move In review");
	expect(linksOf(read).some((link) => link.includes("/applicants?") || link.includes("/stages/"))).toBe(false);
});

test("moves a stage without scripts, says where it is, and returns to it", async () => {
	const moved = await send(board(), `move-${stepId(1)}`, { move: "later" });
	expect(moved.headers.get("location")).toBe(`${board()}#stage-${stepId(1)}`);
	const page = await pageOf(board());
	expect(stagesOn(page)).toEqual(["Registration", "Accepted", "In review"]);
	expect(textOf(page)).toContain("“In review” is now stage 3 of 3");
	await send(board(), `move-${stepId(1)}`, { move: "later" });
	expect(stagesOn(await pageOf(board())), "the last one stays").toEqual(["Registration", "Accepted", "In review"]);
	const stale = await send(board(), `move-${stepId(1)}`, { move: "earlier", version: "1" });
	expect([stale.status, textOf(await stale.text())]).toEqual([409, expect.stringContaining("move the stage again")]);
});

test("adds a stage, renames it, gives it rules, and refuses one without a name or with that of another", async () => {
	const added = await send(`${board()}/stages/new`, "stage", { name: "Declined", type: "DECLINED" });
	expect(added.status).toBe(302);
	expect(stagesOn(await pageOf(board()))).toEqual(["Registration", "In review", "Accepted", "Declined"]);
	const dialog = `${board()}/stages/${stepId(2)}`;
	const ruled = await send(dialog, "stage", {
		name: "Admitted",
		requirements: ["paid", "submitted"],
		limitsNext: "on",
		nextStepIds: stepId(1),
	});
	expect(ruled.status).toBe(302);
	const page = textOf(await pageOf(board()));
	expect(page).toContain("Followed by In review only");
	expect(page).toContain("Needs: the form is submitted");
	const form = openForm(await pageOf(dialog), "stage");
	expect([form.get("name"), form.getAll("requirements"), form.getAll("nextStepIds")]).toEqual([
		"Admitted",
		["submitted", "paid"],
		[stepId(1)],
	]);
	const same = await send(dialog, "stage", { name: "declined" });
	expect([same.status, textOf(await same.text())]).toEqual([
		422,
		expect.stringContaining("Two stages have the same name."),
	]);
	const nameless = await send(dialog, "stage", { name: "" });
	expect([nameless.status, errorsOf(await nameless.text(), "name")]).toEqual([422, "Enter a name"]);
});

test("keeps what was typed when somebody else has saved the stage, and shows both", async () => {
	const dialog = `${board()}/stages/${stepId(1)}`;
	const other = (await signedInBrowser(await createStaff({ organisationId }))).browser;
	const form = openForm(await pageOf(dialog), "stage");
	await send(dialog, "stage", { name: "Theirs" }, other);
	form.set("name", "Mine");
	const refused = await browser.post(dialog, form);
	const page = await refused.text();
	expect([refused.status, textOf(page)]).toEqual([409, expect.stringMatching(/Saved by somebody else.*Theirs/)]);
	const again = openForm(page, "stage");
	expect(again.get("name")).toBe("Mine");
	expect((await browser.post(dialog, again)).status).toBe(302);
	expect(stagesOn(await pageOf(board()))).toContain("Mine");
});

test("keeps what was typed about a stage that was removed meanwhile, and adds it again", async () => {
	const dialog = `${board()}/stages/${stepId(1)}`;
	const other = (await signedInBrowser(await createStaff({ organisationId }))).browser;
	const form = openForm(await pageOf(dialog), "stage");
	await send(`${dialog}/remove`, "confirm", {}, other);
	form.set("name", "Mine");
	const refused = await browser.post(dialog, form);
	const page = await refused.text();
	expect([refused.status, textOf(page)]).toEqual([
		409,
		expect.stringContaining("It was removed. Save to add it again."),
	]);
	const again = openForm(page, "stage");
	expect(again.get("name")).toBe("Mine");
	const heard = await browser.get(dialog);
	expect([heard.status, textOf(await heard.text())]).toEqual([404, expect.stringContaining("Save to add it again.")]);
	const added = await browser.post(dialog, again);
	expect(added.headers.get("location"), "it is the same stage").toBe(`${board()}#stage-${stepId(1)}`);
	expect(stagesOn(await pageOf(board()))).toEqual(["Registration", "Accepted", "Mine"]);
});

test("says until when a move can be undone from a stage that is to be removed", async () => {
	const { id } = await createApplicant(application, { stepId: stepId(1) });
	const moved = await send(at(`applicants/${id}/stage?to=${stepId(2)}`), "change-stage", { reason: "Council" });
	expect(moved.status).toBe(302);
	const page = await pageOf(`${board()}/stages/${stepId(1)}/remove`);
	const text =
		/A move from “In review” can still be undone until \d\d:\d\d\. The draft can be published without it then\./;
	expect(textOf(page)).toMatch(text);
	expect(textOf(page)).not.toContain("Nobody is at this stage");
	await send(`${board()}/stages/${stepId(1)}/remove`, "confirm", {});
	expect(textOf(await pageOf(`${board()}/publish`))).toMatch(
		/cannot be published yet: A move from .* Try again then\./,
	);
});

test("names the change of stages that goes on when a stage is removed that it needs, and publishes nothing meanwhile", async () => {
	const { id } = await createApplicant(application, { stepId: stepId(2) });
	const about = { organisationId, createdBy: "ada", createdAt: 1 };
	const row = { organisationId, runId: "many", subjectId: id, position: 0, outcome: "changed", version: 2 };
	await testDb().batch([
		testDb()
			.insert(tasks)
			.values({
				...about,
				id: "many",
				type: "STAGE_CHANGE",
				status: "STARTED",
				input: {},
				total: 10_000,
				updatedAt: 1,
			}),
		testDb()
			.insert(runs)
			.values({
				...about,
				id: "many",
				kind: "stage",
				status: "ready",
				targetId: stepId(2),
				targetName: "Accepted",
				subject: "10,000 applicants",
				size: 10_000,
				taskId: "many",
			}),
		testDb()
			.insert(runRows)
			.values({ ...row, before: { stepId: stepId(1), locationId: null, stageChangedAt: 1 } }),
	]);
	const text = "“In review” is needed until the change of 10,000 applicants to “Accepted” has ended.";
	const page = textOf(await pageOf(`${board()}/stages/${stepId(1)}/remove`));
	expect(page).toContain(`${text} The draft can be published without it then.`);
	expect(page).not.toContain("Nobody is at this stage");
	await send(`${board()}/stages/${stepId(1)}/remove`, "confirm", {});
	const dialog = await pageOf(`${board()}/publish`);
	expect(textOf(dialog)).toContain(`cannot be published yet: ${text} Try again then.`);
	expect(tagsOf(dialog, "button").some((tag) => attribute(tag, "form") === "confirm")).toBe(false);
	const refused = await send(`${board()}/publish`, "confirm", {});
	expect([refused.status, textOf(await refused.text()).split(text).length - 1]).toEqual([409, 1]);
	await testDb().update(tasks).set({ status: "SUCCESS" }).where(eq(tasks.organisationId, organisationId));
	expect((await send(`${board()}/publish`, "confirm", {})).status).toBe(302);
});

test("removes a stage from the draft; of one with applicants it offers their move, with its preview", async () => {
	const dialog = `${board()}/stages/${stepId(1)}/remove`;
	await createApplicant(application, { stepId: stepId(1) });
	const page = await pageOf(dialog);
	expect(textOf(page)).toContain("1 applicant is there. Move them first, or before the draft is published");
	const move = linkOf(page, "Move 1 applicant") ?? "";
	expect(textOf(await pageOf(`${move}&to=${stepId(2)}`))).toContain("1 applicant will move");
	await send(dialog, "confirm", {});
	await send(`${board()}/stages/${stepId(2)}/remove`, "confirm", {});
	const drafted = await pageOf(board());
	expect(stagesOn(drafted)).toEqual(["Registration"]);
	const gone = await browser.post(
		`${board()}/stages/${stepId(2)}/remove`,
		openForm(await pageOf(`${board()}/stages/${stepId(0)}/remove`), "confirm"),
	);
	expect([gone.status, textOf(await pageOf(board()))], "removed before").toEqual([
		404,
		expect.not.stringContaining("“The stage”"),
	]);
	expect(textOf(drafted)).toContain("In review: 1 applicant is there, to be moved before the draft is published");
	const publish = await pageOf(`${board()}/publish`);
	expect(textOf(publish)).toContain("Applicants are at “In review”, so it cannot be removed. Move them first.");
	expect(linkOf(publish, "Move 1 applicant")).toBe(move);
	expect(tagsOf(publish, "button").some((tag) => attribute(tag, "form") === "confirm")).toBe(false);
	await send(board(), "workflow-draft", { do: "undo" });
	await send(board(), "workflow-draft", { do: "undo" });
	await send(`${board()}/stages/${stepId(2)}/remove`, "confirm", {});
	expect((await send(`${board()}/publish`, "confirm", {})).status).toBe(302);
	expect(stagesOn(await pageOf(board()))).toEqual(["Registration", "In review"]);
	const history = await pageOf(`${board()}/history`);
	expect(textOf(history)).toMatch(/changed it.*before:.*Accepted/);
});

test("copies, renames and deletes a workflow; one in use is not deleted", async () => {
	const copied = await send(`${board()}/copy`, "copy-workflow", { name: "Next year" });
	const copy = copied.headers.get("location") ?? "";
	expect(stagesOn(await pageOf(copy))).toEqual(["Registration", "In review", "Accepted"]);
	expect((await send(`${copy}/rename`, "record", { name: "Next session" })).headers.get("location")).toBe(copy);
	expect(textOf(await pageOf(copy))).toContain("“Next session” was saved");
	expect(textOf(await pageOf(`${board()}/delete`))).toContain("1 application depends on it");
	const deleted = await send(`${copy}/delete`, "delete-record", {});
	expect(deleted.headers.get("location")).toBe(at("workflow"));
});

test("exports a workflow, and imports it under another name", async () => {
	expect(linkOf(await pageOf(board()), "Export")).toBe(`${board()}/export`);
	const exported = await browser.get(`${board()}/export`);
	expect(exported.headers.get("content-disposition")).toContain(".json");
	const file = await exported.json<{ name: string; steps: object[] }>();
	expect(linkOf(await pageOf(at("workflow")), "Import")).toBe(at("workflow/import"));
	const bring = (change: object) =>
		send(at("workflow/import"), "import-form", { text: JSON.stringify({ ...file, ...change }) });
	const same = await bring({});
	expect([same.status, textOf(await same.text())]).toEqual([
		409,
		expect.stringContaining("Workflow name already exists"),
	]);
	const brought = await bring({ name: "Brought back" });
	const page = await pageOf(brought.headers.get("location") ?? "");
	expect(stagesOn(page)).toEqual(["Registration", "In review", "Accepted"]);
	expect(textOf(page)).toContain("“Brought back” was imported");
	const reader = (await signedInBrowser(await createStaff({ organisationId, privileges: ["templates:r"] }))).browser;
	expect((await reader.get(at("workflow/import"))).status).toBe(403);
	expect((await reader.get(`${board()}/export`)).status).toBe(200);
});

test("refuses a file with its place, and leaves out what does not exist here when that is chosen", async () => {
	const apply = { name: "Apply", type: "REGISTRATION" };
	const fileWith = (stage: object) =>
		JSON.stringify({ format: "matricula-workflow-1", name: "From elsewhere", steps: [apply, stage] });
	const offer = { name: "Offer", type: "ACCEPTED" };
	const bring = (text: string, option: string[] = []) => send(at("workflow/import"), "import-form", { text, option });
	const nameless = await bring(fileWith({ ...offer, name: "" }));
	expect([nameless.status, textOf(await nameless.text())]).toEqual([
		422,
		expect.stringContaining("steps › 2 › name: Enter a name"),
	]);
	const text = fileWith({ ...offer, emailTemplate: "Offer of a place", roles: ["Dean"] });
	const refused = await bring(text);
	const page = await refused.text();
	expect([refused.status, textOf(page)]).toEqual([
		422,
		expect.stringContaining("Stage 2, “Offer”: there is no email template “Offer of a place” here."),
	]);
	const form = openForm(page, "import-form");
	expect([form.get("text"), form.get("option")], "what was typed stays").toEqual([text, null]);
	form.set("option", "on");
	const imported = await browser.post(at("workflow/import"), form);
	expect(stagesOn(await pageOf(imported.headers.get("location") ?? ""))).toEqual(["Apply", "Offer"]);
	const wrong = openForm(await (await bring("{ no workflow", ["on"])).text(), "import-form");
	expect(wrong.get("option"), "the choice stays").toBe("on");
});

test("adds and removes files of a stage", async () => {
	const files = `${board()}/stages/${stepId(2)}/files`;
	const form = openForm(await pageOf(files), "stage-files");
	form.set("file", new File([pdf()], "Rules.pdf", { type: "application/pdf" }));
	expect((await browser.post(files, form)).headers.get("location")).toBe(files);
	const page = await pageOf(files);
	const [, link = ""] = /href="([^"]*\/files\/([\w-]+))"/.exec(page) ?? [];
	expect((await browser.get(link)).headers.get("content-type")).toBe("application/pdf");
	const wrong = openForm(page, "stage-files");
	wrong.set("file", new File(["MZ"], "Rules.exe"));
	const refused = await browser.post(files, wrong);
	expect([refused.status, errorsOf(await refused.text(), "file")]).toEqual([
		422,
		expect.stringContaining("The file is not what its name says"),
	]);
	const fileId = link.split("/").at(-1) ?? "";
	await send(files, `remove-${fileId}`, { remove: fileId });
	expect(textOf(await pageOf(files))).toContain("No files yet.");
});

test("names the rule beside a stage that an applicant cannot be moved to, and counts it for a selection", async () => {
	const { id } = await createApplicant(application, { stepId: stepId(0) });
	await testDb()
		.update(workflowSteps)
		.set({ requirements: ["paid"] })
		.where(eq(workflowSteps.id, stepId(2)));
	const dialog = await pageOf(at(`applicants/${id}/stage?to=${stepId(2)}`));
	expect(dialog).toContain("Accepted: Nothing is paid.");
	expect(textOf(dialog)).toContain("Accepted cannot be chosen. Nothing is paid.");
	const choices = tagsOf(await pageOf(at(`applicants/${id}/stage`)), "option").filter(
		(tag) => attribute(tag, "disabled") !== undefined,
	);
	expect(choices.map((tag) => attribute(tag, "value"))).toEqual([stepId(0), stepId(2)]);
	const preview = await pageOf(at(`applicants/stage?application=${application.id}&id=${id}&to=${stepId(2)}&rows=0`));
	expect(textOf(preview)).toMatch(/1 is not allowed.*1 applicant: Nothing is paid\./);
	const sheet = await pageOf(at(`applicants/${id}`));
	expect(disabledEntries(sheet)).toEqual(["Registration The applicant is at this stage", "Accepted Nothing is paid."]);
	expect(linksOf(sheet).filter((link) => link.includes("/stage?"))).toEqual([
		at(`applicants/${id}/stage?to=${stepId(1)}`),
	]);
	const sent = await send(at(`applicants/${id}/stage?to=${stepId(2)}`), "change-stage", { reason: "Council" });
	expect([sent.status, textOf(await sent.text())]).toEqual([409, expect.stringContaining("Nothing is paid.")]);
});
