import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createStructure,
	testDb,
} from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { formOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { searchText } from "#worker/contract/text/search-text";
import { organisations } from "#worker/database/schema/organisations";
import { adminLevelItems, courses } from "#worker/database/schema/structure";

let browser: Browser;
let base: string;
let application: Awaited<ReturnType<typeof createApplication>>;
let ids: string[];
let facultyId: string;

beforeAll(async () => {
	const { id: organisationId } = await createOrganisation();
	const [organisation] = await testDb().select().from(organisations).where(eq(organisations.id, organisationId));
	application = await createApplication(organisationId);
	const [first, second] = application.courses;
	({ facultyId } = await createStructure(organisationId));
	// why: the application's items are those to which its courses belong.
	const [department] = await testDb().select().from(adminLevelItems).where(eq(adminLevelItems.parentItemId, facultyId));
	await testDb()
		.update(courses)
		.set({ adminLevelItemId: department?.id })
		.where(eq(courses.id, first?.id ?? ""));
	ids = [];
	for (let index = 0; index < 25; index++) {
		const person = { firstName: `Ngozi${index}`, middleName: null, lastName: "Eze" };
		const columns = {
			...person,
			applicationNumber: `NO/26/${index}`,
			email: `n${index}@mail.example`,
			reference: `R${index}`,
		};
		const applicant = await createApplicant(application, {
			...columns,
			searchText: searchText(organisation?.searchKey ?? "", columns),
			stepId: application.steps[index < 5 ? 1 : 0]?.id ?? "",
			courseId: (index % 2 ? second : first)?.id ?? "",
		});
		ids.push(applicant.id);
	}
	({ browser } = await signedInBrowser(await createStaff({ organisationId })));
	base = `/${organisationId}/applicants`;
});

const show = async (search = "") => {
	const response = await browser.get(base + search);
	return { status: response.status, html: await response.text() };
};
/** Returns the applicants on the page, in order. */
const listed = (html: string) => [...html.matchAll(/id="row-([\w-]+)"/g)].map(([, id]) => id);

test("lists the ten newest applicants first, with the total", async () => {
	const { status, html } = await show();
	expect(status).toBe(200);
	expect(listed(html)).toEqual(ids.toReversed().slice(0, 10));
	expect(textOf(html)).toContain("1–10 of 25");
});

test("links the pages of the list in both directions, with every applicant once", async () => {
	const seen = [];
	let address: string | undefined = base;
	const back = [];
	while (address) {
		const html = await (await browser.get(address)).text();
		seen.push(...listed(html));
		back.push(address);
		address = linkOf(html, "Next");
		if (!address) expect(linkOf(html, "Previous")).toBeDefined();
	}
	expect(seen).toEqual(ids.toReversed());
	const last = await (await browser.get(back.at(-1) ?? "")).text();
	const previous = await (await browser.get(linkOf(last, "Previous") ?? "")).text();
	expect(listed(previous)).toEqual(ids.toReversed().slice(10, 20));
});

test.each([10, 20, 50, 100])("shows %i rows a page when the address asks for them", async (size) => {
	const { html } = await show(`?size=${size}`);
	expect(listed(html)).toHaveLength(Math.min(size, 25));
});

test("shows a page whose number alone is in the address", async () => {
	expect(listed((await show("?page=2")).html)).toEqual(ids.toReversed().slice(20));
});

test("counts the applicants of each stage in its tab, and filters by it", async () => {
	const { html } = await show();
	const [registration, review] = application.steps;
	expect(textOf(html)).toMatch(/All 25 Registration 20 In review 5 Accepted 0/);
	const tab = linksOf(html).find((href) => href.includes(`stage=${review?.id}`)) ?? "";
	const reviewed = await (await browser.get(tab)).text();
	expect(listed(reviewed)).toEqual(ids.slice(0, 5).toReversed());
	const current = tagsOf(reviewed, "a").filter((tag) => tag.includes('aria-current="page"'));
	expect(current.some((tag) => tag.includes(`stage=${review?.id}`))).toBe(true);
	expect(listed((await show(`?stage=${registration?.id}`)).html)).toHaveLength(10);
	const byType = tagsOf((await show("?stage=IN_REVIEW")).html, "a").filter((tag) =>
		tag.includes('aria-current="page"'),
	);
	expect(byType.some((tag) => tag.includes(`stage=${review?.id}`))).toBe(true);
});

test("filters by several courses at once, and removes one with its chip", async () => {
	const [first, second] = application.courses;
	const { html } = await show(`?size=50&courses=${first?.id}`);
	expect(listed(html)).toHaveLength(13);
	expect(listed((await show(`?size=50&courses=${first?.id}&courses=${second?.id}`)).html)).toHaveLength(25);
	expect(linksOf(html)).toContain(`${base}?size=50`.replace("?", `?application=${application.id}&`));
});

test("finds applicants by name, number and email", async () => {
	for (const q of ["ngozi7", "eze ngozi7", "NO/26/7", "n7@mail"]) {
		const { html } = await show(`?q=${encodeURIComponent(q)}`);
		expect(listed(html), q).toContain(ids[7]);
		expect(listed(html), q).not.toContain(ids[8]);
	}
});

test("says when no applicant matches, with a link to all", async () => {
	const { status, html } = await show("?q=zzzz");
	expect(status).toBe(200);
	expect(textOf(html)).toContain("No applicant matches");
	expect(linkOf(html, "Show all applicants")).toBe(`${base}?application=${application.id}`);
});

const hostile = [
	`"`,
	`*`,
	`"*" OR "a`,
	`NEAR(a b)`,
	`a AND NOT b`,
	`search_text:a`,
	`'; DROP TABLE applicants; --`,
	`%_\\`,
	`<script>alert(1)</script>`,
	`\u{1F393}\u{1F1F3}\u{1F1EC}`,
	`\u202Eabc`,
	`\u0000`,
	`Ọlá`,
	`é`.repeat(1000),
	"x".repeat(10_000),
	`${"a ".repeat(5_000)}`,
];

test.each(hostile)("accepts any text as a search: %j", async (q) => {
	const { status, html } = await show(`?q=${encodeURIComponent(q)}`);
	expect(status).toBe(200);
	expect(textOf(html)).not.toContain("Failed to Fetch Apllicants");
	expect(html).not.toContain("<script>alert(1)");
});

const strange = [
	"page=-1",
	"page=abc",
	"page=1.5",
	"page=1e9",
	"page=999999999",
	"page=99999999999999999999",
	"size=0",
	"size=-10",
	"size=101",
	"size=abc",
	"size=999999999",
	"after=abc",
	"before=-1",
	"after=999999999999999",
	"after=1&before=2",
	"stage=nobody",
	`stage=${"s".repeat(500)}`,
	"courses=,,,",
	`courses=${"c,".repeat(300)}`,
	`items=${"i".repeat(9_000)}`,
	"application=nobody",
	"application=%00",
	"application='--",
	"q=%ED%A0%80",
	"q=%",
	"id=%00&id=nobody",
	"page=0&page=1&size=20&size=50",
];

test.each(strange)("responds to a malformed address with a page, not with an error: %s", async (search) => {
	const { status, html } = await show(`?${search}`);
	expect([200, 404, 422]).toContain(status);
	expect(textOf(html)).not.toContain("An error occured");
});

test("without JavaScript keeps the selection in the address", async () => {
	const { html } = await show(`?id=${ids[24]}&id=${ids[0]}`);
	const chosen = tagsOf(html, "input").filter((tag) => tag.includes(`value="${ids[24]}"`));
	expect(chosen.some((tag) => /\schecked(=|\s|\/|>)/.test(tag))).toBe(true);
	expect(textOf(html)).toContain("2 selected");
	expect(tagsOf(html, "input").some((tag) => tag.includes('type="hidden"') && tag.includes(`value="${ids[0]}"`))).toBe(
		true,
	);
});

test("shows no checkboxes to users who may not move applicants", async () => {
	const organisationId = application.organisationId;
	const reader = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:r"] }));
	const html = await (await reader.browser.get(`${base}?id=${ids[0]}`)).text();
	expect(listed(html)).toHaveLength(10);
	expect(tagsOf(html, "input").filter((tag) => tag.includes('name="id"') && tag.includes("checkbox"))).toEqual([]);
	expect(textOf(html)).not.toContain("Move to stage");
});

test("without applications the page is empty, and links to a new one for users who may create it", async () => {
	const { id: organisationId } = await createOrganisation();
	const way = `/${organisationId}/applications/create`;
	const seenWith = async (privileges: string[]) => {
		const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges }));
		const response = await browser.get(`/${organisationId}/applicants`);
		expect(response.status).toBe(200);
		const [, main = ""] = (await response.text()).split("<main");
		expect(textOf(main)).toContain("No applications yet");
		return tagsOf(main, "a").some((tag) => tag.includes(`href="${way}"`));
	};
	expect(await seenWith(["candidate:r", "application:c", "application:u"])).toBe(true);
	expect(await seenWith(["candidate:r", "application:r"])).toBe(false);
});

