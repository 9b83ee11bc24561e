import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { openPairDesk, type PairDesk, rowsOf } from "#tests/services/duplicates/pair-desk";
import { createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { auditEvents } from "#worker/database/schema/records";

let desk: PairDesk;
beforeAll(async () => {
	desk = await openPairDesk();
});

test("two who are known by the same are listed once, those with most in common first, with the reasons", async () => {
	const own = await openPairDesk();
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

test("two who were said to be two are listed apart, until somebody takes that back", async () => {
	const first = await desk.register({ data: { jamb: "20261234AB" } });
	const second = await desk.register({ data: { jamb: "2026-1234-ab" } });
	const decide = (areDifferent: boolean) =>
		desk.send("POST", "/duplicates/decisions", { firstId: second.id, secondId: first.id, areDifferent });
	const before = (await desk.list()).body.resultTotal;
	for (let twice = 0; twice < 2; twice++)
		expect(await decide(true)).toMatchObject({ status: 200, body: { areDifferent: true } });
	expect((await desk.list()).body.resultTotal).toBe(before - 1);
	const decided = (await desk.list("&decided=true")).body;
	expect(decided).toMatchObject({
		resultTotal: 1,
		data: [{ first: { id: first.id }, second: { id: second.id }, decision: { by: expect.any(String) } }],
	});
	expect((await desk.compare(first.id, second.id)).body.decision).not.toBeNull();
	expect((await decide(false)).body).toEqual({ areDifferent: false });
	expect((await desk.list()).body.resultTotal).toBe(before);
	expect((await desk.list("&decided=true")).body.resultTotal).toBe(0);
});

test("two who share nothing can be told apart, and are forgotten when that is taken back", async () => {
	const [first, second] = [await desk.register({ lastName: "Aa" }), await desk.register({ lastName: "Bb" })];
	const body = { firstId: first.id, secondId: second.id };
	await desk.send("POST", "/duplicates/decisions", { ...body, areDifferent: true });
	expect((await desk.get(`/candidates/${first.id}/duplicates`)).body.data).toHaveLength(1);
	await desk.send("POST", "/duplicates/decisions", { ...body, areDifferent: false });
	expect((await desk.get(`/candidates/${first.id}/duplicates`)).body.data).toEqual([]);
});

test("an answer that changes makes a pair, and unmakes it", async () => {
	const first = await desk.register({ lastName: "Cc", data: { phone: "08040000001" } });
	const second = await desk.register({ lastName: "Dd", data: { phone: "08040000002" } });
	const pairs = async () => (await desk.get(`/candidates/${first.id}/duplicates`)).body.data;
	const answer = (phone: string) => desk.answer(second, { phone });
	expect(await pairs()).toEqual([]);
	expect(await answer("0804 000 0001")).toBe(200);
	expect(await pairs()).toHaveLength(1);
	await answer("08040000003");
	expect(await pairs()).toEqual([]);
});

test("a comparison has the record and every field of both forms, as the printed form says them", async () => {
	const first = await desk.register({
		data: { dob: "2008-03-02", school: "Kings", school__2: "Queens", word: "good", odd: "extra" },
	});
	const second = await desk.register({
		firstName: "Ada",
		middleName: null,
		data: { dob: "2008-03-02", about: "<p>I like <b>maps</b></p>", school: "Kings" },
	});
	await desk.attach(first, "papers", "waec.pdf");
	await desk.attach(second, "papers", "waec.pdf");
	const { status, body } = await desk.compare(first.id, second.id);
	expect(status).toBe(200);
	expect(body).toMatchObject({ first: { id: first.id, formVersion: 1 }, second: { id: second.id, hasPhoto: false } });
	const fields = new Map(body.fields.map((field) => [field.id, field]));
	expect(fields.get("firstName")).toMatchObject({ first: "Adaeze", second: "Ada", isSame: false, section: null });
	expect(fields.get("middleName")).toMatchObject({ first: "Chinonso", second: null });
	expect(fields.get("form.dob")).toMatchObject({ first: "March 2nd 2008", isSame: true, label: "Date of birth" });
	expect(fields.get("form.about")).toMatchObject({ first: null, second: "I like maps", section: "Personal details" });
	expect(fields.get("form.school__2")).toMatchObject({
		...{ first: "Queens", second: null, label: "School (2)", isInFirst: true, isInSecond: true },
	});
	expect(fields.get("form.papers"), "two files of one name are two").toMatchObject({
		...{ kind: "files", first: "waec.pdf", second: "waec.pdf", isSame: false },
	});
	expect(fields.get("form.odd")).toMatchObject({ first: "extra", isInFirst: false, isInSecond: false });
	expect(fields.has("form.word"), "what a referee answers is no part of it").toBe(false);
	expect(body.first.belongings).toEqual({
		...{ transactions: 0, referees: 0, letters: 0, emails: 0, attachments: 1, logEntries: 0 },
	});
});

test("only two of one application, and of the institution, are compared, told apart and merged", async () => {
	const first = await desk.register();
	const elsewhere = await desk.register({}, await createApplication(desk.organisation.id));
	const foreign = await desk.register({}, await createApplication((await createOrganisation()).id));
	const asked = async (firstId: string, secondId: string) => {
		const versions = { keptVersion: 1, mergedVersion: 1, keptFormVersion: 1, mergedFormVersion: 1 };
		const answers = [
			await desk.compare(firstId, secondId),
			await desk.send("POST", "/duplicates/decisions", { firstId, secondId, areDifferent: true }),
			await desk.send("POST", "/duplicates/merges", {
				...{ keptId: firstId, mergedId: secondId, ...versions, taken: [], comment: "" },
			}),
		];
		return answers.map(({ status, body }) => [status, body.code]);
	};
	const all = (status: number, code: string) => Array.from({ length: 3 }, () => [status, code]);
	expect(await asked(first.id, first.id)).toEqual(all(422, "not_comparable"));
	expect(await asked(first.id, elsewhere.id)).toEqual(all(422, "not_comparable"));
	expect(await asked(first.id, foreign.id)).toEqual(all(404, "not_found"));
	expect(await asked(foreign.id, first.id)).toEqual(all(404, "not_found"));
	expect(await asked("nobody", "nobody")).toEqual(all(404, "not_found"));
	expect((await desk.get(`/candidates/${foreign.id}/duplicates`)).status).toBe(404);
	expect((await desk.get("/duplicates?applicationId=nothing")).body.code).toBe("application_unavailable");
});

test("what was said, merged and undone stands in the audit log under both names", async () => {
	const queues = keepingQueues();
	const own = await openPairDesk({ bindings: queues.bindings });
	const [kept, merged] = [await own.register({ firstName: "Bisi" }), await own.register({ firstName: "Ada" })];
	const two = { firstId: kept.id, secondId: merged.id, areDifferent: true };
	await own.send("POST", "/duplicates/decisions", two);
	own.clock.advance(1);
	const { mergeId } = (await own.merge(kept.id, merged.id, ["firstName"], { comment: "One person" })).body;
	own.clock.advance(1);
	await own.undo(mergeId);
	await deliverEvents(queues.sentEvents);
	const audit = await testDb()
		.select()
		.from(auditEvents)
		.where(eq(auditEvents.organisationId, own.organisation.id))
		.orderBy(asc(auditEvents.createdAt));
	const who = { userId: own.user.id, username: own.user.email, status: "SUCCESS" };
	expect(audit).toMatchObject([
		{ ...who, action: "applicants.told_apart", subject: `${kept.id} and ${merged.id}` },
		{
			...{ ...who, action: "applicants.merged" },
			subject: `Ada Chinonso Okafor (${merged.applicationNumber}) and Ada Chinonso Okafor`,
			details: { applicantIds: [kept.id, merged.id], fieldIds: ["firstName"], comment: "One person" },
		},
		{
			...{ ...who, action: "applicants.merge_undone" },
			subject: `Ada Chinonso Okafor (${merged.applicationNumber}) and Bisi Chinonso Okafor`,
			details: { mergeId, stayedIds: [] },
		},
	]);
});

test("two who are told apart and merged at once leave no pair with somebody who is gone", async () => {
	for (let twice = 0; twice < 3; twice++) {
		const [kept, merged, third] = [await desk.register(), await desk.register(), await desk.register()];
		const seen = await desk.seen(kept.id, merged.id);
		const [said] = await Promise.all([
			desk.send("POST", "/duplicates/decisions", { firstId: merged.id, secondId: third.id, areDifferent: true }),
			desk.send("POST", "/duplicates/merges", { ...seen, taken: [] }),
		]);
		expect([200, 404]).toContain(said.status);
		const { duplicate_pairs: pairs = [] } = await rowsOf(desk.organisation.id, ["duplicate_pairs"]);
		expect(pairs.filter((pair) => pair.includes(merged.id))).toEqual([]);
	}
});
