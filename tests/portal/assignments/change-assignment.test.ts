import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createHundredLocations,
	createLocation,
	createOrganisation,
	testDb,
} from "#tests/support/factories";
import { errorsOf, formOf, linkOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants } from "#worker/database/schema/applicants";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation({ courseAlias: "programme" });
	const application = await createApplication(organisationId);
	const yaba = await createLocation(organisationId, "Yaba");
	const ikeja = await createLocation(organisationId, "Ikeja");
	const applicant = await createApplicant(application, { locationId: yaba.id });
	const staff = await createStaff({ organisationId });
	const signedIn = await signedInBrowser(staff);
	const list = `/${organisationId}/applicants`;
	return {
		organisationId,
		staff,
		application,
		yaba,
		ikeja,
		applicant,
		list,
		sheet: `${list}/${applicant.id}`,
		...signedIn,
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

const current = async (id = fixture.applicant.id) =>
	(await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];
const pageOf = async (path: string) => (await fixture.browser.get(path)).text();

test("offers the application's courses in the dialog, under the institution's word for a course", async () => {
	const page = await pageOf(`${fixture.sheet}/course`);
	const [first, second] = fixture.application.courses;
	expect(textOf(page)).toContain("Change Applicant Programme");
	expect(textOf(page)).toContain("New programme");
	expect(page).toContain("<title>Change programme · ");
	expect(optionsOf(page, "courseId").sort()).toEqual(
		["Choose a programme", `${first?.code} ${first?.title} (current)`, `${second?.code} ${second?.title}`].sort(),
	);
	expect(tagsOf(page, "option")).toContain(`<option value="${first?.id}" selected="">`);
});

test("saves another course, says so once and returns to the sheet with the list's address", async () => {
	const second = fixture.application.courses[1];
	const form = formOf(await pageOf(`${fixture.sheet}/course`), "change-course");
	const response = await fixture.browser.post(`${fixture.sheet}/course?q=ada`, { ...form, courseId: second?.id ?? "" });
	expect([response.status, response.headers.get("location")]).toEqual([302, `${fixture.sheet}?q=ada`]);
	expect(textOf(await pageOf(fixture.sheet))).toContain(
		`Adaeze Chinonso Okafor is now in ${second?.code} ${second?.title}`,
	);
	expect(await current()).toMatchObject({ courseId: second?.id, version: 2 });
});

test("refuses the same course, no course and one that is not offered, and keeps the choice", async () => {
	const form = formOf(await pageOf(`${fixture.sheet}/course`), "change-course");
	const send = (courseId: string) => fixture.browser.post(`${fixture.sheet}/course`, { ...form, courseId });
	const same = await send(fixture.applicant.courseId);
	expect(same.status).toBe(422);
	expect(textOf(await same.text())).toContain("Unable to change course");
	const none = await send("");
	expect(none.status).toBe(422);
	expect(errorsOf(await none.text(), "courseId")).toBe("Choose one from the list");
	const strange = await send("no-such-course");
	expect(strange.status).toBe(422);
	expect(textOf(await strange.text())).toContain("The application does not offer this choice.");
	expect((await current())?.version).toBe(1);
});

test("shows both versions after a colleague's change, and applies the user's on top", async () => {
	const second = fixture.application.courses[1];
	const form = { ...formOf(await pageOf(`${fixture.sheet}/course`), "change-course"), courseId: second?.id ?? "" };
	const other = formOf(await pageOf(`${fixture.sheet}/posting`), "post-to-location");
	await fixture.browser.post(`${fixture.sheet}/posting`, { ...other, locationId: fixture.ikeja.id });
	const refused = await fixture.browser.post(`${fixture.sheet}/course`, form);
	expect(refused.status).toBe(409);
	const page = await refused.text();
	expect(textOf(page)).toContain("Posted to Ikeja Left as it is");
	expect(textOf(page)).toContain(`${second?.code} ${second?.title} Posting changed from Yaba to Ikeja`);
	expect(textOf(page)).toContain("Apply mine on top");
	const again = { ...formOf(page, "change-course"), courseId: second?.id ?? "" };
	expect((await fixture.browser.post(`${fixture.sheet}/course`, again)).status).toBe(302);
	expect(await current()).toMatchObject({ courseId: second?.id, locationId: fixture.ikeja.id, version: 3 });
});

test("changes a posting, and refuses the same location", async () => {
	const form = formOf(await pageOf(`${fixture.sheet}/posting`), "post-to-location");
	const same = await fixture.browser.post(`${fixture.sheet}/posting`, { ...form, locationId: fixture.yaba.id });
	expect(same.status).toBe(422);
	expect(textOf(await same.text())).toContain("The applicant is already posted to this location.");
	const asData = `${fixture.sheet}/posting?_data=${encodeURIComponent("routes/assignments/post-to-location")}`;
	const data = await (await fixture.browser.post(asData, { ...form, locationId: fixture.yaba.id })).json();
	expect(data, "what the toast says").toMatchObject({ refused: { problem: { status: 422 } } });
	const response = await fixture.browser.post(`${fixture.sheet}/posting`, { ...form, locationId: fixture.ikeja.id });
	expect(response.headers.get("location")).toBe(fixture.sheet);
	expect(textOf(await pageOf(fixture.sheet))).toContain("is posted to Ikeja");
});

test("finds a location beyond the first hundred by name, and keeps it", async () => {
	await createHundredLocations(fixture.organisationId);
	const zaria = await createLocation(fixture.organisationId, "Zaria");
	const form = formOf(await pageOf(`${fixture.sheet}/posting`), "post-to-location");
	const looked = await fixture.browser.post(`${fixture.sheet}/posting`, {
		...form,
		locationName: "zar",
		find: "location",
	});
	const page = await looked.text();
	expect(optionsOf(page, "locationId")).toContain("Zaria");
	const found = { ...formOf(page, "post-to-location"), locationId: zaria.id };
	expect((await fixture.browser.post(`${fixture.sheet}/posting`, found)).status).toBe(302);
	expect(await current()).toMatchObject({ locationId: zaria.id });
});

test("without scripts lists locations in pages of twenty and keeps the choice", async () => {
	await createHundredLocations(fixture.organisationId);
	const first = await pageOf(`${fixture.sheet}/posting`);
	const names = (page: string, field = "locationId") =>
		optionsOf(page, field).filter((name) => name.startsWith("Centre"));
	expect(names(first)).toEqual(Array.from({ length: 20 }, (_, n) => `Centre 0${String(n).padStart(2, "0")}`));
	const send = async (page: string, fields: Record<string, string>) =>
		(await fixture.browser.post(`${fixture.sheet}/posting`, { ...formOf(page, "post-to-location"), ...fields })).text();
	expect(first).toMatch(/<button[^>]*value="location 1"/);
	const second = await send(first, { locationId: fixture.yaba.id, find: "location 1" });
	expect(names(second)).toEqual(Array.from({ length: 20 }, (_, n) => `Centre 0${20 + n}`));
	const selected = (page: string, name: string) => new RegExp(`selected=""[^>]*>${name}`).test(page);
	expect(selected(second, "Yaba")).toBe(true);
	const chosen = /value="([^"]+)"[^>]*>Centre 030</.exec(second)?.[1] ?? "";
	const found = await send(second, { locationId: chosen, locationName: "yaba", find: "location" });
	expect(selected(found, "Centre 030")).toBe(true);
	const done = { ...formOf(found, "post-to-location"), locationId: chosen };
	expect((await fixture.browser.post(`${fixture.sheet}/posting`, done)).status).toBe(302);
	expect(await current()).toMatchObject({ locationId: chosen });
});

