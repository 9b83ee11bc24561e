import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { errorsOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import type { FieldProps, FormCol, FormLayout } from "#worker/contract/forms/form-schema";
import { applicants } from "#worker/database/schema/applicants";
import { attachments, formDrafts, submissions } from "#worker/database/schema/forms";

const field = (type: string, fieldId: string, label: string, props: Partial<FieldProps> = {}): FormCol => ({
	fieldId,
	type,
	props: { label, ...props },
});

const layout: FormLayout = {
	sections: [
		{
			id: "personal",
			title: "Personal details",
			rows: [
				{
					id: "names",
					cols: [field("text", "surname", "Surname", { required: true }), field("email", "email", "Email")],
				},
				{
					id: "origin",
					cols: [
						field("select", "origin", "Origin", { source: "nigeria-states-lga" }),
						field("text", "nin", "NIN", { required: true }),
						field("checkbox", "hostel", "A hall?", { trueDisplay: "In hall", falseDisplay: "At home" }),
						field("hologram", "aura", "Aura"),
					],
				},
			],
		},
		{
			id: "schools",
			title: "Schools attended",
			repeatable: true,
			rows: [{ id: "school-row", cols: [field("text", "school", "School"), field("date", "period", "Attended")] }],
		},
		{
			id: "documents",
			title: "Documents",
			rows: [{ id: "slip-row", cols: [field("file", "slip", "Result slip"), field("text", "note", "Note")] }],
		},
	],
};
const data = { surname: "Okafor", email: "ada@mail.example", school: "Unity School", aura: "blue" };

const openFixture = async (form: { layout: FormLayout; data: Record<string, string> } = { layout, data }) => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId, { layout: form.layout });
	const applicant = await createApplicant(application, { data: form.data });
	const signedIn = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:u"] }));
	const sheet = `/${organisationId}/applicants/${applicant.id}`;
	return { organisationId, applicant, sheet, edit: `${sheet}/edit`, ...signedIn };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

const read = async (search = "") => (await fixture.browser.get(fixture.edit + search)).text();

/** Fills in the current page of a step and sends it by one of its buttons. */
const send = async (section: string, intent: string, typed: Record<string, string | File> = {}, search = "") => {
	const form = openForm(await read(`?section=${section}${search}`), "edit-form");
	for (const [name, value] of Object.entries(typed)) form.set(name, value);
	form.set("~do", intent);
	return fixture.browser.post(`${fixture.edit}?section=${section}${search}`, form);
};
const update = async (typed: Record<string, string> = {}) => send("preview", "update", typed);

/** Opens the form as a colleague, types into its first section and saves it. */
const letColleagueSave = async (typed: Record<string, string>) => {
	const mine = fixture;
	const { organisationId } = mine;
	const colleague = await createStaff({ organisationId, firstName: "Ngozi", lastName: "Eze" });
	fixture = { ...mine, ...(await signedInBrowser(colleague)) };
	await send("personal", "next", typed);
	expect((await update()).status).toBe(302);
	fixture = mine;
};

const submission = async () => {
	const [row] = await testDb().select().from(submissions).where(eq(submissions.id, fixture.applicant.submissionId));
	if (!row) throw new Error("the submission is gone");
	return row;
};
const draft = async () => {
	const [row] = await testDb()
		.select()
		.from(formDrafts)
		.where(
			and(
				eq(formDrafts.organisationId, fixture.organisationId),
				eq(formDrafts.submissionId, fixture.applicant.submissionId),
			),
		);
	return row;
};
const filesOf = () =>
	testDb().select().from(attachments).where(eq(attachments.submissionId, fixture.applicant.submissionId));
const pdf = (name = "slip.pdf", size = 0) =>
	new File([new TextEncoder().encode(`%PDF-1.7\n${"x".repeat(size)}\n%%EOF`)], name, { type: "application/pdf" });

test("opens the wizard at the first section, without the side navigation", async () => {
	const started = await fixture.browser.get(`${fixture.edit}?q=ada`);
	expect([started.status, started.headers.get("location")]).toEqual([302, `${fixture.edit}?q=ada&section=personal`]);
	const page = await read("?section=personal");
	expect(textOf(page)).toContain("Edit applicant form: Adaeze Chinonso Okafor");
	expect(textOf(page)).not.toContain("Process Applicants");
	expect(buttonsOf(page, "~do")).toEqual(
		expect.arrayContaining(["next", "close", "to:personal", "to:schools", "to:documents", "to:preview"]),
	);
	expect(optionsOf(page, "origin.lga").length).toBeGreaterThan(774);
	expect(textOf(page)).toContain("Unknown field type “hologram”");
	expect(textOf(page)).toMatch(/A hall\? In hall At home/);
});

