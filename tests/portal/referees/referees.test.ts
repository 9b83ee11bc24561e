import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createReferee,
	testDb,
} from "#tests/support/factories";
import { errorsOf, formOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { referees } from "#worker/database/schema/applicants";
import { outboxMails } from "#worker/database/schema/records";

const layout: FormLayout = {
	sections: [
		{
			id: "reference",
			title: "Academic reference",
			refereeSectionType: "academic",
			rows: [
				{
					id: "row",
					cols: [
						{ fieldId: "report", type: "textarea", props: { label: "Your report", required: true } },
						{ fieldId: "opinion", type: "wysiwyg", props: { label: "In short" } },
					],
				},
			],
		},
	],
};

const openFixture = async (privileges?: readonly string[]) => {
	const { id: organisationId } = await createOrganisation();
	const applicant = await createApplicant(await createApplication(organisationId, { layout }));
	const staff = await createStaff({ organisationId, ...(privileges && { privileges }) });
	const { browser, csrf } = await signedInBrowser(staff);
	const sheet = `/${organisationId}/applicants/${applicant.id}`;
	const path = `${sheet}/referees`;
	return {
		applicant,
		browser,
		csrf,
		sheet,
		path,
		organisationId,
		show: async (address = path) => (await browser.get(address)).text(),
		mails: async () =>
			(await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId))).map(
				({ recipient }) => recipient,
			),
	};
};

/** Returns the page's forms that ask referees again. */
const askingForms = (html: string) =>
	[...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)]
		.map(([whole]) => whole)
		.filter((form) => form.includes('name="referee"'));

test("shows the tab only for an applicant with referees", async () => {
	const { show, sheet, path, applicant } = await openFixture();
	expect(linkOf(await show(sheet), "Referee 1")).toBeUndefined();
	expect(textOf(await show())).toContain("No referees");
	await createReferee(applicant);
	const html = await show(`${sheet}?view=full`);
	expect(linkOf(html, "Referee 1")).toBe(`${path}?view=full`);
});

test("lists each referee with their status and answers", async () => {
	const { applicant, show } = await openFixture();
	await createReferee(applicant, { name: "Dr Musa Danjuma", kind: "academic", phone: "0800 123 4567" });
	const data = { report: "She is <b>careful</b>.", opinion: "<p>Kind<script>alert(1)</script></p>", old: "Kept" };
	const given = { status: "submitted", answeredAt: Date.UTC(2026, 10, 12, 9), data, kind: "academic" };
	await createReferee(applicant, { name: "Prof. Ọlá Bello", ...given });
	await createReferee(applicant, { name: "Mr Silent", ...given, data: null });
	const html = await show();
	const text = textOf(html);
	expect(text).toContain("2 of 3 references received.");
	expect(text).toMatch(/Mr Silent Submitted .* They left every question blank\./);
	expect(text).toMatch(/Dr Musa Danjuma Not Submitted \S+@college\.example · 0800 123 4567 Asked November 1st 2026/);
	expect(text).toMatch(/Prof\. Ọlá Bello Submitted .*Answered November 12th 2026, 10:00/);
	expect(text).toMatch(/Academic reference Your report She is <b>careful<\/b>\. In short Kind Other answers old Kept/);
	expect(html).not.toMatch(/<script>alert|<b>careful/);
	expect(html).toMatch(
		/<section tabindex="0" aria-label="Reference by Prof\. Ọlá Bello" class="max-h-100 overflow-y-auto/,
	);
	const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
	expect(new Set(ids).size, "two referees of one section share no id").toBe(ids.length);
});

