import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createHundredLocations,
	createLocation,
	createOrganisation,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { portalOrigin } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, formOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants } from "#worker/database/schema/applicants";
import { organisations } from "#worker/database/schema/organisations";
import { reasons } from "#worker/database/schema/reasons";
import { events } from "#worker/database/schema/records";
import { templates, workflowStepAttachments, workflowSteps } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const location = await createLocation(organisationId);
	const applicant = await createApplicant(application);
	const signedIn = await signedInBrowser(await createStaff({ organisationId }));
	const sheet = `/${organisationId}/applicants/${applicant.id}`;
	return { organisationId, application, location, applicant, sheet, ...signedIn };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

/** Returns the form as the dialog shows it, filled in. */
const fillIn = async (fields: Record<string, string> = {}) => {
	const { browser, sheet, application } = fixture;
	const form = formOf(await (await browser.get(`${sheet}/stage`)).text(), "change-stage");
	return { ...form, stageId: application.steps[2]?.id ?? "", reason: "Meets the requirements", ...fields };
};
const send = (fields: Record<string, string>) => fixture.browser.post(`${fixture.sheet}/stage`, fields);
const current = async () => {
	const [row] = await testDb().select().from(applicants).where(eq(applicants.id, fixture.applicant.id));
	return row;
};
/** Changes the applicant as a colleague, without a form of the portal. */
const colleagueChanges = async (body: object) => {
	const colleague = await createUser({ organisationId: fixture.organisationId, firstName: "Ngozi", lastName: "Eze" });
	const headers = { ...(await signIn(colleague)).headers, "content-type": "application/json" };
	const url = `${portalOrigin}/api/candidates/${fixture.applicant.id}`;
	const response = await exports.default.fetch(
		new Request(url, { method: "PATCH", headers, body: JSON.stringify(body) }),
	);
	expect(response.status).toBe(200);
};
const changesOf = (organisationId: string) =>
	testDb().select().from(events).where(eq(events.organisationId, organisationId));

test("returns to the sheet after a stage change, and says so once", async () => {
	const { browser, sheet, application, organisationId } = fixture;
	const response = await send(await fillIn());
	expect([response.status, response.headers.get("location")]).toEqual([302, sheet]);
	const said = "Adaeze Chinonso Okafor is now at Accepted";
	expect(textOf(await (await browser.get(sheet)).text())).toContain(said);
	expect(textOf(await (await browser.get(sheet)).text())).not.toContain(said);
	expect(await current()).toMatchObject({ stepId: application.steps[2]?.id, version: 2 });
	expect(await changesOf(organisationId)).toHaveLength(1);
	const log = textOf(await (await browser.get(`${sheet}/activity-log`)).text());
	expect(log).toMatch(/Moved from Registration to Accepted “Meets the requirements”.*Hauwa Bello/);
});

test("keeps the list's address after a stage change", async () => {
	const search = "?q=ada&size=20&view=full";
	const response = await fixture.browser.post(`${fixture.sheet}/stage${search}&to=x`, await fillIn());
	expect(response.headers.get("location")).toBe(fixture.sheet + search);
});

test("posts the applicant to a location with the stage change", async () => {
	await send(await fillIn({ locationId: fixture.location.id }));
	expect(await current()).toMatchObject({ locationId: fixture.location.id });
});

test("does not offer the current step, and marks it as the current one", async () => {
	const html = await (await fixture.browser.get(`${fixture.sheet}/stage`)).text();
	const option = tagsOf(html, "option").find((tag) => tag.includes(`value="${fixture.applicant.stepId}"`));
	expect(option).toContain("disabled");
	expect(textOf(html)).toContain("Registration (current)");
});

test.each(["", "   ", "\n\t"])("shows the error for the comment %j beside the field", async (reason) => {
	const response = await send(await fillIn({ reason }));
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "reason")).toBe("Enter a comment");
	expect((await current())?.version).toBe(1);
});

