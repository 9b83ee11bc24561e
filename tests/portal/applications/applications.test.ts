import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createStructure,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { csrfOf, errorsOf, linkOf, linksOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { whileUnreadable } from "#tests/support/unreadable";
import {
	applicationGroupItems,
	applicationGroups,
	applications,
	applicationTags,
} from "#worker/database/schema/applications";
import { userRoles } from "#worker/database/schema/auth";
import { reportSchedules } from "#worker/database/schema/reminders";
import { savedViews } from "#worker/database/schema/saved-views";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import { transactions } from "#worker/database/schema/transactions";
import { candidateGroups } from "#worker/database/schema/uploaded-candidates";
import { workflows } from "#worker/database/schema/workflows";

let organisationId: string;
let application: Awaited<ReturnType<typeof createApplication>>;
let browser: Browser;
const at = (path: string) => `/${organisationId}/${path}`;
const managed = () => at(`manage-applications/${application.id}`);
const pageOf = async (path: string) => (await browser.get(path)).text();

const openInstitution = async (values: Parameters<typeof createOrganisation>[0] = {}) => {
	organisationId = (await createOrganisation({ courseAlias: "programme", shortName: "CU", ...values })).id;
	application = await createApplication(organisationId, { title: "2026/2027 Admission", courseCount: 3 });
	browser = (await signedInBrowser(await createStaff({ organisationId }))).browser;
};
beforeEach(() => openInstitution());

/** Creates a group with an item that can be carried, and one that is disabled. */
const createGroup = async () => {
	const item = { organisationId, groupId: "session" };
	await testDb().insert(applicationGroups).values({ organisationId, id: "session", name: "Session" });
	await testDb()
		.insert(applicationGroupItems)
		.values([
			{ ...item, id: "next", name: "Next session" },
			{ ...item, id: "past", name: "Past session", enabled: false },
		]);
};

const formOf = (page: string) => openForm(page, /<form\b[^>]*\bid="(application-[^"]*)"/.exec(page)?.[1] ?? "");
const coursesIn = (form: FormData) =>
	[...form].filter(([name]) => name.endsWith(".courseId")).map(([, value]) => value);

/** Fills in the form of a page. */
const typed = (page: string, change: Record<string, string>) => {
	const form = formOf(page);
	for (const [name, value] of Object.entries(change)) form.set(name, value);
	return form;
};

/** Presses a button that changes the form alone, and returns the page with the form as it is then. */
const press = async (path: string, page: string, intent: RegExp, change: Record<string, string> = {}) => {
	const form = typed(page, change);
	form.set("__intent__", buttonsOf(page, "__intent__").find((one) => intent.test(one)) ?? "");
	const response = await browser.post(path, form);
	expect(response.status).toBe(200);
	return response.text();
};

test("lists applications with their status, finds them by title and filters, and leads to each and to a new one", async () => {
	const page = await pageOf(at("applications"));
	expect(textOf(page)).toMatch(/Applications.*New application.*2026\/2027 Admission Always Open Applicants: 0/);
	expect(linkOf(page, "2026/2027 Admission")).toBe(managed());
	expect(linkOf(page, "New application")).toBe(at("applications/create"));
	const found = async (search: string) => linkOf(await pageOf(at(`applications${search}`)), "2026/2027 Admission");
	expect(await found("?q=2026+adm&status=open&active=true&startDate=2026-01-01&endDate=2027-01-01")).toBe(managed());
	for (const search of ["?q=law", "?status=closed", "?status=upcoming", "?active=false", "?groupItemId=none"])
		expect(await found(search), search).toBeUndefined();
	expect(textOf(await pageOf(at("applications?q=law")))).toContain("No applications found");
});

