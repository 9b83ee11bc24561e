import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants, letters } from "#worker/database/schema/applicants";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const [, review] = application.steps;
	const ada = await createApplicant(application, { firstName: "Ada" });
	const bola = await createApplicant(application, { firstName: "Bola", stepId: review?.id });
	const chidi = await createApplicant(application, { firstName: "Chidi", stepId: review?.id });
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	return { organisationId, application, review, ada, bola, chidi, browser, base: `/${organisationId}/applicants` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});
const pageOf = async (path: string) => (await fixture.browser.get(path)).text();

const createTemplate = async (values: Partial<typeof templates.$inferInsert>) => {
	const { organisationId } = fixture;
	const id = `${organisationId}-${values.name}`;
	const row = { organisationId, id, name: "", type: "email" as const, content: "", createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(templates)
		.values({ ...row, ...values });
	return id;
};

/** Fills in the dialog as the page shows it and presses one of its buttons. */
const press = async (path: string, intent: string, fields: Record<string, string | File> = {}, page?: string) => {
	const form = openForm(page ?? (await pageOf(path)), "send-email");
	for (const [name, value] of Object.entries({ ...fields, intent })) form.set(name, value);
	return fixture.browser.post(path, form);
};
const written = { subject: "Your documents", message: "Dear {{firstName}},\n\nplease bring them." };

const mailsTo = () =>
	testDb()
		.select({ applicantId: emails.applicantId, subject: mailings.subject, content: mailings.content })
		.from(emails)
		.innerJoin(mailings, eq(mailings.id, emails.mailingId))
		.where(eq(emails.organisationId, fixture.organisationId));
const writtenTo = () => mailsTo().then((mails) => mails.map(({ applicantId }) => applicantId).sort());

const radiosOf = (html: string) =>
	tagsOf(html, "input")
		.filter((tag) => tag.includes('type="radio"'))
		.map((tag) => [/value="(\w+)"/.exec(tag)?.[1], /\schecked/.test(tag) ? "checked" : ""].join(" ").trim());

test("previews a mail, sends it and returns to where it was opened", async () => {
	const path = `${fixture.base}/${fixture.ada.id}/email?from=activity-log&view=full`;
	const page = await pageOf(path);
	expect(textOf(page)).toContain("Send Email To Ada");
	expect(linkOf(page, "Close") ?? linksOf(page).find((link) => link.endsWith("/activity-log?view=full"))).toBeDefined();

	const shown = await (await press(path, "preview", written)).text();
	expect(textOf(shown)).toContain("To 1 applicant");
	expect(textOf(shown)).toMatch(/The mail|Your documents To Ada .* Dear Ada, please bring them\./);
	const kept = openForm(shown, "send-email");
	expect([kept.get("subject"), kept.get("message")]).toEqual([written.subject, written.message]);

	const sent = await press(path, "send", {}, shown);
	expect([sent.status, sent.headers.get("location")]).toEqual([
		302,
		`${fixture.base}/${fixture.ada.id}/activity-log?view=full`,
	]);
	expect(textOf(await pageOf(sent.headers.get("location") ?? ""))).toContain("Email is being sent Show delivery");
	expect(await mailsTo()).toEqual([
		{
			applicantId: fixture.ada.id,
			subject: written.subject,
			content: "<p>Dear {{firstName}},</p><p>please bring them.</p>",
		},
	]);
});

test("sends one email when the same form is sent twice", async () => {
	const path = `${fixture.base}/${fixture.ada.id}/email`;
	const page = await pageOf(path);
	const responses = await Promise.all([press(path, "send", written, page), press(path, "send", written, page)]);
	expect(responses.map(({ status }) => status)).toEqual([302, 302]);
	expect(await mailsTo()).toHaveLength(1);
});

test("shows an empty subject's error beside the field, and keeps the message", async () => {
	const path = `${fixture.base}/${fixture.ada.id}/email`;
	const response = await press(path, "send", { ...written, subject: " " });
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "subject")).toBe("Kindly enter the subject of your email");
	expect(openForm(page, "send-email").get("message")).toBe(written.message);
	const empty = await (await press(path, "send")).text();
	expect(errorsOf(empty, "message")).toBe("Kindly enter the message of your email");
	expect(await mailsTo()).toEqual([]);
});

