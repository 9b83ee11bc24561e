import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { tasks } from "#worker/database/schema/records";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const [, review] = application.steps;
	const ada = await createApplicant(application);
	const bola = await createApplicant(application, { stepId: review?.id });
	const staff = await createStaff({ organisationId });
	const { browser } = await signedInBrowser(staff);
	const reader = await createStaff({ organisationId, privileges: ["candidate:r"] });
	return {
		organisationId,
		application,
		review,
		ada,
		bola,
		staff,
		reader,
		browser,
		base: `/${organisationId}/applicants`,
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});

const pageOf = async (path: string) => (await fixture.browser.get(path)).text();
const pathOf = (search: Record<string, string> = {}, ids: readonly string[] = []) => {
	const params = new URLSearchParams({ application: fixture.application.id, ...search });
	for (const id of ids) params.append("id", id);
	return `${fixture.base}/export?${params}`;
};
const radiosOf = (html: string, name: string) =>
	tagsOf(html, "input")
		.filter((tag) => tag.includes('type="radio"') && tag.includes(`name="${name}"`))
		.map((tag) => [/value="(\w+)"/.exec(tag)?.[1], /\schecked/.test(tag) ? "checked" : ""].join(" ").trim());
const newest = async () => {
	const rows = await testDb()
		.select()
		.from(tasks)
		.where(eq(tasks.createdBy, fixture.staff.id))
		.orderBy(tasks.createdAt);
	return rows.at(-1);
};