test("creates an application without scripts: courses are added, moved and removed in the form", async () => {
	const path = at("applications/create");
	await createGroup();
	const { formDesignId: formId, workflowId, courses } = application;
	const [first = "", second = "", third = ""] = courses.map(({ id }) => id);
	let page = await press(path, await pageOf(path), /insert/, { title: "New intake", formId, workflowId });
	page = await press(path, page, /insert/, { "courses[0].courseId": first });
	page = await press(path, page, /insert/, { "courses[1].courseId": second, "courses[1].formId": formId });
	page = await press(path, page, /reorder.*"from":2,"to":1/, { "courses[2].courseId": third });
	page = await press(path, page, /remove.*"index":0/);
	expect([coursesIn(formOf(page)), formOf(page).get("title")]).toEqual([[third, second], "New intake"]);
	expect(textOf(page)).toMatch(/Group items Session Next session Texts for applicants/);
	const texts = { introduction: "Read this first.\n\nThen go on.", confirmation: "Thank you." };
	const dates = { startsAt: "2026-12-01T08:00", endsAt: "2027-03-01T17:30" };
	const created = await browser.post(path, typed(page, { ...dates, ...texts, groupItemIds: "next" }));
	expect(created.status).toBe(302);
	const saved = await pageOf(created.headers.get("location") ?? "");
	expect(textOf(saved)).toMatch(/“New intake” was created.*New intake Not yet open/);
	const form = formOf(saved);
	expect([coursesIn(form), form.get("courses[1].formId"), form.get("numberFormat")]).toEqual([
		[third, second],
		formId,
		"{SHORT}/{YY}/#####",
	]);
	const kept = Object.fromEntries([...form].map(([name, value]) => [name, String(value).replaceAll("\r\n", "\n")]));
	expect(kept, "dates in the institution's time zone").toMatchObject({ ...dates, ...texts, groupItemIds: "next" });
	expect(textOf(saved)).toMatch(/The first one: CU\/\d\d\/00001/);
	expect(textOf(saved)).toMatch(/Programmes.*Add a programme/);
});

test("finds what it offers among 10,000 without scripts, in pages that stay small, and names it in the history", async () => {
	await testDb().run(sql`
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
		INSERT INTO courses (organisation_id, id, code, title, status, created_at)
		SELECT ${organisationId}, ${organisationId} || '-' || i, 'Z' || i, 'Studies of ' || i,
			'active', 1 FROM n`);
	const path = at("applications/create");
	const { formDesignId: formId, workflowId } = application;
	const sizes: number[] = [];
	let page = await press(path, await pageOf(path), /insert/, { title: "Large intake", formId, workflowId });
	sizes.push(new TextEncoder().encode(page).length);
	expect(textOf(page)).toContain("The first 25 of 10,003 are listed");
	const search = async (change: Record<string, string>) => {
		const response = await browser.post(path, typed(page, change));
		expect(response.status).toBe(200);
		page = await response.text();
		sizes.push(new TextEncoder().encode(page).length);
	};
	await search({ courseSearch: "studies 9876", find: "course" });
	expect([formOf(page).get("title"), formOf(page).get("courseSearch")]).toEqual(["Large intake", "studies 9876"]);
	expect(textOf(page)).toMatch(/1 programme found/);
	const wanted = `${organisationId}-9876`;
	expect(page).toContain(`value="${wanted}"`);
	page = await press(path, page, /insert/, { "courses[0].courseId": wanted });
	expect(textOf(page)).toContain("Z9876 Studies of 9876");
	await search({ courseSearch: "nothing like it" });
	expect(textOf(page), "Enter in the field saves nothing").toContain("No programme has that code or title.");
	await search({ courseSearch: "studies of 77", find: "course" });
	expect(coursesIn(formOf(page))).toEqual([wanted, ""]);
	const second = `${organisationId}-77`;
	const created = await browser.post(path, typed(page, { "courses[1].courseId": second }));
	expect(created.status).toBe(302);
	const saved = created.headers.get("location") ?? "";
	page = await pageOf(saved);
	sizes.push(new TextEncoder().encode(page).length);
	expect(coursesIn(formOf(page))).toEqual([wanted, second]);
	expect(textOf(await pageOf(`${saved}/history`))).toContain("Z9876 Studies of 9876, Z77 Studies of 77");
	expect(Math.max(...sizes), "not the 500 kB that all courses would be").toBeLessThan(60_000);
	const found = await browser.get(at("applications/find-courses?search=studies+9876"));
	expect(await found.json()).toEqual({
		search: "studies 9876",
		total: 1,
		choices: [{ value: wanted, label: "Z9876 Studies of 9876" }],
	});
	const reader = await createStaff({ organisationId, privileges: ["application:r", "course:r"] });
	const refused = await (await signedInBrowser(reader)).browser.get(at("applications/find-courses"));
	expect(refused.status).toBe(403);
});

