import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createAllOf } from "#tests/support/all-of-applicant";
import { createApplicant, createApplication, createUser, signIn, testDb } from "#tests/support/factories";
import { merges } from "#worker/database/schema/duplicates";
import { auditEvents, modificationEntries } from "#worker/database/schema/records";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { personalParts } from "#worker/services/privacy/personal-data.queries";

/** Returns the files of a zip that is stored without compression, by name. */
const unzip = (bytes: Uint8Array): Map<string, string> => {
	const view = new DataView(bytes.buffer, bytes.byteOffset);
	const files = new Map<string, string>();
	const end = bytes.length - 22;
	let at = view.getUint32(end + 16, true);
	for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
		const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
		const [size, begin] = [view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
		const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)));
		const from = begin + 30 + view.getUint16(begin + 26, true) + view.getUint16(begin + 28, true);
		files.set(name, new TextDecoder().decode(bytes.subarray(from, from + size)));
		at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
	}
	return files;
};

let staff: Awaited<ReturnType<typeof openServicesFixture>>;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings });
});

const delivery = () => ({ bindings: queues.bindings, clock: staff.clock });

const openApplicant = async () => {
	const application = await createApplication(staff.organisation.id, { title: "2026 Admission" });
	const key = `data-${application.id}`;
	const applicant = await createApplicant(application, { photoKey: `photos/${key}.png` });
	await createAllOf(key, { owner: staff.user, departmentId: "department", application, applicant });
	return { application, applicant, key };
};

const ask = async (id: string, key?: string) =>
	staff.send<{ taskId: string }>("POST", `/candidates/${id}/data`, undefined, key);

