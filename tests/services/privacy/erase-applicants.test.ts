import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createAllOf } from "#tests/support/all-of-applicant";
import {
	createApplicant,
	createApplication,
	createReferee,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { differencesOf } from "#worker/database/kept-sums";
import { applicantLog, referees } from "#worker/database/schema/applicants";
import { mailings } from "#worker/database/schema/emails";
import { importRows } from "#worker/database/schema/imports";
import { erasing } from "#worker/database/schema/privacy";
import { auditEvents, events, modificationEntries } from "#worker/database/schema/records";
import { reminderSends, reminders } from "#worker/database/schema/reminders";
import { transactions } from "#worker/database/schema/transactions";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { deleteOrphans } from "#worker/sweep/orphans";
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

/** Other people of the institution's, of whom nothing is removed. */
const other = { firstName: "Staying", middleName: null, lastName: "Bystander" };

describe("an erasure reaches what names an applicant elsewhere:", () => {
	it("corrections of the candidate that they were expected as, also of one that was removed", async () => {
		const { applicant, application, key } = await openPerson();
		const bystander = await createApplicant(application, other);
		const named = { firstName: "Zebulonia", lastName: "Vandermole" };
		await testDb()
			.insert(groupCandidates)
			.values(
				[
					{ place: "first", applicantId: applicant.id, data: named },
					{ place: "second", applicantId: applicant.id, data: named },
					{ place: "third", applicantId: bystander.id, data: { lastName: "Bystander" } },
				].map(({ place, applicantId, data }) => ({
					...{ organisationId: staff.organisation.id, groupId: `${key}-group`, id: `${key}-${place}`, applicantId },
					...{
						examKey: place,
						data: { examNumber: place.toUpperCase(), ...data },
						searchText: "",
						importId: `${key}-import`,
					},
					...{ createdAt: 1, updatedAt: 1 },
				})),
			);
		await testDb()
			.insert(importRows)
			.values({
				organisationId: staff.organisation.id,
				importId: "list",
				position: 1,
				rowNumber: 2,
				recordId: `${key}-second`,
				state: "added",
				cells: ["Zebulonia"],
				data: { firstName: "Zebulonia" },
				reasons: null,
				before: null,
			});
		const path = `/candidate-groups/${key}-group/candidates/${key}`;
		const correct = async (place: string, data: object) =>
			(await staff.send("PUT", `${path}-${place}`, { examNumber: place.toUpperCase(), ...data })).status;
		expect(await correct("first", { ...named, lastName: "Vandermolen" })).toBe(200);
		expect((await staff.send("DELETE", `${path}-second`)).status).toBe(200);
		expect(await correct("third", { lastName: "Bystanding" })).toBe(200);
		await work();
		expect(await placesOf("zebulonia")).toEqual(
			expect.arrayContaining(["audit_events.subject", "modification_entries.old_value", "import_rows.data"]),
		);
		await eraseAll([applicant.id]);
		for (const text of ["zebulonia", "vandermole"]) expect([text, await placesOf(text)]).toEqual([text, []]);
		expect(await testDb().all(sql`SELECT * FROM removed_candidates WHERE applicant_id = ${applicant.id}`)).toEqual([]);
		expect(await placesOf("bystanding")).toEqual(
			expect.arrayContaining(["group_candidates.data", "audit_events.subject", "modification_entries.new_value"]),
		);
		const entries = await testDb()
			.select()
			.from(modificationEntries)
			.where(eq(modificationEntries.entityId, `${key}-first`));
		expect(entries).toMatchObject([{ field: "lastName", oldValue: null, newValue: null, userId: staff.user.id }]);
		const { body } = await staff.get<{ data: { removed: Record<string, number> }[] }>("/privacy/erasures");
		expect(body.data[0]?.removed.changes).toBe(5);
	});

	it.each(["source", "target"] as const)("a merge that was undone, where they were its %s", async (side) => {
		const application = await createApplication(staff.organisation.id);
		const [erased, kept] = [await createApplicant(application, person), await createApplicant(application, other)];
		const [target, source] = side === "source" ? [kept, erased] : [erased, kept];
		const query = `firstId=${target.id}&secondId=${source.id}`;
		const { first, second } = (
			await staff.get<Record<"first" | "second", { version: number; formVersion: number | null }>>(
				`/duplicates/comparison?${query}`,
			)
		).body;
		const merged = await staff.send<{ mergeId: string }>("POST", "/duplicates/merges", {
			targetId: target.id,
			sourceId: source.id,
			targetVersion: first?.version,
			sourceVersion: second?.version,
			targetFormVersion: first?.formVersion,
			sourceFormVersion: second?.formVersion,
			sourceFields: ["firstName", "lastName"],
			comment: "Zebulonia has said so",
		});
		expect(merged.status).toBe(201);
		expect((await staff.send("POST", `/duplicates/merges/${merged.body.mergeId}/undo`)).status).toBe(200);
		await work();
		expect(await placesOf("zebulonia")).toEqual(
			expect.arrayContaining(["merges.comment", "applicant_log.reason", "audit_events.subject"]),
		);
		await eraseAll([erased.id]);
		for (const text of ["zebulonia", "vandermolen"]) expect([text, await placesOf(text)]).toEqual([text, []]);
		const log = await testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, kept.id));
		const lines = log.filter(({ type }) => type.startsWith("MERGE")).map(({ reason }) => reason);
		expect(lines).toEqual(
			expect.arrayContaining([
				"The merge with an erased applicant was undone.",
				...(side === "source" ? ["An erased applicant was merged into this record."] : []),
			]),
		);
		expect((await staff.get<object>(`/candidates/${kept.id}`)).body).toMatchObject({ firstName: "Staying" });
		expect(await sums()).toEqual([]);
	});

	it("notifications of their references", async () => {
		const { applicant, application } = await openPerson();
		const bystander = await createApplicant(application, other);
		const organisationId = staff.organisation.id;
		for (const [of, name] of [
			[applicant, "Zebulonia Vandermolen"],
			[bystander, "Staying Bystander"],
		] as const) {
			const referee = await createReferee(of, { name: "Quixote Referee" });
			const [actorName, id] = [referee.name, `answered-${of.id}`];
			const payload = {
				...{ refereeId: referee.id, refereeName: actorName, applicantId: of.id, applicantName: name },
				...{ applicationId: application.id, applicationTitle: "A", userIds: [staff.user.id] },
			};
			await testDb().insert(events).values({
				organisationId,
				id,
				type: "referee.answered",
				actorName,
				payload,
				occurredAt: 1,
				address: "192.0.2.7",
			});
			queues.sentEvents.push({ organisationId, eventIds: [id] });
		}
		await work();
		expect(await placesOf("for zebulonia")).toEqual(["notifications.message"]);
		await eraseAll([applicant.id]);
		for (const text of ["zebulonia", "vandermolen"]) expect([text, await placesOf(text)]).toEqual([text, []]);
		expect(await placesOf("for staying bystander")).toEqual(["notifications.message"]);
		expect(await sums()).toEqual([]);
	});

	it("an email to them alone, and not one to several", async () => {
		const { applicant, application, key } = await openPerson();
		const bystander = await createApplicant(application, other);
		const write = async (subject: string, candidateIds: readonly string[]) => {
			const form = new FormData();
			const mail = { subject, message: "<p>Dear Zebulonia, come at nine.</p>", applicationId: application.id };
			form.set("data", JSON.stringify({ ...mail, candidateIds }));
			form.append("attachments", new File(["For Zebulonia"], "Zebulonia.txt"));
			const response = await staff.upload("/email/candidates", form);
			expect(response.status).toBe(202);
			return ((await response.json()) as { mailingId: string }).mailingId;
		};
		const alone = await write("Your interview, Zebulonia", [applicant.id]);
		const several = await write("Your interviews", [applicant.id, bystander.id]);
		await work();
		const stored = async (mailingId: string) =>
			(await env.FILES.list({ prefix: `mailings/${staff.organisation.id}/${mailingId}/` })).objects.length;
		expect([await stored(alone), await stored(several)]).toEqual([1, 1]);
		expect(await placesOf("interview, zebulonia")).toEqual(
			expect.arrayContaining(["mailings.subject", "events.payload", "audit_events.details"]),
		);
		await eraseAll([applicant.id]);
		expect(await placesOf("interview, zebulonia")).toEqual([]);
		const rows = await testDb().select().from(mailings).where(eq(mailings.organisationId, staff.organisation.id));
		expect(rows.find(({ id }) => id === alone)).toMatchObject({ subject: "Erased", content: "" });
		expect(rows.find(({ id }) => id === `${key}-mailing`)).toMatchObject({ subject: "Erased", content: "" });
		expect(rows.find(({ id }) => id === several)).toMatchObject({
			subject: "Your interviews",
			content: expect.stringContaining("Dear Zebulonia"),
		});
		expect((await staff.get(`/mailings/${alone}`)).status).toBe(200);
		const days = 86_400_000;
		await deleteOrphans({ ...env, ...queues.bindings }, Date.now() + days);
		await deleteOrphans({ ...env, ...queues.bindings }, Date.now() + 2 * days);
		expect([await stored(alone), await stored(several)]).toEqual([0, 1]);
		// why the other too: then nobody is left to whom it was written.
		await eraseAll([bystander.id]);
		for (const text of ["zebulonia", "bystander"]) expect([text, await placesOf(text)]).toEqual([text, []]);
	});
});

describe("the logs and the ledger", () => {
	it("let nothing go without an erasure", async () => {
		const { applicant, key } = await openPerson();
		const here = staff.organisation.id;
		await testDb()
			.insert(modificationEntries)
			.values({
				...{ organisationId: here, id: `${key}-other`, entity: "course", entityId: applicant.id },
				...{ field: "title", oldValue: "Law", newValue: "Physics", createdAt: 1 },
			});
		await testDb().insert(erasing).values({ organisationId: here, id: applicant.id });
		await expect(
			testDb()
				.update(modificationEntries)
				.set({ oldValue: null, newValue: null })
				.where(eq(modificationEntries.id, `${key}-other`)),
			"of a set-up record, also within an erasure",
		).rejects.toThrow();
		await testDb().delete(erasing).where(eq(erasing.organisationId, here));
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