test("asks one referee again by their button, and shows the result beside their name", async () => {
	const { applicant, browser, path, csrf, show, mails, sheet } = await openFixture();
	const [first, second] = [
		await createReferee(applicant, { kind: "academic" }),
		await createReferee(applicant, { kind: "academic" }),
	];
	const html = await show();
	const [all, one] = askingForms(html);
	expect(textOf(all ?? "")).toBe("Renotify all 2");
	expect(textOf(one ?? "")).toBe(`Renotify ${first.name}`);
	const fields = { csrf, referee: first.id, idempotencyKey: "key-of-the-page-0" };
	const response = await browser.post(path, fields);
	expect(response.status).toBe(200);
	const page = textOf(await response.text());
	expect(page).toContain("1 referee was asked again.");
	expect(page).toMatch(new RegExp(`${first.name} Not Submitted .* Asked again .*${second.name} Not Submitted`));
	expect(page.match(/Asked again/g)).toHaveLength(1);
	// why: a reload sends the form again.
	await browser.post(path, fields);
	expect(await mails()).toEqual([first.email]);
	expect(textOf(await show(`${sheet}/activity-log`))).toContain(`${first.name} was asked again for a reference`);
});

test("asks all who have not submitted at once, and shows each result", async () => {
	const { applicant, browser, path, csrf, mails } = await openFixture();
	const good = await createReferee(applicant, { kind: "academic" });
	const bad = await createReferee(applicant, { kind: "academic", email: "nowhere" });
	const odd = await createReferee(applicant, { kind: "musical" });
	const response = await browser.post(path, {
		csrf,
		referee: [good.id, bad.id, odd.id],
		idempotencyKey: "key-all-0001",
	});
	const page = textOf(await response.text());
	expect(page).toContain("1 referee was asked again, 2 could not be asked.");
	expect(page).toContain("Not asked The mail could not be sent. Check the address.");
	expect(page).toContain("Not asked The form has no questions for this referee.");
	expect(await mails()).toEqual([good.email]);
});

test("refuses a form with no referee, with too many or with another applicant's, and asks nobody", async () => {
	const { applicant, browser, path, csrf, mails } = await openFixture();
	await createReferee(applicant, { kind: "academic" });
	const theirs = await createReferee((await openFixture()).applicant, { kind: "academic" });
	const posted = async (referee: string[]) => {
		const response = await browser.post(path, { csrf, referee });
		return { status: response.status, text: textOf(await response.text()) };
	};
	const none = await posted([]);
	expect([none.status, none.text.includes("Choose a referee")]).toEqual([422, true]);
	const many = await posted(Array.from({ length: 101 }, (_, n) => `r${n}`));
	expect([many.status, many.text.includes("At most 100 referees can be asked at a time.")]).toEqual([422, true]);
	const strange = await posted(["../../etc/passwd"]);
	expect(strange.status).toBe(422);
	const other = await posted([theirs.id]);
	expect(other.text).toContain("No referee was asked again, 1 is no longer there.");
	expect(await mails()).toEqual([]);
});

test("shows no button to read-only users, and refuses their request", async () => {
	const { applicant, browser, path, csrf, show, mails } = await openFixture(["candidate:r"]);
	const referee = await createReferee(applicant, { kind: "academic" });
	expect(askingForms(await show())).toEqual([]);
	expect((await browser.post(path, { csrf, referee: referee.id })).status).toBe(403);
	expect(await mails()).toEqual([]);
});

test("does not find another institution's applicant, and refuses another session's form", async () => {
	const [mine, theirs] = [await openFixture(), await openFixture()];
	await createReferee(theirs.applicant);
	const foreign = `/${mine.organisationId}/applicants/${theirs.applicant.id}/referees`;
	expect((await mine.browser.get(foreign)).status).toBe(404);
	const referee = await createReferee(mine.applicant, { kind: "academic" });
	const response = await mine.browser.post(mine.path, { csrf: theirs.csrf, referee: referee.id });
	expect(response.status).toBe(403);
});

const typed = { name: "Prof. Ọlá Bello", email: "ola@college.example", phone: "0800 2", reason: "Mistyped" };

