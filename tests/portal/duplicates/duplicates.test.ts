import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createCourse,
	createLocation,
	createOrganisation,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants } from "#worker/database/schema/applicants";
import { duplicatePairs } from "#worker/database/schema/duplicates";
import { formDrafts, submissions } from "#worker/database/schema/forms";
import { locations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { transactions } from "#worker/database/schema/transactions";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";

const arrange = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const staff = await createStaff({ organisationId });
	const reader = await createStaff({ organisationId, privileges: ["candidate:r"] });
	const { browser, csrf } = await signedInBrowser(staff);
	const readers = await signedInBrowser(reader);
	return { organisationId, application, browser, csrf, readers, list: `/${organisationId}/duplicates` };
};
let place: Awaited<ReturnType<typeof arrange>>;
beforeAll(async () => {
	place = await arrange();
});

let people = 0;

/** Two applicants of the application whose form has the same phone, and nobody else's. */
const createTwo = async () => {
	const { application, organisationId } = place;
	const phone = `phone:80300${String(++people).padStart(5, "0")}`;
	const first = await createApplicant(application, { firstName: "Adaeze", data: { surname: "Okafor" } });
	const second = await createApplicant(application, { firstName: "Ada", data: { surname: "Okafor-Eze" } });
	const owned = { organisationId, scope: application.id, key: phone };
	for (const { id } of [first, second])
		await testDb()
			.insert(identityKeys)
			.values({ ...owned, ownerId: id });
	const compare = `${place.list}/compare?first=${first.id}&second=${second.id}`;
	return { first, second, compare, query: `?applicationId=${application.id}` };
};
const pageOf = async (path: string, browser = place.browser) => (await browser.get(path)).text();
const press = async (path: string, id: string, fields: Record<string, string> = {}) => {
	const form = openForm(await pageOf(path), id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return place.browser.post(path, form);
};
/** The name of the radio buttons of a field, which its value names. */
const choiceOf = (html: string, field: string) => {
	const radio = tagsOf(html, "input").find((tag) => tag.includes(`value="first:${field}"`));
	return /name="([^"]+)"/.exec(radio ?? "")?.[1] ?? "none";
};
const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];
const decisionOf = async (id: string) =>
	(await testDb().select().from(duplicatePairs).where(eq(duplicatePairs.firstId, id)))[0]?.decidedByName;

test("a pair is listed with its reason, said to be two, and looked at again", async () => {
	const { first, second, query, compare } = await createTwo();
	const page = await pageOf(place.list + query);
	expect(textOf(page)).toContain("the same phone");
	for (const number of [first.applicationNumber, second.applicationNumber]) expect(textOf(page)).toContain(number);
	expect(linksOf(page)).toContain(compare);
	const answer = await press(place.list + query, `decide-${first.id}-${second.id}`);
	expect([answer.status, answer.headers.get("location")]).toEqual([302, place.list + query]);
	const after = await pageOf(place.list + query);
	expect(textOf(after)).toMatch(/Adaeze .* and Ada .* are kept as two persons/);
	expect(await decisionOf(first.id)).toBe("Hauwa Bello");
	const undo = `${place.list}${query}&undo=${encodeURIComponent(`${first.id},${second.id}`)}`;
	expect(after).toContain(`action="${undo.replaceAll("&", "&amp;")}"`);
	const decided = `${place.list}${query}&decided=true`;
	expect(textOf(await pageOf(decided))).toMatch(/Found to be two by Hauwa Bello.*Look at it again/);
	const back = await place.browser.post(undo, { csrf: place.csrf, returnTo: decided });
	expect(back.headers.get("location")).toBe(decided);
	expect(textOf(await pageOf(decided))).toMatch(/No pair was found to be two.*among the possible duplicates again/);
	expect(await decisionOf(first.id)).toBeNull();
});