test("keeps the typed values after a refusal", async () => {
	const reason = `Not <b>"yet"</b> & more\nsecond line`;
	const page = await (await send(await fillIn({ reason, stageId: "" }))).text();
	expect(errorsOf(page, "stageId")).toBe("Choose a stage");
	expect(formOf(page, "change-stage").reason).toBe(reason);
});

test("accepts a comment of 2,000 characters, refuses 2,001 and keeps them in the field", async () => {
	const reason = "a".repeat(2_001);
	const refused = await send(await fillIn({ reason }));
	expect(refused.status).toBe(422);
	const page = await refused.text();
	expect(errorsOf(page, "reason")).toBe("The comment can have at most 2,000 characters.");
	expect(formOf(page, "change-stage").reason).toBe(reason);
	expect((await send(await fillIn({ reason: reason.slice(1) }))).status).toBe(302);
});

test("refuses a body of ten megabytes as too large", async () => {
	const response = await send(await fillIn({ reason: "a".repeat(10_000_000) }));
	expect(response.status).toBe(413);
	expect(textOf(await response.text())).toContain("What was sent is too large.");
	expect((await current())?.version).toBe(1);
	expect(await changesOf(fixture.organisationId)).toEqual([]);
});

test("also refuses a body without a length", async () => {
	let chunks = 0;
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) => {
			if (++chunks > 200) controller.close();
			else controller.enqueue(new Uint8Array(65_536).fill(97));
		},
	});
	const headers = { "content-type": "application/x-www-form-urlencoded" };
	const response = await fixture.browser.post(`${fixture.sheet}/stage`, body, { headers });
	expect(response.status).toBe(413);
});

test.each([
	["application/json", '{"stageId":1}'],
	["text/plain", "stageId=1"],
	["multipart/form-data", "no boundary"],
	["multipart/form-data; boundary=x", "--y"],
])("refuses a body that is not a form: %s", async (type, body) => {
	const response = await fixture.browser.post(`${fixture.sheet}/stage`, body, { headers: { "content-type": type } });
	expect([400, 403]).toContain(response.status);
});

test("refuses an unknown stage and keeps the typed values", async () => {
	const elsewhere = await createApplication(fixture.organisationId);
	for (const stageId of ["nobody", elsewhere.steps[1]?.id ?? ""]) {
		const response = await send(await fillIn({ stageId }));
		expect(response.status).toBe(422);
		const page = await response.text();
		expect(textOf(page)).toContain("This stage is not part of the application's workflow.");
		expect(formOf(page, "change-stage").reason).toBe("Meets the requirements");
	}
});

test("reports a conflict for the applicant's current stage", async () => {
	const response = await send(await fillIn({ stageId: fixture.applicant.stepId }));
	expect(response.status).toBe(409);
	expect(textOf(await response.text())).toContain("The applicant is already at this stage.");
});

test("shows both versions for a stale form, and applies the user's when it is sent again", async () => {
	const { application } = fixture;
	const mine = await fillIn();
	await send(await fillIn({ stageId: application.steps[1]?.id ?? "", reason: "A colleague was faster" }));
	const response = await send(mine);
	expect(response.status).toBe(409);
	const page = await response.text();
	expect(textOf(page)).toContain("This applicant was changed by somebody else since you opened the page.");
	expect(textOf(page)).toContain("Now Yours Stage In review Accepted");
	const change = "Moved from Registration to In review “A colleague was faster”, by Hauwa Bello, just now";
	expect(textOf(page)).toContain(`${change} Your comment is kept.`);
	expect(formOf(page, "change-stage").reason).toBe("Meets the requirements");

	const again = { ...formOf(page, "change-stage"), stageId: application.steps[2]?.id ?? "" };
	expect((await send(again)).status).toBe(302);
	expect(await current()).toMatchObject({ stepId: application.steps[2]?.id, version: 3 });
});

