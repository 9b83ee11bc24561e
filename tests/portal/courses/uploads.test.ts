import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { workOnce } from "#tests/support/background-work";
import { createCourse, createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import * as steps from "#tests/support/portal-steps";
import { fileTooLarge } from "#worker/contract/forms/accepted-files";
import { problems } from "#worker/contract/problems";
import { tasks } from "#worker/database/schema/records";
import { listRefusals } from "#worker/gateways/spreadsheets/list-limits";

let browser: Browser;
let orgName = "";
beforeAll(async () => {
	({ id: orgName } = await createOrganisation());
	const privileges = ["course:c", "course:r", "course:u", "course:d"];
	({ browser } = await signedInBrowser(await createStaff({ organisationId: orgName, privileges })));
});
const pageAt = (path: string) => steps.pageAt(browser, path);
const send = (path: string, id: string, fields?: Record<string, string | File>) =>
	steps.sendForm(browser, path, id, fields);
const workUntil = (path: string, text: string) => steps.workUntilShown(browser, orgName, path, text);

const upload = (...file: ConstructorParameters<typeof File>) =>
	send(`/${orgName}/courses/upload`, "upload-list", { file: new File(...file) });

test("uploads courses without scripts: template, file, preview, courses, failed rows", async () => {
	await createCourse(orgName, { code: "AAA", title: "There already" });
	const list = `/${orgName}/courses`;
	expect(linkOf(await pageAt(list), "Upload courses")).toBe(`${list}/upload`);
	const dialog = await pageAt(`${list}/upload`);
	expect(linkOf(dialog, "Download the template")).toBe(`${list}/template`);
	const template = await browser.get(`${list}/template`);
	expect(template.headers.get("content-disposition")).toContain("course_template.xlsx");

	const csv = "Code,Title,Status\nphy,Physics,Active\naaa,Agriculture,\n";
	const { status, to: here } = await upload([csv], "new courses.csv");
	expect([status, here]).toEqual([302, expect.stringContaining(`${list}/uploads/`)]);
	await workUntil(here, "Ready to import");
	const preview = textOf(await pageAt(here));
	expect(preview).toContain("1 course can be added, 1 row has an error and is left out.");
	expect(textOf(await pageAt(`${here}?outcome=wrong`))).toMatch(/AAA ?Agriculture.*Course code already exists/);
	expect(textOf(await pageAt(`${here}?outcome=wrong`))).not.toContain("Physics");
	expect(textOf(await pageAt(list))).not.toContain("Physics");

	expect((await send(here, "import-add")).to).toBe(here);
	await workUntil(here, "1 course was added, 1 row was not.");
	expect(textOf(await pageAt(list))).toContain("Physics");
	expect(linkOf(await pageAt(here), "Download the failed rows")).toBe(`${here}/failed-rows`);
	const failed = await browser.get(`${here}/failed-rows`);
	expect(failed.headers.get("content-disposition")).toContain("new courses (not added).xlsx");
	expect((await failed.arrayBuffer()).byteLength).toBeGreaterThan(1_000);

	expect(linkOf(await pageAt(list), "Uploads")).toBe(`${list}/uploads`);
	const uploads = await pageAt(`${list}/uploads`);
	expect(linkOf(uploads, "new courses.csv")).toBe(here);
	expect(textOf(uploads)).toMatch(/new courses\.csv.*Imported/);
	expect(linkOf(await pageAt(here), "Undo this import")).toBe(`${here}/undo`);
	expect(textOf(await pageAt(`${here}/undo`))).toContain("Undo the import of new courses.csv?");
	expect((await send(`${here}/undo`, "confirm")).to).toBe(here);
	await workUntil(here, "The import was undone: 1 course was deleted.");
	expect(textOf(await pageAt(list))).not.toContain("Physics");
	expect(textOf(await pageAt(`${list}/uploads`))).toMatch(/new courses\.csv.*Undone/);
});

test("shows who has uploaded nothing yet the one thing to do, and undo to nobody who may not delete", async () => {
	const { id } = await createOrganisation();
	const other = await signedInBrowser(await createStaff({ organisationId: id, privileges: ["course:c", "course:r"] }));
	const uploads = await (await other.browser.get(`/${id}/courses/uploads`)).text();
	expect(textOf(uploads)).toContain("No uploads of courses yet");
	expect(linkOf(uploads, "Upload courses")).toBe(`/${id}/courses/upload`);
	const form = openForm(await (await other.browser.get(`/${id}/courses/upload`)).text(), "upload-list");
	form.set("file", new File(["Code,Title\nA,B\n"], "a.csv"));
	const here = (await other.browser.post(`/${id}/courses/upload`, form)).headers.get("location") ?? "";
	await workOnce(id);
	await workOnce(id);
	const preview = await (await other.browser.get(here)).text();
	await other.browser.post(here, openForm(preview, "import-add"));
	await workOnce(id);
	await workOnce(id);
	const done = textOf(await (await other.browser.get(here)).text());
	expect(done).toContain("1 course was added.");
	expect(done).not.toContain("Undo this import");
});

test("says beside the field what is wrong with a file, and keeps nothing of it", async () => {
	const refusalOf = async (...file: ConstructorParameters<typeof File>) => {
		const { status, html } = await upload(...file);
		return [status, errorsOf(html, "file")];
	};
	expect(await refusalOf(["\u0089PNG"], "picture.png")).toEqual([422, listRefusals.notAList]);
	expect(await refusalOf([], "")).toEqual([422, "Choose a file"]);
	expect(await refusalOf([new Uint8Array(11_000_000)], "11.csv")).toEqual([413, fileTooLarge]);
	expect(await refusalOf([new Uint8Array(50_000_000)], "50.csv")).toEqual([413, fileTooLarge]);
});

test("names courses as the institution does, and can be discarded", async () => {
	const { id } = await createOrganisation({ courseAlias: "programme" });
	const other = (await signedInBrowser(await createStaff({ organisationId: id, privileges: ["course:c", "course:r"] })))
		.browser;
	const dialog = await (await other.get(`/${id}/courses/upload`)).text();
	expect(textOf(dialog)).toContain("Upload programmes");
	const form = openForm(dialog, "upload-list");
	form.set("file", new File(["Code,Title\nA,B\n"], "a.csv"));
	const here = (await other.post(`/${id}/courses/upload`, form)).headers.get("location") ?? "";
	await workOnce(id);
	await workOnce(id);
	const ready = await (await other.get(here)).text();
	expect(textOf(ready)).toContain("1 programme can be added.");
	const asked = await (await other.get(`${here}/discard`)).text();
	expect(textOf(asked)).toContain("Discard a.csv?");
	const gone = await other.post(`${here}/discard`, openForm(asked, "confirm"));
	expect(gone.headers.get("location")).toBe(`/${id}/courses/uploads`);
	expect(textOf(await (await other.get(here)).text())).toContain("Discarded");
});

test("shows who may delete courses and add none an upload without what they may not do with it", async () => {
	const { id } = await createOrganisation();
	const maker = (await signedInBrowser(await createStaff({ organisationId: id, privileges: ["course:c"] }))).browser;
	const form = openForm(await (await maker.get(`/${id}/courses/upload`)).text(), "upload-list");
	form.set("file", new File(["Code,Title\nA,B\n"], "a.csv"));
	const here = (await maker.post(`/${id}/courses/upload`, form)).headers.get("location") ?? "";
	await workOnce(id);
	await workOnce(id);
	const other = (await signedInBrowser(await createStaff({ organisationId: id, privileges: ["course:d"] }))).browser;
	const page = await (await other.get(here)).text();
	expect(textOf(page)).toContain("1 course can be added.");
	expect(textOf(page)).not.toMatch(/Add 1 course|Discard/);
	expect(textOf(await (await maker.get(here)).text())).toMatch(/Add 1 course.*Discard/);
	const uploads = await (await other.get(`/${id}/courses/uploads`)).text();
	expect(linkOf(uploads, "a.csv")).toBe(here);
	expect(linkOf(uploads, "Upload courses")).toBeUndefined();
});

test("says in the dialog that too much is in progress, and takes the list once something is done", async () => {
	const { id: organisationId } = await createOrganisation();
	const user = await createStaff({ organisationId, privileges: ["course:c", "course:r"] });
	const { browser: busy } = await signedInBrowser(user);
	const now = Date.now();
	const input = { job: {}, applicationTitle: null, actor: { id: user.id, name: "", email: "" } };
	const row = { organisationId, type: "EXPORT", total: 1, input, createdBy: user.id, createdAt: now, updatedAt: now };
	for (let at = 0; at < 20; at++)
		await testDb()
			.insert(tasks)
			.values({ ...row, id: `${organisationId}-${at}`, status: "STARTED" });
	const post = async () => {
		const form = openForm(await (await busy.get(`/${organisationId}/courses/upload`)).text(), "upload-list");
		form.set("file", new File(["Code,Title\nA,B\n"], "a.csv"));
		return busy.post(`/${organisationId}/courses/upload`, form);
	};
	const refused = await post();
	expect(refused.status).toBe(429);
	expect(textOf(await refused.text())).toContain(problems.too_many_tasks.message);
	await testDb()
		.update(tasks)
		.set({ status: "SUCCESS" })
		.where(eq(tasks.id, `${organisationId}-0`));
	expect((await post()).status).toBe(302);
});