test("what is chosen means the same whoever stays, and everything goes over with a way back", async () => {
	const { first, second, compare } = await createTwo();
	await createTransaction(second);
	await createTransaction(first);
	const page = await pageOf(compare);
	expect(textOf(page)).toContain(`1 transaction goes over to ${first.applicationNumber}`);
	const [name, surname] = [choiceOf(page, "firstName"), choiceOf(page, "form.surname")];
	const answer = await press(compare, "merge", {
		...{ keep: "second", [name]: "first:firstName", [surname]: "second:form.surname" },
		comment: "One person, two phones.",
	});
	const kept = `/${place.organisationId}/applicants/${second.id}`;
	expect([answer.status, answer.headers.get("location")]).toEqual([302, kept]);
	const sheet = await pageOf(kept);
	expect(textOf(sheet)).toMatch(
		new RegExp(`Merged: Adaeze .*${first.applicationNumber}.* is now part of this applicant`),
	);
	expect(await find(first.id)).toBeUndefined();
	expect(await find(second.id)).toMatchObject({ firstName: "Adaeze" });
	const moved = await testDb().select().from(transactions).where(eq(transactions.applicantId, second.id));
	expect(moved).toHaveLength(2);

	for (const path of ["", "/activity-log", "/stage", "/edit", "/print", "/form.pdf", "/photo"]) {
		const followed = await place.browser.get(`/${place.organisationId}/applicants/${first.id}${path}?q=ada&size=20`);
		expect(followed.headers.get("location")).toBe(`${kept}${path}?q=ada&size=20`);
	}
	const log = await pageOf(`${kept}/activity-log`);
	const record = linkOf(log, "Show the merge") ?? "";
	expect(textOf(await pageOf(record))).toMatch(/First name Before Ada After Adaeze|Ada.*Adaeze/);
	expect(textOf(await pageOf(record))).toContain("One person, two phones.");
	expect(textOf(await pageOf(kept))).toContain(`(${first.applicationNumber}) was merged into this one`);
	expect(linkOf(await pageOf(kept), "Show the merge")).toBe(record);

	const undone = await place.browser.post(record, { csrf: place.csrf });
	expect(undone.headers.get("location")).toBe(`/${place.organisationId}/applicants/${first.id}`);
	expect(textOf(await pageOf(undone.headers.get("location") ?? ""))).toMatch(
		/Merge undone: Adaeze .* is an applicant again/,
	);
	expect(await find(second.id)).toMatchObject({ firstName: "Ada" });
	expect(textOf(await pageOf(record))).toContain("Hauwa Bello undid this merge");
	expect(textOf(await pageOf(record))).not.toContain("Undo this merge");
});

test("who has no form is said to begin one with the answers that are taken, and has it afterwards", async () => {
	const { first: bare, second, compare } = await createTwo();
	await testDb().update(applicants).set({ submissionId: null }).where(eq(applicants.id, bare.id));
	await testDb().delete(submissions).where(eq(submissions.id, bare.submissionId));
	const page = await pageOf(compare);
	expect(textOf(page)).toContain(`${bare.applicationNumber} has no form yet: answers that are taken begin one.`);
	expect(textOf(page)).not.toContain("Not in this form");
	const surname = choiceOf(page, "form.surname");
	expect(openForm(page, "merge").get(surname), "what only one has is taken unless it is said").toBe(
		"second:form.surname",
	);
	const answer = await press(compare, "merge", { keep: "first" });
	const kept = `/${place.organisationId}/applicants/${bare.id}`;
	expect([answer.status, answer.headers.get("location")]).toEqual([302, kept]);
	expect(textOf(await pageOf(kept))).toContain("Okafor-Eze");
	expect(openForm(await pageOf(`${kept}/edit?section=personal`), "edit-form").get("surname")).toBe("Okafor-Eze");
	expect(await find(second.id)).toBeUndefined();
});