test("without scripts keeps the changes between pages, previews them and saves them", async () => {
	const next = await send("personal", "next", { surname: "Okonkwo", hostel: "true", nin: "12345678901" });
	expect([next.status, next.headers.get("location")]).toEqual([302, `${fixture.edit}?section=schools`]);
	expect(await submission()).toMatchObject({ data, version: 1 });
	expect(openForm(await read("?section=personal"), "edit-form").get("surname")).toBe("Okonkwo");

	const last = await send("documents", "next", { note: "Seen" });
	expect(last.headers.get("location")).toBe(`${fixture.edit}?section=preview`);
	const preview = textOf(await read("?section=preview"));
	expect(preview).toContain("4 answers changed");
	expect(preview).toMatch(/Surname Before Okafor After Okonkwo/);
	expect(preview).toMatch(/A hall\? Before --\/-- After In hall/);

	const saved = await update();
	expect([saved.status, saved.headers.get("location")]).toEqual([302, fixture.sheet]);
	expect(textOf(await (await fixture.browser.get(fixture.sheet)).text())).toContain("Details saved");
	expect(await submission()).toMatchObject({
		data: { ...data, surname: "Okonkwo", hostel: true, nin: "12345678901", note: "Seen" },
		version: 2,
	});
	expect(await draft()).toBeUndefined();
});

test("changes nothing and leaves no draft when a page is sent as it was shown", async () => {
	expect((await send("personal", "next")).status).toBe(302);
	expect(await draft()).toBeUndefined();
	const preview = await read("?section=preview");
	expect(textOf(preview)).toContain("Nothing has changed.");
	expect(tagsOf(preview, "button").find((tag) => tag.includes('value="update"'))).toContain("disabled");
});

test.each([
	["back", "schools", "personal"],
	["to:documents", "personal", "documents"],
	["to:preview", "personal", "preview"],
	["to:nowhere", "personal", "schools"],
	["to:https://elsewhere.example", "personal", "schools"],
	["what", "personal", "schools"],
])("the button %s of %s saves the page and leads to %s", async (intent, from, to) => {
	const response = await send(from, intent, from === "personal" ? { aura: "green" } : { school: "Other" });
	expect(response.headers.get("location")).toBe(`${fixture.edit}?section=${to}`);
	expect((await draft())?.data).toEqual(from === "personal" ? { aura: "green" } : { school: "Other" });
});

test("keeps the list's address through the wizard and back to the sheet", async () => {
	const next = await send("personal", "next", { aura: "green" }, "&q=ada&view=full");
	expect(next.headers.get("location")).toBe(`${fixture.edit}?q=ada&view=full&section=schools`);
	const saved = await send("preview", "update", {}, "&q=ada&view=full");
	expect(saved.headers.get("location")).toBe(`${fixture.sheet}?q=ada&view=full`);
});

test("shows errors beside their fields and in a summary, and keeps the typed answers", async () => {
	const response = await send("personal", "next", { surname: " ", email: "nobody" });
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "surname")).toBe("Enter surname");
	expect(errorsOf(page, "email")).toContain("Enter email in the right format");
	expect(linksOf(page).some((link) => link.endsWith("#field-email"))).toBe(true);
	expect(openForm(page, "edit-form").get("email")).toBe("nobody");
	// why: it was missing before, so it does not block the page.
	expect(errorsOf(page, "nin")).toBeUndefined();

	const refused = await update();
	expect(refused.status).toBe(422);
	const said = await refused.text();
	expect(textOf(said)).toContain("Error 422: Unable to update applicant details");
	expect(linksOf(said).some((link) => link.includes("section=personal&check=1#field-email"))).toBe(true);
	expect((await submission()).version).toBe(1);
	expect(errorsOf(await read("?section=personal&check=1"), "nin")).toBe("Enter NIN");
});

test("shows the status of a failed update, and keeps the typed values in the draft", async () => {
	await send("personal", "next", { surname: "Okonkwo" });
	await env.DB.prepare(
		"CREATE TRIGGER refuse_answers BEFORE UPDATE ON submissions BEGIN SELECT RAISE(ABORT, 'no room'); END",
	).run();
	const refused = await update();
	await env.DB.prepare("DROP TRIGGER refuse_answers").run();
	expect(refused.status).toBe(500);
	expect(textOf(await refused.text())).toContain("Error 500: Unable to update applicant details");
	expect((await draft())?.data).toEqual({ surname: "Okonkwo" });
	expect((await update()).status).toBe(302);
	expect((await submission()).data).toMatchObject({ surname: "Okonkwo" });
});

