import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { formOf, linksOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants } from "#worker/database/schema/applicants";
import { mailings } from "#worker/database/schema/emails";
import { tasks } from "#worker/database/schema/records";
import { runRows, runs } from "#worker/database/schema/runs";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	for (const firstName of ["Ada", "Bola", "Chidi"]) await createApplicant(application, { firstName });
	const staff = await createStaff({ organisationId });
	return { organisationId, application, staff, ...(await signedInBrowser(staff)) };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});

const get = async (path: string) => (await fixture.browser.get(`/${fixture.organisationId}${path}`)).text();

test("selects all that match by a link, counts and lists them, and changes their stage without sending ids", async () => {
	const { organisationId, application, browser } = fixture;
	const list = await get(`/applicants?application=${application.id}`);
	expect(textOf(list)).toContain("Select all 3 that match");
	const chosen = linksOf(list).find((link) => link.includes("all=1")) ?? "";
	const bar = await (await browser.get(chosen)).text();
	expect(textOf(bar)).toContain("All 3 that match");
	for (const way of ["course", "email", "notify", "letters", "forms", "export", "stage"])
		expect(linksOf(bar).filter((link) => link.includes(`/applicants/${way}?`) && link.includes("all=1"))).toHaveLength(
			1,
		);
	const move = linksOf(bar).find((link) => link.includes("/applicants/stage?") && link.includes("all=1")) ?? "";
	const target = application.steps[1]?.id ?? "";
	const dialog = await (await browser.get(`${move}&to=${target}&rows=0`)).text();
	expect(textOf(dialog)).toContain("All 3 applicants that match");
	expect(textOf(dialog)).toContain("3 applicants will move. No emails will be sent.");
	expect(textOf(dialog)).toMatch(/Chidi Chinonso Okafor NO\/26\/\S+ Will move/);
	const form = formOf(dialog, "bulk-stage");
	expect(form).toMatchObject({ all: "1", expected: "3", count: "3" });
	const late = await browser.post(`${move}&to=${target}`, { ...form, expected: "2", reason: "All of them" });
	expect(late.status).toBe(409);
	expect(textOf(await late.text())).toContain("The list has changed since you opened this. Review it again.");
	const moved = await browser.post(`${move}&to=${target}`, {
		...form,
		reason: "All of them",
		idempotencyKey: "another-key-1",
	});
	expect(moved.status).toBe(302);
	const rows = await testDb().select().from(applicants).where(eq(applicants.organisationId, organisationId));
	expect(rows.map(({ stepId }) => stepId)).toEqual([target, target, target]);

	const [batch] = await testDb().select().from(runs).where(eq(runs.organisationId, organisationId));
	const page = textOf(await get(`/batches/${batch?.id}`));
	expect(page).toContain("3 applicants to In review");
	expect(page).toContain("Moved 3");
	expect(page).toContain("Ada Chinonso Okafor");
	expect((await browser.get(`/${organisationId}/batches/nothing`)).status).toBe(404);
});

test("shows the progress of a bulk change, and offers to retry conflicts", async () => {
	const { organisationId, staff, browser } = fixture;
	const base = { organisationId, createdBy: staff.id, createdAt: Date.now() };
	await testDb().batch([
		testDb()
			.insert(tasks)
			.values({
				...base,
				id: "portal-task",
				type: "STAGE_CHANGE",
				status: "STARTED",
				updatedAt: Date.now(),
				input: { job: {}, applicationTitle: null, actor: staff },
				total: 9,
				done: 4,
			}),
		testDb()
			.insert(runs)
			.values({
				...base,
				id: "portal-batch",
				kind: "course",
				status: "ready",
				targetId: "c",
				targetName: "Law",
				subject: "9 applicants",
				taskId: "portal-task",
				input: { courseId: "c" },
			}),
		testDb()
			.insert(runRows)
			.values([
				{ organisationId, runId: "portal-batch", subjectId: "a", position: 0, outcome: "conflict" },
				{ organisationId, runId: "portal-batch", subjectId: "b", position: 1, outcome: "waiting" },
			]),
	]);
	expect(textOf(await get("/batches/portal-batch"))).toContain("Being changed: 4 of 9");
	await testDb().update(tasks).set({ status: "SUCCESS" }).where(eq(tasks.id, "portal-task"));
	const page = await get("/batches/portal-batch?outcome=conflict");
	expect(textOf(page)).toContain("Try 1 again");
	expect(textOf(page)).toContain("Unknown applicant Changed meanwhile");
	const refused = await browser.post(`/${organisationId}/batches/portal-batch`, { csrf: fixture.csrf });
	expect(refused.status).toBe(302);
	expect(textOf(await get("/batches/portal-batch"))).toContain("The application does not offer this choice.");
});

