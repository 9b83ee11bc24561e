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
import { openForm } from "#tests/support/portal-form";
import { errorsOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants, letters } from "#worker/database/schema/applicants";
import { mailings } from "#worker/database/schema/emails";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

const reviewFirst = "Nothing was done: you had not reviewed this choice. Review it, then proceed.";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId, {
		stages: ["Registration", "In_review", "Accepted", "Declined"],
	});
	const ada = await createApplicant(application, { firstName: "Ada" });
	const bola = await createApplicant(application, { firstName: "Bola" });
	const staff = await createStaff({ organisationId, firstName: "Hauwa", lastName: "Bello" });
	const { browser } = await signedInBrowser(staff);
	const list = `/${organisationId}/applicants`;
	return { organisationId, application, ada, bola, staff, browser, list, sheet: `${list}/${ada.id}` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

const createTemplate = async (
	name: string,
	type: "document" | "email" | "sms",
	content = "<p>Dear {{firstName}}</p>",
) => {
	const { organisationId } = fixture;
	const id = `${organisationId}-${name.replaceAll(" ", "-")}`;
	const row = { organisationId, id, name, type, subject: name, content, createdAt: 1, updatedAt: 1 };
	await testDb().insert(templates).values(row);
	return id;
};
const dialog = (path: string, to: string) => {
	const { list, application, ada, bola } = fixture;
	return `${list}/${path}?application=${application.id}&id=${ada.id}&id=${bola.id}&to=${to}`;
};

/** Sends the form of a page without scripts, with these fields filled in. */
const sendFrom = async (path: string, id: string, fields: Record<string, string>, page?: string) => {
	const form = openForm(page ?? (await (await fixture.browser.get(path)).text()), id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	const response = await fixture.browser.post(path, form);
	return { status: response.status, html: await response.text() };
};
const state = async () =>
	testDb().select().from(applicants).where(eq(applicants.organisationId, fixture.organisationId));
const countOf = async (table: typeof letters | typeof mailings) =>
	(await testDb().select().from(table).where(eq(table.organisationId, fixture.organisationId))).length;

interface Choice {
	path: string;
	shown: string;
	chosen: string;
	typed?: Record<string, string>;
	/** What the dialog says of the choice once it is reviewed. */
	says: string;
	/** Whether it was done. */
	isDone(): Promise<boolean>;
}

const choices: Record<string, () => Promise<Choice>> = {
	"a stage": async () => {
		const [, review, accepted] = fixture.application.steps;
		return {
			path: "stage",
			shown: review?.id ?? "",
			chosen: accepted?.id ?? "",
			typed: { reason: "Half a comment" },
			says: "2 applicants will move.",
			isDone: async () => (await state()).every(({ stepId }) => stepId === accepted?.id),
		};
	},
	"a course": async () => {
		const [first, second] = fixture.application.courses;
		return {
			path: "course",
			shown: first?.id ?? "",
			chosen: second?.id ?? "",
			says: `2 applicants will change to ${second?.code} ${second?.title}.`,
			isDone: async () => (await state()).every(({ courseId }) => courseId === second?.id),
		};
	},
	"a location": async () => {
		const [yaba, ikeja] = [
			await createLocation(fixture.organisationId, "Yaba"),
			await createLocation(fixture.organisationId, "Ikeja"),
		];
		return {
			path: "posting",
			shown: yaba.id,
			chosen: ikeja.id,
			says: "2 applicants will change to Ikeja.",
			isDone: async () => (await state()).every(({ locationId }) => locationId === ikeja.id),
		};
	},
	"a reviewer": async () => ({
		path: "reviewer",
		shown: "nobody",
		chosen: fixture.staff.id,
		says: "2 applicants will be assigned to Hauwa Bello.",
		isDone: async () => (await state()).every(({ reviewerId }) => reviewerId === fixture.staff.id),
	}),
	"a letter": async () => ({
		path: "letters",
		shown: await createTemplate("Admission letter", "document"),
		chosen: await createTemplate("Second letter", "document"),
		says: "2 applicants",
		isDone: async () => (await countOf(letters)) > 0,
	}),
	"a stage to notify": async () => {
		const [, , accepted, declined] = fixture.application.steps;
		for (const step of [accepted, declined])
			await testDb()
				.update(workflowSteps)
				.set({ emailTemplateId: await createTemplate(`Email of ${step?.name}`, "email") })
				.where(eq(workflowSteps.id, step?.id ?? ""));
		await testDb()
			.update(applicants)
			.set({ stepId: declined?.id ?? "" })
			.where(eq(applicants.organisationId, fixture.organisationId));
		return {
			path: "notify",
			shown: accepted?.id ?? "",
			chosen: declined?.id ?? "",
			says: "2 applicants at Declined are sent “Email of Declined” again",
			isDone: async () => (await countOf(mailings)) > 0,
		};
	},
};

test.each(Object.entries(choices))("%s for a selection is reviewed before anything is done", async (_, open) => {
	const { path, shown, chosen, typed = {}, says, isDone } = await open();
	const address = dialog(path, shown);
	const refused = await sendFrom(address, `bulk-${path}`, { ...typed, to: chosen });
	expect([refused.status, await isDone()]).toEqual([422, false]);
	expect(textOf(refused.html)).toContain(reviewFirst);
	expect(textOf(refused.html)).toContain(says);
	expect(tagsOf(refused.html, "option").find((tag) => tag.includes(`"${chosen}"`))).toContain("selected");
	for (const text of Object.values(typed)) expect(refused.html).toContain(text);
	const asked = await sendFrom(address, `bulk-${path}`, { ...typed, to: chosen, review: "1" });
	expect([asked.status, await isDone()], "the button beside the choice").toEqual([200, false]);
	expect(textOf(asked.html)).toContain(says);
	expect(textOf(asked.html)).not.toContain(reviewFirst);
	const back = await sendFrom(address, `bulk-${path}`, { to: shown }, refused.html);
	expect([back.status, await isDone()], "chosen anew once more").toEqual([422, false]);
	const wrong = await sendFrom(address, `bulk-${path}`, { count: "31" }, refused.html);
	expect([wrong.status, textOf(wrong.html)], "what was reviewed stays after a refusal").toEqual([
		422,
		expect.stringContaining(says),
	]);
	const { status } = await sendFrom(address, `bulk-${path}`, {}, refused.html);
	expect(status).toBe(302);
	if (path !== "letters") expect(await isDone()).toBe(true);
});

test("a release is prepared for the stage that was reviewed", async () => {
	const [, review, accepted] = fixture.application.steps;
	const fields = { to: accepted?.id ?? "", reason: "Reviewed", release: "1" };
	const { status, html } = await sendFrom(dialog("stage", review?.id ?? ""), "bulk-stage", fields);
	expect([status, textOf(html)]).toEqual([422, expect.stringContaining(reviewFirst)]);
});

test("locations for a selection are searched with another one chosen, which is reviewed then", async () => {
	await createHundredLocations(fixture.organisationId);
	const [yaba, zaria] = [
		await createLocation(fixture.organisationId, "Yaba"),
		await createLocation(fixture.organisationId, "Zaria Campus"),
	];
	const path = dialog("posting", yaba.id);
	const found = await sendFrom(path, "bulk-posting", { locationName: "zaria", find: "location" });
	expect(optionsOf(found.html, "to")).toEqual(["Choose a location", "Zaria Campus", "Yaba"]);
	const refused = await sendFrom(path, "bulk-posting", { to: zaria.id }, found.html);
	expect([refused.status, textOf(refused.html)]).toEqual([
		422,
		expect.stringContaining("2 applicants will change to Zaria Campus."),
	]);
	expect((await sendFrom(path, "bulk-posting", {}, refused.html)).status).toBe(302);
	expect((await state()).map(({ locationId }) => locationId)).toEqual([zaria.id, zaria.id]);
});

test("an offer letter is made of the template that was reviewed", async () => {
	const [first, second] = [await createTemplate("First", "document"), await createTemplate("Second", "document")];
	const path = `${fixture.sheet}/letter/new?template=${first}`;
	const refused = await sendFrom(path, "make-letter", { template: second });
	expect([refused.status, await countOf(letters)]).toEqual([422, 0]);
	expect(errorsOf(refused.html, "template")).toBe(reviewFirst);
	expect(tagsOf(refused.html, "iframe").join()).toContain(`letter-preview?template=${second}`);
	expect((await sendFrom(path, "make-letter", {}, refused.html)).status).toBe(302);
	const [made] = await testDb().select().from(letters).where(eq(letters.organisationId, fixture.organisationId));
	expect(made?.templateId).toBe(second);
});

test("an offer letter is replaced by the template that was reviewed", async () => {
	const [first, second] = [await createTemplate("First", "document"), await createTemplate("Second", "document")];
	const broken = await createTemplate("Broken", "document", "<p>{{fristName}}</p>");
	expect((await sendFrom(`${fixture.sheet}/letter/new?template=${first}`, "make-letter", {})).status).toBe(302);
	const path = `${fixture.sheet}/letter/replace`;
	const refused = await sendFrom(path, "replace-letter", { template: second, reason: "The fee was wrong" });
	expect([refused.status, await countOf(letters)]).toEqual([422, 1]);
	expect(textOf(refused.html)).toContain(reviewFirst);
	expect(refused.html).toContain("The fee was wrong");
	expect(tagsOf(refused.html, "iframe").join()).toContain(`letter-preview?template=${second}`);
	const wrong = await sendFrom(path, "replace-letter", { template: broken, review: "1" }, refused.html);
	expect([wrong.status, errorsOf(wrong.html, "template")]).toEqual([200, expect.stringContaining("{{fristName}}")]);
	expect(wrong.html, "what was typed stays").toContain("The fee was wrong");
	const none = await sendFrom(path, "replace-letter", { template: "" }, refused.html);
	expect([none.status, errorsOf(none.html, "template")]).toEqual([422, "Choose a template"]);
	expect((await sendFrom(path, "replace-letter", {}, refused.html)).status).toBe(302);
	const made = await testDb().select().from(letters).where(eq(letters.organisationId, fixture.organisationId));
	expect(made.map(({ templateId }) => templateId).sort()).toEqual([first, second].sort());
});

test.each(["email", "sms"] as const)("an %s is not sent while a chosen template is not used", async (kind) => {
	const template = await createTemplate("Notice", kind, "Admitted.");
	await testDb()
		.update(applicants)
		.set({ phone: "0803 123 4567" })
		.where(eq(applicants.organisationId, fixture.organisationId));
	const path = `${fixture.sheet}/${kind}`;
	const typed = { subject: "Mine", message: "My own words", template, intent: "send" };
	const refused = await sendFrom(path, `send-${kind}`, typed);
	expect([refused.status, await countOf(mailings)]).toEqual([422, 0]);
	expect(errorsOf(refused.html, "template")).toBe("You chose this template without using it. Use it, or choose none.");
	expect(refused.html).toContain("My own words");
	const used = await sendFrom(path, `send-${kind}`, { intent: "template" }, refused.html);
	expect(used.html).toContain("Admitted.");
	expect((await sendFrom(path, `send-${kind}`, { intent: "send" }, used.html)).status).toBe(302);
});