test("names an unknown merge field, or one that is not closed, beside the text that contains it", async () => {
	const path = `${fixture.base}/${fixture.ada.id}/email`;
	for (const intent of ["preview", "send"]) {
		const response = await press(path, intent, { subject: "For {{fristName}}", message: "Dear" });
		expect(response.status).toBe(422);
		expect(errorsOf(await response.text(), "subject")).toContain("{{fristName}}");
	}
	for (const field of ["{{fristName}}", "{{firstName"]) {
		const response = await press(path, "send", { subject: "Hello", message: `Dear ${field}` });
		expect(errorsOf(await response.text(), "message")).toContain(field);
	}
	expect(await mailsTo()).toEqual([]);
});

test("refuses the comment of a stage change, and says so as soon as a template brings it", async () => {
	const path = `${fixture.base}/${fixture.ada.id}/email`;
	const needsComment = "The message has {{comment}}, which only a stage change fills.";
	const id = await createTemplate({ name: "Documents", subject: "Documents", content: "<p>{{comment}}</p>" });
	const filled = await press(path, "template", { template: id });
	expect(filled.status).toBe(200);
	expect(errorsOf(await filled.text(), "message")).toContain(needsComment);
	for (const intent of ["preview", "send"]) {
		const response = await press(path, intent, { subject: "Documents", message: "See {{comment}}" });
		expect(response.status).toBe(422);
		expect(errorsOf(await response.text(), "message")).toContain(needsComment);
	}
	expect(await mailsTo()).toEqual([]);
});

test("attaches each applicant's letter, after a warning that counts and names who has none", async () => {
	const { organisationId, ada, bola, base } = fixture;
	expect(await pageOf(`${base}/${ada.id}/email`)).not.toContain('name="withLetter"');
	const letterUrl = `/${organisationId}/applicants/${ada.id}/letters/letter-${ada.id}`;
	await testDb().update(applicants).set({ letterUrl }).where(eq(applicants.id, ada.id));
	await testDb()
		.insert(letters)
		.values({
			organisationId,
			id: `letter-${ada.id}`,
			applicantId: ada.id,
			templateId: "t",
			templateName: "Admission letter",
			objectKey: "k",
			size: 9,
			createdBy: "u",
			createdByName: "Musa",
			createdAt: 1,
		});
	expect(await pageOf(`${base}/${ada.id}/email`)).toContain('name="withLetter"');
	const path = listPath({}, [ada.id, bola.id]);
	const refused = await press(path, "send", { ...written, withLetter: "on" });
	const shown = await refused.text();
	expect(refused.status).toBe(422);
	expect(textOf(shown)).toMatch(/1 applicant has no offer letter and would get the email without one: Bola/);
	const ofAda = await (await press(path, "preview", { shownFor: ada.id }, shown)).text();
	expect(textOf(ofAda)).toMatch(/To Ada .*Admission letter\.pdf/);
	expect((await press(path, "send", {}, ofAda)).status).toBe(302);
	const sent = await testDb().select().from(emails).where(eq(emails.organisationId, organisationId));
	expect(sent.map(({ applicantId, letterId }) => [applicantId, letterId]).sort()).toEqual(
		[
			[ada.id, `letter-${ada.id}`],
			[bola.id, null],
		].sort(),
	);
});

test("sends empty merge fields only after a warning that names them and counts the applicants", async () => {
	const { base, chidi } = fixture;
	await testDb().update(applicants).set({ middleName: null }).where(eq(applicants.id, chidi.id));
	const typed = { subject: "Hello", message: "Dear {{middleName}}, {{signatoryName}}", to: "all" };
	const warning =
		/2 merge fields are empty, and would read “--\/--”: Middle name for 1 applicant Signatory's name for 3 applicants/;
	const refused = await press(`${base}/email`, "send", typed);
	expect(refused.status).toBe(422);
	const shown = await refused.text();
	expect(textOf(shown)).toContain("Some merge fields are empty. Look at the preview, then send.");
	expect(textOf(shown)).toMatch(warning);
	expect(await mailsTo()).toEqual([]);
	expect(textOf(await (await press(`${base}/email`, "preview", typed)).text())).toMatch(warning);
	expect((await press(`${base}/email`, "send", {}, shown)).status).toBe(302);
	expect(await writtenTo()).toHaveLength(3);
});

test("offers only merge fields that have a value for the applicant or the institution", async () => {
	const { base, chidi } = fixture;
	await testDb().update(applicants).set({ middleName: null }).where(eq(applicants.id, chidi.id));
	const ofOne = textOf(await pageOf(`${base}/${chidi.id}/email`));
	expect(ofOne).toContain("{{firstName}}");
	for (const field of ["{{comment}}", "{{middleName}}", "{{signatoryName}}"]) expect(ofOne).not.toContain(field);
	const ofList = textOf(await pageOf(`${base}/email`));
	expect(ofList).toContain("{{middleName}}");
	expect(ofList).not.toContain("{{signatoryName}}");
});

