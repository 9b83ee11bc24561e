import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, createUser, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { whileUnreadable, whileUnwritable } from "#tests/support/unreadable";
import { tasks } from "#worker/database/schema/records";
import { reminders } from "#worker/database/schema/reminders";
import { templates } from "#worker/database/schema/workflows";

let organisationId: string;
let browser: Browser;
let staff: Awaited<ReturnType<typeof createStaff>>;
let application: Awaited<ReturnType<typeof createApplication>>;
const at = (path: string) => `/${organisationId}/${path}`;
const pageOf = async (path: string) => (await browser.get(path)).text();

const send = async (path: string, fields: Record<string, string>, id = "record") => {
	const form = openForm(await pageOf(path), id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return browser.post(path, form);
};

beforeEach(async () => {
	organisationId = (await createOrganisation()).id;
	staff = await createStaff({ organisationId });
	browser = (await signedInBrowser(staff)).browser;
	application = await createApplication(organisationId);
	await testDb()
		.insert(templates)
		.values({
			organisationId,
			id: `template-${organisationId}`,
			name: "Unfinished",
			type: "email",
			subject: "Hello",
			content: "<p>Hello</p>",
			createdAt: 1,
			updatedAt: 1,
		});
});

const reminder = () => ({ name: "Finish", audience: "incomplete", templateId: `template-${organisationId}` });

test("a reminder says before it is sent who it would write to, and when it is sent next", async () => {
	const applicant = await createApplicant(application, { hasForm: false });
	await createApplicant(application, { hasForm: false });
	await send(at("notifications/new"), reminder());
	const list = textOf(await pageOf(at("notifications")));
	expect(list).toMatch(/Finish Form not submitted 3 days after, 09:00 Last sent: Never Next: /);
	const dialog = linkOf(await pageOf(at("notifications")), "Finish") ?? "";
	const page = await pageOf(dialog);
	expect(textOf(page)).toMatch(/it would write to 2 people/);
	expect(linkOf(page, "Adaeze Chinonso Okafor")).toMatch(new RegExp(`/${organisationId}/applicants/applicant-`));
	expect(page).toContain(applicant.applicationNumber);
	const [{ id = "" } = {}] = await testDb()
		.select()
		.from(reminders)
		.where(eq(reminders.organisationId, organisationId));
	await testDb().update(reminders).set({ problem: "Its template is gone." }).where(eq(reminders.id, id));
	expect(textOf(await pageOf(at("notifications")))).toContain("Its template is gone.");
	expect(textOf(await pageOf(dialog))).toContain("Its template is gone.");
	const limited = await signedInBrowser(await createStaff({ organisationId, privileges: ["appreport:r"] }));
	expect(textOf(await (await limited.browser.get(dialog)).text())).not.toContain("it would write to");
});

test("a reminder that could not be sent is refused beside its field, and what was typed is kept", async () => {
	const wrong = { ...reminder(), audience: "deadline", timing: "after", days: "5" };
	const refused = await send(at("notifications/new"), wrong);
	const page = await refused.text();
	expect([refused.status, errorsOf(page, "timing")]).toEqual([422, expect.stringContaining("Choose days before")]);
	expect(openForm(page, "record").get("days")).toBe("5");
	const unwise = await send(at("notifications/new"), { ...reminder(), days: "soon", time: "9" });
	const again = await unwise.text();
	expect(errorsOf(again, "days")).toBe("Enter a whole number of days from 0 to 365");
	expect(errorsOf(again, "time")).toBe("Enter a time such as 09:00");
});

test("a schedule names its recipients, is sent now at their request, and asks for what it lacks", async () => {
	const colleague = await createUser({
		organisationId,
		firstName: "Zainab",
		lastName: "Musa",
		privileges: ["appreport:r"],
	});
	const fields = { name: "Weekly", applicationId: application.id, frequency: "weekly" };
	const lacking = await send(at("notifications/reports/new"), fields);
	expect(errorsOf(await lacking.text(), "recipients")).toBe("Choose who gets the report");
	const path = at("notifications/reports/new");
	const form = openForm(await pageOf(path), "record");
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	for (const { id } of [staff, colleague]) form.append("recipients", id);
	const noDay = await browser.post(path, form);
	const page = await noDay.text();
	expect(errorsOf(page, "weekday")).toBe("Choose the weekday of a weekly report.");
	const kept = openForm(page, "record");
	expect(kept.getAll("recipients").sort()).toEqual([staff.id, colleague.id].sort());
	kept.set("weekday", "5");
	expect((await browser.post(path, kept)).status).toBe(302);
	expect(textOf(await pageOf(at("notifications/reports")))).toMatch(
		/Weekly .* Every Friday, 08:00 Last sent: Never Next: /,
	);
	const dialog = linkOf(await pageOf(at("notifications/reports")), "Weekly") ?? "";
	expect(linkOf(await pageOf(dialog), "Send now")).toBe(`${dialog}/send`);
	expect(textOf(await pageOf(`${dialog}/send`))).toContain("Zainab Musa");
	const sent = await send(`${dialog}/send`, {}, "send-report");
	expect(sent.headers.get("location")).toBe(at("notifications/reports"));
	expect(textOf(await pageOf(at("notifications/reports")))).toContain("The report is being sent to 2 people");
	const started = await testDb()
		.select()
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.type, "APPLICATION_REPORT")));
	expect(started.map(({ createdBy }) => createdBy).sort()).toEqual([staff.id, colleague.id].sort());
	const soon = await send(`${dialog}/send`, {}, "send-report");
	expect([soon.status, textOf(await soon.text())]).toEqual([409, expect.stringContaining("Wait a minute")]);
	expect(textOf(await pageOf(`${dialog}/history`))).toMatch(/Who gets it .*Zainab Musa/);
});

