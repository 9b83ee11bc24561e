import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { dismissedPairs } from "#worker/database/schema/duplicates";
import { formDrafts, submissions } from "#worker/database/schema/forms";
import { transactions } from "#worker/database/schema/transactions";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import { workflowSteps } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const staff = await createStaff({ organisationId });
	const reader = await createStaff({ organisationId, privileges: ["candidate:r"] });
	const { browser, csrf } = await signedInBrowser(staff);
	const readers = await signedInBrowser(reader);
	return { organisationId, application, browser, csrf, readers, list: `/${organisationId}/duplicates` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});

let people = 0;

/** Creates two applicants of the application who alone share a phone number. */
const createTwo = async () => {
	const { application, organisationId } = fixture;
	const phone = `phone:80300${String(++people).padStart(5, "0")}`;
	const first = await createApplicant(application, { firstName: "Adaeze", data: { surname: "Okafor" } });
	const second = await createApplicant(application, { firstName: "Ada", data: { surname: "Okafor-Eze" } });
	const owned = { organisationId, scope: application.id, key: phone };
	for (const { id } of [first, second])
		await testDb()
			.insert(identityKeys)
			.values({ ...owned, ownerId: id });
	const compare = `${fixture.list}/compare?first=${first.id}&second=${second.id}`;
	return { first, second, compare, query: `?applicationId=${application.id}` };
};
const pageOf = async (path: string, browser = fixture.browser) => (await browser.get(path)).text();
const press = async (path: string, id: string, fields: Record<string, string> = {}) => {
	const form = openForm(await pageOf(path), id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return fixture.browser.post(path, form);
};
/** Returns the name of a field's radio buttons, which their value contains. */
const choiceOf = (html: string, field: string) => {
	const radio = tagsOf(html, "input").find((tag) => tag.includes(`value="first:${field}"`));
	return /name="([^"]+)"/.exec(radio ?? "")?.[1] ?? "none";
};
const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];
const dismissedBy = async (id: string) =>
	(await testDb().select().from(dismissedPairs).where(eq(dismissedPairs.firstId, id)))[0]?.dismissedByName;

test("lists a pair with its reason, dismisses it and reopens it for review", async () => {
	const { first, second, query, compare } = await createTwo();
	const page = await pageOf(fixture.list + query);
	expect(textOf(page)).toContain("the same phone");
	for (const number of [first.applicationNumber, second.applicationNumber]) expect(textOf(page)).toContain(number);
	expect(linksOf(page)).toContain(compare);
	expect(textOf(page), "the way back is above the title").toContain("Process Applicants Possible duplicates");
	const response = await press(fixture.list + query, `dismiss-${first.id}-${second.id}`);
	expect([response.status, response.headers.get("location")]).toEqual([302, fixture.list + query]);
	const after = await pageOf(fixture.list + query);
	expect(textOf(after)).toMatch(/Adaeze .* and Ada .* are marked as not duplicates/);
	expect(await dismissedBy(first.id)).toBe("Hauwa Bello");
	const undo = `${fixture.list}${query}&undo=${encodeURIComponent(`${first.id},${second.id}`)}`;
	expect(after).toContain(`action="${undo.replaceAll("&", "&amp;")}"`);
	const dismissed = `${fixture.list}${query}&dismissed=true`;
	expect(textOf(await pageOf(dismissed))).toMatch(/Marked as not duplicates by Hauwa Bello.*Review again/);
	const back = await fixture.browser.post(undo, { csrf: fixture.csrf, returnTo: dismissed });
	expect(back.headers.get("location")).toBe(dismissed);
	expect(textOf(await pageOf(dismissed))).toMatch(
		/no longer marked as not duplicates.*No pairs are marked as not duplicates/,
	);
	expect(await dismissedBy(first.id)).toBeUndefined();
});