test("sends without a word where every recipient has the fields", async () => {
	const { base, ada } = fixture;
	const typed = { subject: "Hello", message: "Dear {{middleName}}" };
	expect((await press(`${base}/${ada.id}/email`, "send", typed)).status).toBe(302);
});

test("fills in subject and message from an active template", async () => {
	const id = await createTemplate({ name: "Missing", subject: "One more document", content: "<p>Dear</p><p>bye</p>" });
	await createTemplate({ name: "Old", active: false });
	await createTemplate({ name: "Letter", type: "document" });
	const path = `${fixture.base}/${fixture.ada.id}/email`;
	const page = await pageOf(path);
	expect(optionsOf(page, "template")).toEqual(["Choose a template", "Missing"]);
	const filled = await (await press(path, "template", { template: id }, page)).text();
	const form = openForm(filled, "send-email");
	expect([form.get("subject"), form.get("message")]).toEqual(["One more document", "<p>Dear</p>\n<p>bye</p>"]);
	expect((await press(path, "send", {}, filled)).status).toBe(302);
	const [mailing] = await testDb().select().from(mailings).where(eq(mailings.organisationId, fixture.organisationId));
	expect([mailing?.templateId, mailing?.subject]).toEqual([id, "One more document"]);
	const none = await press(path, "template");
	expect(errorsOf(await none.text(), "template")).toBe("Choose a template");
});

test("sends files with the email, and says when they have to be chosen again", async () => {
	const path = `${fixture.base}/${fixture.ada.id}/email`;
	const attachments = new File(["%PDF-1.4\n%%EOF"], "slip.pdf", { type: "application/pdf" });
	const shown = textOf(await (await press(path, "preview", { ...written, attachments })).text());
	expect(shown).toContain("A page cannot keep chosen files. Choose this one again: slip.pdf");
	expect((await press(path, "send", { ...written, attachments })).status).toBe(302);
	const kept = await testDb().select({ name: mailingAttachments.name }).from(mailingAttachments);
	expect(kept).toEqual([{ name: "slip.pdf" }]);
});

test("names a file that is too large beside the field, and sends nothing", async () => {
	const path = `${fixture.base}/${fixture.ada.id}/email`;
	const attachments = new File([new Uint8Array(10_000_001)], "film.pdf", { type: "application/pdf" });
	const response = await press(path, "send", { ...written, attachments });
	expect(response.status).toBe(413);
	const page = await response.text();
	expect(errorsOf(page, "attachments")).toContain("10 MB");
	expect(openForm(page, "send-email").get("message")).toBe(written.message);
	expect(await mailsTo()).toEqual([]);
});

test("refuses a message of 250,000 characters beside the field, and returns it whole", async () => {
	const message = `<p>${"<b>x</b>".repeat(31_250)}</p>`;
	for (const intent of ["preview", "send"]) {
		const response = await press(`${fixture.base}/${fixture.ada.id}/email`, intent, { ...written, message });
		expect(response.status).toBe(422);
		const page = await response.text();
		expect(errorsOf(page, "message")).toBe("The message can have at most 200,000 characters.");
		const form = openForm(page, "send-email");
		expect([form.get("subject"), form.get("message")]).toEqual([written.subject, message]);
	}
	expect(await mailsTo()).toEqual([]);
});

test("refuses ten megabytes of HTML beside the field, and keeps the other values", async () => {
	const path = listPath({ q: "a" }, [fixture.ada.id, fixture.chidi.id]);
	const page = await pageOf(path);
	const typed = { subject: written.subject, message: `<p>${"x".repeat(10_000_000)}</p>`, confirmed: "2", to: "all" };
	for (const intent of ["preview", "send"]) {
		const response = await press(path, intent, typed, page);
		expect(response.status).toBe(413);
		const refused = await response.text();
		expect(errorsOf(refused, "message")).toContain("at most 200,000 characters. Yours was too long to come back");
		const form = openForm(refused, "send-email");
		expect(["subject", "message", "confirmed", "to", "idempotencyKey"].map((name) => form.get(name))).toEqual([
			written.subject,
			"",
			"2",
			"all",
			openForm(page, "send-email").get("idempotencyKey"),
		]);
		expect(form.getAll("id")).toEqual([fixture.ada.id, fixture.chidi.id]);
	}
	expect(await mailsTo()).toEqual([]);
});

