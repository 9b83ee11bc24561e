import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createCourse,
	createOrganisation,
	createStructure,
	testDb,
} from "#tests/support/factories";
import { spellings } from "#tests/support/name-keys";
import type { Browser } from "#tests/support/portal-browser";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicationGroupItems, applicationGroups, applicationTags } from "#worker/database/schema/applications";
import { userRoles } from "#worker/database/schema/auth";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import { templates } from "#worker/database/schema/workflows";

/** The screens of a record, as a test uses them without scripts. */
interface Screens {
	path: string;
	one: string;
	/** Makes what must exist before one can be made. */
	before?(): Promise<unknown>;
	/** The field of which the last choice is taken. */
	chosen?: string;
	/** What the list is sorted by; the name when left out. */
	sort?: string;
	/** The fields of a form, beside those that it has when it opens. */
	fields(name: string): Record<string, string>;
	/** The field that no two may share. */
	unique: string;
	privileges: { read: string; create: string };
}

const screens: Screens[] = [
	{
		path: "locations",
		one: "location",
		fields: (name) => ({ name }),
		unique: "name",
		privileges: { read: "organisation:r", create: "organisation:c" },
	},
	{
		path: "application-groupings",
		one: "application group",
		fields: (name) => ({ name }),
		unique: "name",
		privileges: { read: "groupitem:r", create: "appgroups:c" },
	},
	{
		path: "application-groupings/items",
		one: "group item",
		fields: (name) => ({ name }),
		unique: "name",
		chosen: "groupId",
		before: () => send(at("application-groupings/new"), { name: "Session" }),
		privileges: { read: "appgroups:r", create: "groupitem:c" },
	},
	{
		path: "add-on",
		one: "add-on",
		fields: (name) => ({ name, price: "2,500.00" }),
		unique: "name",
		privileges: { read: "organisation:r", create: "organisation:c" },
	},
	{
		path: "courses",
		one: "course",
		unique: "code",
		fields: (name) => ({ code: name, title: "Studies" }),
		sort: "code",
		privileges: { read: "course:r", create: "course:c" },
	},
	{
		path: "admin-levels-item",
		one: "item",
		fields: (name) => ({ name }),
		unique: "name",
		chosen: "levelId",
		before: () => send(at("admin-levels-item/levels"), { "levels[0].name": "Faculty" }, "levels-1"),
		privileges: { read: "adminlevel:r", create: "levelitem:c" },
	},
	{
		path: "notifications",
		one: "reminder",
		unique: "name",
		before: () => createTemplate(),
		chosen: "templateId",
		fields: (name) => ({ name, audience: "incomplete" }),
		privileges: { read: "candiemail:r", create: "reminder:c" },
	},
	{
		path: "privacy/retention",
		one: "retention rule",
		unique: "name",
		before: () => createApplicationHere(),
		chosen: "applicationId",
		fields: (name) => ({ name, outcome: "declined" }),
		privileges: { read: "candidate:d", create: "candidate:d" },
	},
	{
		path: "notifications/reports",
		one: "report schedule",
		unique: "name",
		before: () => createApplicationHere(),
		chosen: "applicationId",
		fields: (name) => ({ name, recipients: browserUser }),
		privileges: { read: "reminder:r", create: "appreport:c" },
	},
];

let organisationId: string;
let browser: Browser;
const at = (path: string) => `/${organisationId}/${path}`;
const pageOf = async (path: string) => (await browser.get(path)).text();