test("lists failed tasks with their reason, and retries them", async () => {
	const { organisationId, staff, browser, csrf } = fixture;
	expect(textOf(await get("/tasks"))).toContain("Nothing has failed");
	await testDb()
		.insert(tasks)
		.values({
			organisationId,
			id: "failed-task",
			type: "STAGE_CHANGE",
			status: "FAILED",
			total: 9,
			done: 4,
			input: { job: {}, applicationTitle: "Undergraduate", actor: staff },
			result: { reason: "The line was cut." },
			createdBy: staff.id,
			createdAt: 1,
			updatedAt: 1,
		});
	const page = textOf(await get("/tasks"));
	for (const said of [
		"Applicants could not be moved",
		"The line was cut.",
		"Undergraduate",
		"4 of 9 done",
		"Try again",
	])
		expect(page).toContain(said);
	const response = await browser.post(`/${organisationId}/tasks`, { csrf, id: "failed-task" });
	expect([response.status, response.headers.get("location")]).toEqual([302, `/${organisationId}/tasks`]);
	expect(textOf(await get("/tasks"))).toContain("It is being tried again.");
	await browser.post(`/${organisationId}/tasks`, { csrf, id: "nothing" });
	expect(textOf(await get("/tasks"))).toContain("Error 404: Not Found");
});

test("previews a stage's email, sends it again to those at the stage, and lists each mail", async () => {
	const { organisationId, application, browser } = fixture;
	const accepted = application.steps[2]?.id ?? "";
	const email = {
		organisationId,
		id: "again",
		name: "Offer",
		type: "email" as const,
		subject: "Welcome, {{firstName}}",
	};
	await testDb().batch([
		testDb()
			.insert(templates)
			.values({ ...email, content: "<p>Dear {{lastName}}</p>", createdAt: 1, updatedAt: 1 }),
		testDb().update(workflowSteps).set({ emailTemplateId: "again" }).where(eq(workflowSteps.id, accepted)),
	]);
	const there = await createApplicant(application, { firstName: "Dayo", stepId: accepted });
	const dialog = `/applicants/notify?application=${application.id}&to=${accepted}`;
	const page = await get(dialog);
	expect(textOf(page)).toContain("1 applicant at Accepted is sent “Offer” again.");
	expect(textOf(page)).toContain("Welcome, Dayo");
	const sent = await browser.post(`/${organisationId}${dialog}`, formOf(page, "bulk-notify"));
	expect(sent.status).toBe(302);
	const [, delivery = ""] = /href="\/[^/]+(\/mailings\/[^"]+)"/.exec(await get("/applicants")) ?? [];
	expect(delivery).toMatch(/^\/mailings\/.+/);
	const [mailing] = await testDb().select().from(mailings).where(eq(mailings.organisationId, organisationId));
	const result = textOf(await get(`/mailings/${mailing?.id}`));
	expect(delivery).toBe(`/mailings/${mailing?.id}`);
	const list = textOf(await get("/mailings"));
	for (const said of ["Welcome, {{firstName}}", "1 waiting"]) expect(list).toContain(said);
	expect(textOf(await get("/mailings?q=nothing"))).toContain("No email matches “nothing”");
	for (const said of ["Email to Dayo Chinonso Okafor", "Dear Okafor", "Emails sent"]) expect(result).toContain(said);
	expect(await (await browser.get(`/${organisationId}/mailings/${mailing?.id}/page`)).text()).toContain("Dear Okafor");
	for (const said of ["Welcome, {{firstName}}", "Dayo Chinonso Okafor", there.applicationNumber])
		expect(result).toContain(said);
	expect((await browser.get(`/${organisationId}/mailings/nothing`)).status).toBe(404);

	const toAll = `/applicants/notify?application=${application.id}&all=1&to=${accepted}&rows=0`;
	const all = await get(toAll);
	expect(textOf(all)).toContain("All 4 applicants that match");
	expect(textOf(all)).toContain("1 applicant at Accepted is sent “Offer” again, 3 are not at this stage.");
	expect(textOf(all)).toMatch(/Dayo Chinonso Okafor \S+ Will be emailed/);
	expect(textOf(all)).toMatch(/Ada Chinonso Okafor \S+ Not at this stage/);
	const form = formOf(all, "bulk-notify");
	expect(form).toMatchObject({ all: "1", count: "1" });
	const unconfirmed = await browser.post(`/${organisationId}${toAll}`, { ...form, count: "31" });
	expect(unconfirmed.status).toBe(422);
	expect(textOf(await unconfirmed.text())).toContain("Type 31: 31 applicants are written to.");
	for (const time of ["first", "second"])
		expect((await browser.post(`/${organisationId}${toAll}`, form)).status, time).toBe(302);
	const written = await testDb().select().from(mailings).where(eq(mailings.organisationId, organisationId));
	expect(written).toHaveLength(2);
});

