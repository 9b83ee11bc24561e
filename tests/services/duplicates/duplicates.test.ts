import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { openPairFixture, type PairFixture, type Pairs, rowsOf } from "#tests/services/duplicates/pair-fixture";
import { createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { sensitiveFields } from "#worker/database/schema/forms";
import { auditEvents } from "#worker/database/schema/records";

let staff: PairFixture;
beforeAll(async () => {
	staff = await openPairFixture();
});

test("lists each pair that shares identity keys once, with the reasons, strongest first", async () => {
	const own = await openPairFixture();
	const first = await own.register({ data: { phone: "0803 111 2222", dob: "2008-03-01" } });
	const second = await own.register({ data: { phone: "+234 803 111 2222", dob: "2008-03-01" } });
	const third = await own.register({ firstName: "Zainab", data: { phone: "08031112222" } });
	const { status, body } = await own.list();
	expect(status).toBe(200);
	expect(body.resultTotal).toBe(3);
	expect(body.data.map((pair) => [pair.first.id, pair.second.id, pair.reasons.map(({ kind }) => kind)])).toEqual([
		[first.id, second.id, ["person", "phone"]],
		[second.id, third.id, ["phone"]],
		[first.id, third.id, ["phone"]],
	]);
	expect(body.data[0]?.reasons).toEqual([
		{ kind: "person", value: "adaeze chinonso okafor, 2008-03-01" },
		{ kind: "phone", value: "8031112222" },
	]);
	const needs = await own.get(`/statistics/candidate-needs?applicationId=${own.application.id}`);
	expect(needs.body).toMatchObject({ duplicates: 3 });
	const of = await own.get(`/candidates/${third.id}/duplicates`);
	expect(of.body).toMatchObject({ data: [{ second: { id: third.id } }, { second: { id: third.id } }], merges: [] });
	expect((await own.list("&page=1&size=2")).body.data).toHaveLength(1);
});

test("masks what two share where it comes from a sensitive field, also of who may reveal it", async () => {
	const own = await openPairFixture();
	const { organisationId, formDesignId } = own.application;
	const data = { phone: "0803 111 2222", dob: "2008-03-01", jamb: "20261234AB" };
	const [first, second] = [await own.register({ data }), await own.register({ data })];
	for (const fieldId of ["phone", "dob", "jamb"])
		await testDb().insert(sensitiveFields).values({ organisationId, formDesignId, fieldId });
	const masked = [
		{ kind: "exam", value: "••••" },
		{ kind: "person", value: "adaeze chinonso okafor, ••••" },
		{ kind: "phone", value: "••••2222" },
	];
	const listed = await own.list();
	expect(listed.body.data[0]?.reasons).toEqual(masked);
	expect((await own.compare(first.id, second.id)).body.reasons).toEqual(masked);
	const of = await own.get<Pairs>(`/candidates/${first.id}/duplicates`);
	expect(of.body.data[0]?.reasons).toEqual(masked);
	for (const { body } of [listed, of]) expect(JSON.stringify(body)).not.toMatch(/8031112222|20261234/i);
});

test("lists a dismissed pair separately until the dismissal is removed", async () => {
	const first = await staff.register({ data: { jamb: "20261234AB" } });
	const second = await staff.register({ data: { jamb: "2026-1234-ab" } });
	const before = (await staff.list()).body.resultTotal;
	for (let twice = 0; twice < 2; twice++)
		expect(await staff.dismiss(second.id, first.id)).toMatchObject({ status: 200, body: { isDismissed: true } });
	expect((await staff.list()).body.resultTotal).toBe(before - 1);
	const dismissed = (await staff.list("&dismissed=true")).body;
	expect(dismissed).toMatchObject({
		resultTotal: 1,
		data: [{ first: { id: first.id }, second: { id: second.id }, dismissed: { by: expect.any(String) } }],
	});
	expect((await staff.compare(first.id, second.id)).body.dismissed).not.toBeNull();
	expect((await staff.dismiss(first.id, second.id, false)).body).toEqual({ isDismissed: false });
	expect((await staff.list()).body.resultTotal).toBe(before);
	expect((await staff.list("&dismissed=true")).body.resultTotal).toBe(0);
});

test("dismisses two who share nothing, and lists no pair when the dismissal is removed", async () => {
	const [first, second] = [await staff.register({ lastName: "Aa" }), await staff.register({ lastName: "Bb" })];
	await staff.dismiss(first.id, second.id);
	expect((await staff.get(`/candidates/${first.id}/duplicates`)).body.data).toHaveLength(1);
	await staff.dismiss(first.id, second.id, false);
	expect((await staff.get(`/candidates/${first.id}/duplicates`)).body.data).toEqual([]);
});

test("creates and removes a pair when an answer changes", async () => {
	const first = await staff.register({ lastName: "Cc", data: { phone: "08040000001" } });
	const second = await staff.register({ lastName: "Dd", data: { phone: "08040000002" } });
	const pairs = async () => (await staff.get(`/candidates/${first.id}/duplicates`)).body.data;
	const answer = (phone: string) => staff.answer(second, { phone });
	expect(await pairs()).toEqual([]);
	expect(await answer("0804 000 0001")).toBe(200);
	expect(await pairs()).toHaveLength(1);
	await answer("08040000003");
	expect(await pairs()).toEqual([]);
});

test("compares the record and every field of both forms in the words of the printed form", async () => {
	const first = await staff.register({
		data: { dob: "2008-03-02", school: "Kings", school__2: "Queens", word: "good", odd: "extra" },
	});
	const second = await staff.register({
		firstName: "Ada",
		middleName: null,
		data: { dob: "2008-03-02", about: "<p>I like <b>maps</b></p>", school: "Kings" },
	});
	await staff.attach(first, "papers", "waec.pdf");
	await staff.attach(second, "papers", "waec.pdf");
	const { status, body } = await staff.compare(first.id, second.id);
	expect(status).toBe(200);
	expect(body).toMatchObject({ first: { id: first.id, formVersion: 1 }, second: { id: second.id, hasPhoto: false } });
	const fields = new Map(body.fields.map((field) => [field.id, field]));
	expect(fields.get("firstName")).toMatchObject({ first: "Adaeze", second: "Ada", isSame: false, section: null });
	expect(fields.get("middleName")).toMatchObject({ first: "Chinonso", second: null });
	expect(fields.get("form.dob")).toMatchObject({ first: "March 2nd 2008", isSame: true, label: "Date of birth" });
	expect(fields.get("form.about")).toMatchObject({ first: null, second: "I like maps", section: "Personal details" });
	expect(fields.get("form.school__2")).toMatchObject({
		first: "Queens",
		second: null,
		label: "School (2)",
		isInFirst: true,
		isInSecond: true,
	});
	expect(fields.get("form.papers"), "two files of one name differ").toMatchObject({
		kind: "files",
		first: "waec.pdf",
		second: "waec.pdf",
		isSame: false,
	});
	expect(fields.get("form.odd")).toMatchObject({ first: "extra", isInFirst: false, isInSecond: false });
	expect(fields.has("form.word"), "a referee's answers are left out").toBe(false);
	expect(body.first.belongings).toEqual({
		transactions: 0,
		referees: 0,
		letters: 0,
		emails: 0,
		attachments: 1,
		logEntries: 0,
	});
});

test("compares, dismisses and merges only two applicants of one application and of the institution", async () => {
	const first = await staff.register();
	const elsewhere = await staff.register({}, await createApplication(staff.organisation.id));
	const foreign = await staff.register({}, await createApplication((await createOrganisation()).id));
	const asked = async (firstId: string, secondId: string) => {
		const versions = { targetVersion: 1, sourceVersion: 1, targetFormVersion: 1, sourceFormVersion: 1 };
		const responses = [
			await staff.compare(firstId, secondId),
			await staff.dismiss(firstId, secondId),
			await staff.send("POST", "/duplicates/merges", {
				targetId: firstId,
				sourceId: secondId,
				...versions,
				sourceFields: [],
				comment: "",
			}),
		];
		return responses.map(({ status, body }) => [status, body.code]);
	};
	const all = (status: number, code: string) => Array.from({ length: 3 }, () => [status, code]);
	expect(await asked(first.id, first.id)).toEqual(all(422, "not_comparable"));
	expect(await asked(first.id, elsewhere.id)).toEqual(all(422, "not_comparable"));
	expect(await asked(first.id, foreign.id)).toEqual(all(404, "not_found"));
	expect(await asked(foreign.id, first.id)).toEqual(all(404, "not_found"));
	expect(await asked("nobody", "nobody")).toEqual(all(404, "not_found"));
	expect((await staff.get(`/candidates/${foreign.id}/duplicates`)).status).toBe(404);
	expect((await staff.get("/duplicates?applicationId=nothing")).body.code).toBe("application_unavailable");
});

test("records dismissals, merges and undos in the audit log under both names", async () => {
	const queues = keepingQueues();
	const own = await openPairFixture({ bindings: queues.bindings });
	const [target, source] = [await own.register({ firstName: "Bisi" }), await own.register({ firstName: "Ada" })];
	await own.dismiss(target.id, source.id);
	own.clock.advance(1);
	const { mergeId } = (await own.merge(target.id, source.id, ["firstName"], { comment: "One person" })).body;
	own.clock.advance(1);
	await own.undo(mergeId);
	await deliverEvents(queues.sentEvents);
	const audit = await testDb()
		.select()
		.from(auditEvents)
		.where(eq(auditEvents.organisationId, own.organisation.id))
		.orderBy(asc(auditEvents.createdAt));
	const who = { userId: own.user.id, username: own.user.email, status: "SUCCESS" };
	const subject = `Ada Chinonso Okafor (${source.applicationNumber}) and Bisi Chinonso Okafor`;
	const applicantIds = [target.id, source.id];
	expect(audit).toMatchObject([
		{ ...who, action: "applicants.pair_reviewed", subject: applicantIds.join(" and "), details: { isDismissed: true } },
		{
			...who,
			action: "applicants.merged",
			subject,
			details: { applicantIds, fieldIds: ["firstName"], comment: "One person" },
		},
		{ ...who, action: "applicants.merge_undone", subject, details: { mergeId, applicantIds } },
	]);
});

test("leaves no pair with a source when a dismissal and a merge coincide", async () => {
	for (let twice = 0; twice < 3; twice++) {
		const [target, source, third] = [await staff.register(), await staff.register(), await staff.register()];
		const seen = await staff.seen(target.id, source.id);
		const [dismissed] = await Promise.all([
			staff.dismiss(source.id, third.id),
			staff.send("POST", "/duplicates/merges", { ...seen, sourceFields: [] }),
		]);
		expect([200, 404]).toContain(dismissed.status);
		const tables = await rowsOf(staff.organisation.id, ["duplicate_pairs", "dismissed_pairs"]);
		expect(
			Object.values(tables)
				.flat()
				.filter((pair) => pair.includes(source.id)),
		).toEqual([]);
	}
});