test("preselects the selected applicants, else all that match, else all, and counts each group", async () => {
	const { ada, review } = fixture;
	expect(radiosOf(await pageOf(pathOf()), "who")).toEqual(["all checked"]);
	const matching = await pageOf(pathOf({ stage: review?.id ?? "" }));
	expect(radiosOf(matching, "who")).toEqual(["matching checked", "all"]);
	expect(textOf(matching)).toMatch(/All that match the list's filters \(1\).*All of .* \(2\)/);
	expect(textOf(await pageOf(`${pathOf({ stage: review?.id ?? "" })}&rows=0`)).match(/Included/g)).toHaveLength(1);
	const gone = textOf(await pageOf(`${pathOf({}, [ada.id, "nobody"])}&rows=0`));
	expect(gone).toContain("1 of the selected is no longer there.");
	expect(gone).toMatch(/Okafor \S+ Included Unknown applicant No longer there/);
	const chosen = await pageOf(pathOf({ stage: review?.id ?? "" }, [ada.id]));
	expect(radiosOf(chosen, "who")).toEqual(["selected checked", "matching", "all"]);
	expect(textOf(chosen)).toContain("Selected (1)");
	const back = `${fixture.base}?application=${fixture.application.id}&stage=${review?.id}&id=${ada.id}`;
	expect(linksOf(chosen), "the ticks stay").toContain(back);
});

test("starts an export, shows it on every page until the user opens it, and remembers the choices", async () => {
	const { bola, organisationId } = fixture;
	const path = pathOf({}, [bola.id]);
	const form = openForm(await pageOf(path), "export");
	form.delete("column");
	for (const column of ["lastName", "form:surname"]) form.append("column", column);
	form.set("format", "csv");
	const response = await fixture.browser.post(path, form);
	const task = await newest();
	expect([response.status, response.headers.get("location")]).toEqual([
		302,
		`/${organisationId}/downloads/${task?.id}?application=${fixture.application.id}`,
	]);
	expect(task).toMatchObject({
		type: "EXPORT_CANDIATE",
		total: 1,
		input: { job: { candidateIds: [bola.id], format: "csv" } },
	});
	const elsewhere = await pageOf(`/${organisationId}/user-profile`);
	expect(elsewhere).toContain('aria-label="Downloads: 1 being made"');
	const again = openForm(await pageOf(path), "export");
	expect([again.getAll("column"), again.get("format")]).toEqual([["lastName", "form:surname"], "csv"]);

	const file = { objectKey: "none", mimetype: "text/csv", name: "Applicants.csv", size: 2_048, rows: 1, leftOut: 0 };
	await testDb()
		.update(tasks)
		.set({ status: "SUCCESS", done: 1, result: file })
		.where(eq(tasks.id, task?.id ?? ""));
	expect(await (await fixture.browser.get(`/${organisationId}/downloads/state`)).json()).toEqual({
		downloads: [{ id: task?.id, status: "SUCCESS", done: 1, total: 1, name: "Applicants.csv" }],
	});
	expect(await pageOf(`/${organisationId}/user-profile`)).toContain('aria-label="Downloads: 1 ready"');
	const downloads = await pageOf(`/${organisationId}/downloads`);
	expect(textOf(downloads)).toMatch(/Applicants\.csv .* Ready, 2KB/);
	expect(linksOf(downloads)).toContain(`/${organisationId}/downloads/${task?.id}/file`);
	const ready = textOf(await pageOf(`/${organisationId}/downloads/${task?.id}`));
	expect(ready).toContain("1 applicant. Ready to download, 2KB.");
	expect(ready, "a file that is ready is not said to be made").not.toMatch(/being (exported|made)|be notified/);
	expect(await pageOf(`/${organisationId}/user-profile`)).not.toContain('aria-label="Downloads:');
});

test("refuses an export without a column beside the columns, and keeps the other choices", async () => {
	const path = pathOf({ stage: "IN_REVIEW" });
	const form = openForm(await pageOf(path), "export");
	form.delete("column");
	form.set("format", "csv");
	form.set("who", "all");
	const response = await fixture.browser.post(path, form);
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(textOf(page)).toContain("Choose at least one column.");
	expect([radiosOf(page, "who"), radiosOf(page, "format")]).toEqual([
		["matching", "all checked"],
		["xlsx", "csv checked"],
	]);
});

test("says in the dialog when nobody is selected or left", async () => {
	const path = pathOf({ stage: fixture.application.steps[3]?.id ?? "" });
	const form = openForm(await pageOf(path), "export");
	const nobody = await fixture.browser.post(path, form);
	expect([nobody.status, textOf(await nobody.text())]).toEqual([
		422,
		expect.stringContaining("There is nobody to export."),
	]);
	form.set("who", "selected");
	expect(textOf(await (await fixture.browser.post(path, form)).text())).toContain("Choose at least one applicant.");
});

test("says why a download failed, and retries it from the page of downloads", async () => {
	const { organisationId, staff } = fixture;
	const job = { applicationId: fixture.application.id, columns: ["email"], format: "xlsx", candidateIds: [] };
	const actor = { id: staff.id, name: "x", email: staff.email };
	await testDb()
		.insert(tasks)
		.values({
			organisationId,
			id: "failed-export",
			type: "EXPORT_CANDIATE",
			status: "FAILED",
			total: 2,
			done: 1,
			input: { job, applicationTitle: "Admission", actor },
			result: { reason: "There is nobody to export." },
			createdBy: staff.id,
			createdAt: Date.now(),
			updatedAt: Date.now(),
		});
	const page = await pageOf(`/${organisationId}/downloads`);
	expect(textOf(page)).toMatch(/Candidate export failed Admission .* There is nobody to export\. Try again/);
	const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
	const own = await pageOf(`/${organisationId}/downloads/failed-export`);
	const [again] = own.split("Try again").slice(0, 1).join("").split("<form").slice(-1);
	expect(again).toContain(`action="/${organisationId}/downloads"`);
	expect(again).toContain('name="id" value="failed-export"');
	const response = await fixture.browser.post(`/${organisationId}/downloads`, { csrf, id: "failed-export" });
	expect(response.headers.get("location")).toBe(`/${organisationId}/downloads`);
	const [row] = await testDb().select().from(tasks).where(eq(tasks.id, "failed-export"));
	expect(row?.status).not.toBe("FAILED");
	const none = await fixture.browser.post(`/${organisationId}/downloads`, { csrf, id: "none" });
	expect([none.status, none.headers.get("location")]).toEqual([302, `/${organisationId}/downloads`]);
	expect(textOf(await pageOf(`/${organisationId}/downloads`))).toContain("Error 404: Not Found");
});

test("shows the progress of an export, refreshes every 10 seconds without scripts, and names one that failed", async () => {
	const { organisationId } = fixture;
	const staff = await createStaff({ organisationId, privileges: ["candidate:r"] });
	const { browser } = await signedInBrowser(staff);
	const row = (id: string, status: "STARTED" | "FAILED") => ({
		organisationId,
		id,
		type: "EXPORT_CANDIATE",
		status,
		total: 2_000,
		done: 1_200,
		input: {},
		createdBy: staff.id,
		createdAt: Date.now(),
		updatedAt: Date.now(),
	});
	const downloads = async () => (await browser.get(`/${organisationId}/downloads`)).text();
	await testDb().insert(tasks).values(row("broken-export", "FAILED"));
	const failed = await downloads();
	expect(textOf(failed)).toMatch(/Candidate export failed .* Failed/);
	expect(failed).not.toContain('http-equiv="refresh"');
	await testDb().insert(tasks).values(row("slow-export", "STARTED"));
	const running = await downloads();
	expect(textOf(running)).toContain("1,200 of 2,000");
	expect(running).toMatch(/<noscript>.*<meta http-equiv="refresh" content="10"/);
	expect(await (await browser.get(`/${organisationId}/downloads/slow-export`)).text()).toMatch(
		/<noscript>.*<meta http-equiv="refresh" content="10"/,
	);
});

test("lets users who read applicants export them, and hides it from others", async () => {
	const { browser } = await signedInBrowser(fixture.reader);
	expect(linksOf(await (await browser.get(fixture.base)).text())).toContain(
		`${fixture.base}/export?application=${fixture.application.id}`,
	);
	expect((await browser.get(pathOf())).status).toBe(200);
	const { browser: other } = await signedInBrowser(
		await createStaff({ organisationId: fixture.organisationId, privileges: ["course:r"] }),
	);
	expect((await other.get(pathOf())).status).toBe(403);
});