test("responds to the picker's search with titles as data", async () => {
	const path = `${base}/applications?title=adm&_data=${encodeURIComponent("routes/applicants/applications")}`;
	const response = await browser.get(path);
	expect(await response.json()).toMatchObject({ applications: [{ id: application.id, title: application.title }] });
});

test("without JavaScript the application picker is a link to the list of applications", async () => {
	const { html } = await show(`?q=eze&id=${ids[3]}`);
	const link = linkOf(html, `Application: ${application.title}`) ?? "";
	const page = await (await browser.get(link)).text();
	expect(linkOf(page, application.title)).toBe(`${base}?application=${application.id}`);
	const back = linkOf(page, "Back to the list") ?? "";
	expect(textOf(await (await browser.get(back)).text())).toContain("1 selected");
	expect(back).toContain("q=eze");
	const searched = formOf(page, `${base}/applications`);
	expect(searched).toMatchObject({ title: "", q: "eze", id: ids[3] });
	const nothing = await browser.get(`${link}&title=zzzz`);
	expect(textOf(await nothing.text())).toContain("No application has that title.");
});

/** Returns the first words of the page's fields, by the legend above them. */
const legends = (html: string) => [...html.matchAll(/<legend[^>]*>([\s\S]*?)<\/legend>/g)].map(([, text = ""]) => text);