describe("an applicant's data", () => {
	it("is a zip with everything that is held about them, and the files, logged by who asked", async () => {
		const { applicant, key } = await openApplicant();
		const { status, body } = await ask(applicant.id, "key-of-data");
		expect(status).toBe(202);
		expect((await ask(applicant.id, "key-of-data")).body.taskId).toBe(body.taskId);
		// why twice: a delivery that is repeated makes no second file.
		const jobs = queues.sentJobs.splice(0);
		await deliverJobs(jobs, delivery());
		await deliverJobs(jobs, delivery());
		const file = await staff.request(`/tasks/${body.taskId}/file`);
		expect(file.status).toBe(200);
		const files = unzip(new Uint8Array(await file.arrayBuffer()));
		expect([...files.keys()].sort()).toEqual([
			"Passport picture.png",
			"data.json",
			"documents/n.png",
			"letters/1970-01-01 Offer.pdf",
		]);
		const text = files.get("data.json") ?? "";
		const data = JSON.parse(text);
		expect(data.about).toMatchObject({ applicationNumber: applicant.applicationNumber, application: "2026 Admission" });
		expect(Object.keys(data)).toEqual(["about", "form", ...personalParts.map(({ name }) => name)]);
		expect(data.record).toMatchObject([{ id: applicant.id, firstName: applicant.firstName, email: applicant.email }]);
		for (const part of [
			"documents",
			"changes",
			"activities",
			"letters",
			"emails",
			"emailTexts",
			"payments",
			"referees",
		])
			expect([part, data[part].length]).toEqual([part, part === "activities" ? expect.any(Number) : 1]);
		expect(data.changes).toMatchObject([{ field: "course", oldValue: "Law", newValue: "Physics" }]);
		expect(data.mergedRecords).toMatchObject([{ id: `${key}-merge` }]);
		expect(text).not.toMatch(/tokenHash|objectKey|searchText/);
		await deliverEvents(queues.sentEvents.splice(0), delivery());
		const logged = await testDb().select().from(auditEvents).where(eq(auditEvents.subject, applicant.id));
		expect(logged.filter(({ action }) => action === "applicants.data_downloaded")).toMatchObject([
			{ userId: staff.user.id, status: "SUCCESS" },
		]);
	});

	/** Returns what the file says about an applicant. */
	const dataOf = async (id: string) => {
		const { body } = await ask(id);
		await deliverJobs(queues.sentJobs.splice(0), delivery());
		const file = await staff.request(`/tasks/${body.taskId}/file`);
		const text = unzip(new Uint8Array(await file.arrayBuffer())).get("data.json") ?? "";
		return { text, data: JSON.parse(text) };
	};

	it("does not say where those were who did something", async () => {
		const { applicant } = await openApplicant();
		const kinds = ["staff", "referee", "api_key", "system"] as const;
		await testDb()
			.insert(auditEvents)
			.values(
				kinds.map((actorKind) => ({
					...{ organisationId: staff.organisation.id, id: `${actorKind}-${applicant.id}`, actorKind, createdAt: 1 },
					...{ action: "applicants.noted", status: "SUCCESS" as const, subject: applicant.id },
					...{ address: `at-${actorKind}`, userAgent: `by-${actorKind}`, requestId: `in-${actorKind}` },
				})),
			);
		const { text, data } = await dataOf(applicant.id);
		expect(text).not.toMatch(/(at|by|in)-(staff|referee|api_key|system)/);
		expect(data.activities.length).toBeGreaterThanOrEqual(kinds.length);
	});

	it("has both sides of a merge, and of one that was undone the applicant's own alone", async () => {
		const { applicant, application, key } = await openApplicant();
		const merge = {
			...{ organisationId: staff.organisation.id, applicationId: application.id, comment: "Same number" },
			...{ sourcePublicId: "public", sourceNumber: "1", targetNumber: "2", targetVersion: 2, createdBy: "u" },
			...{ createdByName: "Owner", createdAt: 1, undoneAt: 2 },
			fields: [{ id: "phone", label: "Phone number", before: "of the target", after: "of the source" }],
			moved: { transactions: 0, referees: 0, letters: 0, emails: 0, attachments: 0, logEntries: 0 },
		};
		const [here, there] = [
			{ id: applicant.id, name: "The applicant" },
			{ id: "applicant-elsewhere", name: "Somebody else" },
		];
		await testDb()
			.insert(merges)
			.values(
				[
					[here, there],
					[there, here],
				].map(([source, target], index) => ({
					...merge,
					...{ id: `${key}-undone-${index}`, sourceId: source?.id ?? "", sourceName: source?.name ?? "" },
					...{ targetId: target?.id ?? "", targetName: target?.name ?? "", sourceKeys: [`email:${source?.name}`] },
				})),
			);
		const { text, data } = await dataOf(applicant.id);
		expect(text).not.toMatch(/Somebody else|applicant-elsewhere/);
		const undone = data.mergedRecords.filter(({ undoneAt }: { undoneAt: number | null }) => undoneAt !== null);
		const field = { id: "phone", label: "Phone number" };
		expect(undone).toHaveLength(2);
		expect(undone).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					sourceName: "The applicant",
					sourceKeys: ["email:The applicant"],
					fields: [{ ...field, after: "of the source" }],
				}),
				expect.objectContaining({ targetName: "The applicant", fields: [{ ...field, before: "of the target" }] }),
			]),
		);
	});

	it("has what was corrected of the uploaded candidate that they were expected as", async () => {
		const { applicant, key } = await openApplicant();
		const id = `${key}-candidate`;
		await testDb().update(groupCandidates).set({ applicantId: applicant.id }).where(eq(groupCandidates.id, id));
		await testDb()
			.insert(modificationEntries)
			.values({
				...{
					organisationId: staff.organisation.id,
					id: `${key}-corrected`,
					entity: "uploaded_candidate",
					entityId: id,
				},
				...{ field: "lastName", oldValue: "Obj", newValue: "Obi", createdAt: 1 },
			});
		const { data } = await dataOf(applicant.id);
		expect(data.changes).toEqual(
			expect.arrayContaining([expect.objectContaining({ field: "lastName", oldValue: "Obj", newValue: "Obi" })]),
		);
		expect(data.emailFiles).toMatchObject([{ name: "n.png" }]);
	});

	it("names files that are no longer in the store", async () => {
		const { applicant, key } = await openApplicant();
		await env.FILES.delete(`attachments/${key}`);
		const { body } = await ask(applicant.id);
		await deliverJobs(queues.sentJobs.splice(0), delivery());
		const file = await staff.request(`/tasks/${body.taskId}/file`);
		const files = unzip(new Uint8Array(await file.arrayBuffer()));
		expect(files.has("documents/n.png")).toBe(false);
		expect(JSON.parse(files.get("data.json") ?? "").about.missingFiles).toEqual(["documents/n.png"]);
	});

	it("is not found for an unknown applicant and for another institution's", async () => {
		const other = await openServicesFixture();
		const theirs = await createApplicant(other.application);
		for (const id of ["nobody", theirs.id]) expect((await ask(id)).status).toBe(404);
		expect(queues.sentJobs).toEqual([]);
	});

	it("takes the privilege to delete applicants, also when the file is fetched", async () => {
		const { applicant } = await openApplicant();
		const { body } = await ask(applicant.id);
		await deliverJobs(queues.sentJobs.splice(0), delivery());
		const reader = await createUser({
			organisationId: staff.organisation.id,
			privileges: ["candidate:r", "candidate:u"],
		});
		const { headers } = await signIn(reader, staff.clock.now());
		const refused = await staff.request(`/candidates/${applicant.id}/data`, { method: "POST", headers });
		expect(refused.status).toBe(403);
		expect((await staff.request(`/tasks/${body.taskId}/file`, { headers })).status).toBe(404);
	});
});