test("counts the letters of a selection before making them, and links to each result", async () => {
	const { organisationId, application, browser } = fixture;
	const template = { organisationId, id: "offer-letter", name: "Offer letter", type: "document" as const };
	await testDb()
		.insert(templates)
		.values({ ...template, content: "<p>Dear</p>", createdAt: 1, updatedAt: 1 });
	const applicant = await createApplicant(application, { firstName: "Efe" });
	const dialog = `/applicants/letters?application=${application.id}&id=${applicant.id}&id=nobody&to=offer-letter`;
	const page = await get(`${dialog}&rows=0`);
	expect(textOf(page)).toMatch(/Efe Chinonso Okafor \S+ Gets a letter Unknown applicant No longer there/);
	expect(textOf(page)).toContain("1 applicant will get a letter from Offer letter, 1 is no longer there.");
	expect(textOf(page)).not.toContain("empty");
	const many = await browser.post(`/${organisationId}${dialog}`, { ...formOf(page, "bulk-letters"), count: "31" });
	expect(textOf(await many.text())).toContain("Type 31: 31 applicants will get a letter.");
	const started = await browser.post(`/${organisationId}${dialog}`, {
		...formOf(page, "bulk-letters"),
		id: [applicant.id, "nobody"],
	});
	expect(started.headers.get("location")).toMatch(new RegExp(`^/${organisationId}/batches/`));
	const result = textOf(await get((started.headers.get("location") ?? "").replace(`/${organisationId}`, "")));
	expect(result).toContain("2 applicants get a letter from Offer letter");
});

test("names the merge fields that are empty in letters before they are made", async () => {
	const { organisationId, application } = fixture;
	await testDb().insert(templates).values({
		organisationId,
		id: "slip-letter",
		name: "Offer letter",
		type: "document",
		content: "<p>Dear {{middleName}}, come to {{locationName}}</p>",
		createdAt: 1,
		updatedAt: 1,
	});
	const { id } = await createApplicant(application, { middleName: null });
	const { id: other } = await createApplicant(application);
	const page = await get(`/applicants/letters?application=${application.id}&id=${id}&id=${other}&to=slip-letter`);
	expect(textOf(page)).toContain(
		"2 merge fields are empty, and would read “--/--”: Middle name for 1 applicant Location for 2 applicants",
	);
});