test("without scripts keeps a location among many of like names through further searches", async () => {
	for (let count = 10; count < 35; count++) await createLocation(fixture.organisationId, `Zaria ${count}`);
	const send = async (page: string, fields: Record<string, string>) =>
		(await fixture.browser.post(`${fixture.sheet}/posting`, { ...formOf(page, "post-to-location"), ...fields })).text();
	const found = await send(await pageOf(`${fixture.sheet}/posting`), { locationName: "zaria", find: "location" });
	const second = await send(found, { find: "location 1" });
	const chosen = [...second.matchAll(/value="([^"]+)"[^>]*>Zaria \d+</g)].at(-1)?.[1] ?? "";
	expect(chosen).not.toBe("");
	const isChosen = (page: string) =>
		new RegExp(`value="${chosen}"[^>]*selected|selected[^>]*value="${chosen}"`).test(page);
	let page = await send(second, { locationId: chosen, locationName: "yaba", find: "location" });
	expect(isChosen(page)).toBe(true);
	for (const locationName of ["ikeja", "yaba"]) {
		page = await send(page, { locationId: chosen, locationName, find: "location" });
		expect(isChosen(page)).toBe(true);
	}
	const done = { ...formOf(page, "post-to-location"), locationId: chosen };
	expect((await fixture.browser.post(`${fixture.sheet}/posting`, done)).status).toBe(302);
	expect(await current()).toMatchObject({ locationId: chosen });
});

