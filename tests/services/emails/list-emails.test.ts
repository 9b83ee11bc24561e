import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openMailFixture } from "#tests/services/emails/mail-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import { replacing } from "#tests/support/replacing";
import { applicants } from "#worker/database/schema/applicants";
import { emails } from "#worker/database/schema/emails";

describe("an applicant's emails", () => {
	it("are listed newest first in pages, without those of another applicant", async () => {
		const { write, staff, ids } = await openMailFixture();
		for (const subject of ["one", "two", "three"]) {
			await write({ subject });
			staff.clock.advance(1_000);
		}
		await write({ subject: "to another", candidateIds: [ids[1]] });
		const page = async (query: string) => (await staff.get<Page>(`/email/candidates/${ids[0]}${query}`)).body;
		expect(await page("?size=2")).toMatchObject({
			resultTotal: 3,
			page: 0,
			size: 2,
			data: [{ subject: "three" }, { subject: "two" }],
		});
		expect(await page("?size=2&page=1")).toMatchObject({ data: [{ subject: "one" }] });
	});

	it("are empty for an applicant without emails, and respond 404 for an unknown applicant", async () => {
		const { staff } = await openMailFixture();
		const applicant = await createApplicant(staff.application);
		expect((await staff.get(`/email/candidates/${applicant.id}`)).body).toMatchObject({ data: [], resultTotal: 0 });
		expect((await staff.get("/email/candidates/nobody")).status).toBe(404);
	});

	it("show what will be sent, and later what was sent", async () => {
		const { write, deliver, staff, ids, emailsOf } = await openMailFixture({ applicants: 1 });
		const rename = (firstName: string) =>
			testDb()
				.update(applicants)
				.set({ firstName, email: `${firstName.toLowerCase()}@mail.example` })
				.where(eq(applicants.id, ids[0] ?? ""));
		await write();
		await rename("Ada<b>");
		const queued = {
			status: "QUEUED",
			subject: "Your screening, Eze0",
			message: "<p>Dear Ada&lt;b&gt;,</p><p>Come at nine.</p>",
			from: `${staff.organisation.name} <no-reply@matricula.example>`,
			to: "ada<b>@mail.example",
			senderUsername: staff.user.email,
			createdAt: staff.clock.now(),
			dueAt: staff.clock.now(),
			sentAt: null,
			reason: null,
			attempts: 0,
			attachments: [],
		};
		expect(await emailsOf(ids[0])).toMatchObject([queued]);
		await rename("Bisi");
		await deliver();
		await rename("Chika");
		expect(await emailsOf(ids[0])).toMatchObject([
			{
				status: "SENT",
				message: "<p>Dear Bisi,</p><p>Come at nine.</p>",
				to: "bisi@mail.example",
				sentAt: staff.clock.now(),
				dueAt: null,
				attempts: 1,
			},
		]);
	});

	it("show as failed when the sender gave up", async () => {
		const { write, deliver, staff, ids, transport, emailsOf } = await openMailFixture();
		transport.onSend = () => {
			throw new Error("defect");
		};
		await write();
		await deliver({ attempts: 5 });
		// why not the clock: a session ends sooner.
		await testDb()
			.update(emails)
			.set({ dueAt: staff.clock.now() - 900_001 })
			.where(eq(emails.organisationId, staff.organisation.id));
		expect(await emailsOf(ids[2])).toMatchObject([
			{ status: "FAILED", reason: "Email(s) failed to send", dueAt: null },
		]);
		transport.onSend = () => undefined;
		const [email] = await emailsOf(ids[2]);
		const again = await staff.send("POST", `/email/candidates/${ids[2]}/resend`, { emailId: email?.id });
		expect(again).toMatchObject({ status: 200, body: { status: "QUEUED" } });
		await deliver();
		expect(await emailsOf(ids[2])).toMatchObject([{ status: "SENT" }]);
		expect(await emailsOf(ids[1])).toMatchObject([{ status: "FAILED" }]);
	});

	it("are read in the same number of statements however many there are", async () => {
		let statements = 0;
		const prepare = (query: string) => {
			statements++;
			return env.DB.prepare(query);
		};
		const { writeWith, ids, emailsOf } = await openMailFixture({ bindings: { DB: replacing(env.DB, { prepare }) } });
		const countFor = async () => {
			statements = 0;
			await emailsOf(ids[0]);
			return statements;
		};
		await writeWith([new File([pdf()], "a.pdf")]);
		const ofOne = await countFor();
		for (let more = 0; more < 5; more++) await writeWith([new File([pdf()], "a.pdf"), new File([pdf()], "b.pdf")]);
		expect(await countFor()).toBe(ofOne);
	});
});

interface Page {
	data: Record<string, unknown>[];
}