test("shows a posting or course changed meanwhile beside the user's, with user and time", async () => {
	const { application, location, organisationId } = fixture;
	const [first, second] = application.courses.map(({ code, title }) => `${code} ${title}`);
	const elsewhere = await createLocation(organisationId, "Zaria Campus");
	const mine = await fillIn({ locationId: elsewhere.id });
	await colleagueChanges({ courseId: application.courses[1]?.id });
	await colleagueChanges({ locationId: location.id });
	const response = await send(mine);
	expect(response.status).toBe(409);
	const page = await response.text();
	const versions = `Registration Accepted Posted to ${location.name} Zaria Campus course ${second} Left as it is`;
	const posting = `Posted to ${location.name}, by Ngozi Eze, just now`;
	const course = `Course changed from ${first} to ${second}, by Ngozi Eze, just now`;
	expect(textOf(page)).toContain(`Now Yours Stage ${versions} ${posting} ${course} Your comment is kept.`);
	expect(formOf(page, "change-stage").reason).toBe("Meets the requirements");
	expect(await current()).toMatchObject({ stepId: fixture.applicant.stepId, version: 3 });
});

test("reports only changes since a stale form was opened, to the palette as data", async () => {
	const { application, location, sheet } = fixture;
	await colleagueChanges({ courseId: application.courses[1]?.id });
	const mine = await fillIn();
	await colleagueChanges({ locationId: location.id });
	const page = textOf(await (await send(mine)).text());
	// why: the timeline behind the dialog has the earlier changes too.
	const said = page.slice(page.lastIndexOf("Change Applicant Status"));
	expect(said).toContain(`Posted to ${location.name} Left as it is`);
	expect(said).not.toContain("Course changed");
	const path = `${sheet}/stage?_data=${encodeURIComponent("routes/stage-changes/change-stage")}`;
	const response = await fixture.browser.post(path, { ...mine, idempotencyKey: crypto.randomUUID(), stay: "1" });
	expect(response.status).toBe(409);
	expect(await response.json()).toMatchObject({
		stale: {
			current: { location: { name: location.name }, lastReviewedBy: "Ngozi Eze", lastReviewed: expect.any(Number) },
			changes: [{ reason: `Posted to ${location.name}`, reviewedBy: "Ngozi Eze" }],
		},
	});
});

test("runs a form that is sent twice once, with the same response", async () => {
	const form = await fillIn();
	const [first, second] = [await send(form), await send(form)];
	expect([first.status, second.status]).toEqual([302, 302]);
	expect(second.headers.get("location")).toBe(first.headers.get("location"));
	expect((await current())?.version).toBe(2);
	expect(await changesOf(fixture.organisationId)).toHaveLength(1);
});

test("changes the stage once for ten simultaneous clicks", async () => {
	const form = await fillIn();
	const responses = await Promise.all(Array.from({ length: 10 }, () => send(form)));
	for (const { status } of responses) expect([302, 409]).toContain(status);
	expect(responses.some(({ status }) => status === 302)).toBe(true);
	expect((await current())?.version).toBe(2);
	expect(await changesOf(fixture.organisationId)).toHaveLength(1);
});

test("refuses the same key with another comment", async () => {
	const form = await fillIn();
	await send(form);
	const response = await send({ ...form, reason: "Something else" });
	expect(response.status).toBe(422);
	expect(textOf(await response.text())).toContain("This form was already sent with other values.");
});

test("ignores fields that the form does not have", async () => {
	await send(await fillIn({ organisationId: "other", id: "other", courseId: "other", applicationNumber: "x" }));
	const { applicationNumber, courseId } = fixture.applicant;
	expect(await current()).toMatchObject({ applicationNumber, courseId, version: 2 });
});

test("responds to the palette's form with data", async () => {
	const form = { ...(await fillIn()), stay: "1" };
	const path = `${fixture.sheet}/stage?_data=${encodeURIComponent("routes/stage-changes/change-stage")}`;
	const response = await fixture.browser.post(path, form);
	expect(response.status).toBe(200);
	expect(await response.json()).toMatchObject({ toast: { message: "Adaeze Chinonso Okafor is now at Accepted" } });
});

test("refuses a reviewer who may only read, and changes nothing", async () => {
	const form = await fillIn();
	const reader = await signedInBrowser(
		await createStaff({ organisationId: fixture.organisationId, privileges: ["candidate:r"] }),
	);
	const response = await reader.browser.post(`${fixture.sheet}/stage`, { ...form, csrf: reader.csrf });
	expect(response.status).toBe(403);
	expect(textOf(await response.text())).toContain("Access Denied");
	expect((await current())?.version).toBe(1);
});