const listPath = (search: Record<string, string>, ids: readonly string[] = []) => {
	const params = new URLSearchParams({ application: fixture.application.id, ...search });
	for (const id of ids) params.append("id", id);
	return `${fixture.base}/email?${params}`;
};

test("preselects the selected applicants, otherwise all that the list shows", async () => {
	const { ada, bola, review } = fixture;
	const chosen = await pageOf(listPath({}, [ada.id, bola.id]));
	expect(textOf(chosen)).toContain("Selected (2)");
	expect(textOf(chosen)).toContain(`All of ${fixture.application.title} (3)`);
	expect(radiosOf(chosen)).toEqual(["selected checked", "all"]);
	expect(radiosOf(await pageOf(listPath({})))).toEqual(["selected", "all checked"]);
	const atStage = await pageOf(listPath({ stage: review?.id ?? "" }, [ada.id]));
	expect(textOf(atStage)).toContain("All at In review (2)");
	expect(radiosOf(atStage)).toEqual(["selected checked", "stage", "all"]);
	expect(radiosOf(await pageOf(listPath({ stage: "IN_REVIEW" })))).toEqual(["selected", "stage checked", "all"]);
	expect(textOf(await pageOf(listPath({ q: "Ada" })))).toContain("“All that match” follows the search");
});

/** Gives one of the two applicants in review another course. @returns the course's id */
const onlyBolaStudies = async () => {
	const { application, bola } = fixture;
	const courseId = application.courses[1]?.id ?? "";
	await testDb().update(applicants).set({ courseId }).where(eq(applicants.id, bola.id));
	return courseId;
};

test("preselects those that a searched or filtered list shows, and not their whole stage", async () => {
	const { base, review, bola } = fixture;
	const searched = `${base}/email?stage=${review?.id}&courses=${await onlyBolaStudies()}`;
	expect(radiosOf(await pageOf(searched))).toEqual(["selected", "matching checked", "stage", "all"]);
	await press(searched, "send", written);
	expect(await writtenTo()).toEqual([bola.id]);
});

test("preselects those of a list whose stage type several steps have", async () => {
	const { base, application, bola, chidi } = fixture;
	await testDb()
		.update(workflowSteps)
		.set({ type: "IN_REVIEW" })
		.where(eq(workflowSteps.id, application.steps[2]?.id ?? ""));
	const listed = `${base}/email?stage=IN_REVIEW`;
	expect(radiosOf(await pageOf(listed))).toEqual(["selected", "matching checked", "all"]);
	await press(listed, "send", written);
	expect(await writtenTo()).toEqual([bola.id, chidi.id].sort());
});

test("notifies again only those that a searched list shows", async () => {
	const { base, review, bola } = fixture;
	const id = await createTemplate({ name: "In review", subject: "In review", content: "<p>We are reading it.</p>" });
	await testDb()
		.update(workflowSteps)
		.set({ emailTemplateId: id, type: "SHORTLISTED" })
		.where(eq(workflowSteps.id, review?.id ?? ""));
	const path = `${base}/notify?stage=${review?.id}&courses=${await onlyBolaStudies()}`;
	const page = await pageOf(path);
	expect(textOf(page)).toContain("All 1 applicant that match");
	expect(textOf(page)).toContain("1 applicant at In review is sent “In review” again");
	const form = openForm(page, "bulk-notify");
	expect((await fixture.browser.post(path, form)).status).toBe(302);
	expect(await writtenTo()).toEqual([bola.id]);
});

test("previews a mail for a chosen recipient, and sends one to each", async () => {
	const { ada, chidi, application } = fixture;
	const path = listPath({ q: "a" }, [ada.id, chidi.id]);
	const shown = await (await press(path, "preview", written)).text();
	expect(textOf(shown)).toContain("To 2 applicants");
	const people = tagsOf(shown, "input").filter((tag) => /type="radio"/.test(tag) && /name="shownFor"/.test(tag));
	expect(people).toHaveLength(2);
	expect(textOf(shown)).toContain("1–2 of 2");
	const searched = await (await press(path, "preview-0", { keyword: "nobodyatall" }, shown)).text();
	expect(textOf(searched)).toContain("No recipient matches “nobodyatall”.");
	expect(textOf(searched), "the previewed recipient stays").toContain("Dear Chidi, please bring them.");
	expect(
		textOf(await (await press(path, "preview-1", {}, shown)).text()),
		"a page beyond the last shows no recipients",
	).toContain("0 of 2");
	const other = await (await press(path, "preview", { shownFor: chidi.id }, shown)).text();
	expect(textOf(other)).toContain("Dear Chidi, please bring them.");
	const sent = await press(path, "send", {}, other);
	expect([sent.status, sent.headers.get("location")]).toEqual([
		302,
		`${fixture.base}?application=${application.id}&q=a`,
	]);
	expect(await writtenTo()).toEqual([ada.id, chidi.id].sort());
});

