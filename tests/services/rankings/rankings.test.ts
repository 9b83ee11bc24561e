import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { beforeEach, expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createUser, signIn, testDb } from "#tests/support/factories";
import { makeSensitive } from "#tests/support/sensitive-fields";
import { plainDatabase } from "#tests/support/statements";
import { layoutOf } from "#worker/database/demo/form-designs";
import { applicants } from "#worker/database/schema/applicants";
import { submissions } from "#worker/database/schema/forms";
import { rankedApplicants, rankings } from "#worker/database/schema/rankings";
import type { Board, BoardApplicant } from "#worker/services/rankings/board.contract";
import { deleteOldRankings, forgetRanked } from "#worker/services/rankings/writes";

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({
		bindings: queues.bindings,
		layout: layoutOf("undergraduate"),
		privileges: ["candidate:r", "candidate:u"],
	});
});

const [at, submittedAt] = [1_790_000_000_000, 1_789_000_000_000];
const stepOf = (type: string) => staff.application.steps.find((step) => step.type === type)?.id ?? "";
const courseId = (place = 0) => staff.application.courses[place]?.id ?? "";

/** Creates an applicant in review with this UTME score, from this state. */
const create = async (firstName: string, jambScore: unknown, more: Record<string, unknown> = {}) => {
	const { state = "Lagos", ...columns } = more;
	const made = await createApplicant(staff.application, {
		firstName,
		stepId: stepOf("IN_REVIEW"),
		registeredAt: at,
		courseId: courseId(),
		data: { jambScore, origin: { state, lga: "" } },
		...columns,
	});
	await testDb()
		.update(applicants)
		.set({ submittedAt: (columns.submittedAt as number) ?? submittedAt, state: state as string })
		.where(eq(applicants.id, made.id));
	return made;
};

type Scheme = { id: string; version: number; code?: string; fields?: Record<string, string[]> };
const scheme = (more: object = {}) => ({
	name: "Merit list",
	applicationId: staff.application.id,
	catchmentStates: ["Kogi"],
	eldsStates: ["Benue"],
	parts: [{ about: "number", of: "utme", outOf: 400, weight: 100 }],
	shares: { merit: 50, catchment: 25, elds: 25 },
	quotas: [{ courseId: courseId(), seats: 4 }],
	...more,
});
const make = async (more: object = {}) => (await staff.send<Scheme>("POST", "/ranking-schemes", scheme(more))).body;
const work = () => deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
const rank = async (schemeId: string) => {
	const begun = await staff.send<{ id: string }>("POST", `/ranking-schemes/${schemeId}/rankings`, {});
	expect(begun.status).toBe(202);
	await work();
	return begun.body.id;
};
const boardOf = async (id: string) => (await staff.get<Board>(`/rankings/${id}`)).body;
const listOf = async (id: string, list = "ranked", after = 0, course = courseId()) =>
	(
		await staff.get<{ data: BoardApplicant[]; nextAfter: number | null }>(
			`/rankings/${id}/courses/${course}?list=${list}&after=${after}`,
		)
	).body;
const named = (data: readonly BoardApplicant[]) =>
	data.map(({ name, quota }) => `${name.split(" ")[0]} ${quota ?? "-"}`);

test("ranks a course, gives its free seats by quota, and says why", async () => {
	await create("Admitted", 390, { stepId: stepOf("ACCEPTED") });
	await create("Best", 300);
	await create("Good", 280);
	await create("Kogite", 260, { state: "Kogi State" });
	await create("Benuean", 220, { state: "Benue" });
	await create("Beaten", 240, { state: "Benue" });
	await create("Unknown", "");
	await create("Declined", 399, { stepId: stepOf("DECLINED") });
	await create("Elsewhere", 398, { courseId: courseId(1) });
	const id = await rank((await make()).id);
	const board = await boardOf(id);
	expect(board).toMatchObject({ status: "SUCCESS", proposed: 3, isOfFormerScheme: false });
	expect(board.parts).toEqual([{ text: "UTME score, out of 400", weight: 100 }]);
	expect(board.progress.done).toBe(board.progress.total);
	expect(board.courses).toEqual([
		{
			course: { id: courseId(), name: staff.application.courses[0]?.title },
			seats: 4,
			filled: 1,
			filledNow: 1,
			free: 3,
			isReady: true,
			ranked: 5,
			cannotTell: 1,
			proposed: 3,
			fallback: 0,
			quotas: [
				{ quota: "merit", seats: 2, held: 1, proposed: 1, cutOffHundredths: 7_500, tiedIn: 1, tiedOut: 0 },
				{ quota: "catchment", seats: 1, held: 0, proposed: 1, cutOffHundredths: 6_500, tiedIn: 1, tiedOut: 0 },
				{ quota: "elds", seats: 1, held: 0, proposed: 1, cutOffHundredths: 6_000, tiedIn: 1, tiedOut: 0 },
			],
		},
	]);
	const { data, nextAfter } = await listOf(id);
	expect(named(data)).toEqual(["Best merit", "Good -", "Kogite catchment", "Beaten elds", "Benuean -"]);
	expect(nextAfter).toBeNull();
	expect(data.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5]);
	expect(data[0]).toMatchObject({ reason: "Proposed by merit.", isTied: false, isChanged: false });
	expect(data[0]?.parts).toEqual([
		{
			pointsHundredths: 7_500,
			missingHundredths: 0,
			because: [{ verdict: "met", label: "UTME score", answer: "300 of 400" }],
		},
	]);
	expect(data[1]?.reason).toBe("Below the cut-off: 75 by merit.");
	expect(data[4]?.reason).toBe("Below the cut-off: 75 by merit, 60 by educationally less developed states.");
	expect(named((await listOf(id, "proposed")).data)).toEqual(["Best merit", "Kogite catchment", "Beaten elds"]);
	expect(named((await listOf(id, "holds")).data)).toEqual(["Admitted -"]);
	const [unknown] = (await listOf(id, "cannotTell")).data;
	expect(unknown).toMatchObject({ pointsHundredths: 0, mostHundredths: 10_000, quota: null });
	expect(unknown?.reason).toMatch(/^Not ranked: .* at most 100, which could be enough for a seat\.$/);
});