test("shows what is wrong beside its field and keeps what was typed", async () => {
	const path = at("applications/create");
	const page = await pageOf(path);
	const { formDesignId: formId, workflowId } = application;
	expect([formOf(page).get("formId"), formOf(page).get("workflowId")], "the only ones are chosen").toEqual([
		formId,
		workflowId,
	]);
	const wrong = {
		title: " ",
		formId: "",
		workflowId: "",
		startsAt: "2026-12-01T08:00",
		endsAt: "soon",
		numberFormat: "CU/26",
	};
	const empty = await browser.post(path, typed(page, wrong));
	const shown = await empty.text();
	expect(empty.status).toBe(422);
	expect(errorsOf(shown, "title")).toBe("Enter a title");
	expect(errorsOf(shown, "formId")).toBe("Choose a form");
	expect(errorsOf(shown, "workflowId")).toBe("Choose a workflow");
	expect(errorsOf(shown, "endsAt")).toBe("Enter a date and a time, or leave both empty.");
	expect(errorsOf(shown, "numberFormat")).toMatch(/^Use letters/);
	expect(formOf(shown).get("numberFormat")).toBe("CU/26");
	const taken = { title: "2026/2027 ADMISSION", formId, workflowId };
	const refused = await (await browser.post(path, typed(page, taken))).text();
	expect(errorsOf(refused, "title")).toBe("Application already exists");
	const dates = { title: "Other", formId, workflowId, startsAt: "2026-12-01T08:00", endsAt: "2026-12-01T08:00" };
	const backwards = await (await browser.post(path, typed(page, dates))).text();
	expect(errorsOf(backwards, "endsAt")).toBe("The end must be after the beginning.");
	expect(formOf(backwards).get("endsAt")).toBe("2026-12-01T08:00");
});

test("puts back a programme with applicants that was removed, with the reason beside it", async () => {
	await createApplicant(application);
	const page = await pageOf(managed());
	expect(textOf(page)).toMatch(/1 applicant : it cannot be removed/);
	const form = formOf(page);
	const [first, ...others] = coursesIn(form);
	for (const name of [...form.keys()]) if (name.startsWith("courses[")) form.delete(name);
	for (const [index, id] of others.entries()) form.set(`courses[${index}].courseId`, id as string);
	const refused = await browser.post(managed(), form);
	const shown = await refused.text();
	expect([refused.status, coursesIn(formOf(shown))]).toEqual([409, [...others, first]]);
	expect(textOf(shown)).toMatch(
		new RegExp(`${application.courses[0]?.code} has applicants, so it cannot be removed\\.`),
	);
	expect(coursesIn(formOf(await pageOf(managed()))), "nothing is half done").toEqual([first, ...others]);
});

test("shows what a colleague saved meanwhile, and replaces it when sent again", async () => {
	const form = typed(await pageOf(managed()), { title: "Mine" });
	expect((await browser.post(managed(), typed(await pageOf(managed()), { title: "Theirs" }))).status).toBe(302);
	const refused = await browser.post(managed(), form);
	const page = await refused.text();
	expect([refused.status, textOf(page)]).toEqual([409, expect.stringMatching(/Saved by somebody else.*Title Theirs/)]);
	const again = formOf(page);
	expect(again.get("title")).toBe("Mine");
	expect((await browser.post(managed(), again)).status).toBe(302);
	expect(textOf(await pageOf(`${managed()}/history`))).toMatch(/History of Mine.*before: Theirs now: Mine/);
});

test("counts the applicants of each stage, which lead to the list, for users who may see them", async () => {
	await createApplicant(application);
	const page = await pageOf(managed());
	const [step] = application.steps;
	expect(textOf(page)).toMatch(/Stages Registration 1 applicant In review 0 applicants/);
	expect(linksOf(page)).toContain(
		at(`applicants?application=${application.id}&amp;stage=${step?.id}`).replace("&amp;", "&"),
	);
	const reader = await signedInBrowser(await createStaff({ organisationId, privileges: ["application:r"] }));
	const read = await (await reader.browser.get(managed())).text();
	expect(textOf(read)).toContain("2026/2027 Admission");
	expect(read).not.toMatch(/>Stages<|Copy to the next session|>Delete<|>Save</);
});