test("does not find another organisation's applicant", async () => {
	const [other, form] = [await openFixture(), await fillIn()];
	const path = `/${fixture.organisationId}/applicants/${other.applicant.id}/stage`;
	expect((await fixture.browser.post(path, form)).status).toBe(404);
	expect(await changesOf(other.organisationId)).toEqual([]);
});

/** Gives the third stage an email template with a file. */
const writeFromAccepted = async () => {
	const { organisationId, application } = fixture;
	const accepted = application.steps[2]?.id ?? "";
	const made = { organisationId, createdAt: 1 };
	await env.FILES.put("rules", "No shoes.");
	const texts = { subject: "Welcome, {{firstName}}", content: "<p>See {{comment}}</p>" };
	await testDb().batch([
		testDb()
			.insert(templates)
			.values({ ...made, id: "offer", name: "Offer of a place", type: "email", ...texts, updatedAt: 1 }),
		testDb().update(workflowSteps).set({ emailTemplateId: "offer" }).where(eq(workflowSteps.id, accepted)),
		testDb()
			.insert(workflowStepAttachments)
			.values({
				...made,
				id: "rules",
				stepId: accepted,
				name: "House rules.pdf",
				mimetype: "application/pdf",
				size: 9,
				objectKey: "rules",
			}),
	]);
	return accepted;
};

test("shows recipients, email and time before a stage that sends emails is entered", async () => {
	const { browser, sheet, applicant } = fixture;
	const accepted = await writeFromAccepted();
	const dialog = await (await browser.get(`${sheet}/stage?to=${accepted}`)).text();
	expect(textOf(dialog)).toContain(
		`Email “Offer of a place” with House rules.pdf to Adaeze Chinonso Okafor <${applicant.email}>, sent in 30 seconds unless you undo`,
	);
	expect(textOf(dialog)).toContain("Welcome, Adaeze");
	expect(textOf(dialog)).toContain("See [your comment]");
	expect(formOf(dialog, "change-stage")).toMatchObject({ seen: accepted });
	await testDb().update(organisations).set({ undoWindowSeconds: 600 });
	const later = textOf(await (await browser.get(`${sheet}/stage?to=${accepted}`)).text());
	expect(later).toContain("sent in 10 minutes unless you undo");
});

test("names the merge fields of the stage's email that are empty for the applicant", async () => {
	const { browser, sheet, location, applicant } = fixture;
	const accepted = await writeFromAccepted();
	await testDb().update(templates).set({ content: "<p>Come to {{locationName}}, {{middleName}}</p>" });
	const before = textOf(await (await browser.get(`${sheet}/stage?to=${accepted}`)).text());
	expect(before).toContain("1 merge field of the message is empty, and would read “--/--”: Location for 1 applicant");
	await testDb().update(applicants).set({ locationId: location.id }).where(eq(applicants.id, applicant.id));
	expect(textOf(await (await browser.get(`${sheet}/stage?to=${accepted}`)).text())).not.toContain("merge field");
});

test("names the merge fields of the stage's letter that are empty", async () => {
	const { browser, sheet, organisationId } = fixture;
	const accepted = await writeFromAccepted();
	const letter = { organisationId, id: "letter", name: "Offer letter", type: "document" as const };
	await testDb()
		.insert(templates)
		.values({ ...letter, content: "<p>Come to {{locationName}}</p>", createdAt: 1, updatedAt: 1 });
	await testDb().update(workflowSteps).set({ pdfTemplateId: "letter" }).where(eq(workflowSteps.id, accepted));
	expect(textOf(await (await browser.get(`${sheet}/stage?to=${accepted}`)).text())).toContain(
		"1 merge field of the letter is empty, and would read “--/--”: Location for 1 applicant",
	);
});

