import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createAllOf } from "#tests/support/all-of-applicant";
import { createApplicant, createApplication, createUser, signIn, testDb } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { differencesOf } from "#worker/database/kept-sums";
import { referees } from "#worker/database/schema/applicants";
import { importRows } from "#worker/database/schema/imports";
import { auditEvents, modificationEntries } from "#worker/database/schema/records";
import { reminderSends, reminders } from "#worker/database/schema/reminders";
import { transactions } from "#worker/database/schema/transactions";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { sweep } from "#worker/sweep/sweep";

let staff: Awaited<ReturnType<typeof openServicesFixture>>;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings });
});

const delivery = () => ({ bindings: queues.bindings, clock: staff.clock });

/** Runs what is on the queues until nothing is left. */
const work = async () => {
	for (let round = 0; round < 20 && queues.sentJobs.length + queues.sentEvents.length > 0; round += 1) {
		await deliverEvents(queues.sentEvents.splice(0), delivery());
		await deliverJobs(queues.sentJobs.splice(0), delivery());
	}
};

/** A name and an address that nothing else has. */
const person = { firstName: "Zebulonia", middleName: "Quixote", lastName: "Vandermolen" };
const email = "zebulonia.vandermolen@mail.example";

const openPerson = async () => {
	const application = await createApplication(staff.organisation.id, { title: "2026 Admission" });
	const key = `erased-${application.id}`;
	const applicant = await createApplicant(application, {
		...person,
		email,
		submittedAt: 900_000,
		data: { surname: "Vandermolen" },
	});
	await createAllOf(key, { owner: staff.user, departmentId: "department", application, applicant });
	const here = staff.organisation.id;
	const files = {
		photo: `${here}/forms/${applicant.submissionId}/passport.png`,
		document: `${here}/forms/${applicant.submissionId}/slip.png`,
		letter: `letters/${here}/${applicant.id}/offer.pdf`,
	};
	for (const file of Object.values(files)) await env.FILES.put(file, "x");
	await testDb().run(sql`UPDATE applicants SET photo_key = ${files.photo} WHERE id = ${applicant.id}`);
	await testDb().run(sql`UPDATE attachments SET object_key = ${files.document} WHERE id = ${`${key}-attachment`}`);
	await testDb().run(sql`UPDATE letters SET object_key = ${files.letter} WHERE id = ${`${key}-letter`}`);
	await testDb().run(sql`UPDATE payment_exceptions SET reason = 'It was paid twice.',
		resolution = 'Zebulonia has asked for it', resolved_at = 1 WHERE organisation_id = ${here}`);
	await testDb().run(sql`UPDATE transactions SET name = 'Zebulonia Vandermolen', email = ${email}, username = ${email}
		WHERE organisation_id = ${staff.organisation.id}`);
	return { application, applicant, key, files: Object.values(files) };
};

const erase = (body: object, key?: string) =>
	staff.send<{ taskId: string; code?: string; fields?: object }>("POST", "/candidates/erasures", body, key);
const wanted = { reason: "Request of 12 May", confirm: "ERASE" };
const eraseAll = async (ids: readonly string[]) => {
	const begun = await erase({ candidateIds: ids, ...wanted });
	expect(begun.status).toBe(202);
	await work();
	return begun.body.taskId;
};