/** Opens a form, fills it in, chooses the last of what is still to be chosen, and sends it. */
const send = async (path: string, fields: Record<string, string>, id = "record", chosen = "") => {
	const page = await pageOf(path);
	const form = openForm(page, id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	const selects = [...page.matchAll(/<select\b[^>]*\bname="(\w+)"[^>]*>([\s\S]*?)<\/select>/g)];
	const [, , options = ""] = selects.findLast(([, name]) => name === chosen) ?? [];
	const choices = [...options.matchAll(/<option value="([^"]+)"/g)].map(([, value = ""]) => value);
	if (chosen && !form.get(chosen)) form.set(chosen, choices.at(-1) ?? "");
	return browser.post(path, form);
};

/** Creates a record and returns the address of its dialog. */
const create = async ({ path, fields, chosen }: Screens, name: string) => {
	const created = await send(at(`${path}/new`), fields(name), "record", chosen);
	expect([created.status, created.headers.get("location")]).toEqual([302, at(path)]);
	return linkOf(await pageOf(at(path)), name) ?? "";
};

let browserUser = "";
const createApplicationHere = () => createApplication(organisationId);
const createTemplate = () =>
	testDb()
		.insert(templates)
		.values({
			organisationId,
			id: `template-${organisationId}`,
			name: "Reminder",
			type: "email" as const,
			subject: "Hello",
			content: "<p>Hello</p>",
			createdAt: 1,
			updatedAt: 1,
		});

beforeEach(async () => {
	organisationId = (await createOrganisation()).id;
	const staff = await createStaff({ organisationId });
	browserUser = staff.id;
	browser = (await signedInBrowser(staff)).browser;
});

const openScreens = ({ before }: Screens) => before?.();

test.each(screens)("creates, changes, finds, sorts and deletes in /$path", async (screen) => {
	await openScreens(screen);
	const { path, one, fields } = screen;
	expect(textOf(await pageOf(at(path)))).toMatch(new RegExp(`No ${one}s yet .*New ${one}`));
	const dialog = await create(screen, "BETA");
	await send(at(`${path}/new`), fields("ALPHA"), "record", screen.chosen);
	expect(textOf(await pageOf(at(path)))).toMatch(/“ALPHA( Studies)?” was created.*ALPHA.*BETA/);
	expect(textOf(await pageOf(at(`${path}?sort=-${screen.sort ?? "name"}`)))).toMatch(/BETA.*ALPHA/);
	const found = await pageOf(at(`${path}?q=bet`));
	expect(linkOf(found, "ALPHA")).toBeUndefined();
	expect(textOf(await pageOf(at(`${path}?q=nothing`)))).toContain(`No ${one}s found`);
	const changed = await send(`${dialog}?q=bet`, fields("BETHEL"));
	expect(changed.headers.get("location"), "it returns to the search").toBe(at(`${path}?q=bet`));
	expect(linkOf(await pageOf(at(path)), "BETHEL")).toBe(dialog);
	expect(textOf(await pageOf(`${dialog}/delete`))).toMatch(/Delete “BETHEL( Studies)?”\? Nothing depends on it\./);
	const deleted = await send(`${dialog}/delete`, {}, "delete-record");
	expect(deleted.headers.get("location")).toBe(at(path));
	expect(textOf(await pageOf(at(path)))).toMatch(/“BETHEL( Studies)?” was deleted/);
	expect((await browser.get(dialog)).status).toBe(404);
});

test.each(screens)("says over the list in /$path that a record is not there, and leads back to it", async (screen) => {
	await openScreens(screen);
	for (const page of ["", "/history", "/delete"]) {
		const response = await browser.get(at(`${screen.path}/nobody${page}?q=bet`));
		expect(response.status).toBe(404);
		const html = await response.text();
		const [, dialog = ""] = /<dialog\b([\s\S]*)<\/dialog>/.exec(html) ?? [];
		expect(textOf(dialog)).toMatch(/(Page not Found|Failed to (Fetch|delete) .*) .*Go Back/);
		expect(linkOf(dialog, "Go Back")).toBe(at(`${screen.path}?q=bet`));
		expect(tagsOf(html, "h1"), "the list keeps its heading").toHaveLength(1);
	}
});

test("a new record begins with what the list is filtered by, and as usual where nothing is chosen", async () => {
	await send(at("application-groupings/new"), { name: "Session" });
	const page = await pageOf(at("application-groupings/items/new?q=&groupId=none&enabled="));
	const form = openForm(page, "record");
	expect([form.get("enabled"), form.get("groupId")], "unknown ids choose nothing").toEqual(["on", ""]);
	const [groupId = ""] =
		/application-groupings\/([\w-]{36})/.exec(await pageOf(at("application-groupings")))?.slice(1) ?? [];
	const preset = openForm(await pageOf(at(`application-groupings/items/new?groupId=${groupId}`)), "record");
	expect(preset.get("groupId")).toBe(groupId);
});

test.each(screens)("shows errors of /$path beside the field, and keeps what was typed", async (screen) => {
	await openScreens(screen);
	const { path, fields, unique } = screen;
	await create(screen, "ALPHA");
	const refused = await send(at(`${path}/new`), fields("alpha"), "record", screen.chosen);
	expect(refused.status).toBe(409);
	const page = await refused.text();
	expect(errorsOf(page, unique)).toMatch(/already/);
	expect(openForm(page, "record").get(unique)).toBe("alpha");
	const empty = await send(at(`${path}/new`), fields(" "), "record", screen.chosen);
	expect([empty.status, errorsOf(await empty.text(), unique)]).toEqual([422, expect.stringMatching(/^Enter /)]);
});

test("a name that another has in any case of any letter is refused beside its field, and stays as it was typed", async () => {
	const [location] = screens as [Screens];
	const { name, inCapitals, decomposed } = spellings;
	const dialog = await create(location, name);
	for (const typed of [inCapitals, decomposed]) {
		const refused = await send(at("locations/new"), { name: typed });
		const page = await refused.text();
		expect([refused.status, errorsOf(page, "name")]).toEqual([409, `There is a location called “${typed}” already.`]);
		expect(openForm(page, "record").get("name")).toBe(typed);
	}
	await create(location, "Another");
	for (const word of ["ìlọ́fà", inCapitals]) {
		const search = `?q=${encodeURIComponent(word)}`;
		const found = await pageOf(at(`locations${search}`));
		expect([linkOf(found, name), linkOf(found, "Another")]).toEqual([`${dialog}${search}`, undefined]);
	}
});

test.each(screens)(
	"shows what a colleague saved meanwhile in /$path, and replaces it when sent again",
	async (screen) => {
		await openScreens(screen);
		const { fields, unique } = screen;
		const dialog = await create(screen, "ALPHA");
		const form = openForm(await pageOf(dialog), "record");
		for (const [name, value] of Object.entries(fields("MINE"))) form.set(name, value);
		await send(dialog, fields("THEIRS"));
		const refused = await browser.post(dialog, form);
		const page = await refused.text();
		expect([refused.status, textOf(page)]).toEqual([409, expect.stringMatching(/Saved by somebody else.*THEIRS/)]);
		const again = openForm(page, "record");
		expect(again.get(unique)).toBe("MINE");
		expect((await browser.post(dialog, again)).status).toBe(302);
	},
);

test.each(screens)("shows the history of /$path, and restores a former state as a new change", async (screen) => {
	await openScreens(screen);
	const dialog = await create(screen, "ALPHA");
	await send(dialog, screen.fields("BETA"));
	const page = await pageOf(`${dialog}/history`);
	expect(textOf(page)).toMatch(/History of BETA.*changed it.*before: ALPHA now: BETA.*created it/);
	const [changeId = ""] = buttonsOf(page, "changeId");
	expect(buttonsOf(page, "changeId"), "the present state is not restored").toHaveLength(1);
	const form = new FormData();
	form.set("csrf", openForm(await pageOf(dialog), "record").get("csrf") as string);
	form.set("changeId", changeId);
	const restored = await browser.post(`${dialog}/history`, form);
	expect([restored.status, restored.headers.get("location")]).toEqual([302, `${dialog}/history`]);
	expect(textOf(await pageOf(`${dialog}/history`))).toMatch(/History of ALPHA.*restored a former state/);
});

test("asks before deleting, and names what depends on a course, a structure item or a group", async () => {
	const application = await createApplicationHere();
	await createApplicant(application);
	const { facultyId, departmentId } = await createStructure(organisationId);
	const [course] = application.courses;
	const head = await createStaff({ organisationId });
	const item = { organisationId, id: "next", groupId: "session", name: "Next session" };
	await testDb().batch([
		testDb()
			.update(courses)
			.set({ adminLevelItemId: departmentId })
			.where(and(eq(courses.organisationId, organisationId), eq(courses.id, course?.id ?? ""))),
		testDb().update(userRoles).set({ adminLevelItemId: departmentId }).where(eq(userRoles.userId, head.id)),
		testDb().insert(applicationGroups).values({ organisationId, id: "session", name: "Session" }),
		testDb().insert(applicationGroupItems).values(item),
		testDb().insert(applicationTags).values({ organisationId, applicationId: application.id, groupItemId: "next" }),
	]);
	const ask = async (path: string) => {
		const page = await pageOf(at(`${path}/delete`));
		expect(page, "there is no button").not.toMatch(/>Delete [\w ]+<\/button>/);
		return { page, said: /“[^”]*” cannot be deleted: [^.]*\./.exec(textOf(page))?.[0] };
	};
	const ofCourse = await ask(`courses/${course?.id}`);
	expect(ofCourse.said).toBe(
		`“${course?.code} ${course?.title}” cannot be deleted: 1 applicant and 1 application that offers it depend on it.`,
	);
	expect(linkOf(ofCourse.page, "Show the 1 applicant")).toBe(at(`courses/${course?.id}`));
	expect((await ask(`admin-levels-item/${facultyId}`)).said).toBe(
		"“Faculty of Science” cannot be deleted: 1 item that is part of it depends on it.",
	);
	expect((await ask(`admin-levels-item/${departmentId}`)).said).toBe(
		"“Department of Physics” cannot be deleted: 1 course that belongs to it and 1 role of staff depend on it.",
	);
	const ofGroup = await ask("application-groupings/session");
	expect(ofGroup.said).toBe("“Session” cannot be deleted: 1 item depends on it.");
	expect(linkOf(ofGroup.page, "Show the 1 item")).toBe(at("application-groupings/items?groupId=session"));
	expect((await ask("application-groupings/items/next")).said).toBe(
		"“Next session” cannot be deleted: 1 application that carries it depends on it.",
	);
});

test("shows 10, 20, 50 or 100 rows a page of a set-up list, and keeps its search and order", async () => {
	for (let index = 0; index < 120; index++) {
		const code = `C${String(index).padStart(3, "0")}`;
		await createCourse(organisationId, { id: `${organisationId}-${index}`, code, title: "Studies" });
	}
	const listed = async (search: string) => (await pageOf(at(`courses${search}`))).match(/>C\d{3}</g) ?? [];
	const page = await pageOf(at("courses"));
	expect(optionsOf(page, "size")).toEqual(["10", "20", "50", "100"]);
	expect(await listed("")).toHaveLength(10);
	for (const size of [10, 20, 50, 100]) expect(await listed(`?size=${size}`), `${size}`).toHaveLength(size);
	expect(await listed("?size=33"), "any other is the usual one").toHaveLength(10);
	const last = await pageOf(at("courses?size=50&sort=-code&q=studies&page=2"));
	expect(textOf(last)).toContain("101–120 of 120");
	expect(last.match(/>C\d{3}</g)?.at(-1)).toBe(">C000<");
	expect(linkOf(last, "Previous")).toMatch(/^\S*\/courses\?(?=.*size=50)(?=.*sort=-code)(?=.*q=studies)/);
});

test("sorts a set-up list where it has no headings to press, without scripts, and keeps its search and filters", async () => {
	for (const code of ["AAA", "BBB", "CCC"]) await createCourse(organisationId, { code, title: "Studies" });
	const page = await pageOf(at("courses?q=studies&status=active&size=20&sort=-title&page=0"));
	expect(optionsOf(page, "sort")).toEqual([
		"Usual order",
		...["Code", "Title", "Part of", "Applicants"].flatMap((by) => [`${by}, ascending`, `${by}, descending`]),
	]);
	const [form = ""] =
		page
			.match(/<form\b(?:(?!<\/form>)[\s\S])*name="sort"[\s\S]*?<\/form>/g)
			?.filter((one) => one.includes("Sort by")) ?? [];
	const hidden = tagsOf(form, "input").map((tag) => [/name="(\w+)"/.exec(tag)?.[1], /value="(\w+)"/.exec(tag)?.[1]]);
	expect(hidden).toEqual([
		["q", "studies"],
		["status", "active"],
		["size", "20"],
	]);
	expect(form).toMatch(/<option[^>]*selected[^>]*>Title, descending/);
	const asked = `courses?${new URLSearchParams([...hidden, ["sort", "-code"]] as string[][])}`;
	expect(textOf(await pageOf(at(asked)))).toMatch(/CCC.*BBB.*AAA/);
	expect(textOf(await pageOf(at("courses?sort="))), "the usual order").toMatch(/AAA.*BBB.*CCC/);
	expect(await pageOf(at("courses?q=nothing")), "nothing to sort").not.toContain("Sort by");
});

test("offers a user of a place what they can choose there, and everybody else the institution as well", async () => {
	const { facultyId, departmentId, levelIds } = await createStructure(organisationId);
	const law = { organisationId, id: "law", levelId: levelIds[0] ?? "", name: "Faculty of Law" };
	await testDb().insert(adminLevelItems).values(law);
	const { id } = await createCourse(organisationId, { adminLevelItemId: departmentId });
	const { id: elsewhere } = await createCourse(organisationId, { adminLevelItemId: "law" });
	const { id: ofInstitution } = await createCourse(organisationId);
	const here = ["Faculty of Science", "Faculty of Science › Department of Physics"];
	const all = ["The institution", "Faculty of Law", ...here];
	const offered = async (path: string, field = "administrationLevelItemId") => optionsOf(await pageOf(at(path)), field);
	for (const path of ["courses/new", `courses/${id}`, `courses/${elsewhere}`]) expect(await offered(path)).toEqual(all);
	expect(await offered("admin-levels-item/new", "parentItemId")).toEqual(all);
	const clerk = await createStaff({ organisationId });
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, clerk.id));
	browser = (await signedInBrowser(clerk)).browser;
	expect(await offered("courses/new")).toEqual(["Choose", ...here]);
	expect(await offered(`courses/${id}`)).toEqual(["Choose", ...here]);
	expect(await offered(`courses/${elsewhere}`), "where it is").toEqual(["Choose", "Faculty of Law"]);
	expect(await offered(`courses/${ofInstitution}`)).toEqual(["The institution"]);
	expect(await offered("admin-levels-item/new", "parentItemId")).toEqual(["Choose", ...here]);
	expect(await offered(`admin-levels-item/${departmentId}`, "parentItemId")).toEqual(["Choose", ...here]);
	expect(await offered(`admin-levels-item/${facultyId}`, "parentItemId")).toEqual(["The institution"]);
	expect(await offered("courses", "adminLevelItemId"), "a filter offers everything").toContain("Faculty of Law");
	const saves = async (path: string) => />Save</.test(await pageOf(at(path)));
	for (const path of [`courses/${id}`, `admin-levels-item/${departmentId}`, `admin-levels-item/${facultyId}`])
		expect([path, await saves(path)]).toEqual([path, true]);
	for (const path of [`courses/${elsewhere}`, `courses/${ofInstitution}`, "admin-levels-item/law"])
		expect([path, await saves(path)]).toEqual([path, false]);
	const deletes = async (path: string) => />Delete</.test(await pageOf(at(path)));
	expect(await deletes(`admin-levels-item/${departmentId}`)).toBe(true);
	for (const path of [`admin-levels-item/${facultyId}`, "admin-levels-item/law"]) {
		expect([path, await deletes(path)]).toEqual([path, false]);
		expect(await pageOf(at(`${path}/delete`))).not.toContain('form="delete-record"');
	}
	const refused = await send(at("courses/new"), { code: "NEW", title: "New" });
	expect([refused.status, errorsOf(await refused.text(), "administrationLevelItemId")]).toEqual([
		403,
		"Choose one that is within your role.",
	]);
});