test("corrects a referee from the tab, keeps what was typed beside an error, and says when they are asked", async () => {
	const { applicant, browser, path, show, sheet } = await openFixture();
	const referee = await createReferee(applicant, { kind: "academic" });
	const dialog = `${path}/${referee.id}`;
	expect(linkOf(await show(`${path}?q=ada`), `Correct ${referee.name}`)).toBe(`${dialog}?q=ada`);
	const form = formOf(await show(dialog), "correct-referee");
	expect(form).toMatchObject({ name: referee.name, email: referee.email, seenEmail: referee.email, reason: "" });
	const wrong = await browser.post(dialog, { ...form, ...typed, email: "ola", reason: "" });
	const page = await wrong.text();
	expect([wrong.status, errorsOf(page, "email"), errorsOf(page, "reason")]).toEqual([
		422,
		"Invalid Email Address",
		"Enter the reason",
	]);
	expect(formOf(page, "correct-referee")).toMatchObject({ name: typed.name, email: "ola" });
	const sent = await browser.post(`${dialog}?q=ada`, { ...formOf(page, "correct-referee"), ...typed });
	expect([sent.status, sent.headers.get("location")]).toEqual([302, `${path}?q=ada`]);
	const after = textOf(await show());
	expect(after).toContain(`${typed.name} is asked at ${typed.email} in 30 seconds`);
	expect(after).toContain(`${typed.email} · 0800 2`);
	expect(textOf(await show(`${sheet}/activity-log`))).toContain(
		`Referee corrected: ${referee.name}, ${referee.email} is now ${typed.name}, ${typed.email}. Mistyped`,
	);
});

test("refuses the correction of a referee that a colleague has corrected since, and names the address", async () => {
	const { applicant, browser, path, show } = await openFixture();
	const referee = await createReferee(applicant, { kind: "academic" });
	const form = formOf(await show(`${path}/${referee.id}`), "correct-referee");
	await testDb().update(referees).set({ email: "new@college.example" }).where(eq(referees.id, referee.id));
	const response = await browser.post(`${path}/${referee.id}`, { ...form, ...typed });
	const page = await response.text();
	expect(response.status).toBe(409);
	expect(textOf(page)).toContain(`Now it is ${referee.name}, new@college.example.`);
	expect(formOf(page, "correct-referee")).toMatchObject({ name: typed.name, seenEmail: "new@college.example" });
});

test("removes a referee after a question, and adds one where the form asks for one", async () => {
	const { applicant, browser, path, show, sheet } = await openFixture();
	const referee = await createReferee(applicant, { kind: "academic" });
	expect(linkOf(await show(), "Add referee")).toBeUndefined();
	const removal = linkOf(await show(), `Remove ${referee.name}`) ?? "";
	const removed = await browser.post(removal, { ...formOf(await show(removal), "remove-referee"), reason: "Twice" });
	expect([removed.status, removed.headers.get("location")]).toEqual([302, sheet]);
	const bare = await show(sheet);
	expect(textOf(bare)).toContain(`${referee.name} was removed`);
	expect(linkOf(bare, "Add referee")).toBe(`${path}/new`);
	const form = formOf(await show(`${path}/new`), "add-referee");
	const added = await browser.post(`${path}/new`, { ...form, ...typed, kind: "academic" });
	expect([added.status, added.headers.get("location")]).toEqual([302, path]);
	const html = await show();
	expect(textOf(html)).toMatch(/Prof\. Ọlá Bello Not Submitted/);
	expect(linkOf(html, "Add referee")).toBeUndefined();
	expect(textOf(await show(`${path}/new`))).toContain("All referees that the form asks for are named.");
});

test("does not change a referee who has given the reference, nor for users who may only read", async () => {
	const { applicant, browser, path, show } = await openFixture();
	const given = { status: "submitted", answeredAt: 1, data: { report: "Careful." }, kind: "academic" };
	const referee = await createReferee(applicant, given);
	expect(linkOf(await show(), `Correct ${referee.name}`)).toBeUndefined();
	for (const dialog of [`${path}/${referee.id}`, `${path}/${referee.id}/remove`]) {
		const html = await show(dialog);
		expect(textOf(html)).toContain("so they can no longer be corrected or removed");
		const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
		expect((await browser.post(dialog, { csrf, ...typed })).status).toBe(409);
	}
	expect((await browser.get(`${path}/nobody`)).status).toBe(404);
	const reader = await openFixture(["candidate:r"]);
	const theirs = await createReferee(reader.applicant, { kind: "academic" });
	expect(linkOf(await reader.show(), `Correct ${theirs.name}`)).toBeUndefined();
	for (const dialog of ["new", theirs.id, `${theirs.id}/remove`])
		expect((await reader.browser.get(`${reader.path}/${dialog}`)).status).toBe(403);
});