test("without scripts searches and pages a selection's locations in the same form", async () => {
	await createHundredLocations(fixture.organisationId);
	const path = `${fixture.list}/posting?id=${fixture.applicant.id}&to=${fixture.ikeja.id}`;
	const second = await pageOf(`${path}&find=location+1`);
	expect(optionsOf(second, "to").slice(1)).toEqual([
		"No location",
		...Array.from({ length: 20 }, (_, n) => `Centre 0${20 + n}`),
		"Ikeja",
	]);
	expect(textOf(second)).toContain("1 applicant will change to Ikeja.");
	expect(tagsOf(second, "input").filter((tag) => /name="(find|locationPage)"/.test(tag))).toHaveLength(1);
	expect(optionsOf(await pageOf(`${path}&find=location&locationName=yab`), "to").slice(1)).toEqual(["Yaba", "Ikeja"]);
});

test("takes a posting back by 'No location', which only who is posted is offered", async () => {
	const dialog = await pageOf(`${fixture.sheet}/posting`);
	expect(optionsOf(dialog, "locationId")).toEqual(["Choose a location", "No location", "Ikeja", "Yaba (current)"]);
	const form = { ...formOf(dialog, "post-to-location"), locationId: "none" };
	const looked = await fixture.browser.post(`${fixture.sheet}/posting`, {
		...form,
		locationName: "ike",
		find: "location",
	});
	const page = await looked.text();
	expect(optionsOf(page, "locationId"), "the choice is kept in another search").toContain("No location");
	expect(page).toMatch(/<option value="none" selected="">/);
	const response = await fixture.browser.post(`${fixture.sheet}/posting`, form);
	expect([response.status, response.headers.get("location")]).toEqual([302, fixture.sheet]);
	expect(textOf(await pageOf(fixture.sheet))).toContain("Adaeze Chinonso Okafor is posted to no location");
	expect(await current()).toMatchObject({ locationId: null, version: 2 });
	const stale = await fixture.browser.post(`${fixture.sheet}/posting`, {
		...form,
		idempotencyKey: crypto.randomUUID(),
	});
	expect(textOf(await stale.text())).toContain("Posted to Nowhere yet No location");
	expect(optionsOf(await pageOf(`${fixture.sheet}/posting`), "locationId")).not.toContain("No location");
});

test("takes the postings of a selection back, after a preview in numbers", async () => {
	const bola = await createApplicant(fixture.application, { firstName: "Bola" });
	const id = [fixture.applicant.id, bola.id];
	const dialog = `${fixture.list}/posting?id=${id[0]}&id=${id[1]}&to=none`;
	const page = await pageOf(dialog);
	expect(textOf(page)).toContain("1 applicant will change to no location, 1 has none already.");
	expect(optionsOf(page, "to")).toEqual(["Choose a location", "No location", "Ikeja", "Yaba"]);
	const response = await fixture.browser.post(dialog, { ...formOf(page, "bulk-posting"), id });
	expect(textOf(await response.text())).toContain("1 applicant changed to no location, 1 had none already.");
	expect(await current()).toMatchObject({ locationId: null });
});

test("offers no posting without locations, and refuses it without the privilege", async () => {
	const nowhere = await createOrganisation();
	const applicant = await createApplicant(await createApplication(nowhere.id));
	const { browser } = await signedInBrowser(await createStaff({ organisationId: nowhere.id }));
	const page = await (await browser.get(`/${nowhere.id}/applicants/${applicant.id}`)).text();
	expect(textOf(page)).toContain("Change course");
	expect(textOf(page)).not.toContain("Post Applicant");
	const reader = await signedInBrowser(
		await createStaff({ organisationId: fixture.organisationId, privileges: ["candidate:r"] }),
	);
	for (const path of ["posting", "course", "edit"])
		expect((await reader.browser.get(`${fixture.sheet}/${path}`)).status).toBe(403);
	const sheet = textOf(await (await reader.browser.get(fixture.sheet)).text());
	expect(sheet).not.toContain("Post Applicant");
	expect(sheet).toContain("Change programme You may look at applicants, not change them");
});