test("shows errors from before the edit without blocking the update", async () => {
	await send("personal", "next", { aura: "green" });
	const preview = textOf(await read("?section=preview"));
	expect(preview).toContain("1 answer missing or wrong before. You can update without them.");
	expect((await update()).status).toBe(302);
});

test("repeats and removes a section, and keeps what was typed beside it", async () => {
	const added = await send("schools", "add:sections:schools", { school: "Typed just now" });
	expect(added.headers.get("location")).toBe(`${fixture.edit}?section=schools#field-school__2`);
	expect(openForm(await read("?section=schools"), "edit-form").get("school")).toBe("Typed just now");
	await send("schools", "next", { school__2: "Second", "period__2.from": "2020-01-02" });
	expect((await draft())?.data).toMatchObject({ school__2: "Second", period__2: { from: "2020-01-02", to: "" } });
	const removed = await send("schools", "remove:sections:1:schools");
	expect(removed.headers.get("location")).toBe(`${fixture.edit}?section=schools#field-school`);
	const page = await read("?section=schools");
	expect(openForm(page, "edit-form").get("school")).toBe("Second");
	expect(textOf(page)).not.toContain("Schools attended (2)");
	expect((await update()).status).toBe(302);
	expect((await submission()).data).toMatchObject({ school: "Second", period: { from: "2020-01-02", to: "" } });
});

test("moves the rows of a later section forward when an earlier one is removed", async () => {
	const schools = {
		id: "schools",
		title: "Schools attended",
		repeatable: true,
		rows: [
			{ id: "school-row", cols: [field("text", "school", "School")] },
			{ id: "prize-row", repeatable: true, cols: [field("text", "prize", "Prize")] },
		],
	};
	const answers = { school: "A", school__2: "B", prize__2: "First", prize__2__2: "Second" };
	fixture = await openFixture({ layout: { sections: [schools] }, data: answers });
	expect((await send("schools", "remove:sections:1:schools")).status).toBe(302);
	expect((await update()).status).toBe(302);
	expect((await submission()).data).toEqual({ school: "B", prize: "First", prize__1__2: "Second" });
});

test("refuses ten thousand repeats with a message, and keeps what was typed", async () => {
	const response = await send("schools", "next", { "~sections.schools": "10000", school: "Kept" });
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(textOf(page)).toContain("It can be repeated at most 20 times.");
	expect(openForm(page, "edit-form").get("school")).toBe("Kept");
	expect((await draft())?.repeats.sections.schools ?? 1).toBe(1);
});

test("offers no more than twenty repeats", async () => {
	expect((await send("schools", "add:sections:schools", { "~sections.schools": "19" })).status).toBe(302);
	const page = await read("?section=schools");
	expect(textOf(page)).toContain("20 at most");
	expect((await send("schools", "add:sections:schools")).status).toBe(422);
});

test("keeps an uploaded file in the draft, shows it in the preview and attaches it with the update", async () => {
	await send("documents", "next", { slip: pdf() });
	expect(await filesOf()).toEqual([]);
	expect(textOf(await read("?section=documents"))).toContain("slip.pdf");
	expect(textOf(await read("?section=preview"))).toMatch(/Result slip Before --\/-- After slip\.pdf/);
	expect((await update()).status).toBe(302);
	expect(await filesOf()).toMatchObject([{ fieldId: "slip", name: "slip.pdf", mimetype: "application/pdf" }]);

	const [file] = await filesOf();
	await send("documents", "next", { "slip.remove": file?.id ?? "" });
	expect(textOf(await read("?section=preview"))).toMatch(/Result slip Before slip\.pdf .*After --\/--/);
	expect((await update()).status).toBe(302);
	expect(await filesOf()).toEqual([]);
});

