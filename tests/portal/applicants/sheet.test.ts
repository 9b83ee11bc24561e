import { beforeAll, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createLocation,
	createOrganisation,
	testDb,
} from "#tests/support/factories";
import { errorsOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { pictureAddress } from "#worker/contract/text/stored-pictures";
import { applicationGroupItems, applicationTags } from "#worker/database/schema/applications";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application);
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	return { organisationId, application, browser, sheet: `/${organisationId}/applicants/${applicant.id}` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});
const show = async (path: string) => (await fixture.browser.get(fixture.sheet + path)).text();

test("names the course by the institution's own word", async () => {
	expect(textOf(await show(""))).toMatch(/Course: \S+ \S+/);
});

test("links the application's title to the application, for users who may open it", async () => {
	const { organisationId, sheet, application } = fixture;
	const linkFor = async (privileges: string[]) => {
		const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges }));
		const html = await (await browser.get(sheet)).text();
		expect(textOf(html)).toContain(application.title);
		return linksOf(html).filter((link) => link.includes("/manage-applications/"));
	};
	expect(await linkFor(["candidate:r", "application:r"])).toEqual([
		`/${organisationId}/manage-applications/${application.id}`,
	]);
	expect(await linkFor(["candidate:r"])).toEqual([]);
});

test("shows the tags of the application and where the applicant is posted to, below the application's title", async () => {
	const { organisationId, browser } = fixture;
	const application = await createApplication(organisationId);
	const location = await createLocation(organisationId, "Yaba");
	const item = { organisationId, id: "direct-entry", groupId: "mode", name: "Direct entry" };
	await testDb().insert(applicationGroupItems).values(item);
	await testDb()
		.insert(applicationTags)
		.values({ organisationId, applicationId: application.id, groupItemId: item.id });
	const { id } = await createApplicant(application, { locationId: location.id });
	const html = await (await browser.get(`/${organisationId}/applicants/${id}`)).text();
	expect(textOf(html)).toContain(`${application.title} Direct entry Posted to Yaba`);
});

test("an answer shows pictures of the institution alone: anybody may have written the address of another's", async () => {
	const { organisationId, browser } = fixture;
	const own = pictureAddress(organisationId, "own-1.png");
	const theirs = pictureAddress("west-college", "theirs-1.png");
	const about = { fieldId: "about", type: "wysiwyg", props: { label: "About you" } };
	const layout = { sections: [{ id: "s", title: "S", rows: [{ id: "r", cols: [about] }] }] };
	const { id } = await createApplicant(await createApplication(organisationId, { layout }), {
		data: { about: `<p>See</p><img src="${own}" alt="Ours"><img src="${theirs}" alt="The other map">` },
	});
	const html = await (await browser.get(`/${organisationId}/applicants/${id}/print`)).text();
	expect(tagsOf(html, "img").filter((tag) => tag.includes("/pictures/"))).toEqual([expect.stringContaining(own)]);
	expect(textOf(html)).toContain("The other map");
});

test("adds a note to the log without a stage change, and keeps what was typed beside its error", async () => {
	const path = `${fixture.sheet}/activity-log`;
	const post = async (note: string) => fixture.browser.post(path, { ...noteOf(await show("/activity-log")), note });
	const empty = await post("  ");
	expect([empty.status, errorsOf(await empty.text(), "note")]).toEqual([422, "Enter the note"]);
	const added = await post("Will bring the slip");
	expect([added.status, added.headers.get("location")]).toEqual([302, path]);
	const log = textOf(await show("/activity-log"));
	expect(log).toMatch(/Note “Will bring the slip” Hauwa Bello/);
	expect(log).toContain("Note added");
});

/** Returns the hidden inputs of the form for a note. */
const noteOf = (html: string) => {
	const form = /<form(?:(?!<form).)*?name="note"/s.exec(html)?.[0] ?? "";
	const inputs = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
	return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value]));
};

test("has no tab for a form that was not begun", async () => {
	const application = await createApplication(fixture.organisationId);
	const { id } = await createApplicant(application, { hasForm: false });
	const html = await (await fixture.browser.get(`/${fixture.organisationId}/applicants/${id}`)).text();
	expect(linkOf(html, "Application Information")).toBeUndefined();
	expect(textOf(html)).toContain("No form yet");
	expect(linkOf(await show(""), "Application Information")).toBe(fixture.sheet);
});

test.each(["/stage", "/course"])("offers Cancel beside the button of %s, which leads back", async (dialog) => {
	expect(linkOf(await show(`${dialog}?q=ada`), "Cancel")).toBe(`${fixture.sheet}?q=ada`);
});

test("skips no heading level", async () => {
	const html = await show("");
	const order = html.match(/<h[1-6]\b/g)?.map((tag) => Number(tag.at(2))) ?? [];
	for (const [index, level] of order.entries()) expect(level - (order[index - 1] ?? 0)).toBeLessThanOrEqual(1);
	expect(tagsOf(html, "h1")).toHaveLength(1);
});

test.each(["-1", "abc", "1.5", "99999999999"])(
	"shows the newest page of the log for the page number %s",
	async (page) => {
		const html = await show(`/activity-log?logPage=${page}`);
		expect(textOf(html)).toMatch(/Applicant's Process Timeline|No Activity Log/);
		expect(linkOf(html, "Newer activity")).toBeUndefined();
	},
);

test("says of an applicant without a log that there is none, in the tab and beside the form", async () => {
	const { organisationId, application, browser } = fixture;
	const { id } = await createApplicant(application);
	const textAt = async (path: string) =>
		textOf(await (await browser.get(`/${organisationId}/applicants/${id}${path}`)).text());
	const tab = await textAt("/activity-log");
	expect(tab).toContain("No Activity Log");
	expect(tab).not.toContain("Applicant's Process Timeline");
	expect(await textAt("")).toContain("Applicant's Process Timeline No Activity Log");
});

test("links an older page of the log to the newer one", async () => {
	const html = await show("/activity-log?logPage=2&view=full");
	expect(linkOf(html, "Newer activity")).toBe(`${fixture.sheet}/activity-log?logPage=1&view=full`);
	expect(linkOf(await show("/activity-log?logPage=1&view=full"), "Newer activity")).toBe(
		`${fixture.sheet}/activity-log?view=full`,
	);
});

test("hides a referee's answers among the applicant's information and among the other answers", async () => {
	const { organisationId, browser } = fixture;
	const question = (fieldId: string, label: string) => ({
		id: `row-${fieldId}`,
		cols: [{ fieldId, type: "textarea", props: { label } }],
	});
	const application = await createApplication(organisationId, {
		layout: {
			sections: [
				{ id: "about", title: "About you", rows: [question("reasons", "Reasons")] },
				{
					id: "opinion",
					title: "Academic referee",
					refereeSectionType: "academic",
					rows: [question("view", "Opinion")],
				},
			],
		},
	});
	const data = { reasons: "I like physics.", view: "Somewhat lazy.", old: "Kept from an older form." };
	const { id } = await createApplicant(application, { data });
	for (const view of ["", "?view=full"]) {
		const text = textOf(await (await browser.get(`/${organisationId}/applicants/${id}${view}`)).text());
		expect(text).toContain("I like physics.");
		expect(text).toMatch(/Other answers.*Kept from an older form\./);
		expect(text).not.toMatch(/Academic referee|Opinion|Somewhat lazy/);
	}
});