test("counts the location of the change as theirs, and names the comment that a private reason keeps from them", async () => {
	const { organisationId, location } = fixture;
	await writeFromAccepted();
	await testDb().update(templates).set({ content: "<p>Come to {{locationName}}: {{comment}}</p>" });
	await testDb()
		.insert(reasons)
		.values({ organisationId, id: "sponsored", text: "Sponsored", isPrivate: true, createdAt: 1, updatedAt: 1 });
	const shown = async (fields: Record<string, string>) => textOf(await (await send(await fillIn(fields))).text());
	expect(await shown({})).toContain("is empty, and would read “--/--”: Location for 1 applicant");
	const posted = await shown({ locationId: location.id });
	expect(posted).toContain("Look at what this stage sends, then proceed.");
	expect(posted).not.toContain("merge field");
	expect(posted, "the previewed email names it").toContain("Come to Main Campus, Yaba: [your comment]");
	const kept = await shown({ locationId: location.id, reasonId: "sponsored" });
	expect(kept).toContain("1 merge field of the message is empty, and would read “--/--”: Comment for 1 applicant");
	expect(kept, "the previewed email has no comment").toContain("Come to Main Campus, Yaba: --/--");
});

test("without scripts warns of what a reason or a location that is chosen later leaves empty, once", async () => {
	const { organisationId, location, browser, sheet } = fixture;
	const accepted = await writeFromAccepted();
	await testDb().update(templates).set({ content: "<p>Come to {{locationName}}: {{comment}}</p>" });
	await testDb()
		.insert(reasons)
		.values({ organisationId, id: "sponsored", text: "Sponsored", isPrivate: true, createdAt: 1, updatedAt: 1 });
	const sendAgain = async (page: string, fields: Record<string, string>) => {
		const form = openForm(page, "change-stage");
		for (const [name, value] of Object.entries({ reason: "They pay", ...fields })) form.set(name, value);
		const response = await browser.post(`${sheet}/stage?to=${accepted}`, form);
		return { status: response.status, html: await response.text(), version: (await current())?.version };
	};
	const dialog = await (await browser.get(`${sheet}/stage?to=${accepted}`)).text();
	const withReason = await sendAgain(dialog, { reasonId: "sponsored", locationId: location.id });
	expect([withReason.status, withReason.version]).toEqual([200, 1]);
	const warned = textOf(withReason.html);
	expect(warned).toContain("Look at what this stage sends, then proceed.");
	expect(warned).toContain("1 merge field of the message is empty, and would read “--/--”: Comment for 1 applicant");
	const withoutPlace = await sendAgain(withReason.html, { locationId: "" });
	expect(withoutPlace.version).toBe(1);
	expect(textOf(withoutPlace.html)).toMatch(
		/2 merge fields of the message are empty[^:]*: Location for 1 applicant Comment/,
	);
	expect(withoutPlace.html).toContain("They pay");
	expect(await sendAgain(withoutPlace.html, {})).toMatchObject({ status: 302, version: 2 });
});

test("without scripts asks nothing more for a reason that leaves nothing empty in what is sent", async () => {
	const { organisationId, browser, sheet } = fixture;
	const accepted = await writeFromAccepted();
	await testDb()
		.insert(reasons)
		.values({ organisationId, id: "sponsored", text: "Sponsored", isPrivate: true, createdAt: 1, updatedAt: 1 });
	const form = openForm(await (await browser.get(`${sheet}/stage?to=${accepted}`)).text(), "change-stage");
	for (const [name, value] of Object.entries({ reason: "x", reasonId: "sponsored", doNotNotify: "on" }))
		form.set(name, value);
	expect((await browser.post(`${sheet}/stage?to=${accepted}`, form)).status).toBe(302);
});