test("offers users of a place no change of what is of the whole institution, and says why", async () => {
	const { facultyId, levelIds } = await createStructure(organisationId);
	const law = { organisationId, id: "law", levelId: levelIds[0] ?? "", name: "Faculty of Law" };
	await testDb().insert(adminLevelItems).values(law);
	const application = await createApplicationHere();
	const chosen = ["notifications", "notifications/reports"].flatMap((path) =>
		screens.filter((one) => one.path === path),
	);
	const dialogs: string[] = [];
	for (const screen of chosen) {
		if (screen.path === "notifications") await createTemplate();
		dialogs.push(await create(screen, "ALPHA"));
	}
	const clerk = await createStaff({ organisationId });
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, clerk.id));
	browser = (await signedInBrowser(clerk)).browser;
	const why = "Your role is for a part of the institution. This needs a role for all of it.";
	for (const [index, { path, one }] of chosen.entries()) {
		expect(textOf(await pageOf(at(path)))).not.toContain(`New ${one}`);
		const dialog = await pageOf(dialogs[index] ?? "");
		expect(textOf(dialog)).toContain(why);
		expect(dialog).not.toMatch(/>Save<|>Delete</);
		expect(textOf(await pageOf(`${dialogs[index]}/history`))).not.toContain("Restore this state");
	}
	expect(textOf(await pageOf(at("applications")))).not.toContain("New application");
	expect(textOf(await pageOf(at("applications/create")))).toContain(why);
	const page = await pageOf(at(`manage-applications/${application.id}`));
	expect(linkOf(page, "History")).toBeDefined();
	expect(page).not.toMatch(/>Save<|>Delete<|>Copy to the next session</);
	expect(textOf(await pageOf(at("locations")))).toContain("New location");
});