test("applies a choice the same way whichever record is kept, moves everything, and offers to undo the merge", async () => {
	const { first, second, compare } = await createTwo();
	await createTransaction(second);
	await createTransaction(first);
	await testDb()
		.insert(applicantLog)
		.values(
			["first", "second"].map((of) => ({
				organisationId: fixture.organisationId,
				applicantId: (of === "first" ? first : second).id,
				id: "note",
				type: "NOTE",
				reason: `Noted of the ${of}`,
				createdAt: 1,
			})),
		);
	const page = await pageOf(compare);
	expect(textOf(page)).toContain(`1 transaction and 1 log entry will move to ${first.applicationNumber}`);
	const [name, surname] = [choiceOf(page, "firstName"), choiceOf(page, "form.surname")];
	const response = await press(compare, "merge", {
		keep: "second",
		[name]: "first:firstName",
		[surname]: "second:form.surname",
		comment: "One person, two phones.",
	});
	const kept = `/${fixture.organisationId}/applicants/${second.id}`;
	expect([response.status, response.headers.get("location")]).toEqual([302, kept]);
	const sheet = await pageOf(kept);
	expect(textOf(sheet)).toMatch(new RegExp(`Adaeze .*${first.applicationNumber}.* was merged into this record`));
	expect(await find(first.id)).toBeUndefined();
	expect(await find(second.id)).toMatchObject({ firstName: "Adaeze" });
	const moved = await testDb().select().from(transactions).where(eq(transactions.applicantId, second.id));
	expect(moved).toHaveLength(2);

	for (const path of ["", "/activity-log", "/stage", "/edit", "/print", "/form.pdf", "/photo"]) {
		const followed = await fixture.browser.get(
			`/${fixture.organisationId}/applicants/${first.id}${path}?q=ada&size=20`,
		);
		expect(followed.headers.get("location")).toBe(`${kept}${path}?q=ada&size=20`);
	}
	const log = await pageOf(`${kept}/activity-log`);
	expect(textOf(log)).toMatch(
		new RegExp(`Noted of the second.*Noted of the first.*from ${first.applicationNumber}, merged into this record`),
	);
	expect(textOf(log)).not.toContain(`from ${second.applicationNumber}`);
	const record = linkOf(log, "Show merge") ?? "";
	expect(textOf(await pageOf(record))).toMatch(/First name was Ada ?now Adaeze/);
	expect(textOf(await pageOf(record))).toContain("One person, two phones.");
	expect(textOf(await pageOf(kept))).toContain(`(${first.applicationNumber}) was merged into this record.`);
	expect(linkOf(await pageOf(kept), "Show merge")).toBe(record);

	const undone = await fixture.browser.post(record, { csrf: fixture.csrf });
	expect(undone.headers.get("location")).toBe(`/${fixture.organisationId}/applicants/${first.id}`);
	expect(textOf(await pageOf(undone.headers.get("location") ?? ""))).toMatch(
		/Merge undone: Adaeze .* is a separate record again/,
	);
	expect(await find(second.id)).toMatchObject({ firstName: "Ada" });
	expect(textOf(await pageOf(record))).toContain("Hauwa Bello undid this merge");
	expect(textOf(await pageOf(record))).not.toContain("Undo this merge");
});

test("announces that a record without a form gets one with the chosen answers, and creates it", async () => {
	const { first: bare, second, compare } = await createTwo();
	await testDb().update(applicants).set({ submissionId: null }).where(eq(applicants.id, bare.id));
	await testDb().delete(submissions).where(eq(submissions.id, bare.submissionId));
	const page = await pageOf(compare);
	expect(textOf(page)).toContain(`${bare.applicationNumber} has no form yet. The answers that you choose create one.`);
	expect(textOf(page)).not.toContain("Not in this form");
	const surname = choiceOf(page, "form.surname");
	expect(openForm(page, "merge").get(surname), "a value that only one record has is preselected").toBe(
		"second:form.surname",
	);
	const response = await press(compare, "merge", { keep: "first" });
	const kept = `/${fixture.organisationId}/applicants/${bare.id}`;
	expect([response.status, response.headers.get("location")]).toEqual([302, kept]);
	expect(textOf(await pageOf(kept))).toContain("Okafor-Eze");
	expect(openForm(await pageOf(`${kept}/edit?section=personal`), "edit-form").get("surname")).toBe("Okafor-Eze");
	expect(await find(second.id)).toBeUndefined();
});

test("says why a merge cannot be undone, and offers no undo", async () => {
	const { first, second, compare } = await createTwo();
	const form = openForm(await pageOf(compare), "merge");
	expect((await fixture.browser.post(compare, form)).status).toBe(302);
	const log = await pageOf(`/${fixture.organisationId}/applicants/${first.id}/activity-log`);
	const record = linkOf(log, "Show merge") ?? "";
	expect(await pageOf(record)).toContain('id="undo-merge"');
	await testDb().update(applicants).set({ version: 9 }).where(eq(applicants.id, first.id));
	const why = "The kept record has been changed since the merge, so the merge can no longer be undone.";
	expect(textOf(await pageOf(record))).toContain(why);
	expect(await pageOf(record)).not.toContain('id="undo-merge"');
	const refused = await fixture.browser.post(record, { csrf: fixture.csrf });
	expect([refused.status, textOf(await refused.text()).includes(why)]).toEqual([409, true]);
	expect(await find(second.id)).toBeUndefined();
});

test("refuses a form without a record to keep beside the question, and keeps the other choices", async () => {
	const { compare } = await createTwo();
	const form = openForm(await pageOf(compare), "merge");
	form.delete("keep");
	const response = await fixture.browser.post(compare, form);
	expect(response.status).toBe(422);
	expect(errorsOf(await response.text(), "keep")).toBe("Choose the record to keep");
	const comment = "a".repeat(2_001);
	const refused = await press(compare, "merge", { comment });
	expect(refused.status).toBe(422);
	const page = await refused.text();
	expect(errorsOf(page, "comment")).toBe("The comment can have at most 2000 characters.");
	expect(openForm(page, "merge").get("comment")).toBe(comment);
});