test("shows the structure items of its programmes, which lead to their applicants for users who may see them", async () => {
	expect(await pageOf(managed())).not.toContain("Structure items");
	const { facultyId, departmentId } = await createStructure(organisationId);
	const [course] = application.courses;
	await testDb()
		.update(courses)
		.set({ adminLevelItemId: departmentId })
		.where(and(eq(courses.organisationId, organisationId), eq(courses.id, course?.id ?? "")));
	const page = await pageOf(managed());
	expect(textOf(page)).toMatch(/Structure items Faculty of Science Department of Physics/);
	const applicants = at(`applicants?application=${application.id}&items=`);
	expect(linkOf(page, "Faculty of Science")).toBe(applicants + facultyId);
	expect(linkOf(page, "Department of Physics")).toBe(applicants + departmentId);
	const reader = await signedInBrowser(await createStaff({ organisationId, privileges: ["application:r"] }));
	const read = await (await reader.browser.get(managed())).text();
	expect(textOf(read)).toMatch(/Structure items Faculty of Science Department of Physics/);
	expect(linkOf(read, "Department of Physics")).toBeUndefined();
});

test("restores a former state as a new change", async () => {
	await browser.post(managed(), typed(await pageOf(managed()), { title: "First", introduction: "Read this." }));
	await browser.post(managed(), typed(await pageOf(managed()), { title: "Second", introduction: "" }));
	const history = `${managed()}/history`;
	const page = await pageOf(history);
	expect(textOf(page)).toMatch(/History of Second.*before: First now: Second Introduction before: Read this\./);
	const [changeId = ""] = buttonsOf(page, "changeId");
	expect(buttonsOf(page, "changeId"), "the present state is not restored").toHaveLength(1);
	const restored = await browser.post(history, { csrf: csrfOf(page), changeId });
	expect([restored.status, restored.headers.get("location")]).toEqual([302, history]);
	expect(textOf(await pageOf(history))).toMatch(/History of First.*restored a former state/);
	const form = formOf(await pageOf(managed()));
	expect([form.get("title"), form.get("introduction"), coursesIn(form)]).toEqual([
		"First",
		"Read this.",
		application.courses.map(({ id }) => id),
	]);
});

/** Returns everything that a form of an application holds. */
const stateIn = (page: string) =>
	Object.fromEntries([...formOf(page)].filter(([name]) => !/^(csrf|idempotencyKey|version)$/.test(name)));

test("a copy is the whole application a year later, without group items that are disabled", async () => {
	await openInstitution({ timeZone: "Europe/London" });
	await createGroup();
	const own = (await createApplication(organisationId)).formDesignId;
	await testDb().insert(applicationTags).values({ organisationId, applicationId: application.id, groupItemId: "past" });
	const form = typed(await pageOf(managed()), {
		numberFormat: "{SHORT}/N/{YYYY}/####",
		// why this day: the clocks go back on it, and a year later they have not yet.
		startsAt: "2026-10-25T08:00",
		endsAt: "2027-03-01T17:30",
		"courses[1].formId": own,
		introduction: "Read this first.",
		confirmation: "Thank you.",
	});
	form.append("groupItemIds", "next");
	expect((await browser.post(managed(), form)).status).toBe(302);
	const original = await pageOf(managed());
	expect(formOf(original).getAll("groupItemIds").sort()).toEqual(["next", "past"]);
	const copied = await browser.post(
		`${managed()}/copy`,
		openForm(await pageOf(`${managed()}/copy`), "copy-application"),
	);
	const page = await pageOf(copied.headers.get("location") ?? "");
	expect(stateIn(page)).toEqual({
		...stateIn(original),
		title: "2027/2028 Admission",
		startsAt: "2027-10-25T08:00",
		endsAt: "2028-03-01T17:30",
		groupItemIds: "next",
	});
	expect(stateIn(page)).toMatchObject({ active: "on", "courses[1].formId": own, confirmation: "Thank you." });
	expect(formOf(page).getAll("groupItemIds")).toEqual(["next"]);
});