test("attaches several files to a field at once, says that new files replace them, and replaces them", async () => {
	const attach = async (...names: string[]) => {
		const page = await read("?section=documents");
		const form = openForm(page, "edit-form");
		for (const name of names) form.append("slip", pdf(name));
		form.set("~do", "next");
		return { page, answer: await fixture.browser.post(`${fixture.edit}?section=documents`, form) };
	};
	const { page, answer } = await attach("one.pdf", "two.pdf");
	expect(answer.status).toBe(302);
	expect(tagsOf(page, "input").find((tag) => tag.includes('name="slip"'))).toContain("multiple");
	expect(textOf(page)).toContain("PDF, JPEG, PNG, GIF, WebP or plain text, at most 5 files of 10 MB each");
	expect(textOf(page)).not.toContain("takes the place of these");
	expect(textOf(await read("?section=preview"))).toMatch(/Result slip Before --\/-- After one\.pdf.* two\.pdf/);
	expect((await update()).status).toBe(302);
	expect((await filesOf()).map(({ name }) => name)).toEqual(["one.pdf", "two.pdf"]);

	const again = await attach("three.pdf");
	expect(textOf(again.page)).toContain("A new file replaces these");
	expect(textOf(await read("?section=preview"))).toMatch(/Result slip Before one\.pdf.* two\.pdf.* After three\.pdf/);
});

test("names the one of several files that is refused, and keeps none of them", async () => {
	const form = openForm(await read("?section=documents"), "edit-form");
	for (const file of [pdf("right.pdf"), new File(["<!doctype html>"], "wrong.png")]) form.append("slip", file);
	form.set("~do", "next");
	const response = await fixture.browser.post(`${fixture.edit}?section=documents`, form);
	const refused = await response.text();
	expect(errorsOf(refused, "slip")).toMatch(/^wrong\.png: This kind of file is not accepted\./);
	expect(textOf(refused), "the list of steps").toContain("Documents , 1 answer to correct");
	expect((await draft())?.files ?? []).toEqual([]);
});

test("keeps none of a field's files when one is too large", async () => {
	const form = openForm(await read("?section=documents"), "edit-form");
	for (const file of [pdf("small.pdf"), pdf("large.pdf", 11_000_000)]) form.append("slip", file);
	form.set("~do", "next");
	const response = await fixture.browser.post(`${fixture.edit}?section=documents`, form);
	expect(errorsOf(await response.text(), "slip")).toBe("A file can have at most 10 MB. Choose a smaller one.");
	expect((await draft())?.files ?? []).toEqual([]);
});

test("removes a file from the draft", async () => {
	await send("documents", "next", { slip: pdf() });
	const [waiting] = (await draft())?.files ?? [];
	await send("documents", "next", { "slip.remove": waiting?.id ?? "" });
	expect((await draft())?.files ?? []).toEqual([]);
	expect(textOf(await read("?section=preview"))).toContain("Nothing has changed.");
});

test.each([
	["a page called .png", new File(["<!doctype html><script>alert(1)</script>"], "a.png", { type: "image/png" })],
	["an empty file", new File([], "empty.pdf", { type: "application/pdf" })],
	["an eleven-megabyte file", pdf("large.pdf", 11_000_000)],
])("refuses %s beside its field, and keeps what was typed", async (_, slip) => {
	const response = await send("documents", "next", { slip, note: "Typed beside it" });
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "slip")).not.toBe("");
	expect(errorsOf(page, "slip")).toBeDefined();
	expect(openForm(page, "edit-form").get("note")).toBe("Typed beside it");
	expect((await draft())?.data).toEqual({ note: "Typed beside it" });
	expect((await env.FILES.list({ prefix: `${fixture.organisationId}/` })).objects).toEqual([]);
});

test("asks before closing when there is something to lose, and discards the draft on Discard", async () => {
	const plain = await send("personal", "close");
	expect([plain.status, plain.headers.get("location")]).toEqual([302, fixture.sheet]);
	const asked = await send("personal", "close", { aura: "green" });
	expect(asked.headers.get("location")).toBe(`${fixture.edit}?section=personal&close=1`);
	const page = await read("?section=personal&close=1");
	expect(textOf(page)).toContain("1 changed answer not saved.");
	expect(textOf(page)).toContain("Keep editing");
	const form = openForm(page, "close-form");
	form.set("~do", "discard");
	const discarded = await fixture.browser.post(`${fixture.edit}?section=personal`, form);
	expect(discarded.headers.get("location")).toBe(fixture.sheet);
	expect(await draft()).toBeUndefined();
	expect((await submission()).version).toBe(1);
});

test("offers returning users to continue or to start again", async () => {
	await send("documents", "next", { note: "Half done" });
	const page = await read();
	expect(textOf(page)).toContain("Continue where you left off");
	expect(linksOf(page)).toContain(`${fixture.edit}?section=documents`);
	const form = openForm(page, "resume-form");
	form.set("~do", "restart");
	const again = await fixture.browser.post(fixture.edit, form);
	expect(again.headers.get("location")).toBe(`${fixture.edit}?section=personal`);
	expect(await draft()).toBeUndefined();
});