test("refuses a stage that a rule guards beside the stage, and keeps the choices", async () => {
	const { second, compare } = await createTwo();
	const guarded = fixture.application.steps.at(-1)?.id ?? "";
	await testDb().update(applicants).set({ stepId: guarded }).where(eq(applicants.id, second.id));
	await testDb().update(workflowSteps).set({ needsApproval: true }).where(eq(workflowSteps.id, guarded));
	const stage = choiceOf(await pageOf(compare), "stageId");
	const refused = await press(compare, "merge", { keep: "first", [stage]: "second:stageId" });
	const page = await refused.text();
	await testDb().update(workflowSteps).set({ needsApproval: false }).where(eq(workflowSteps.id, guarded));
	expect(refused.status).toBe(409);
	expect(errorsOf(page, stage)).toBe("A second person must approve it: prepare a release.");
	expect(openForm(page, "merge").get(stage)).toBe("second:stageId");
	expect(await find(second.id)).toBeDefined();
});

test("shows a record that changed meanwhile again with the choices, and merges it when the form is sent again", async () => {
	const { first, second, compare } = await createTwo();
	const page = await pageOf(compare);
	const form = openForm(page, "merge");
	const surname = choiceOf(page, "form.surname");
	form.set("keep", "second");
	form.set(surname, "first:form.surname");
	form.set("comment", "Kept text");
	await testDb().update(applicants).set({ version: 2, middleName: "Ngozi" }).where(eq(applicants.id, first.id));
	const response = await fixture.browser.post(compare, form);
	expect(response.status).toBe(409);
	const anew = await response.text();
	expect(textOf(anew)).toMatch(/has been changed since you opened this page.*your choices are kept/);
	expect(textOf(anew)).toContain("Ngozi");
	const shown = openForm(anew, "merge");
	expect([shown.get("keep"), shown.get(choiceOf(anew, "form.surname")), shown.get("comment")]).toEqual([
		"second",
		"first:form.surname",
		"Kept text",
	]);
	const merged = await fixture.browser.post(compare, shown);
	expect(merged.headers.get("location")).toBe(`/${fixture.organisationId}/applicants/${second.id}`);
});

test("names what changed meanwhile: the record, the field and the user", async () => {
	const { first, second, compare } = await createTwo();
	const opened = openForm(await pageOf(compare), "merge");
	const [, other] = fixture.application.courses;
	const path = `/${fixture.organisationId}/applicants/${second.id}/course`;
	const change = openForm(await pageOf(path), "change-course");
	change.set("courseId", other?.id ?? "");
	expect((await fixture.browser.post(path, change)).status).toBe(302);
	const anew = await (await fixture.browser.post(compare, opened)).text();
	expect(textOf(anew)).toMatch(
		new RegExp(
			`Review both again\\. Ada [\\w ]+ \\(${second.applicationNumber}\\): .* to ${other?.code} .*, by Hauwa Bello, just now`,
		),
	);
	expect(anew).not.toContain(`Changes to ${first.applicationNumber}`);
});

test("searches applicants of the same application when one is given", async () => {
	const { first, second } = await createTwo();
	const path = `${fixture.list}/compare?first=${first.id}`;
	const alike = await pageOf(path);
	expect(textOf(alike)).toMatch(/May be the same person Ada .*the same phone/);
	expect(linksOf(alike)).toContain(`${fixture.list}/compare?first=${first.id}&second=${second.id}`);
	const found = textOf(await pageOf(`${path}&q=${second.applicationNumber}`));
	expect(found).toMatch(new RegExp(`Applicants .*${second.applicationNumber}`));
	const nobody = await fixture.browser.get(`${fixture.list}/compare`);
	expect(nobody.headers.get("location")).toBe(fixture.list);
	const sheet = await pageOf(`/${fixture.organisationId}/applicants/${first.id}`);
	expect(linksOf(sheet)).toContain(path);
});

test("shows the possible duplicate of an open applicant beside the form, with a link that compares them", async () => {
	const { first, second } = await createTwo();
	const sheet = await pageOf(`/${fixture.organisationId}/applicants/${first.id}`);
	const [, beside = ""] = sheet.split('id="aside-one-person"');
	expect(textOf(`<h3 ${beside}`)).toMatch(
		new RegExp(`^Possible duplicate Ada[\\w ]+ the same phone[\\w ]* · ${second.applicationNumber} Compare`),
	);
	expect(linkOf(beside, "Compare")).toBe(`${fixture.list}/compare?first=${first.id}&second=${second.id}`);
});