test("copies an application to the next session with everything but its applicants", async () => {
	await createApplicant(application);
	const form = openForm(await pageOf(`${managed()}/copy`), "copy-application");
	expect(form.get("title")).toBe("2027/2028 Admission");
	const taken = openForm(await pageOf(`${managed()}/copy`), "copy-application");
	taken.set("title", "2026/2027 Admission");
	const refused = await browser.post(`${managed()}/copy`, taken);
	expect([refused.status, errorsOf(await refused.text(), "title")]).toEqual([409, "Application already exists"]);
	const copied = await browser.post(`${managed()}/copy`, form);
	const page = await pageOf(copied.headers.get("location") ?? "");
	expect(textOf(page)).toMatch(/2027\/2028 Admission.*0 applicants/);
	expect(formOf(page).has("active"), "it has no date to begin, and is not open at once").toBe(false);
	expect(coursesIn(formOf(page))).toEqual(coursesIn(formOf(await pageOf(managed()))));
});

test("copies an application as active only when its new beginning is still to come, and says so before", async () => {
	const copied = async (startsAt: number | null, active = true) => {
		await testDb()
			.update(applications)
			.set({ startsAt, active })
			.where(and(eq(applications.organisationId, organisationId), eq(applications.id, application.id)));
		const page = await pageOf(`${managed()}/copy`);
		const form = openForm(page, "copy-application");
		form.set("title", `Copy of ${startsAt} ${active}`);
		const { headers } = await browser.post(`${managed()}/copy`, form);
		return { said: textOf(page), isActive: formOf(await pageOf(headers.get("location") ?? "")).has("active") };
	};
	const ago = (days: number) => Date.now() - days * 86_400_000;
	const later = await copied(ago(300));
	expect([later.isActive, later.said]).toEqual([true, expect.stringContaining("Its dates are a year later.")]);
	expect(later.said).not.toContain("not active");
	for (const [startsAt, active, why] of [
		[
			ago(440),
			true,
			"Its dates are a year later. It is not active until you switch it on, because its beginning has passed already.",
		],
		[null, true, "It is not active until you switch it on, because no date says when it begins."],
		[ago(300), false, "It is not active, like the one that is copied."],
	] as const) {
		const { isActive, said } = await copied(startsAt, active);
		expect([isActive, said]).toEqual([false, expect.stringContaining(why)]);
	}
});

test("keeps a group item and a workflow that are not on the first page of their lists", async () => {
	const group = { organisationId, groupId: "session", enabled: true };
	await testDb().insert(applicationGroups).values({ organisationId, id: "session", name: "Session" });
	for (let from = 0; from < 120; from += 10)
		await testDb()
			.insert(applicationGroupItems)
			.values(
				Array.from({ length: 10 }, (_, index) => {
					const number = String(from + index).padStart(3, "0");
					return { ...group, id: `item-${number}`, name: `Item ${number}` };
				}),
			);
	await testDb()
		.insert(applicationTags)
		.values({ organisationId, applicationId: application.id, groupItemId: "item-119" });
	for (let from = 0; from < 120; from += 10)
		await testDb()
			.insert(workflows)
			.values(
				Array.from({ length: 10 }, (_, index) => ({
					...{ organisationId, id: `flow-${from + index}`, name: `A flow ${from + index}` },
					...{ createdAt: 1, updatedAt: 1 },
				})),
			);
	await testDb()
		.update(workflows)
		.set({ name: "Zonal admission" })
		.where(and(eq(workflows.organisationId, organisationId), eq(workflows.id, application.workflowId)));
	const form = formOf(await pageOf(managed()));
	expect([form.getAll("groupItemIds"), form.get("workflowId")]).toEqual([["item-119"], application.workflowId]);
	form.set("title", "2026/2027 Admission, first batch");
	expect((await browser.post(managed(), form)).status).toBe(302);
	expect(formOf(await pageOf(managed())).getAll("groupItemIds")).toEqual(["item-119"]);
});

test("says on the screen that an application is in use when somebody has applied since it was asked", async () => {
	const other = await createApplication(organisationId, { title: "Empty" });
	const question = at(`manage-applications/${other.id}/delete`);
	const form = openForm(await pageOf(question), "delete-record");
	await createApplicant(other);
	const refused = await browser.post(question, form);
	expect([refused.status, textOf(await refused.text())]).toEqual([
		400,
		expect.stringContaining("Application is currently in use"),
	]);
	expect((await browser.get(at(`manage-applications/${other.id}`))).status).toBe(200);
});