test("shows both versions of a form that changed meanwhile, and applies the user's when it is sent again", async () => {
	await send("personal", "next", { aura: "green" });
	await letColleagueSave({ aura: "red", surname: "Eze" });
	const response = await update();
	expect(response.status).toBe(409);
	const page = await response.text();
	const said = textOf(page);
	expect(said).toContain("These answers were changed by somebody else since you opened the form. Changed by Ngozi Eze");
	expect(said).toMatch(/Aura Now red .*Yours green/);
	expect(said).toContain("Save what is chosen");
	expect((await submission()).data).toMatchObject({ aura: "red" });

	const form = openForm(page, "edit-form");
	form.set("~do", "update");
	expect((await fixture.browser.post(`${fixture.edit}?section=preview`, form)).status).toBe(302);
	expect((await submission()).data).toMatchObject({ aura: "green", surname: "Eze" });
});

test("lets the user choose answer by answer between what a colleague saved and their own", async () => {
	await send("personal", "next", { aura: "green", surname: "Mine" });
	await letColleagueSave({ aura: "red", surname: "Theirs" });
	const page = await (await update()).text();
	const choices = tagsOf(page, "input").filter((tag) => tag.includes('type="radio"') && tag.includes("~choose:"));
	expect(choices).toHaveLength(4);
	const form = openForm(page, "edit-form");
	expect([form.get("~choose:aura"), form.get("~choose:surname")]).toEqual(["mine", "mine"]);
	form.set("~choose:surname", "theirs");
	form.set("~do", "update");
	expect((await fixture.browser.post(`${fixture.edit}?section=preview`, form)).status).toBe(302);
	expect((await submission()).data).toMatchObject({ aura: "green", surname: "Theirs" });

	await send("personal", "next", { aura: "blue" });
	await letColleagueSave({ aura: "black" });
	const again = openForm(await (await update()).text(), "edit-form");
	again.set("~choose:aura", "theirs");
	again.set("~do", "update");
	expect((await fixture.browser.post(`${fixture.edit}?section=preview`, again)).status).toBe(302);
	expect((await submission()).data).toMatchObject({ aura: "black" });
	expect(await draft()).toBeUndefined();
});

test("keeps what was loaded as before when a colleague saves meanwhile, and says who changed what", async () => {
	await send("personal", "next", { aura: "green" });
	const before = textOf(await read("?section=preview"));
	await letColleagueSave({ aura: "red", surname: "Eze" });
	const after = textOf(await read("?section=preview"));
	const rowOf = (text: string) => /Aura Before .*?After .*?green/.exec(text)?.[0];
	expect(rowOf(before)).toBeDefined();
	expect(rowOf(after)).toBe(rowOf(before));
	expect(after).toMatch(/Ngozi Eze changed this form .*, after you began: .*Surname/);
	expect(before).not.toContain("after you began");
});

test("overwrites nothing unseen when a page was opened before a colleague saved and nothing was typed", async () => {
	const form = openForm(await read("?section=personal"), "edit-form");
	await letColleagueSave({ email: "new@mail.example" });
	form.set("surname", "Okonkwo");
	form.set("~do", "next");
	expect((await fixture.browser.post(`${fixture.edit}?section=personal`, form)).status).toBe(302);
	const response = await update();
	expect(response.status).toBe(409);
	const said = textOf(await response.text());
	expect(said).toMatch(/Email Now new@mail\.example .*Yours ada@mail\.example/);
	expect((await submission()).data).toMatchObject({ email: "new@mail.example", surname: "Okafor" });
});

test("gives a draft the version of its page, even when it begins after a colleague saved", async () => {
	const form = openForm(await read("?section=personal"), "edit-form");
	await letColleagueSave({ aura: "red" });
	await send("documents", "next", { note: "Begun on what is there now" });
	expect(await draft()).toMatchObject({ version: 2 });
	form.set("~do", "next");
	await fixture.browser.post(`${fixture.edit}?section=personal`, form);
	expect(await draft()).toMatchObject({ version: 1 });
	expect((await update()).status).toBe(409);
});

test("keeps the edited version in the form when a page could not be saved", async () => {
	const form = openForm(await read("?section=personal"), "edit-form");
	await letColleagueSave({ aura: "red" });
	form.set("surname", "a".repeat(150_000));
	const response = await fixture.browser.post(`${fixture.edit}?section=personal`, form);
	expect(response.status).toBe(422);
	expect(openForm(await response.text(), "edit-form").get("~version")).toBe("1");
});