test("a merge says before it is undone, and after, what cannot be put back, and why it cannot be undone at all", async () => {
	const { first, second, compare } = await createTwo();
	const location = await createLocation(place.organisationId, "Kaduna");
	const course = await createCourse(place.organisationId);
	await testDb()
		.update(applicants)
		.set({ locationId: location.id, courseId: course.id })
		.where(eq(applicants.id, second.id));
	const form = openForm(await pageOf(compare), "merge");
	for (const [name, value] of [...form].filter(([, value]) => String(value).startsWith("second:")))
		form.set(name, String(value).replace("second:", "first:"));
	expect((await place.browser.post(compare, form)).status).toBe(302);
	const log = await pageOf(`/${place.organisationId}/applicants/${first.id}/activity-log`);
	const record = linkOf(log, "Show the merge") ?? "";

	await testDb().delete(courses).where(eq(courses.id, course.id));
	const missing = `Ada Chinonso Okafor (${second.applicationNumber}) cannot go back: the course ${course.code} ${course.title} no longer exists.`;
	expect(textOf(await pageOf(record))).toContain(missing);
	expect(await pageOf(record)).not.toContain('id="undo-merge"');
	const refused = await place.browser.post(record, { csrf: place.csrf });
	expect([refused.status, textOf(await refused.text()).includes(missing)]).toEqual([409, true]);

	await testDb()
		.insert(courses)
		.values({ ...course, organisationId: place.organisationId, createdAt: 1 });
	await testDb().delete(locations).where(eq(locations.id, location.id));
	const lost = `Ada Chinonso Okafor (${second.applicationNumber}) comes back posted nowhere: the location Kaduna no longer exists`;
	expect(textOf(await pageOf(record))).toContain(`${lost}.`);
	const undone = await place.browser.post(record, { csrf: place.csrf });
	expect(undone.headers.get("location")).toBe(`/${place.organisationId}/applicants/${second.id}`);
	expect(textOf(await pageOf(undone.headers.get("location") ?? ""))).toContain(
		`Merge undone: Ada Chinonso Okafor is an applicant again. ${lost}`,
	);
	expect(await find(second.id)).toMatchObject({ locationId: null, courseId: course.id });
});

test("a form without who stays is refused beside the question, and keeps what was chosen", async () => {
	const { compare } = await createTwo();
	const form = openForm(await pageOf(compare), "merge");
	form.delete("keep");
	const answer = await place.browser.post(compare, form);
	expect(answer.status).toBe(422);
	expect(errorsOf(await answer.text(), "keep")).toBe("Choose who stays");
	const comment = "a".repeat(2_001);
	const refused = await press(compare, "merge", { comment });
	expect(refused.status).toBe(422);
	const page = await refused.text();
	expect(errorsOf(page, "comment")).toBe("The comment can have at most 2000 characters.");
	expect(openForm(page, "merge").get("comment")).toBe(comment);
});

test("whom somebody changed meanwhile is shown anew, with what was chosen, and merged by the second sending", async () => {
	const { first, second, compare } = await createTwo();
	const page = await pageOf(compare);
	const form = openForm(page, "merge");
	const surname = choiceOf(page, "form.surname");
	form.set("keep", "second");
	form.set(surname, "first:form.surname");
	form.set("comment", "Kept text");
	await testDb().update(applicants).set({ version: 2, middleName: "Ngozi" }).where(eq(applicants.id, first.id));
	const answer = await place.browser.post(compare, form);
	expect(answer.status).toBe(409);
	const anew = await answer.text();
	expect(textOf(anew)).toMatch(/changed by somebody else.*what you chose is kept/);
	expect(textOf(anew)).toContain("Ngozi");
	const shown = openForm(anew, "merge");
	expect([shown.get("keep"), shown.get(choiceOf(anew, "form.surname")), shown.get("comment")]).toEqual([
		"second",
		"first:form.surname",
		"Kept text",
	]);
	const merged = await place.browser.post(compare, shown);
	expect(merged.headers.get("location")).toBe(`/${place.organisationId}/applicants/${second.id}`);
});

test("what somebody else did meanwhile is named: of whom, what and by whom", async () => {
	const { first, second, compare } = await createTwo();
	const opened = openForm(await pageOf(compare), "merge");
	const [, other] = place.application.courses;
	const path = `/${place.organisationId}/applicants/${second.id}/course`;
	const change = openForm(await pageOf(path), "change-course");
	change.set("courseId", other?.id ?? "");
	expect((await place.browser.post(path, change)).status).toBe(302);
	const anew = await (await place.browser.post(compare, opened)).text();
	expect(textOf(anew)).toMatch(
		new RegExp(
			`Look at both again\\. Ada [\\w ]+ \\(${second.applicationNumber}\\): .* to ${other?.code} .*, by Hauwa Bello, just now`,
		),
	);
	expect(anew).not.toContain(`Changed meanwhile of ${first.applicationNumber}`);
});

test("with one of them the page finds others of the same application", async () => {
	const { first, second } = await createTwo();
	const path = `${place.list}/compare?first=${first.id}`;
	const alike = await pageOf(path);
	expect(textOf(alike)).toMatch(/May be the same person Ada .*the same phone/);
	expect(linksOf(alike)).toContain(`${place.list}/compare?first=${first.id}&second=${second.id}`);
	const found = textOf(await pageOf(`${path}&q=${second.applicationNumber}`));
	expect(found).toMatch(new RegExp(`Applicants .*${second.applicationNumber}`));
	const nobody = await place.browser.get(`${place.list}/compare`);
	expect(nobody.headers.get("location")).toBe(place.list);
	const sheet = await pageOf(`/${place.organisationId}/applicants/${first.id}`);
	expect(linksOf(sheet)).toContain(path);
});

