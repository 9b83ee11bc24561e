import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import {
	createApplicant,
	createApplication,
	createReferee,
	createTransaction,
	createUser,
	testDb,
} from "#tests/support/factories";
import type { Need } from "#worker/contract/applicant-filter";
import { longWaitMs } from "#worker/services/applicants/contract";

let staff: ServicesFixture;
let people: Awaited<ReturnType<typeof createApplicant>>[];
let ids: string[];
let openSince: number;

beforeAll(async () => {
	staff = await openServicesFixture({ stages: ["Registration", "In_review", "Shortlisted", "Accepted"] });
	openSince = staff.clock.now() - longWaitMs;
	people = [];
	for (const [step, waited] of [
		[1, 3],
		[1, 1],
		[2, 2],
		[0, 9],
		[3, 9],
		[1, -1],
	] as const) {
		const stepId = staff.application.steps[step]?.id ?? "";
		people.push(await createApplicant(staff.application, { stepId, stageChangedAt: openSince - waited * 1_000 }));
	}
	ids = people.map(({ id }) => id);
});

interface Page {
	data: { id: string }[];
	resultTotal: number;
	nextCursor: string | null;
	previousCursor: string | null;
}
const list = async (query: string) => {
	const { status, body } = await staff.get<Page>(`/candidates?applicationId=${staff.application.id}&${query}`);
	expect(status).toBe(200);
	return { ...body, places: body.data.map(({ id }) => ids.indexOf(id)) };
};
const counts = async () =>
	(
		await staff.get<Record<Need | "new", number> & { news: unknown }>(
			`/statistics/candidate-needs?applicationId=${staff.application.id}`,
		)
	).body;
const neighbours = async (place: number, query: string) =>
	(
		await staff.get<Record<string, string | number | null>>(
			`/candidates/${ids[place]}/neighbours?applicationId=${staff.application.id}&${query}`,
		)
	).body;
const applicantAt = (place: number) => {
	const applicant = people[place];
	if (!applicant) throw new Error(`There is no applicant ${place}`);
	return applicant;
};

it("lists the longest waiting applicants first, without the decided and those who have to act themselves", async () => {
	expect((await list("needs=waiting")).places).toEqual([0, 2, 1]);
	expect((await list("needs=waiting&stage=SHORTLISTED")).places).toEqual([2]);
	expect((await counts()).waiting).toBe(3);
	staff.clock.advance(2_000);
	expect((await list("needs=waiting")).places).toEqual([0, 2, 1, 5]);
	expect((await counts()).waiting).toBe(4);
	staff.clock.advance(-2_000);
});

it("pages through the whole list by waiting time, forwards and back", async () => {
	const order = [3, 4, 0, 2, 1, 5];
	const first = await list("sort=waiting&size=2");
	const second = await list(`sort=waiting&size=2&after=${first.nextCursor}`);
	const last = await list("sort=waiting&size=2&page=2");
	expect([first, second, last].flatMap(({ places }) => places)).toEqual(order);
	expect([first.previousCursor, last.nextCursor, first.resultTotal]).toEqual([null, null, 6]);
	expect((await list(`sort=waiting&size=2&before=${last.previousCursor}`)).places).toEqual([0, 2]);
	const [course] = staff.application.courses;
	expect((await list(`sort=waiting&courseIds=${course?.id}`)).places).toEqual(order);
	expect((await list("sort=waiting&stage=IN_REVIEW")).places).toEqual([0, 1, 5]);
});

it("finds neighbours in the order that is shown, and skips decided applicants on the way to the next undecided", async () => {
	expect(await neighbours(0, "needs=waiting")).toEqual({
		previousId: null,
		nextId: ids[2],
		nextUndecidedId: ids[2],
		position: 1,
		total: 3,
		totalIsExact: true,
	});
	expect(await neighbours(3, "sort=waiting")).toMatchObject({ nextId: ids[4], nextUndecidedId: ids[0], position: 1 });
	expect(await neighbours(5, "")).toMatchObject({ nextId: ids[4], nextUndecidedId: ids[3] });
	expect(await neighbours(5, "stage=ACCEPTED")).toMatchObject({ nextId: ids[4], nextUndecidedId: null });
	expect(await neighbours(0, "")).toMatchObject({ nextId: null, nextUndecidedId: null });
	expect(await neighbours(4, "needs=waiting"), "who has left the group has neighbours where they stood").toMatchObject({
		previousId: null,
		nextId: ids[0],
		position: null,
		total: 3,
		totalIsExact: true,
	});
});

it("counts as new who submitted, or who registered where nobody submits a form", async () => {
	expect(await counts()).toMatchObject({ new: 1, newStage: staff.application.steps[0]?.id });
	const other = await createApplication(staff.organisation.id, { stages: ["Registration", "Submitted", "Submitted"] });
	for (const step of other.steps) await createApplicant(other, { stepId: step.id });
	const { body } = await staff.get(`/statistics/candidate-needs?applicationId=${other.id}`);
	expect(body).toMatchObject({ new: 2, newStage: "SUBMITTED" });
});