test("says of a course for which nobody has applied that it has no applicants", async () => {
	const { id } = await createCourse(organisationId);
	expect(textOf(await pageOf(at(`courses/${id}`)))).toContain("There are no applicants to show.");
});

test("finds courses by their status and by what they are part of", async () => {
	const { facultyId, departmentId } = await createStructure(organisationId);
	await createCourse(organisationId, { code: "PHY", adminLevelItemId: departmentId });
	await createCourse(organisationId, { code: "LAW", status: "disabled" });
	const found = async (search: string) => {
		const page = await pageOf(at(`courses?${search}`));
		return ["PHY", "LAW"].filter((code) => linkOf(page, code));
	};
	const page = await pageOf(at("courses"));
	expect(optionsOf(page, "status")).toEqual(expect.arrayContaining(["Active", "Disabled"]));
	expect(optionsOf(page, "adminLevelItemId")).toEqual(
		expect.arrayContaining(["Faculty of Science", "Faculty of Science › Department of Physics"]),
	);
	expect(await found("")).toEqual(["PHY", "LAW"]);
	expect(await found("status=active")).toEqual(["PHY"]);
	expect(await found("status=disabled")).toEqual(["LAW"]);
	for (const id of [facultyId, departmentId]) expect(await found(`adminLevelItemId=${id}`)).toEqual(["PHY"]);
	expect(await found(`adminLevelItemId=${departmentId}&status=disabled`)).toEqual([]);
});