test("sends to the applicants of one stage, or to all of the application", async () => {
	const { ada, bola, chidi, review } = fixture;
	await press(listPath({ stage: review?.id ?? "" }), "send", written);
	expect(await writtenTo()).toEqual([bola.id, chidi.id].sort());
	await press(listPath({ stage: review?.id ?? "" }), "send", { ...written, to: "all" });
	expect(await writtenTo()).toEqual([ada.id, bola.id, bola.id, chidi.id, chidi.id].sort());
});

test("treats an empty selection as nobody", async () => {
	const response = await press(listPath({}), "send", { ...written, to: "selected" });
	expect(response.status).toBe(422);
	expect(textOf(await response.text())).toContain("Choose at least one applicant.");
	expect(await mailsTo()).toEqual([]);
});

test("asks to type the number of recipients above 30", async () => {
	for (let index = 0; index < 28; index++) await createApplicant(fixture.application);
	const response = await press(listPath({}), "send", written);
	expect(response.status).toBe(422);
	const page = await response.text();
	expect(errorsOf(page, "confirmed")).toBe("Type 31: it goes to 31 applicants.");
	const wrong = await (await press(listPath({}), "send", { confirmed: "13" }, page)).text();
	expect(openForm(wrong, "send-email").get("confirmed")).toBe("13");
	expect((await press(listPath({}), "send", { confirmed: "31" }, wrong)).status).toBe(302);
	expect(await mailsTo()).toHaveLength(31);
});

test("sends nothing until the changed number of recipients was shown", async () => {
	const page = await pageOf(listPath({}));
	await createApplicant(fixture.application);
	const response = await press(listPath({}), "send", written, page);
	expect(response.status).toBe(409);
	const again = await response.text();
	expect(textOf(again)).toContain("The list has changed since you opened this. Review it again.");
	expect(textOf(again)).toContain(`All of ${fixture.application.title} (4)`);
	expect(await mailsTo()).toEqual([]);
	expect((await press(listPath({}), "send", {}, again)).status).toBe(302);
	expect(await mailsTo()).toHaveLength(4);
});

test("hides and refuses email without the privilege", async () => {
	const privileges = ["candidate:r", "candidate:u", "candiemail:r"];
	const { browser } = await signedInBrowser(await createStaff({ organisationId: fixture.organisationId, privileges }));
	for (const path of [`${fixture.base}/${fixture.ada.id}/email`, listPath({}, [fixture.ada.id])]) {
		const response = await browser.get(path);
		expect(response.status).toBe(403);
		expect(textOf(await response.text())).toContain("Access Denied");
	}
	for (const path of [fixture.base, `${fixture.base}/${fixture.ada.id}`, `${fixture.base}/${fixture.ada.id}/emails`]) {
		const page = await (await browser.get(path)).text();
		expect(textOf(page)).not.toMatch(/send email/i);
		expect(linksOf(page).join()).not.toContain("/email?");
	}
});

test("lets users who may only send email select, but not move applicants", async () => {
	const privileges = ["candidate:r", "candiemail:c"];
	const { browser } = await signedInBrowser(await createStaff({ organisationId: fixture.organisationId, privileges }));
	const page = await (await browser.get(`${fixture.base}?id=${fixture.ada.id}`)).text();
	expect(textOf(page)).toContain("1 selected Email More");
	expect(textOf(page)).not.toMatch(/Move (selected )?to stage/);
	const path = listPath({}, [fixture.ada.id]);
	const form = openForm(await (await browser.get(path)).text(), "send-email");
	for (const [name, value] of Object.entries({ ...written, intent: "send" })) form.set(name, value);
	expect((await browser.post(path, form)).status).toBe(302);
	expect(await writtenTo()).toEqual([fixture.ada.id]);
});

test("sends nothing to a missing applicant", async () => {
	expect((await fixture.browser.get(`${fixture.base}/nobody/email`)).status).toBe(404);
	const elsewhere = await createApplicant(await createApplication((await createOrganisation()).id));
	expect((await fixture.browser.get(`${fixture.base}/${elsewhere.id}/email`)).status).toBe(404);
});