test("a tie at the cut-off is counted, and the reason says what decided", async () => {
	await create("Early", 240);
	await create("Late", 240, { submittedAt: submittedAt + 5 });
	const id = await rank((await make({ quotas: [{ courseId: courseId(), seats: 1 }] })).id);
	const [course] = (await boardOf(id)).courses;
	expect(course?.quotas[0]).toMatchObject({ proposed: 1, cutOffHundredths: 6_000, tiedIn: 1, tiedOut: 1 });
	const { data } = await listOf(id);
	expect(data.map(({ isTied }) => isTied)).toEqual([true, true]);
	expect(data[1]?.reason).toMatch(/^Has exactly the cut-off by merit, but submitted the form later/);
});

test("its workbook has the board, and every applicant with numbers, ties and reasons", async () => {
	await create("Admitted", 390, { stepId: stepOf("ACCEPTED") });
	await create("Early", 245);
	await create("Late", 245, { submittedAt: submittedAt + 5 });
	await create("Unknown", "");
	await create("Elsewhere", 100, { courseId: courseId(1) });
	const quotas = [
		{ courseId: courseId(), seats: 2 },
		{ courseId: courseId(1), seats: 1 },
	];
	const id = await rank((await make({ quotas, shares: { merit: 100, catchment: 0, elds: 0 } })).id);
	const { status, body } = await staff.send<{ taskId: string }>("POST", `/rankings/${id}/export`, {}, "key-of-ranking");
	expect(status).toBe(202);
	await work();
	const answer = await staff.request(`/tasks/${body.taskId}/file`);
	expect(answer.status).toBe(200);
	const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
	const tableOf = (name: string) => {
		const [headings = [], ...rows] = sheets.find((sheet) => sheet.name === name)?.rows ?? [];
		return rows.map((row) => Object.fromEntries(headings.map((heading, column) => [String(heading), row[column]])));
	};
	const titles = staff.application.courses.slice(0, 2).map(({ title }) => title);
	expect(
		tableOf("Board")
			.map(({ Course }) => Course)
			.sort(),
	).toEqual([...titles].sort());
	expect(tableOf("Board").find(({ Course }) => Course === titles[0])).toMatchObject({
		Seats: 2,
		Filled: 1,
		"Filled now": 1,
		Free: 1,
		Proposed: 1,
		Ranked: 2,
		"Cannot tell": 1,
		"Merit: cut-off": 61.25,
		"Merit: at the cut-off and not proposed": 1,
	});
	const rows = tableOf("Applicants").filter(({ Course }) => Course === titles[0]);
	expect(rows.map((row) => [String(row.Name).split(" ")[0], row.List, row.Place])).toEqual([
		["Early", "Ranked", 1],
		["Late", "Ranked", 2],
		["Unknown", "Cannot tell", 1],
		["Admitted", "Holds a seat", 1],
	]);
	expect(rows[0]).toMatchObject({
		Points: 61.25,
		"UTME score, out of 400 (at most 100)": 61.25,
		"Proposed for": "Merit",
		"Tied at the cut-off": "Yes",
		Answers: "UTME score: 245 of 400",
		"State of origin": "Lagos",
	});
	expect(rows[1]).toMatchObject({ "Proposed for": null, Reason: expect.stringContaining("submitted the form later") });
	expect(rows[2]).toMatchObject({ Points: 0, "Possible points": 100, Answers: "UTME score: not known" });
	expect(tableOf("Applicants")).toHaveLength(5);
});