test("warns before a place is offered to an applicant who never submitted, and of a letter that stays in force", async () => {
	const { browser, sheet, application, applicant } = fixture;
	const [registration, inReview, accepted] = application.steps;
	const shownAt = async (step: typeof accepted) =>
		textOf(await (await browser.get(`${sheet}/stage?to=${step?.id}`)).text());
	const [never, stays] = ["1 applicant has never submitted the form.", "The letter on the record stays in force: "];
	expect(await shownAt(accepted)).toContain(never);
	expect(await shownAt(inReview), "no place is offered there").not.toContain(never);
	await testDb()
		.update(applicants)
		.set({ stepId: accepted?.id ?? "", letterUrl: "/letter" })
		.where(eq(applicants.id, applicant.id));
	expect(await shownAt(inReview)).toContain(`${stays}${inReview?.name} makes no letter.`);
	expect(await shownAt(registration)).not.toContain(never);
	await testDb()
		.update(applicants)
		.set({ stepId: inReview?.id ?? "" })
		.where(eq(applicants.id, applicant.id));
	expect(await shownAt(accepted), "a place is offered there").not.toMatch(/never submitted|stays in force/);
});

test("without scripts refuses a stage until its emails were shown", async () => {
	await writeFromAccepted();
	const first = await send(await fillIn());
	const shown = await first.text();
	expect(textOf(shown)).toContain("Look at what this stage sends, then proceed.");
	expect((await current())?.version).toBe(1);
	const { doNotNotify: _box, ...again } = formOf(shown, "change-stage");
	const second = await send({ ...again, stageId: fixture.application.steps[2]?.id ?? "" });
	expect(second.status).toBe(302);
	expect((await current())?.version).toBe(2);
});

test("undoes a move from its entry of the activity log, while it can be undone and for who made it", async () => {
	const { browser, sheet } = fixture;
	await send(await fillIn());
	const log = `${sheet}/activity-log`;
	const title = "Undo: move of Adaeze Chinonso Okafor to Accepted";
	const page = await (await browser.get(log)).text();
	expect(page).toContain(`aria-label="${title}"`);
	const colleague = await signedInBrowser(await createStaff({ organisationId: fixture.organisationId }));
	expect(await (await colleague.browser.get(log)).text()).not.toContain(title);
	const timeline = page.slice(page.indexOf("timeline-title"));
	const action = /action="([^"]*\/batches\/[^"]*)"/.exec(timeline)?.[1] ?? "";
	const undone = await browser.post(action, { csrf: fixture.csrf, returnTo: log });
	expect([undone.status, undone.headers.get("location")]).toEqual([302, log]);
	const after = await (await browser.get(log)).text();
	expect(textOf(after)).toContain("Stage change undone");
	expect(after).not.toContain(title);
});

test("names the emails in the toast of a move, which undoes it once without scripts", async () => {
	const { browser, sheet, application, organisationId } = fixture;
	const accepted = await writeFromAccepted();
	const moved = await send(await fillIn({ seen: accepted }));
	const page = await (await browser.get(moved.headers.get("location") ?? "")).text();
	expect(textOf(page)).toContain("Adaeze Chinonso Okafor is now at Accepted. 1 email goes out in 30 seconds");
	const action = /action="([^"]*\/batches\/[^"]*)"/.exec(page)?.[1] ?? "";
	const form = formOf(page, action);
	expect(form.returnTo).toBe(sheet);
	const undone = await browser.post(action, form);
	expect([undone.status, undone.headers.get("location")]).toEqual([302, sheet]);
	expect(textOf(await (await browser.get(sheet)).text())).toContain(
		"Stage change undone: Adaeze Chinonso Okafor is back at Registration. The email was not sent",
	);
	expect(await current()).toMatchObject({ stepId: application.steps[0]?.id, version: 3 });
	await browser.post(action, { ...form, returnTo: "https://elsewhere.example" });
	expect((await current())?.version).toBe(3);
	const reader = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:r"] }));
	expect((await reader.browser.post(action, { ...form, csrf: reader.csrf })).status).toBe(403);
	const unknown = await browser.post(action.replace(/batches\/[^/]+/, "batches/nothing"), form);
	expect(unknown.status).toBe(302);
	expect(textOf(await (await browser.get(sheet)).text())).toContain("Error 404: Not Found");
});