test("names before deleting what names an application, and the saved views that are deleted with it", async () => {
	const other = await createApplication(organisationId, { title: "Empty" });
	const question = () => pageOf(at(`manage-applications/${other.id}/delete`)).then(textOf);
	expect(await question()).toContain("Delete “Empty”? Nothing depends on it.");
	const own = { organisationId, name: "Mine", createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(reportSchedules)
		.values({
			...own,
			id: "s",
			applicationId: other.id,
			frequency: "daily",
			time: "09:00",
			recipients: [],
			enabled: true,
		});
	await testDb()
		.insert(savedViews)
		.values({ ...own, id: "v", holder: "", ownerId: "ada", isPinned: false, filter: { applicationId: other.id } });
	expect(await question()).toContain(
		"Delete “Empty”? It is named in 1 report schedule, which will have no effect for it. 1 saved view is deleted with it. Its history",
	);
});

test("a user of a place is told that applicants elsewhere depend on an application", async () => {
	const { facultyId } = await createStructure(organisationId);
	await testDb()
		.insert(adminLevelItems)
		.values({ organisationId, id: `law-${organisationId}`, levelId: "l", name: "Law" });
	const dean = await createStaff({ organisationId });
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, dean.id));
	await createApplicant(application);
	const theirs = (await signedInBrowser(dean)).browser;
	expect(textOf(await (await theirs.get(`${managed()}/delete`)).text())).toContain(
		"cannot be deleted: applicants or payments of parts of the institution that you do not see depend on it.",
	);
});

test("asks before deleting, and names what depends on an application", async () => {
	const other = await createApplication(organisationId, { title: "Empty" });
	await createApplicant(application);
	expect(textOf(await pageOf(`${managed()}/delete`))).toMatch(
		/“2026\/2027 Admission” cannot be deleted: 1 applicant depends on it/,
	);
	const question = at(`manage-applications/${other.id}/delete`);
	const list = { organisationId, id: "list", applicationId: other.id, createdBy: "ada", createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(candidateGroups)
		.values({ ...list, name: "JAMB list", nameKey: "jamb list" });
	expect(textOf(await pageOf(question))).toMatch(/“Empty” cannot be deleted: 1 list of candidates depends on it/);
	await createTransaction(await createApplicant(application), { applicationId: other.id });
	expect(textOf(await pageOf(question))).toMatch(
		/“Empty” cannot be deleted: 1 list of candidates and 1 payment depend on it/,
	);
	await testDb().delete(transactions).where(eq(transactions.applicationId, other.id));
	await testDb().delete(candidateGroups).where(eq(candidateGroups.organisationId, organisationId));
	const deleted = await browser.post(question, openForm(await pageOf(question), "delete-record"));
	expect(deleted.headers.get("location")).toBe(at("applications"));
	expect(textOf(await pageOf(at("applications")))).toContain("“Empty” was deleted");
	const gone = await browser.get(at(`manage-applications/${other.id}`));
	expect([gone.status, textOf(await gone.text())]).toEqual([
		404,
		expect.stringContaining("Unable to Fetch Application"),
	]);
});

test("the title in an applicant's sheet leads here, for users who may open it", async () => {
	const { id } = await createApplicant(application);
	const sheet = at(`applicants/${id}?application=${application.id}`);
	expect(linkOf(await pageOf(sheet), "2026/2027 Admission")).toBe(managed());
	const officer = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:r"] }));
	const page = await (await officer.browser.get(sheet)).text();
	expect(textOf(page)).toContain("2026/2027 Admission");
	expect(linksOf(page)).not.toContain(managed());
});

test("the checklist leads to applications, and is ticked by an active one", async () => {
	const page = await pageOf(at("get-ready"));
	expect(linkOf(page, "Open Applications for Application")).toBe(at("applications"));
	expect(textOf(page)).toMatch(/Application : done/);
});

test("says that an application cannot be fetched where something failed", async () => {
	await whileUnreadable("application_tags", async () => {
		const response = await browser.get(managed());
		expect([response.status, textOf(await response.text())]).toEqual([
			500,
			expect.stringContaining("Unable to Fetch Application"),
		]);
	});
});