test("the best of a share are found in an index of their own, however long the list", async () => {
	for (const share of ["catchment", "elds"]) {
		const { results } = await plainDatabase
			.prepare(
				`EXPLAIN QUERY PLAN SELECT seq FROM ranked_applicants INDEXED BY ranked_applicants_${share}
				WHERE organisation_id = 'a' AND ranking_id = 'b' AND course_id = 'c' AND standing = 'ranked' AND place > 0
					AND is_${share} = 1 ORDER BY place LIMIT 10`,
			)
			.all<{ detail: string }>();
		expect(results.map(({ detail }) => detail)).toEqual([expect.stringContaining(`ranked_applicants_${share} (`)]);
	}
});

test("any number of applicants, in slices and in pages; seats that nobody is left for go by merit", async () => {
	for (let n = 0; n < 45; n += 1) await create(`A${n}`, 100 + n);
	const id = await rank(
		(
			await make({
				quotas: [
					{ courseId: courseId(), seats: 30 },
					{ courseId: courseId(1), seats: 3 },
				],
			})
		).id,
	);
	const board = await boardOf(id);
	expect(board.courses.map(({ proposed, fallback, isReady }) => [proposed, fallback, isReady]).sort()).toEqual([
		[0, 0, true],
		[30, 15, true],
	]);
	const seen: string[] = [];
	for (let after: number | null = 0; after !== null; ) {
		const page: Awaited<ReturnType<typeof listOf>> = await listOf(id, "ranked", after);
		seen.push(...page.data.map(({ name }) => name.split(" ")[0] ?? ""));
		after = page.nextAfter;
	}
	expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => `A${44 - n}`));
	const proposed = await staff.get<{ resultTotal: number }>(
		`/candidates?applicationId=${staff.application.id}&ranked=${id}:proposed`,
	);
	expect(proposed.body.resultTotal).toBe(30);
});

test("the proposed are moved by a named person, through the list's own filter", async () => {
	const best = await create("Best", 300);
	await create("Second", 200);
	const id = await rank((await make({ quotas: [{ courseId: courseId(), seats: 1 }] })).id);
	const matching = { applicationId: staff.application.id, ranked: `${id}:merit` };
	const moved = await staff.send("PATCH", "/candidates", { matching, stageId: stepOf("ACCEPTED"), reason: "Council" });
	expect(moved.status).toBeLessThan(300);
	const rows = await testDb()
		.select()
		.from(applicants)
		.where(eq(applicants.stepId, stepOf("ACCEPTED")));
	expect(rows.map((row) => row.id)).toEqual([best.id]);
	const [course] = (await boardOf(id)).courses;
	expect([course?.filled, course?.filledNow]).toEqual([0, 1]);
});

test("a page shows what is known by now, and says that it has changed", async () => {
	const one = await create("Changed", 300);
	const made = await make();
	const id = await rank(made.id);
	await testDb()
		.update(submissions)
		.set({ data: { jambScore: 200 } })
		.where(eq(submissions.applicantId, one.id));
	expect((await listOf(id)).data[0]).toMatchObject({
		isChanged: true,
		pointsHundredths: 7_500,
		parts: [{ pointsHundredths: 5_000 }],
	});
	await staff.send("PUT", `/ranking-schemes/${made.id}`, scheme({ name: "Another" }));
	expect((await boardOf(id)).isOfFormerScheme).toBe(true);
});

test("only the applicants of a stage compete, where one is named; somebody with an offer holds a seat all the same", async () => {
	await create("Reviewed", 300);
	await create("Applied", 390, { stepId: stepOf("REGISTRATION") });
	await create("Admitted", 250, { stepId: stepOf("ACCEPTED") });
	const id = await rank((await make({ stage: stepOf("IN_REVIEW") })).id);
	expect(named((await listOf(id)).data)).toEqual(["Reviewed merit"]);
	expect((await boardOf(id)).courses[0]).toMatchObject({ filled: 1, ranked: 1 });
});