describe.each([
	{ path: "notifications", word: "Reminder", table: "reminders" },
	{ path: "notifications/reports", word: "Schedule", table: "report_schedules" },
])("what is said of a $word", ({ path, word, table }) => {
	const create = async () => {
		const fields =
			word === "Reminder" ? reminder() : { name: "Daily", applicationId: application.id, recipients: staff.id };
		const saved = await send(at(`${path}/new`), fields);
		expect(saved.status).toBe(302);
		return linkOf(await pageOf(at(path)), fields.name) ?? "";
	};
	const said = async (response: Response) => [response.status, textOf(await response.text())];

	test("that does not exist, or is deleted by a colleague meanwhile", async () => {
		for (const page of ["", "/history"])
			expect(await said(await browser.get(at(`${path}/nobody${page}`)))).toEqual([
				404,
				expect.stringContaining(`Failed to Fetch ${word}`),
			]);
		expect(await said(await browser.get(at(`${path}/nobody/delete`)))).toEqual([
			404,
			expect.stringContaining(`Failed to delete ${word}`),
		]);
		const question = `${await create()}/delete`;
		const form = openForm(await pageOf(question), "delete-record");
		expect((await browser.post(question, form)).status).toBe(302);
		expect(await said(await browser.post(question, form))).toEqual([
			404,
			expect.stringContaining(`Failed to delete ${word}`),
		]);
	});

	test("that cannot be created, changed, deleted or read, because something failed", async () => {
		const dialog = await create();
		const answers = [
			[at(`${path}/new`), "record", `Failed to Save ${word}`],
			[dialog, "record", `Failed to update ${word}`],
			[`${dialog}/delete`, "delete-record", `Failed to delete ${word}`],
		] as const;
		const forms = await Promise.all(answers.map(async ([page, id]) => openForm(await pageOf(page), id)));
		const fields = word === "Reminder" ? reminder() : { applicationId: application.id, recipients: staff.id };
		for (const form of forms.slice(0, 2))
			for (const [name, value] of Object.entries({ ...fields, name: "Another" })) form.set(name, value);
		await whileUnwritable(table, async () => {
			for (const [place, [page, , text]] of answers.entries())
				expect(await said(await browser.post(page, forms[place] ?? {}))).toEqual([500, expect.stringContaining(text)]);
		});
		await whileUnreadable(table, async () => {
			for (const page of [dialog, at(path)])
				expect(await said(await browser.get(page))).toEqual([500, expect.stringContaining(`Failed to Fetch ${word}`)]);
		});
	});
});

test("what is said of a location that does not exist", async () => {
	for (const [page, failed] of [
		["", "Failed to Fetch Organization Location"],
		["/history", "Failed to Fetch Organization Location"],
		["/delete", "Failed to delete Organization Location"],
	]) {
		const response = await browser.get(at(`locations/nobody${page}`));
		expect([response.status, textOf(await response.text())]).toEqual([404, expect.stringContaining(failed ?? "")]);
	}
});

test("what is said of a location that cannot be saved", async () => {
	const form = openForm(await pageOf(at("locations/new")), "record");
	form.set("name", "Ikeja");
	await whileUnwritable("locations", async () => {
		const response = await browser.post(at("locations/new"), form);
		expect([response.status, textOf(await response.text())]).toEqual([
			500,
			expect.stringContaining("Failed to Save Organization Location"),
		]);
	});
});