/** Returns the tables of the institution in which this text is, with the columns. */
const placesOf = async (text: string): Promise<string[]> => {
	const tables = await testDb().all<{ name: string }>(
		sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
			AND name NOT LIKE 'd1_%' AND sql LIKE '%organisation_id%'`,
	);
	const found: string[] = [];
	for (const { name } of tables) {
		const rows = await testDb().all<Record<string, unknown>>(
			sql`SELECT * FROM ${sql.identifier(name)} WHERE organisation_id = ${staff.organisation.id}`,
		);
		for (const row of rows)
			for (const [column, value] of Object.entries(row))
				if (typeof value === "string" && value.toLowerCase().includes(text.toLowerCase()))
					found.push(`${name}.${column}`);
	}
	return [...new Set(found)];
};

const sums = async () => {
	const differences = await testDb().all<{ name: string; differences: number }>(
		sql.raw(differencesOf(`organisation_id = '${staff.organisation.id}'`)),
	);
	return differences.filter(({ differences }) => differences !== 0);
};

describe("an erasure", () => {
	it("removes everything personal, keeps the money and the numbers, and says what it removed", async () => {
		const { applicant, files } = await openPerson();
		expect((await placesOf("zebulonia")).length).toBeGreaterThan(3);
		const [payment] = await testDb().select().from(transactions).where(eq(transactions.applicantId, applicant.id));
		const taskId = await eraseAll([applicant.id]);
		for (const text of ["zebulonia", "vandermolen", "quixote"])
			expect([text, await placesOf(text)]).toEqual([text, []]);
		expect((await staff.get(`/candidates/${applicant.id}`)).status).toBe(404);
		const { body } = await staff.get<{ data: object[]; resultTotal: number }>("/privacy/erasures");
		expect(body).toMatchObject({
			resultTotal: 1,
			data: [
				{
					id: applicant.id,
					applicationNumber: applicant.applicationNumber,
					applicationTitle: "2026 Admission",
					reason: "Request of 12 May",
					hasFiles: true,
					removed: { answers: 1, documents: 1, changes: 1, emails: 1, letters: 1, referees: 1, payments: 1, files: 3 },
				},
			],
		});
		const [after] = await testDb().select().from(transactions).where(eq(transactions.applicantId, applicant.id));
		expect(after).toMatchObject({
			...payment,
			name: "Erased applicant",
			email: "",
			username: "",
			searchText: expect.any(String),
			updatedAt: expect.any(Number),
			pageUrl: null,
			pageFields: null,
			returnUrl: null,
		});
		expect(await sums()).toEqual([]);
		expect(await testDb().all(sql`SELECT * FROM erasing`)).toEqual([]);
		const batch = await staff.get<object>(`/batches/${taskId}/rows`);
		expect(batch.body).toMatchObject({
			data: [{ outcome: "changed", name: "Erased applicant", applicationNumber: applicant.applicationNumber }],
		});
		for (const file of files) expect([file, (await env.FILES.head(file)) !== null]).toEqual([file, true]);
		await sweep({ ...env, ...queues.bindings }, { sweeps, clock: staff.clock });
		for (const file of files) expect([file, (await env.FILES.head(file)) !== null]).toEqual([file, false]);
		expect((await staff.get<object>("/privacy/erasures")).body).toMatchObject({ data: [{ hasFiles: false }] });
	});

	it("reaches who was reminded, and the staged rows of lists that a candidate came from", async () => {
		const { applicant, key } = await openPerson();
		const candidateId = `${key}-candidate`;
		await testDb()
			.update(groupCandidates)
			.set({ applicantId: applicant.id })
			.where(eq(groupCandidates.id, candidateId));
		const organisationId = staff.organisation.id;
		const [referee] = await testDb().select().from(referees).where(eq(referees.applicantId, applicant.id));
		const reminder = {
			organisationId,
			id: `reminder-${organisationId}`,
			name: "Ask again",
			templateId: "any",
			createdAt: 1,
		};
		await testDb()
			.insert(reminders)
			.values({
				...reminder,
				audience: "referees",
				timing: "after",
				days: 3,
				time: "09:00",
				enabled: false,
				updatedAt: 1,
			});
		const sent = { organisationId, reminderId: reminder.id, createdAt: 1 };
		await testDb()
			.insert(reminderSends)
			.values([
				{ ...sent, subjectId: referee?.id ?? "", occasion: "zebulonias.referee@mail.example" },
				{ ...sent, subjectId: applicant.id, occasion: "" },
				{ ...sent, subjectId: "somebody-else", occasion: "" },
			]);
		await testDb()
			.insert(importRows)
			.values({
				organisationId,
				importId: "list",
				position: 1,
				rowNumber: 2,
				recordId: candidateId,
				state: "added",
				cells: ["Zebulonia"],
				data: { firstName: "Zebulonia" },
				reasons: ["Zebulonia is known"],
				before: null,
			});
		await eraseAll([applicant.id]);
		expect(await placesOf("zebulonia")).toEqual([]);
		const left = await testDb().select().from(reminderSends).where(eq(reminderSends.organisationId, organisationId));
		expect(left.map(({ subjectId }) => subjectId)).toEqual(["somebody-else"]);
		const rows = await testDb().select().from(importRows).where(eq(importRows.organisationId, organisationId));
		expect(rows).toMatchObject([{ position: 1, state: "added", cells: [], data: {}, reasons: null }]);
	});

	it("leaves nothing of a reminder that was deleted, which named a referee by the address", async () => {
		const { applicant } = await openPerson();
		const organisationId = staff.organisation.id;
		const [referee] = await testDb().select().from(referees).where(eq(referees.applicantId, applicant.id));
		const id = `deleted-${organisationId}`;
		await testDb()
			.insert(reminders)
			.values({
				...({ organisationId, id, name: "Ask again", templateId: "any", createdAt: 1, updatedAt: 1 } as const),
				...({ audience: "referees", timing: "after", days: 3, time: "09:00", enabled: false } as const),
			});
		const occasion = "zebulonias.referee@mail.example";
		await testDb()
			.insert(reminderSends)
			.values([
				{ organisationId, reminderId: id, createdAt: 1, subjectId: referee?.id ?? "", occasion },
				{ organisationId, reminderId: "another", createdAt: 1, subjectId: "somebody-else", occasion: "" },
			]);
		expect((await staff.send("DELETE", `/reminders/${id}`)).status).toBe(200);
		const left = await testDb().select().from(reminderSends).where(eq(reminderSends.organisationId, organisationId));
		expect(left.map(({ reminderId }) => reminderId)).toEqual(["another"]);
		await eraseAll([applicant.id]);
		expect(await placesOf("zebulonia")).toEqual([]);
	});

	it("is in the activity log by the number alone", async () => {
		const { applicant } = await openPerson();
		await eraseAll([applicant.id]);
		const logged = await testDb()
			.select()
			.from(auditEvents)
			.where(eq(auditEvents.organisationId, staff.organisation.id));
		expect(logged.filter(({ action }) => action === "applicants.erased")).toMatchObject([
			{ subject: applicant.applicationNumber, userId: staff.user.id },
		]);
	});

	it("takes a selection, once, and leaves everybody else as they were", async () => {
		const application = await createApplication(staff.organisation.id, { title: "Many" });
		const made = [];
		for (let index = 0; index < 30; index += 1) made.push(await createApplicant(application, person));
		const other = await createApplicant(application, { firstName: "Staying" });
		const ids = made.map(({ id }) => id);
		const begun = await erase({ candidateIds: [...ids, "nobody"], ...wanted }, "key-of-erasure");
		const again = await erase({ candidateIds: [...ids, "nobody"], ...wanted }, "key-of-erasure");
		expect(again.body.taskId).toBe(begun.body.taskId);
		const jobs = queues.sentJobs.splice(0);
		// why side by side and again: a delivery may be repeated, also at the same time.
		await Promise.all([deliverJobs(jobs, delivery()), deliverJobs(jobs, delivery())]);
		await deliverJobs(jobs, delivery());
		await work();
		const { body } = await staff.get<{ resultTotal: number }>("/privacy/erasures");
		expect(body.resultTotal).toBe(30);
		expect((await staff.get(`/candidates/${other.id}`)).status).toBe(200);
		const batch = await staff.get<object>(`/batches/${begun.body.taskId}`);
		expect(batch.body).toMatchObject({ kind: "erasure", counts: { changed: 30, not_found: 1 }, undoUntil: null });
		expect(await sums()).toEqual([]);
	});

	it("asks for a reason and for the word", async () => {
		const { applicant } = await openPerson();
		for (const [body, field] of [
			[{ ...wanted, confirm: "yes" }, "confirm"],
			[{ ...wanted, reason: " " }, "reason"],
		] as const) {
			const refused = await erase({ candidateIds: [applicant.id], ...body });
			expect(refused).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(Array) } } });
		}
		expect(queues.sentJobs).toEqual([]);
	});

	it("takes the privilege to delete applicants, and reaches no other institution", async () => {
		const { applicant } = await openPerson();
		const reader = await createUser({
			organisationId: staff.organisation.id,
			privileges: ["candidate:r", "candidate:u"],
		});
		const { headers } = await signIn(reader, staff.clock.now());
		const body = JSON.stringify({ candidateIds: [applicant.id], ...wanted });
		expect((await staff.request("/candidates/erasures", { method: "POST", body, headers })).status).toBe(403);
		const other = await openServicesFixture();
		const theirs = await createApplicant(other.application);
		await eraseAll([theirs.id]);
		expect((await other.get(`/candidates/${theirs.id}`)).status).toBe(200);
	});
});

describe("the logs and the ledger", () => {
	it("let nothing go without an erasure", async () => {
		const { applicant } = await openPerson();
		const here = staff.organisation.id;
		await expect(
			testDb()
				.update(modificationEntries)
				.set({ oldValue: null, newValue: null })
				.where(eq(modificationEntries.organisationId, here)),
		).rejects.toThrow();
		await expect(
			testDb()
				.update(auditEvents)
				.set({ details: null, address: "elsewhere" })
				.where(eq(auditEvents.subject, applicant.id)),
		).rejects.toThrow();
	});
});