test("refuses a scheme whose parts are not 100 points, or that names what the application does not have", async () => {
	const refused = async (more: object) => {
		const { status, body } = await staff.send<Scheme>("POST", "/ranking-schemes", scheme(more));
		return [status, body.fields];
	};
	expect(await refused({ parts: [{ about: "grades", subjects: 5, sittings: null, weight: 60 }] })).toEqual([
		422,
		{ parts: ["The points must add up to 100."] },
	]);
	expect(await refused({ shares: { merit: 50, catchment: 25, elds: 20 } })).toEqual([
		422,
		{ shares: ["The shares must add up to 100%."] },
	]);
	expect(await refused({ quotas: [{ courseId: "elsewhere", seats: 1 }], stage: "nowhere" })).toEqual([
		422,
		expect.objectContaining({ stage: [expect.stringMatching(/does not exist/)] }),
	]);
	expect(await refused({ applicationId: "nothing" })).toEqual([404, { applicationId: ["Choose an application"] }]);
	expect(await refused({ parts: [{ about: "number", of: "field:nothing", outOf: 4, weight: 100 }] })).toEqual([
		422,
		{ "parts.0.of": ["The form does not have this field. Remove the part."] },
	]);
	const made = await make();
	const moved = await staff.send<Scheme>("PUT", `/ranking-schemes/${made.id}`, scheme({ applicationId: "another" }));
	expect([moved.status, moved.body.fields?.applicationId]).toEqual([
		422,
		[expect.stringMatching(/keeps its application/)],
	]);
});

test("rankings that were replaced go after a month, the last of a scheme stays, and those of a deleted scheme go", async () => {
	await create("Best", 300);
	const made = await make();
	const former = await rank(made.id);
	staff.clock.advance(1_000);
	const last = await rank(made.id);
	await deleteOldRankings(testDb(), staff.clock.now() + 1);
	const kept = async () =>
		(await testDb().select().from(rankings).where(eq(rankings.organisationId, staff.organisation.id))).map(
			({ id }) => id,
		);
	expect(await kept()).toEqual([last]);
	expect((await staff.get(`/rankings/${former}`)).status).toBe(404);
	expect((await boardOf(last)).proposed).toBe(1);
	await staff.send("DELETE", `/ranking-schemes/${made.id}`);
	await deleteOldRankings(testDb(), staff.clock.now() + 1);
	expect(await kept()).toEqual([]);
	const rows = await testDb().select().from(rankedApplicants).where(eq(rankedApplicants.rankingId, last));
	expect(rows).toEqual([]);
});

test("an erased applicant is in no ranking", async () => {
	const one = await create("Erased", 300);
	await create("Kept", 200);
	const id = await rank((await make()).id);
	await testDb().batch([forgetRanked({ db: testDb(), organisationId: staff.organisation.id }, [one.id])]);
	expect(named((await listOf(id)).data)).toEqual(["Kept merit"]);
});

test("a task that is delivered again ranks nobody twice", async () => {
	for (let n = 0; n < 7; n += 1) await create(`A${n}`, 200 + n);
	const { body } = await staff.send<{ id: string }>("POST", `/ranking-schemes/${(await make()).id}/rankings`, {});
	const jobs = queues.sentJobs.splice(0);
	const deliver = () => deliverJobs([...jobs], { clock: staff.clock, bindings: queues.bindings });
	await Promise.all([deliver(), deliver()]);
	await deliver();
	const places = await plainDatabase
		.prepare("SELECT place FROM ranked_applicants WHERE ranking_id = ? ORDER BY place")
		.bind(body.id)
		.all<{ place: number }>();
	expect(places.results.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7]);
	expect((await boardOf(body.id)).courses[0]).toMatchObject({ ranked: 7, proposed: 4 });
});

test("to see takes any privilege on applicants, to make the one to change them", async () => {
	const made = await make();
	const reader = await createUser({ organisationId: staff.organisation.id, privileges: ["candidate:r"] });
	const { headers } = await signIn(reader, staff.clock.now());
	const seen = await staff.request(`/ranking-schemes/${made.id}`, { headers });
	const begun = await staff.request(`/ranking-schemes/${made.id}/rankings`, { method: "POST", body: "{}", headers });
	expect([seen.status, begun.status]).toEqual([200, 403]);
});

test("parts that would give away a sensitive answer are refused", async () => {
	await makeSensitive(staff.application, "maritalStatus", "jambScore");
	const married = { about: "choice", fieldId: "maritalStatus", values: ["Married"] };
	const criteria = (test: object) => [{ anyOf: [{ allOf: [{ not: false, test }] }] }];
	const part = { about: "criteria", name: "Married", weight: 50 };
	const refused = await make({
		parts: [
			{ ...part, criteria: criteria(married) },
			{ about: "number", of: "field:jambScore", outOf: 400, weight: 50 },
		],
	});
	expect(refused.fields).toEqual({
		"parts.0.criteria": ["“Marital status” is sensitive. Ask only whether it is answered. Remove the part."],
		"parts.1.of": ["“Total score” is sensitive, and points would say what was answered. Remove the part."],
	});
	const answered = { ...part, criteria: criteria({ about: "answered", fieldId: "maritalStatus" }), weight: 100 };
	expect((await make({ parts: [answered] })).id).toEqual(expect.any(String));
});