test("without JavaScript each filter is a link to the page of filters, which keeps the rest of the address", async () => {
	const [first] = application.courses;
	const { html } = await show(`?size=20&q=eze&page=1&courses=${first?.id}&id=${ids[3]}&id=${ids[4]}`);
	const link = linkOf(html, "course") ?? "";
	const page = await (await browser.get(link.split("#")[0] ?? "")).text();
	expect(legends(page)).toEqual(["Faculty", "Department", "course", "Assigned to", "Gender", "State of origin"]);
	const boxes = tagsOf(page, "input").filter((tag) => tag.includes('type="checkbox"'));
	expect(
		boxes.filter((tag) => /\schecked(=|\s|\/|>)/.test(tag)).map((tag) => tag.includes(`value="${first?.id}"`)),
	).toEqual([true]);
	const form = page.slice(page.indexOf(`action="${base}"`));
	const kept = tagsOf(form, "input").filter((tag) => tag.includes('type="hidden"'));
	const fields = kept.map((tag) => /name="(\w+)" value="([^"]*)"/.exec(tag)?.slice(1));
	expect(fields).toEqual([
		["application", application.id],
		["q", "eze"],
		["size", "20"],
		["id", ids[3]],
		["id", ids[4]],
	]);
	const back = linkOf(page, "Back to the list") ?? "";
	for (const part of ["page=1", `courses=${first?.id}`, `id=${ids[3]}`, `id=${ids[4]}`]) expect(back).toContain(part);
});

test("names the active filters, and does not load the other choices", async () => {
	const [first, second] = application.courses;
	const search = `?items=${facultyId}&courses=${first?.id}`;
	const path = `${base}${search}&_data=${encodeURIComponent("routes/applicants/list")}`;
	const { list } = (await (await browser.get(path)).json()) as { list: { chosen: unknown; application: unknown } };
	const faculty = { id: facultyId, name: "Faculty of Science", level: "Faculty" };
	expect(list.chosen).toEqual({ items: [faculty], courses: [{ id: first?.id, code: first?.code }], locations: {} });
	expect(list.application).toEqual({ id: application.id, title: application.title });
	const { html } = await show(search);
	expect(textOf(html)).toContain("Remove filter Faculty of Science");
	for (const unasked of ["Department of Physics", second?.id]) expect(html).not.toContain(unasked);
});

test("redirects an institution without applications from the filters to its list", async () => {
	const { id: organisationId } = await createOrganisation();
	const empty = await signedInBrowser(await createStaff({ organisationId }));
	const response = await empty.browser.get(`/${organisationId}/applicants/filters`);
	expect(response.status).toBe(302);
	expect(response.headers.get("location")).toBe(`/${organisationId}/applicants`);
});

test.each(["filters", "applications"])("refuses the page of %s to users who may not see applicants", async (page) => {
	const organisationId = application.organisationId;
	const reader = await signedInBrowser(await createStaff({ organisationId, privileges: ["users:r"] }));
	const response = await reader.browser.get(`${base}/${page}?application=${application.id}`);
	expect(response.status).toBe(403);
	expect(await response.text()).not.toContain(application.title);
});

test.each(["size=0", "size=101", "page=999999999", `stage=${"s".repeat(500)}`])(
	"says on the list's page that the list cannot be loaded: %s",
	async (search) => {
		const { status, html } = await show(`?${search}`);
		expect(status).toBe(422);
		expect(textOf(html)).toContain("Failed to Fetch Apllicants");
		expect(textOf(html)).toContain("Process Applicants");
	},
);

test.each(["page=abc", "page=-1", "page=1.5", "page=99999999999999999999", "size=abc", "size=-10"])(
	"refuses a page or size that is not a number inside the frame, and lists nobody: %s",
	async (search) => {
		for (const path of [base, `${base}/${ids[0]}`]) {
			const response = await browser.get(`${path}?${search}`);
			const html = await response.text();
			expect(response.status).toBe(422);
			expect(textOf(html)).toContain("Some of the address is not valid.");
			expect(textOf(html), "the frame is shown").toContain("Search or run a command");
			expect(listed(html)).toEqual([]);
		}
	},
);

test("links to the report for those who may have it", async () => {
	const report = async (privileges?: string[]) => {
		const organisationId = base.split("/")[1] ?? "";
		const staff = await createStaff({ organisationId, ...(privileges && { privileges }) });
		const html = await (await (await signedInBrowser(staff)).browser.get(base)).text();
		return linkOf(html, "Report");
	};
	expect(await report()).toBe(`${base}/report?application=${application.id}`);
	expect(await report(["candidate:r"])).toBeUndefined();
});