test.each([
	["course", "change-course", "courseId", "change"],
	["posting", "post-to-location", "locationId", "posting"],
	["reviewer", "assign-applicant", "reviewerId", "assignment"],
] as const)("offers to undo a change of %s beside what it says of it", async (path, id, field, noun) => {
	const { browser, sheet, application, ikeja, staff } = fixture;
	const chosen = { courseId: application.courses[1]?.id, locationId: ikeja.id, reviewerId: staff.id }[field] ?? "";
	const before = await current();
	const saved = await browser.post(`${sheet}/${path}`, {
		...formOf(await pageOf(`${sheet}/${path}`), id),
		[field]: chosen,
	});
	expect(saved.status).toBe(302);
	expect((await current())?.[field]).toBe(chosen);
	const page = await pageOf(sheet);
	const action = /action="([^"]*\/batches\/[^"]*)"/.exec(page)?.[1] ?? "";
	expect(textOf(page)).toMatch(/Adaeze Chinonso Okafor is (now in|posted to|assigned to) .* Undo/);
	expect((await browser.post(action, formOf(page, action))).headers.get("location")).toBe(sheet);
	expect((await current())?.[field]).toBe(before?.[field]);
	expect(textOf(await pageOf(sheet))).toMatch(new RegExp(`${noun} undone: Adaeze`, "i"));
});

test("does not find another organisation's applicant", async () => {
	const foreign = await createApplicant(await createApplication((await createOrganisation()).id));
	for (const path of ["course", "posting"]) {
		expect((await fixture.browser.get(`${fixture.list}/${foreign.id}/${path}`)).status).toBe(404);
		const fields = {
			csrf: fixture.csrf,
			courseId: fixture.application.courses[1]?.id ?? "",
			locationId: fixture.ikeja.id,
		};
		expect((await fixture.browser.post(`${fixture.list}/${foreign.id}/${path}`, fields)).status).toBe(404);
	}
	expect((await current(foreign.id))?.version).toBe(1);
});

test("previews a selection in numbers, changes it and lists each outcome", async () => {
	const [first, second] = fixture.application.courses;
	const bola = await createApplicant(fixture.application, { firstName: "Bola", courseId: second?.id });
	const ids = `id=${fixture.applicant.id}&id=${bola.id}`;
	const dialog = `${fixture.list}/course?application=${fixture.application.id}&${ids}&to=${second?.id}`;
	const page = await pageOf(`${dialog}&rows=0`);
	const name = `${second?.code} ${second?.title}`;
	expect(textOf(page)).toContain(`1 applicant will change to ${name}, 1 has it already.`);
	expect(textOf(page)).toMatch(/Adaeze Chinonso Okafor \S+ Will change Bola Chinonso Okafor \S+ Already there/);
	const many = await fixture.browser.post(dialog, { ...formOf(page, "bulk-course"), count: "31" });
	expect(many.status).toBe(422);
	expect(textOf(await many.text())).toContain("Type 31: 31 applicants change.");
	const response = await fixture.browser.post(dialog, {
		...formOf(page, "bulk-course"),
		id: [fixture.applicant.id, bola.id],
	});
	expect(response.status).toBe(200);
	const message = textOf(await response.text());
	expect(message).toContain(`1 applicant changed to ${name}, 1 had it already.`);
	expect(message).toMatch(/Bola.*Already there.*Adaeze.*Changed/);
	const back = `${fixture.list}/course?application=${fixture.application.id}&${ids}&to=${first?.id}`;
	const whole = await fixture.browser.post(back, {
		...formOf(await pageOf(back), "bulk-course"),
		id: [fixture.applicant.id, bola.id],
	});
	expect([whole.status, whole.headers.get("location")]).toEqual([
		302,
		`${fixture.list}?application=${fixture.application.id}`,
	]);
});

test("skips and names applicants that a colleague posted after the preview", async () => {
	const bola = await createApplicant(fixture.application, { firstName: "Bola" });
	const id = [fixture.applicant.id, bola.id];
	const dialog = `${fixture.list}/posting?id=${id[0]}&id=${id[1]}&to=${fixture.ikeja.id}`;
	const page = await pageOf(`${dialog}&rows=0`);
	expect(textOf(page).match(/Will change/g)).toHaveLength(2);
	const third = await createLocation(fixture.organisationId, "Badagry");
	const theirs = formOf(await pageOf(`${fixture.list}/${bola.id}/posting`), "post-to-location");
	await fixture.browser.post(`${fixture.list}/${bola.id}/posting`, { ...theirs, locationId: third.id });
	const many = await fixture.browser.post(dialog, { ...formOf(page, "bulk-posting"), id, count: "31" });
	expect(textOf(await many.text())).toContain("Type 31: 31 applicants change.");
	const response = await fixture.browser.post(dialog, { ...formOf(page, "bulk-posting"), id });
	const html = await response.text();
	expect(textOf(html)).toContain("1 applicant changed to Ikeja, 1 was changed meanwhile.");
	expect(linkOf(html, "Try 1 again")).toMatch(new RegExp(`/posting\\?.*id=${bola.id}$`));
	expect(await current(bola.id)).toMatchObject({ locationId: third.id });
});

