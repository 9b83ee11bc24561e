import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createLocation,
	createOrganisation,
	testDb,
} from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { formOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants } from "#worker/database/schema/applicants";
import { releases } from "#worker/database/schema/releases";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const people = [];
	for (const firstName of ["Ada", "Bola", "Chidi"]) people.push(await createApplicant(application, { firstName }));
	const [first, second] = [
		(await signedInBrowser(await createStaff({ organisationId, firstName: "Tunde" }))).browser,
		(await signedInBrowser(await createStaff({ organisationId, firstName: "Hauwa" }))).browser,
	];
	return {
		organisationId,
		application,
		ids: people.map(({ id }) => id),
		target: application.steps[2]?.id ?? "",
		first,
		second,
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

const read = async (as: Browser, path: string) => (await as.get(path)).text();

/** Prepares a release in the dialog of a selection. @returns its address */
const prepare = async (fields: Record<string, string> = {}) => {
	const { organisationId, application, ids, target, first } = fixture;
	const params = new URLSearchParams({ application: application.id, to: target });
	for (const id of ids) params.append("id", id);
	const dialog = `/${organisationId}/applicants/stage?${params}`;
	const form = openForm(await read(first, dialog), "bulk-stage");
	for (const [name, value] of Object.entries({ reason: "Approved by Senate", release: "1", ...fields }))
		form.set(name, value);
	const response = await first.post(dialog, form);
	return { response, path: response.headers.get("location") ?? "" };
};

/** Takes the next step on the page of a release, as its form offers it. */
const step = async (as: Browser, path: string) => as.post(path, formOf(await read(as, path), "release-step"));
const answer = async (as: Browser, path: string, fields: Record<string, string>) =>
	as.post(path, { ...formOf(await read(as, path), "confirm"), ...fields });

test("prepares a release from a selection, which only its preparer sees until it is proposed", async () => {
	const { organisationId, first, second } = fixture;
	const { response, path } = await prepare();
	expect(response.status).toBe(302);
	expect(path).toMatch(new RegExp(`^/${organisationId}/releases/[\\w-]+$`));
	const page = textOf(await read(first, path));
	expect(page).toContain("A release with 3 applicants was prepared");
	expect(page).toContain("3 applicants to Accepted In preparation");
	expect(page).toContain("3 applicants move No letters are made No emails are sent");
	expect(page).toMatch(/Chidi .* Will move/);
	expect((await second.get(path)).status).toBe(404);
	expect(textOf(await read(second, `/${organisationId}/releases`))).toContain("No releases yet");
	const list = await read(first, `/${organisationId}/applicants`);
	expect(linksOf(list), "the list leads there").toContain(`/${organisationId}/releases`);
	expect(linksOf(await read(first, `/${organisationId}/releases?state=prepared`))).toContain(path);
});

test("says how many letters, emails and SMS it makes, and from which templates", async () => {
	const { organisationId, target, first, second, ids } = fixture;
	const texts = { organisationId, content: "Dear {{firstName}}", createdAt: 1, updatedAt: 1 };
	const [letter, mail, sms] = [
		{ ...texts, id: "offer", name: "Offer", type: "document" as const },
		{ ...texts, id: "news", name: "Good news", type: "email" as const, subject: "Admitted" },
		{ ...texts, id: "short", name: "Short news", type: "sms" as const },
	];
	await testDb().insert(templates).values([letter, mail, sms]);
	await testDb()
		.update(workflowSteps)
		.set({ pdfTemplateId: letter.id, emailTemplateId: mail.id, smsTemplateId: sms.id })
		.where(eq(workflowSteps.id, target));
	await testDb()
		.update(applicants)
		.set({ phone: "0803 123 4567" })
		.where(eq(applicants.id, ids[0] ?? ""));
	const { path } = await prepare();
	expect(textOf(await read(first, path))).toContain(
		"3 applicants move 3 letters are made from “Offer” 3 emails are sent from “Good news” 1 SMS is sent from “Short news”; 2 applicants have no number that an SMS can reach",
	);
	const quiet = (await prepare({ doNotNotify: "on" })).path;
	expect(textOf(await read(first, quiet))).toContain(
		"3 letters are made from “Offer” No emails are sent: applicants are not notified",
	);
	expect(textOf(await read(first, quiet))).not.toContain("SMS");
	await step(first, path);
	await step(second, path);
	expect(textOf(await read(second, `${path}/time`)), "before it is confirmed").toContain(
		"3 applicants move, 3 letters are made, 3 emails are sent and 1 SMS is sent.",
	);
});

test("names the merge fields that are empty in its letters and emails", async () => {
	const { organisationId, target, first } = fixture;
	const texts = { organisationId, createdAt: 1, updatedAt: 1 };
	const content = "Come to {{locationName}}, {{middleName}}";
	await testDb()
		.insert(templates)
		.values([
			{ ...texts, id: "offer", name: "Offer", type: "document", content },
			{ ...texts, id: "news", name: "Good news", type: "email", subject: "Admitted", content },
		]);
	await testDb()
		.update(workflowSteps)
		.set({ pdfTemplateId: "offer", emailTemplateId: "news" })
		.where(eq(workflowSteps.id, target));
	const named = async (given?: Record<string, string>) => {
		const shown = textOf(await read(first, (await prepare(given)).path));
		const said = (what: string) =>
			`1 merge field of the ${what} is empty, and would read “--/--”: Location for 3 applicants`;
		return ["message", "letter"].filter((what) => shown.includes(said(what)));
	};
	expect([await named(), await named({ doNotNotify: "on" })]).toEqual([["message", "letter"], ["letter"]]);
	const { id: locationId } = await createLocation(organisationId, "Zaria");
	const posting = textOf(await read(first, (await prepare({ locationId })).path));
	expect([posting.includes("Come to Zaria, "), posting.includes("Location for")]).toEqual([true, false]);
});

test("adds further applicants to the release that the user is preparing for the same stage", async () => {
	const { organisationId, application, target, first } = fixture;
	const { path } = await prepare();
	const { id } = await createApplicant(application, { firstName: "Dayo" });
	const dialog = `/${organisationId}/applicants/stage?application=${application.id}&id=${id}&to=${target}`;
	const page = await read(first, dialog);
	expect(textOf(page)).toContain("You are preparing a release of 3 applicants to Accepted. Add to it");
	const { csrf = "" } = formOf(page, "bulk-stage");
	const added = await first.post(dialog, { csrf, id, into: path.split("/").at(-1) ?? "" });
	expect(added.headers.get("location")).toBe(path);
	expect(textOf(await read(first, path))).toContain("4 applicants to Accepted");
});

test("keeps the dialog with what was typed when the comment is missing", async () => {
	const { response } = await prepare({ reason: " " });
	expect(response.status).toBe(422);
	expect(textOf(await response.text())).toContain("Enter a comment");
});

test("removes an applicant, is proposed, sent back with a reason, proposed again, approved by another, and scheduled", async () => {
	const { first, second, ids } = fixture;
	const { path } = await prepare();
	const page = await read(first, path);
	const { csrf = "", version = "" } = formOf(page, "release-step");
	await first.post(path, { csrf, version, remove: ids[0] ?? "" });
	expect(textOf(await read(first, path))).toContain("2 applicants to Accepted");
	expect((await step(first, path)).status).toBe(302);
	const own = await read(first, path);
	expect(textOf(own)).toContain("You proposed it, so another person must approve it.");
	expect(own, "nobody approves their own").not.toContain('value="approve"');
	const forged = await first.post(path, { csrf, version: "3", step: "approve" });
	expect([forged.status, textOf(await forged.text())]).toEqual([
		409,
		expect.stringContaining("You proposed this release, so another person must approve it."),
	]);

	const empty = await answer(second, `${path}/return`, { reason: " " });
	expect([empty.status, textOf(await empty.text())]).toEqual([422, expect.stringContaining("Enter a reason")]);
	expect((await answer(second, `${path}/return`, { reason: "Ask the dean first" })).headers.get("location")).toBe(path);
	expect(textOf(await read(first, path))).toContain("It was sent back: Ask the dean first");
	await step(first, path);
	await step(second, path);
	expect(textOf(await read(first, path))).toContain("Choose when it is released.");

	const missing = await answer(first, `${path}/time`, { when: "later", at: "" });
	expect([missing.status, textOf(await missing.text())]).toEqual([
		422,
		expect.stringContaining("Enter a date and a time."),
	]);
	const past = await answer(first, `${path}/time`, { when: "later", at: "2020-01-01T09:00" });
	expect([past.status, textOf(await past.text())]).toEqual([422, expect.stringContaining("This time is over.")]);
	await answer(first, `${path}/time`, { when: "later", at: "2099-03-01T09:30" });
	expect(textOf(await read(first, path))).toMatch(/It is released on .*2099.*09:30/);
	const [stored] = await testDb().select().from(releases).where(eq(releases.organisationId, fixture.organisationId));
	expect(stored?.dueAt, "09:30 in Lagos").toBe(Date.UTC(2099, 2, 1, 8, 30));

	expect(textOf(await read(first, `${path}/cancel`))).toContain("2 applicants stay where they are");
	await answer(second, `${path}/cancel`, {});
	expect(textOf(await read(first, path))).toContain("It was cancelled. Nobody was moved or emailed.");
});

test("says in the dialogs of the stage that a second person must approve, and prepares a release nevertheless", async () => {
	const { organisationId, application, target, ids, first } = fixture;
	await testDb().update(workflowSteps).set({ needsApproval: true }).where(eq(workflowSteps.id, target));
	const one = await read(first, `/${organisationId}/applicants/${ids[0]}/stage`);
	expect(optionsOf(one, "stageId").join("\n")).toContain("A second person must approve it: prepare a release.");
	const link = linksOf(one).find((to) => to.includes("/applicants/stage?")) ?? "";
	expect(textOf(await read(first, link.replaceAll("&amp;", "&")))).toContain("1 applicant selected");
	const many = await read(
		first,
		`/${organisationId}/applicants/stage?application=${application.id}&id=${ids[0]}&to=${target}`,
	);
	expect(textOf(many)).toContain("1 applicant: A second person must approve it: prepare a release.");
	const { path } = await prepare();
	expect(textOf(await read(first, path))).toContain("3 applicants move");
	expect(tagsOf(await read(first, path), "button").length).toBeGreaterThan(0);
});

test("a user who may not change applicants sees no releases, and nothing that leads to them", async () => {
	const { organisationId } = fixture;
	const reader = (await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:r"] }))).browser;
	expect((await reader.get(`/${organisationId}/releases`)).status).toBe(403);
	expect(linksOf(await read(reader, `/${organisationId}/applicants`))).not.toContain(`/${organisationId}/releases`);
});