test("who may only look sees both and no form, and is refused what changes something", async () => {
	const { compare, query } = await createTwo();
	const { browser, csrf } = place.readers;
	for (const path of [compare, place.list + query]) {
		const page = await pageOf(path, browser);
		expect(page).not.toMatch(/id="(merge|decide)|type="radio"/);
		expect((await browser.post(path, { csrf })).status).toBe(403);
	}
	expect((await browser.post(`/${place.organisationId}/merges/none`, { csrf })).status).toBe(403);
});

test("ids that nobody has are absent, and one applicant is no pair", async () => {
	const { first, second, compare } = await createTwo();
	const { id: elsewhere } = await createOrganisation();
	const foreign = await createApplicant(await createApplication(elsewhere));
	const other = await createApplicant(await createApplication(place.organisationId));
	const statusOf = async (path: string) => (await place.browser.get(path)).status;
	const withSecond = (id: string) => `${place.list}/compare?first=${first.id}&second=${id}`;
	expect(await Promise.all(["nobody", foreign.id].map((id) => statusOf(withSecond(id))))).toEqual([404, 404]);
	expect(await Promise.all([first.id, other.id].map((id) => statusOf(withSecond(id))))).toEqual([422, 422]);
	expect(await statusOf(`${place.list}/compare?first=nobody`)).toBe(404);
	expect(await statusOf(`${place.list}?applicationId=nobody`)).toBe(404);
	expect(await statusOf(`/${place.organisationId}/merges/nobody`)).toBe(404);
	const form = openForm(await pageOf(compare), "merge");
	form.set("secondId", "nobody");
	expect((await place.browser.post(compare, form)).status).toBe(404);
	expect(await find(second.id)).toBeDefined();
});

test("a form that was opened before its applicant was merged says so, keeps what was typed and changes nobody", async () => {
	const { first, second, compare } = await createTwo();
	const [kept, gone] = [first, second].map(({ id }) => `/${place.organisationId}/applicants/${id}`);
	const [, next] = place.application.steps;
	const [, other] = place.application.courses;
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
		const answer = await place.browser.post(`${gone}/${path}${search}`, opened[index] ?? {});
		expect([path, answer.status]).toEqual([path, 409]);
		const page = await answer.text();
		expect(textOf(page)).toContain("was merged into");
		expect(textOf(page)).toMatch(/meanwhile. Nothing (was saved|of it was kept)/);
		for (const [name, value] of Object.entries(typed))
			if (name !== "~do") expect([name, openForm(page, id).get(name)]).toEqual([name, value]);
	}
	expect(await find(first.id)).toEqual(before);
	expect(await testDb().select().from(formDrafts)).toEqual([]);
	const [, , edited] = opened;
	expect((await place.browser.post(`${kept}/edit?section=personal`, edited ?? {})).status, "led on by itself").toBe(
		409,
	);
	expect(await testDb().select().from(formDrafts)).toEqual([]);
	const again = openForm(
		await (await place.browser.post(`${kept}/edit?section=personal`, edited ?? {})).text(),
		"edit-form",
	);
	again.set("~do", "next");
	expect((await place.browser.post(`${kept}/edit?section=personal`, again)).status).toBe(302);
	expect(await testDb().select().from(formDrafts)).toMatchObject([{ data: { surname: "Typed for a while" } }]);
});

test("the address of a comparison leads to those whom the two are part of by now", async () => {
	const { first, second, compare } = await createTwo();
	const { first: third } = await createTwo();
	const kept = `/${place.organisationId}/applicants/${first.id}`;
	expect((await press(compare, "merge")).headers.get("location")).toBe(kept);
	expect((await place.browser.get(compare)).headers.get("location")).toBe(kept);
	const withThird = await place.browser.get(`${place.list}/compare?first=${third.id}&second=${second.id}`);
	expect(withThird.headers.get("location")).toBe(`${place.list}/compare?first=${third.id}&second=${first.id}`);
});