it("counts a missing reference until it is given or the applicant is decided", async () => {
	const { id } = await createReferee(applicantAt(0));
	await createReferee(applicantAt(4));
	await createReferee(applicantAt(5));
	expect((await list("needs=referee")).places).toEqual([5, 0]);
	expect((await counts()).referee).toBe(2);
	const [, inReview, , accepted] = staff.application.steps;
	const move = (place: number, stageId?: string) =>
		staff.send("PATCH", `/candidates/${ids[place]}`, { stageId, reason: "x" });
	await move(5, accepted?.id);
	expect((await list("needs=referee")).places).toEqual([0]);
	await move(5, inReview?.id);
	expect((await list("needs=referee&sort=waiting")).places).toEqual([0, 5]);
	await testDb().run(sql`UPDATE referees SET status = 'submitted' WHERE id = ${id}`);
	expect((await list("needs=referee")).places).toEqual([5]);
	await testDb().run(sql`DELETE FROM referees WHERE applicant_id = ${ids[5]}`);
	expect((await counts()).referee).toBe(0);
});

it("counts a payment as unclear while one of its transactions is pending", async () => {
	const one = await createTransaction(applicantAt(1), { status: "pending" });
	const two = await createTransaction(applicantAt(1), { status: "pending" });
	await createTransaction(applicantAt(2), { status: "success" });
	expect((await list("needs=payment")).places).toEqual([1]);
	await testDb().run(sql`UPDATE transactions SET status = 'failed' WHERE id = ${one.id}`);
	expect((await counts()).payment).toBe(1);
	await testDb().run(sql`UPDATE transactions SET status = 'success' WHERE id = ${two.id}`);
	expect([(await list("needs=payment")).places, (await counts()).payment]).toEqual([[], 0]);
});

it("counts what others changed since the user opened the applicant, until the user opens them again", async () => {
	await staff.get(`/candidates/${ids[2]}`);
	await staff.get(`/candidates/${ids[0]}`);
	staff.clock.advance(1_000);
	const other = await createUser({ organisationId: staff.organisation.id });
	await testDb().run(sql`UPDATE applicants SET updated_at = ${staff.clock.now()} WHERE id = ${ids[2]}`);
	await testDb().run(sql`INSERT INTO applicant_log (organisation_id, applicant_id, id, type, actor_id, created_at)
		VALUES (${staff.organisation.id}, ${ids[2]}, 'by-another', 'DATA_UPDATE', ${other.id}, ${staff.clock.now()})`);
	expect([(await list("needs=changed")).places, (await counts()).changed]).toEqual([[2], 1]);
	expect((await counts()).news).toEqual([[ids[2], staff.clock.now()]]);
	staff.clock.advance(5_000);
	await staff.get(`/candidates/${ids[2]}`);
	expect([(await list("needs=changed")).places, (await counts()).changed]).toEqual([[], 0]);
});

it("counts all applicants changed since the user opened them, and one fewer with each that is opened", async () => {
	const { organisation, application, user, clock, get } = await openServicesFixture({ stages: ["Registration"] });
	const many = await createMany(application, 130);
	const other = await createUser({ organisationId: organisation.id });
	await testDb().run(sql`INSERT INTO applicant_views (organisation_id, user_id, applicant_id, viewed_at)
		SELECT ${organisation.id}, ${user.id}, value, ${clock.now()} FROM json_each(${JSON.stringify(many)})`);
	clock.advance(1_000);
	await testDb().run(sql`UPDATE applicants SET updated_at = ${clock.now()} WHERE organisation_id = ${organisation.id}`);
	await testDb().run(sql`INSERT INTO applicant_log (organisation_id, applicant_id, id, type, actor_id, created_at)
		SELECT ${organisation.id}, value, 'change', 'DATA_UPDATE', ${other.id}, ${clock.now()}
		FROM json_each(${JSON.stringify(many)})`);
	const changed = async () =>
		(await get<{ changed: number; news: unknown[] }>(`/statistics/candidate-needs?applicationId=${application.id}`))
			.body;
	const before = await changed();
	expect([before.changed, before.news.length]).toEqual([130, 130]);
	clock.advance(5_000);
	await get(`/candidates/${many[0]}`);
	expect((await changed()).changed).toBe(129);
	const search = `applicationId=${application.id}&needs=changed`;
	const [first, second, third] = (await get<Page>(`/candidates?${search}`)).body.data;
	await get(`/candidates/${second?.id}`);
	expect((await get(`/candidates/${second?.id}/neighbours?${search}`)).body, "opening leaves its place").toMatchObject({
		previousId: first?.id,
		nextId: third?.id,
		nextUndecidedId: third?.id,
		position: null,
		total: 128,
	});
});

it("counts nothing for another organisation's application, and refuses an unknown group", async () => {
	const foreign = await openServicesFixture();
	await createApplicant(foreign.application, { stepId: foreign.application.steps[1]?.id ?? "", stageChangedAt: 0 });
	const { body } = await staff.get(`/statistics/candidate-needs?applicationId=${foreign.application.id}`);
	expect(body).toEqual({
		new: 0,
		newStage: null,
		waiting: 0,
		referee: 0,
		payment: 0,
		changed: 0,
		mine: 0,
		duplicates: 0,
		news: [],
	});
	expect(await staff.get("/candidates?needs=money")).toMatchObject({ status: 422 });
	expect(await staff.get("/candidates?sort=name")).toMatchObject({ status: 422 });
});