test("posts a selection; says when no applicant or no location is chosen", async () => {
	const dialog = `${fixture.list}/posting?id=${fixture.applicant.id}&to=${fixture.ikeja.id}`;
	const page = await pageOf(dialog);
	expect(textOf(page)).toContain("1 applicant will change to Ikeja.");
	const nowhere = await fixture.browser.post(dialog, { csrf: fixture.csrf, id: fixture.applicant.id, locationId: "" });
	expect(nowhere.status).toBe(422);
	expect(textOf(await nowhere.text())).toContain("Choose a location");
	const nobody = await fixture.browser.post(dialog, { csrf: fixture.csrf, locationId: fixture.ikeja.id });
	expect(nobody.status).toBe(422);
	expect(textOf(await pageOf(`${fixture.list}/posting`))).toContain("Choose at least one applicant.");
	const done = await fixture.browser.post(dialog, { ...formOf(page, "bulk-posting"), id: fixture.applicant.id });
	expect(done.status).toBe(302);
	expect(await current()).toMatchObject({ locationId: fixture.ikeja.id });
	expect(await pageOf(fixture.sheet)).toContain(`href="${fixture.sheet}/activity-log`);
});

test("assigns an applicant to a reviewer, then to nobody, and says whose they are", async () => {
	const { organisationId, sheet } = fixture;
	const ngozi = await createStaff({ organisationId, firstName: "Ngozi", lastName: "Eze" });
	const dialog = await pageOf(`${sheet}/reviewer`);
	expect(optionsOf(dialog, "reviewerId")).toEqual(["Choose a user", "Hauwa Bello (you)", "Ngozi Eze"]);
	const empty = await fixture.browser.post(`${sheet}/reviewer`, {
		...formOf(dialog, "assign-applicant"),
		reviewerId: "",
	});
	expect([empty.status, errorsOf(await empty.text(), "reviewerId")]).toEqual([422, "Choose a user"]);
	const form = { ...formOf(dialog, "assign-applicant"), reviewerId: ngozi.id };
	const response = await fixture.browser.post(`${sheet}/reviewer?q=ada`, form);
	expect([response.status, response.headers.get("location")]).toEqual([302, `${sheet}?q=ada`]);
	const page = textOf(await pageOf(sheet));
	expect(page).toContain("Adaeze Chinonso Okafor is assigned to Ngozi Eze");
	expect(page).toContain("Assigned to Ngozi Eze");
	const stale = await fixture.browser.post(`${sheet}/reviewer`, { ...form, idempotencyKey: crypto.randomUUID() });
	expect(textOf(await stale.text())).toContain("Assigned to Ngozi Eze Ngozi Eze");
	const taken = { ...formOf(await pageOf(`${sheet}/reviewer`), "assign-applicant"), reviewerId: "nobody" };
	expect((await fixture.browser.post(`${sheet}/reviewer`, taken)).status).toBe(302);
	expect(await current()).toMatchObject({ reviewerId: null, version: 3 });
});

test("assigns a selection, says what it does, and lists and names one's own", async () => {
	const { application, applicant, list } = fixture;
	const bola = await createApplicant(application);
	const dialog = `${list}/reviewer?application=${application.id}&id=${applicant.id}&id=${bola.id}&to=nobody`;
	const nothing = await pageOf(dialog);
	expect(textOf(nothing)).toContain("0 applicants will be assigned to nobody, 2 are assigned so already.");
	const mine = dialog.replace("nobody", fixture.staff.id);
	const page = await pageOf(mine);
	expect(textOf(page)).toContain("2 applicants will be assigned to Hauwa Bello.");
	const form = { ...formOf(page, "bulk-reviewer"), id: [applicant.id, bola.id] };
	const response = await fixture.browser.post(mine, form);
	expect(response.status).toBe(302);
	const own = await pageOf(`${list}?application=${application.id}&assigned=me`);
	expect(textOf(own)).toContain("2 applicants assigned to Hauwa Bello.");
	expect(textOf(own)).toContain("Remove filter Assigned to me");
	const others = textOf(await pageOf(`${list}?application=${application.id}&assigned=nobody`));
	expect(others).toContain("No applicant matches");
	const filters = await pageOf(`${list}/filters?application=${application.id}&assigned=me`);
	expect(textOf(filters)).toContain("Assigned to Everybody Me Nobody Somebody");
	const view = await pageOf(`${list}/views/new?application=${application.id}&assigned=me`);
	expect(formOf(view, "save-view").name).toBe("Mine");
});