test("refuses a form with a guessed token, and one with an unreadable body", async () => {
	const form = openForm(await read("?section=personal"), "edit-form");
	form.set("csrf", "guessed");
	expect((await fixture.browser.post(`${fixture.edit}?section=personal`, form)).status).toBe(403);
	const bare = await fixture.browser.post(`${fixture.edit}?section=personal`, "--y", {
		headers: { "content-type": "multipart/form-data; boundary=x" },
	});
	expect(bare.status).toBe(400);
	expect(await draft()).toBeUndefined();
});

test("ignores fields that the page does not have", async () => {
	await send("personal", "next", {
		school: "Smuggled",
		organisationId: "x",
		"~field.x": "y",
		nobody: "z",
		aura: "green",
	});
	expect((await draft())?.data).toEqual({ aura: "green" });
});

test("refuses an answer beyond the maximum length beside its field, and returns everything typed", async () => {
	const surname = "a".repeat(150_000);
	const response = await send("personal", "next", { surname, aura: "green" });
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "surname")).toBe("This is too long.");
	const form = openForm(page, "edit-form");
	expect([form.get("surname"), form.get("aura")]).toEqual([surname, "green"]);
});

test("leaves out a megabyte of text, names its field, and keeps the former answer and the other values", async () => {
	const response = await send("personal", "next", { surname: "a".repeat(1_100_000), aura: "green" });
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "surname")).toBe("This is too long. Shorten it.");
	const form = openForm(page, "edit-form");
	expect([form.get("surname"), form.get("aura")]).toEqual(["Okafor", "green"]);
	expect((await draft())?.data).toEqual({ aura: "green" });
});

test("leaves out only the longest of several long texts", async () => {
	const typed = { aura: "a".repeat(450_000), surname: "b".repeat(800_000), nin: "c".repeat(500_000) };
	const response = await send("personal", "next", { ...typed, email: "eze@mail.example" });
	const page = await response.text();
	expect([errorsOf(page, "surname"), errorsOf(page, "aura")]).toEqual([
		"This is too long. Shorten it.",
		"This is too long.",
	]);
	const form = openForm(page, "edit-form");
	expect([form.get("aura"), form.get("email")]).toEqual([typed.aura, "eze@mail.example"]);
});

test("shows script in an answer as text, in the wizard and in the preview", async () => {
	const hostile = `"><script>alert(1)</script>`;
	await send("personal", "next", { surname: hostile });
	expect(openForm(await read("?section=personal"), "edit-form").get("surname")).toBe(hostile);
	expect(await read("?section=preview")).not.toContain("<script>alert(1)");
});

test("does not find an applicant of another organisation, without a form, or deleted meanwhile", async () => {
	const other = await openFixture();
	const theirs = `/${fixture.organisationId}/applicants/${other.applicant.id}/edit?section=personal`;
	const absent = await fixture.browser.get(theirs);
	expect(absent.status).toBe(404);
	// why: the wizard has no navigation, but a page without anything to edit needs a link elsewhere.
	expect(tagsOf(await absent.text(), "nav").some((nav) => nav.includes('aria-label="Main"'))).toBe(true);
	const form = openForm(await read("?section=personal"), "edit-form");
	form.set("~do", "next");
	form.set("surname", "Taken over");
	expect((await fixture.browser.post(theirs, form)).status).toBe(404);

	await testDb().update(applicants).set({ submissionId: null }).where(eq(applicants.id, fixture.applicant.id));
	expect((await fixture.browser.get(`${fixture.edit}?section=personal`)).status).toBe(404);
	await testDb().delete(applicants).where(eq(applicants.id, fixture.applicant.id));
	const gone = await fixture.browser.post(`${fixture.edit}?section=personal`, form);
	expect(gone.status).toBe(404);
	expect(textOf(await gone.text())).toContain("This applicant does not exist, or has no form to edit.");
});

test("refuses the wizard to users who may not see applicants", async () => {
	const { browser, csrf } = await signedInBrowser(
		await createStaff({ organisationId: fixture.organisationId, privileges: ["courses:r"] }),
	);
	expect((await browser.get(`${fixture.edit}?section=personal`)).status).toBe(403);
	expect((await browser.post(`${fixture.edit}?section=personal`, { csrf, "~do": "update" })).status).toBe(403);
});