test("forgets the toast of a move that scripts undid, so that no later page says that the email goes out", async () => {
	const { browser, sheet } = fixture;
	const accepted = await writeFromAccepted();
	const moved = await send(await fillIn({ seen: accepted }));
	expect(moved.status).toBe(302);
	const data = await (await browser.get(`${sheet}?_data=shell`)).text();
	expect(data).toContain("1 email goes out");
	const action = /"to":"([^"]*\/batches\/[^"]*)"/.exec(data)?.[1] ?? "";
	const undone = await browser.post(`${action}?_data=routes%2Fbatches%2Fundo`, { csrf: fixture.csrf });
	expect(await undone.json()).toMatchObject({ toast: { kind: "success", settles: action } });
	expect(textOf(await (await browser.get(sheet)).text())).not.toContain("goes out");
});

test("sends nothing when 'Don’t email applicants' is ticked, without a preview", async () => {
	const { browser } = fixture;
	await writeFromAccepted();
	const moved = await send(await fillIn({ doNotNotify: "on" }));
	expect(moved.status).toBe(302);
	const page = textOf(await (await browser.get(moved.headers.get("location") ?? "")).text());
	expect(page).toContain("is now at Accepted");
	expect(page).not.toContain("goes out");
});

test("without scripts finds a location by name and keeps all typed values", async () => {
	const { organisationId, browser, sheet, application } = fixture;
	const one = textOf(await (await browser.get(`${sheet}/stage`)).text());
	expect(one).not.toContain("Find a location");
	await createHundredLocations(organisationId);
	const [awka, zaria] = [
		await createLocation(organisationId, "Awka Campus"),
		await createLocation(organisationId, "Zaria Campus"),
	];
	const first = await (await browser.get(`${sheet}/stage`)).text();
	expect(textOf(first)).toContain("Find a location");
	expect(first).not.toContain("Zaria");

	const typed = await fillIn({ reason: "Half a comment", locationId: awka.id, locationName: "ZARIA" });
	const response = await send({ ...typed, find: "location" });
	expect(response.status).toBe(200);
	const found = await response.text();
	expect(optionsOf(found, "locationId")).toEqual(["Keep the current posting", "Zaria Campus", "Awka Campus"]);
	expect(tagsOf(found, "option").find((tag) => tag.includes(awka.id))).toContain("selected");
	expect(formOf(found, "change-stage")).toMatchObject({
		reason: "Half a comment",
		locationName: "ZARIA",
		version: "1",
	});
	const step = tagsOf(found, "option").find((tag) => tag.includes(application.steps[2]?.id ?? "?"));
	expect(step).toContain("selected");
	expect(await changesOf(organisationId)).toEqual([]);

	const refused = await (await send({ ...typed, reason: "", locationId: zaria.id })).text();
	expect(errorsOf(refused, "reason")).toBe("Enter a comment");
	expect(tagsOf(refused, "option").find((tag) => tag.includes(zaria.id))).toContain("selected");
	const chosenIn = (page: string) => tagsOf(page, "option").find((tag) => tag.includes(zaria.id));
	const onward = {
		...formOf(found, "change-stage"),
		...typed,
		locationId: zaria.id,
		locationName: "awka",
		find: "location",
	};
	const elsewhere = await (await send(onward)).text();
	expect(chosenIn(elsewhere)).toContain("selected");
	const emptied = {
		...formOf(elsewhere, "change-stage"),
		...typed,
		reason: "",
		locationId: zaria.id,
		locationName: "",
	};
	expect(chosenIn(await (await send(emptied)).text())).toContain("selected");

	const { find: _, ...whole } = { ...formOf(refused, "change-stage"), ...typed, find: "" };
	expect((await send({ ...whole, locationId: zaria.id })).status).toBe(302);
	expect(await current()).toMatchObject({ locationId: zaria.id });
});

test.each(["no such place", "%_'\"", "x".repeat(5_000)])(
	"shows the error for an unknown location beside its name",
	async (name) => {
		const response = await send({ ...(await fillIn({ locationName: name })), find: "location" });
		expect(response.status).toBe(200);
		const page = await response.text();
		expect(errorsOf(page, "locationName")).toBe("No location has that name.");
		expect(optionsOf(page, "locationId")).toEqual(["Keep the current posting"]);
	},
);