// why not where one privilege is for all: nobody only reads them.
const readable = screens.filter(({ privileges }) => privileges.read !== privileges.create);
test.each(readable)("shows /$path to users who may read it, without changes", async (screen) => {
	await openScreens(screen);
	const dialog = await create(screen, "ALPHA");
	const { read, create: mayCreate } = screen.privileges;
	const reader = await signedInBrowser(await createStaff({ organisationId, privileges: [read] }));
	const page = await (await reader.browser.get(dialog)).text();
	expect(textOf(page)).toContain("ALPHA");
	expect(page).not.toMatch(/>Save<|>Delete<|New location|Restore|Send now/);
	const [, foot = ""] = /<dialog\b[\s\S]*?<footer\b([\s\S]*?)<\/footer>/.exec(page) ?? [];
	expect(linkOf(foot, "Close")).toBe(at(screen.path));
	for (const path of [at(`${screen.path}/new`), `${dialog}/delete`])
		expect((await reader.browser.get(path)).status).toBe(403);
	const other = await signedInBrowser(await createStaff({ organisationId, privileges: ["payments:r"] }));
	expect((await other.browser.get(at(screen.path))).status).toBe(403);
	const creator = await signedInBrowser(await createStaff({ organisationId, privileges: [mayCreate] }));
	expect((await creator.browser.get(at(`${screen.path}/new`))).status).toBe(200);
});