test("shows both records without a form to a user who may only read, and refuses their changes", async () => {
	const { compare, query } = await createTwo();
	const { browser, csrf } = fixture.readers;
	for (const path of [compare, fixture.list + query]) {
		const page = await pageOf(path, browser);
		expect(page).not.toMatch(/id="(merge|dismiss)|type="radio"/);
		expect((await browser.post(path, { csrf })).status).toBe(403);
	}
	expect((await browser.post(`/${fixture.organisationId}/merges/none`, { csrf })).status).toBe(403);
});

test("does not find unknown ids, and refuses an applicant paired with itself", async () => {
	const { first, second, compare } = await createTwo();
	const { id: elsewhere } = await createOrganisation();
	const foreign = await createApplicant(await createApplication(elsewhere));
	const other = await createApplicant(await createApplication(fixture.organisationId));
	const statusOf = async (path: string) => (await fixture.browser.get(path)).status;
	const withSecond = (id: string) => `${fixture.list}/compare?first=${first.id}&second=${id}`;
	expect(await Promise.all(["nobody", foreign.id].map((id) => statusOf(withSecond(id))))).toEqual([404, 404]);
	expect(await Promise.all([first.id, other.id].map((id) => statusOf(withSecond(id))))).toEqual([422, 422]);
	expect(await statusOf(`${fixture.list}/compare?first=nobody`)).toBe(404);
	expect(await statusOf(`${fixture.list}?applicationId=nobody`)).toBe(404);
	expect(await statusOf(`/${fixture.organisationId}/merges/nobody`)).toBe(404);
	const form = openForm(await pageOf(compare), "merge");
	form.set("secondId", "nobody");
	expect((await fixture.browser.post(compare, form)).status).toBe(404);
	expect(await find(second.id)).toBeDefined();
});

test("keeps the typed values and changes nothing when a form's applicant was merged meanwhile, and says so", async () => {
	const { first, second, compare } = await createTwo();
	const [kept, gone] = [first, second].map(({ id }) => `/${fixture.organisationId}/applicants/${id}`);
	const [, next] = fixture.application.steps;
	const [, other] = fixture.application.courses;
	const forms = [
		["stage", "", "change-stage", { stageId: next?.id ?? "", reason: "Typed for a while" }],
		["course", "", "change-course", { courseId: other?.id ?? "" }],
		["edit", "?section=personal", "edit-form", { surname: "Typed for a while", "~do": "next" }],
	] as const;
	const opened = await Promise.all(
		forms.map(async ([path, search, id, typed]) => {
			const form = openForm(await pageOf(`${gone}/${path}${search}`), id);
			for (const [name, value] of Object.entries(typed)) form.set(name, value);
			return form;
		}),
	);
	expect((await press(compare, "merge")).headers.get("location")).toBe(kept);
	const before = await find(first.id);
	for (const [index, [path, search, id, typed]] of forms.entries()) {
		const response = await fixture.browser.post(`${gone}/${path}${search}`, opened[index] ?? {});
		expect([path, response.status]).toEqual([path, 409]);
		const page = await response.text();
		expect(textOf(page)).toMatch(/was merged into .*Nothing was saved\./);
		for (const [name, value] of Object.entries(typed))
			if (name !== "~do") expect([name, openForm(page, id).get(name)]).toEqual([name, value]);
	}
	expect(await find(first.id)).toEqual(before);
	expect(await testDb().select().from(formDrafts)).toEqual([]);
	const [, , edited] = opened;
	expect(
		(await fixture.browser.post(`${kept}/edit?section=personal`, edited ?? {})).status,
		"the address of the source redirects",
	).toBe(409);
	expect(await testDb().select().from(formDrafts)).toEqual([]);
	const again = openForm(
		await (await fixture.browser.post(`${kept}/edit?section=personal`, edited ?? {})).text(),
		"edit-form",
	);
	again.set("~do", "next");
	expect((await fixture.browser.post(`${kept}/edit?section=personal`, again)).status).toBe(302);
	expect(await testDb().select().from(formDrafts)).toMatchObject([{ data: { surname: "Typed for a while" } }]);
});

test("redirects the address of a comparison to the targets of merged applicants", async () => {
	const { first, second, compare } = await createTwo();
	const { first: third } = await createTwo();
	const kept = `/${fixture.organisationId}/applicants/${first.id}`;
	expect((await press(compare, "merge")).headers.get("location")).toBe(kept);
	expect((await fixture.browser.get(compare)).headers.get("location")).toBe(kept);
	const withThird = await fixture.browser.get(`${fixture.list}/compare?first=${third.id}&second=${second.id}`);
	expect(withThird.headers.get("location")).toBe(`${fixture.list}/compare?first=${third.id}&second=${first.id}`);
});
