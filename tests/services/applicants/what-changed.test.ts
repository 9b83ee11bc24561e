import { beforeEach, describe, expect, it } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import {
	createApplicant,
	createLocation,
	createTransaction,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { letters, referees } from "#worker/database/schema/applicants";
import { attachments } from "#worker/database/schema/forms";
import { modificationEntries } from "#worker/database/schema/records";
import type { Modification } from "#worker/services/applicants/changes.contract";
import type { Changes, LogEntry } from "#worker/services/applicants/contract";

const minute = 60_000;
let staff: ServicesFixture;
let applicant: Awaited<ReturnType<typeof createApplicant>>;
let colleague: Awaited<ReturnType<typeof createUser>>;

beforeEach(async () => {
	staff = await openServicesFixture();
	applicant = await createApplicant(staff.application);
	colleague = await createUser({ organisationId: staff.organisation.id, firstName: "Musa", lastName: "Danladi" });
});

const open = async () => (await staff.get<{ changes: Changes }>(`/candidates/${applicant.id}`)).body.changes;

const isUnread = async () => {
	const { body } = await staff.get<{ data: { id: string; isUnread: boolean }[] }>("/candidates");
	return body.data.find(({ id }) => id === applicant.id)?.isUnread;
};

/** Changes the applicant's course as the signed-in user, or as a colleague. */
const changeCourse = async (courseIndex: number, by?: typeof colleague) => {
	const headers = by ? (await signIn(by, staff.clock.now())).headers : {};
	const body = JSON.stringify({ courseId: staff.application.courses[courseIndex]?.id });
	const response = await staff.request(`/candidates/${applicant.id}`, { method: "PATCH", body, headers });
	expect(response.status).toBe(200);
};

describe("a row of the list", () => {
	it("is marked when somebody else changed an applicant that the user had opened", async () => {
		expect(await isUnread()).toBe(false);
		staff.clock.advance(minute);
		await changeCourse(1, colleague);
		expect(await isUnread()).toBe(false);
		staff.clock.advance(minute);
		await open();
		expect(await isUnread()).toBe(false);
		staff.clock.advance(minute);
		await changeCourse(0, colleague);
		expect(await isUnread()).toBe(true);
		staff.clock.advance(minute);
		await open();
		expect(await isUnread()).toBe(false);
	});

	it("is marked by a change the user has not seen, even when the user made the latest change", async () => {
		await open();
		staff.clock.advance(minute);
		await changeCourse(1, colleague);
		staff.clock.advance(minute);
		await changeCourse(0);
		expect(await isUnread()).toBe(true);
	});

	it("is not marked for the user's own change, or for a colleague who opened the applicant", async () => {
		await open();
		staff.clock.advance(minute);
		await changeCourse(1);
		expect(await isUnread()).toBe(false);
		const { headers } = await signIn(colleague, staff.clock.now());
		const response = await staff.request("/candidates", { headers });
		expect(await response.json()).toMatchObject({ data: [{ id: applicant.id, isUnread: false }] });
	});
});

const nothing = { information: 0, log: 0, attachments: 0, referees: 0, letter: 0, transactions: 0 };

describe("what changed since the user's last visit", () => {
	it("is empty on a first visit", async () => {
		await changeCourse(1, colleague);
		staff.clock.advance(minute);
		expect(await open()).toEqual({ since: null, ...nothing });
	});

	it("counts what comes while the applicant is open for the first time", async () => {
		await open();
		const began = staff.clock.now();
		staff.clock.advance(minute);
		await changeCourse(1, colleague);
		staff.clock.advance(1_000);
		expect(await open()).toEqual({ since: began, ...nothing, information: 1, log: 1 });
	});

	it("does not count as read what an open page shows by reading itself again", async () => {
		await open();
		staff.clock.advance(6 * minute);
		await changeCourse(1, colleague);
		staff.clock.advance(1_000);
		expect(await open()).toMatchObject({ information: 1 });
		expect(await isUnread()).toBe(true);
		staff.clock.advance(6 * minute);
		expect(await open()).toMatchObject({ information: 1 });
		expect(await isUnread()).toBe(false);
	});

	it("counts from the end of the previous visit, throughout the current visit", async () => {
		// why two seconds less: a view does not vouch for the last three, and the session ends after a quarter of an hour.
		const gap = 5 * minute - 2_000;
		await open();
		staff.clock.advance(5 * minute + 1);
		expect(await open()).toMatchObject(nothing);
		const last = staff.clock.now() - 3_000;
		staff.clock.advance(1_000);
		await changeCourse(1, colleague);
		staff.clock.advance(gap);
		const news = { since: last, ...nothing, information: 1, log: 1 };
		expect(await open()).toEqual(news);
		staff.clock.advance(1_000);
		expect(await open()).toEqual(news);
		const seen = staff.clock.now() - 3_000;
		staff.clock.advance(gap);
		expect(await open()).toEqual({ since: seen, ...nothing });
	});

	it("leaves out the user's own changes and how often a section was repeated", async () => {
		await open();
		staff.clock.advance(6 * minute);
		await changeCourse(1);
		await addEntry({ field: "duplicateFields", newValue: '{"sections":{},"rows":{}}' });
		await addEntry({ field: "slip", newValue: '["slip.pdf"]', userId: staff.user.id });
		await testDb()
			.insert(attachments)
			.values({
				organisationId: staff.organisation.id,
				id: "own-file",
				submissionId: applicant.submissionId ?? "",
				fieldId: "slip",
				title: "t",
				section: "s",
				name: "n",
				mimetype: "m",
				size: 1,
				objectKey: "k",
				createdAt: staff.clock.now(),
			});
		expect(await open()).toMatchObject(nothing);
	});

	it("names the tab of each change: files, references, letters, payments", async () => {
		await open();
		staff.clock.advance(6 * minute);
		const [organisationId, at] = [staff.organisation.id, staff.clock.now()];
		const own = { organisationId, applicantId: applicant.id };
		const file = { organisationId, submissionId: applicant.submissionId ?? "", fieldId: "f", title: "t", section: "s" };
		await testDb().batch([
			testDb()
				.insert(attachments)
				.values({ ...file, id: "new-file", name: "n", mimetype: "m", size: 1, objectKey: "k", createdAt: at }),
			testDb()
				.insert(referees)
				.values({
					...own,
					id: "new-referee",
					name: "n",
					email: "e",
					status: "submitted",
					answeredAt: at,
					createdAt: 1,
				}),
			testDb()
				.insert(letters)
				.values({
					...own,
					id: "new-letter",
					templateId: "t",
					templateName: "n",
					objectKey: "k",
					size: 1,
					createdBy: colleague.id,
					createdByName: "n",
					createdAt: at,
				}),
		]);
		await createTransaction(applicant, { createdAt: at });
		expect(await open()).toMatchObject({ ...nothing, attachments: 1, referees: 1, letter: 1, transactions: 1 });
	});
});

const read = async (query = "") =>
	(
		await staff.get<{ data: Modification[]; resultTotal: number; next: string | null }>(
			`/candidates/${applicant.id}/changes${query}`,
		)
	).body;

const addEntry = (values: Partial<typeof modificationEntries.$inferInsert>) =>
	testDb()
		.insert(modificationEntries)
		.values({
			organisationId: staff.organisation.id,
			id: crypto.randomUUID(),
			entity: "applicant",
			entityId: applicant.id,
			field: "phone",
			userId: colleague.id,
			username: colleague.email,
			createdAt: staff.clock.now(),
			...values,
		});

describe("changes that are marked as read", () => {
	const markRead = (until: number, id = applicant.id) =>
		staff.request(`/candidates/${id}/changes/read`, { method: "POST", body: JSON.stringify({ until }) });

	it("are news no longer, while later ones are", async () => {
		expect((await markRead(staff.clock.now())).status, "the user has not opened the applicant").toBe(404);
		await open();
		staff.clock.advance(minute);
		await changeCourse(1, colleague);
		staff.clock.advance(minute);
		expect(await open()).toMatchObject({ information: 1, log: 1 });
		const shownAt = staff.clock.now();
		staff.clock.advance(1_000);
		await addEntry({ field: "phone", newValue: '"0801"' });
		expect(await (await markRead(shownAt)).json()).toEqual({ read: true });
		expect(await open(), "the phone number was not shown").toMatchObject({ since: shownAt, information: 1, log: 0 });
		await markRead(Number.MAX_SAFE_INTEGER);
		expect(await open()).toMatchObject({ since: staff.clock.now(), ...nothing });
		staff.clock.advance(minute);
		await addEntry({ field: "town", newValue: '"Offa"' });
		expect(await open(), "no moment to come is read").toMatchObject({ information: 1 });
	});
});

describe("the changes of an applicant", () => {
	it("belong to an event that the log names", async () => {
		await changeCourse(1, colleague);
		await changeCourse(0, colleague);
		const log = await staff.get<{ data: LogEntry[] }>(`/candidates/${applicant.id}/log`);
		const [newest] = log.body.data;
		expect(log.body.data.every(({ changeId }) => changeId !== null)).toBe(true);
		const [first, second] = staff.application.courses;
		const name = (course: typeof first) => `${course?.code} ${course?.title}`;
		expect(await read(`?eventId=${newest?.changeId}`)).toMatchObject({
			data: [{ field: "course", old: name(second), new: name(first), by: { id: colleague.id, name: "Musa Danladi" } }],
			next: null,
		});
		expect((await read()).data).toHaveLength(2);
	});

	it("include those of a stage change that also changed the location", async () => {
		const location = await createLocation(staff.organisation.id);
		const body = JSON.stringify({
			stageId: staff.application.steps[1]?.id,
			reason: "Complete",
			locationId: location.id,
		});
		await staff.request(`/candidates/${applicant.id}`, { method: "PATCH", body });
		const log = await staff.get<{ data: LogEntry[] }>(`/candidates/${applicant.id}/log`);
		const [move] = log.body.data;
		expect(move).toMatchObject({ type: "STAGE_CHANGE", changeId: expect.any(String) });
		expect((await read(`?eventId=${move?.changeId}`)).data).toMatchObject([
			{ field: "location", old: null, new: location.name },
		]);
	});

	it("since a moment come newest first, with answers as the form stores them", async () => {
		await addEntry({ oldValue: '"0800"', newValue: '"0801"', createdAt: 1_000 });
		await addEntry({ oldValue: '"0801"', newValue: '{"state":"Kwara","lga":"Offa"}', createdAt: 2_000 });
		const { data } = await read("?since=1000");
		expect(data).toMatchObject([
			{ field: "phone", old: "0801", new: { state: "Kwara", lga: "Offa" }, at: 2_000, by: { name: "Musa Danladi" } },
		]);
		expect((await read("?since=2000")).data).toEqual([]);
	});

	it("are paged by 500", async () => {
		for (let n = 0; n < 501; n += 3)
			await testDb().batch([
				addEntry({ createdAt: n }),
				addEntry({ createdAt: n + 1 }),
				addEntry({ createdAt: n + 2 }),
			]);
		const { data, resultTotal, next } = await read();
		expect([data.length, resultTotal, data[0]?.at]).toEqual([500, 501, 500]);
		expect((await staff.get<{ data: { at: number }[] }>(`${next?.slice("/api".length)}`)).body.data).toMatchObject([
			{ at: 0 },
		]);
	});

	it("have no event for a line of the log that changed no answer", async () => {
		const body = JSON.stringify({ stageId: staff.application.steps[1]?.id, reason: "Complete" });
		await staff.request(`/candidates/${applicant.id}`, { method: "PATCH", body });
		const { body: log } = await staff.get<{ data: LogEntry[] }>(`/candidates/${applicant.id}/log`);
		expect(log.data).toMatchObject([{ type: "STAGE_CHANGE", changeId: null }]);
	});

	it("respond 404 for another organisation's applicant, and refuse an invalid moment", async () => {
		const other = await openServicesFixture();
		expect((await other.get(`/candidates/${applicant.id}/changes`)).status).toBe(404);
		for (const query of ["since=x", "since=-1", "eventId=a%20b"])
			expect((await staff.get(`/candidates/${applicant.id}/changes?${query}`)).status).toBe(422);
	});
});