describe("a file sent with an email", () => {
	it("is open to users who may see the applicant's emails, and not through another applicant", async () => {
		const { writeWith, staff, ids, emailsOf } = await openMailFixture();
		const other = await createApplicant(staff.application);
		await writeWith([new File([pdf("hello")], "fees.pdf")], { candidateIds: [ids[0]] });
		const [email] = await emailsOf(ids[0]);
		const [file] = (email?.attachments ?? []) as { id: string }[];
		const whole = await staff.request(`/email/candidates/${ids[0]}/attachments/${file?.id}`);
		expect([whole.status, whole.headers.get("content-type"), await whole.text()]).toEqual([
			200,
			"application/pdf",
			expect.stringContaining("hello"),
		]);
		expect(whole.headers.get("content-security-policy")).toContain("sandbox");
		const part = await staff.request(`/email/candidates/${ids[0]}/attachments/${file?.id}`, {
			headers: { range: "bytes=0-3" },
		});
		expect([part.status, await part.text()]).toEqual([206, "%PDF"]);
		expect((await staff.get(`/email/candidates/${other.id}/attachments/${file?.id}`)).status).toBe(404);
	});
});

describe("a preview of a mailing", () => {
	const preview = async (more: Record<string, unknown> = {}) => {
		const fixture = await openMailFixture({ applicants: 4 });
		const body = { applicationId: fixture.staff.application.id, candidateIds: [], ...more };
		return { fixture, ...(await fixture.staff.send("POST", "/email/candidates/preview", body)) };
	};

	it("counts the recipients, shows the email filled in for the first, and sends nothing", async () => {
		const { fixture, body } = await preview({
			subject: "For {{fullName}}",
			message: "<p>{{courseCode}}<script>x</script></p>",
		});
		const newest = fixture.ids[3];
		expect(body).toEqual({
			recipients: 4,
			people: [3, 2, 1, 0].map((n) => ({
				id: fixture.ids[n],
				name: `Chidi Eze${n}`,
				applicationNumber: expect.any(String),
			})),
			found: 4,
			emptyFields: [],
			letters: null,
			shown: {
				candidate: { id: newest, name: "Chidi Eze3" },
				to: `${newest}@mail.example`,
				subject: "For Chidi Eze3",
				message: [{ tag: "p", children: [fixture.staff.application.courses[0]?.code] }],
			},
		});
		expect(await fixture.mails()).toEqual([]);
	});

	it("shows the email for the requested applicant if they are a recipient", async () => {
		const fixture = await openMailFixture({ applicants: 4 });
		const [first, second] = fixture.ids;
		const stranger = await createApplicant(fixture.staff.application);
		const shownFor = async (id: string | undefined) => {
			const { body } = await fixture.staff.send<{ shown: { candidate: { id: string } } }>(
				"POST",
				"/email/candidates/preview",
				{ applicationId: fixture.staff.application.id, candidateIds: [first, second], shownFor: id },
			);
			return body.shown.candidate.id;
		};
		expect([await shownFor(first), await shownFor(stranger.id)]).toEqual([first, second]);
	});

	it("lists all recipients page by page, and finds any of them by the list's search", async () => {
		const fixture = await openMailFixture({ applicants: 23 });
		const applicationId = fixture.staff.application.id;
		const text = `${fixture.staff.organisation.searchKey}adaobi`;
		const ada = await createApplicant(fixture.staff.application, { firstName: "Adaobi", searchText: text });
		const ask = async (more: Record<string, unknown>) => {
			const body = { applicationId, candidateIds: [], ...more };
			const response = await fixture.staff.send<{
				found: number;
				people: { id: string }[];
				shown: { candidate: { id: string } };
			}>("POST", "/email/candidates/preview", body);
			const { found, people, shown } = response.body;
			return { found, people: people.map(({ id }) => id), shown: shown.candidate.id };
		};
		const [first, second] = [await ask({}), await ask({ page: 1 })];
		expect([first.found, first.people.length, second.people.length]).toEqual([24, 20, 4]);
		expect(new Set([...first.people, ...second.people]).size).toBe(24);
		expect(await ask({ keyword: "adaobi" })).toEqual({ found: 1, people: [ada.id], shown: ada.id });
		expect(await ask({ keyword: "adaobi", candidateIds: fixture.ids })).toMatchObject({ found: 0, people: [] });
		expect(await ask({ keyword: "nobodyatall", shownFor: ada.id })).toEqual({ found: 0, people: [], shown: ada.id });
		expect((await ask({ shownFor: fixture.ids[0] })).shown, "a recipient beyond the first page can be shown").toBe(
			fixture.ids[0],
		);
	});

	it("counts recipients by stage, and nobody at an empty stage", async () => {
		const fixture = await openMailFixture({ applicants: 3 });
		const { steps, id: applicationId } = fixture.staff.application;
		const count = async (more: object) =>
			(await fixture.staff.send("POST", "/email/candidates/preview", { applicationId, candidateIds: [], ...more }))
				.body;
		expect(await count({ stageId: steps[1]?.id })).toMatchObject({ recipients: 1 });
		expect(await count({ candidateIds: ["nobody"] })).toEqual({
			recipients: 0,
			people: [],
			found: 0,
			shown: null,
			emptyFields: [],
			letters: null,
		});
	});

	it.each([
		[{ subject: "{{nobody}}" }, 422, "merge_field_unknown"],
		[{ applicationId: "none" }, 404, "application_unavailable"],
		[{ stageId: "none" }, 422, "step_not_in_workflow"],
	])("is refused for %j", async (more, status, code) => {
		const response = await preview(more);
		expect([response.status, response.body.code]).toEqual([status, code]);
	});
});
