import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import {
	createApplicant,
	createApplication,
	createStructure,
	createTransaction,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { type Recorded, recordingDatabase } from "#tests/support/recording-database";
import { plainDatabase } from "#tests/support/statements";
import { paymentReversals } from "#worker/database/schema/transactions";
import { candidateGroups } from "#worker/database/schema/uploaded-candidates";
import type { DashboardStatistics } from "#worker/services/dashboard/contract";

const october = Date.UTC(2026, 9, 15, 9);

/** An institution with two applications; one has applicants of two courses, who have paid in two months and two currencies. */
const openDashboard = async () => {
	const fixture = await openServicesFixture({
		courseCount: 2,
		stages: ["REGISTRATION", "CONDITIONAL_OFFER", "ACCEPTED"],
	});
	const { application, organisation } = fixture;
	const [first, second] = application.courses;
	const [, offered, accepted] = application.steps;
	if (!first || !second || !offered || !accepted) throw new Error("the fixture lacks courses or steps");
	const ada = await createApplicant(application, { courseId: first.id, stepId: offered.id });
	const obi = await createApplicant(application, { courseId: second.id, stepId: accepted.id });
	const eze = await createApplicant(application, { courseId: second.id });
	await testDb().run(sql`UPDATE submissions SET submitted_at = ${october}
		WHERE organisation_id = ${organisation.id} AND applicant_id = ${eze.id}`);
	const other = await createApplication(organisation.id, {});
	await createApplicant(other);
	const pay = (applicant: typeof ada, paidDay: string, more: object = {}) =>
		createTransaction(applicant, { paidDay, amount: 10_000, gatewayCharge: 500, fee: 150, ...more });
	await pay(ada, "2026-11-02");
	const reversed = await pay(obi, "2026-11-03");
	await pay(eze, "2026-10-31");
	await pay(eze, "2026-11-20", { currency: "USD", amount: 3_000, gatewayCharge: 0 });
	await pay(eze, "2026-11-21", { courseId: null });
	await createTransaction(ada, { status: "pending" });
	await testDb()
		.insert(paymentReversals)
		.values({
			organisationId: organisation.id,
			id: `back-${reversed.id}`,
			transactionId: reversed.id,
			amount: 4_000,
			currency: "NGN",
			platform: "PAYSTACK",
			day: "2026-11-05",
			description: "Refund",
			createdAt: 1,
		});
	await testDb()
		.insert(candidateGroups)
		.values({
			organisationId: organisation.id,
			id: `group-${organisation.id}`,
			name: "JAMB",
			nameKey: "jamb",
			applicationId: application.id,
			candidates: 40,
			applied: 3,
			createdBy: "x",
			createdAt: 1,
			updatedAt: 1,
		});
	return { ...fixture, courses: [first, second] as const, offered, other };
};

const read = async (fixture: Pick<ServicesFixture, "get">, search = "") => {
	const { status, body } = await fixture.get<DashboardStatistics>(`/statistics/dashboard${search}`);
	expect(status, JSON.stringify(body)).toBe(200);
	return body;
};

/** The address of each part of the dashboard. */
const paths = {
	revenueSummary: "revenue-summary",
	revenueByAmount: "revenue-by-amount",
	revenueByCourse: "revenue-by-course",
	candidatesByCourse: "candidates-by-course",
	candidateSummary: "candidate-summary",
	conditionalOfferSummary: "conditional-offers",
	applicationStatistics: "application-report",
} as const;

/** Reads the rows of each sheet of the dashboard's workbook. */
const readWorkbook = async ({ request }: Pick<ServicesFixture, "request">, search = "") => {
	const response = await request(`/statistics/dashboard/file${search}`);
	const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
	return Object.fromEntries(sheets.map(({ name, rows }) => [name, rows]));
};

type Workbook = Awaited<ReturnType<typeof readWorkbook>>;
const aboutIn = ({ Summary: summary }: Workbook) => summary?.[1]?.[0];
const figuresOf = ({ Summary: summary, ...others }: Workbook) => ({ ...others, summary: summary?.slice(2) });

describe("the statistics", () => {
	test("are the sums of all that was paid, went back and was submitted", async () => {
		const fixture = await openDashboard();
		const [first, second] = fixture.courses;
		const found = await read(fixture);
		expect(found.revenueSummary.currencies).toEqual([
			{
				currency: "NGN",
				payments: 4,
				paid: 42_000,
				charges: 2_000,
				fees: 600,
				reversals: 1,
				reversed: 4_000,
				revenue: 38_000,
			},
			{ currency: "USD", payments: 1, paid: 3_000, charges: 0, fees: 150, reversals: 0, reversed: 0, revenue: 3_000 },
		]);
		expect(found.revenueByAmount).toEqual({
			data: [
				{ currency: "NGN", amount: 10_500, payments: 4, revenue: 38_000 },
				{ currency: "USD", amount: 3_000, payments: 1, revenue: 3_000 },
			],
			total: 2,
		});
		const named = ({ id, code, title }: typeof first) => ({ courseId: id, code, title });
		expect(found.revenueByCourse.data).toEqual([
			{ ...named(second), currency: "NGN", payments: 2, revenue: 17_000 },
			{ ...named(second), currency: "USD", payments: 1, revenue: 3_000 },
			...[
				{ ...named(first), currency: "NGN", payments: 1, revenue: 10_500 },
				{ courseId: null, code: "", title: "", currency: "NGN", payments: 1, revenue: 10_500 },
			].sort((one, other) => ((one.courseId ?? "") < (other.courseId ?? "") ? -1 : 1)),
		]);
		expect(found.candidateSummary).toEqual({ expected: 40, actual: 3 });
		expect(found.conditionalOfferSummary).toEqual({ offered: 1, accepted: 1, declined: 0 });
		expect(found.applicationStatistics).toMatchObject({ applicants: 4, submitted: 4 });
		expect(found.isMonthly).toBe(true);
	});

	test("are of an application, a course, a structure item or some days", async () => {
		const fixture = await openDashboard();
		const { application, organisation, other } = fixture;
		const [first, second] = fixture.courses;
		const { departmentId, facultyId } = await createStructure(organisation.id);
		await testDb().run(sql`UPDATE courses SET admin_level_item_id = ${departmentId}
			WHERE organisation_id = ${organisation.id} AND id = ${second.id}`);
		const revenue = async (search: string) =>
			(await read(fixture, search)).revenueSummary.currencies.map((one) => [one.currency, one.revenue]);
		expect(await revenue(`?applicationId=${application.id}`)).toEqual([
			["NGN", 38_000],
			["USD", 3_000],
		]);
		expect(await revenue(`?applicationId=${other.id}`)).toEqual([]);
		expect(await revenue(`?courseId=${first.id}`)).toEqual([["NGN", 10_500]]);
		for (const item of [departmentId, facultyId])
			expect(await revenue(`?administrationLevelItemId=${item}`)).toEqual([
				["NGN", 17_000],
				["USD", 3_000],
			]);
		expect(await revenue("?startDate=2026-10-31&endDate=2026-10-31")).toEqual([["NGN", 10_500]]);
		expect(await revenue("?startDate=2026-11-04&endDate=2026-11-19"), "what went back, on its own day").toEqual([
			["NGN", -4_000],
		]);
		expect(await revenue("?startDate=2026-10-20&endDate=2026-11-20")).toEqual([
			["NGN", 27_500],
			["USD", 3_000],
		]);
		expect(await revenue("?endDate=2026-10-31")).toEqual([["NGN", 10_500]]);
		expect(await revenue("?startDate=2026-11-21")).toEqual([["NGN", 10_500]]);

		const inOctober = await read(fixture, `?startDate=2026-10-15&endDate=2026-10-15`);
		expect(inOctober.applicationStatistics).toMatchObject({
			applicants: 4,
			submitted: 1,
			trend: [{ period: "2026-10-15", submitted: 1 }],
		});
		expect(inOctober.candidatesByCourse.data.find(({ courseId }) => courseId === second.id)).toMatchObject({
			applicants: 2,
			submitted: 1,
		});
		const ofCourse = await read(fixture, `?courseId=${first.id}&applicationId=${application.id}`);
		expect(ofCourse.candidateSummary, "lists belong to no course").toEqual({ expected: null, actual: null });
		expect(ofCourse.applicationStatistics.stages).toEqual([
			{
				stageId: fixture.offered.id,
				type: "CONDITIONAL_OFFER",
				name: expect.any(String),
				applicants: 1,
				waitingSeconds: expect.any(Number),
				left: 0,
				stayedSeconds: null,
			},
		]);
	});

	test("say how long applicants are at a stage, stay there, and wait for the decision; an undone change leaves no trace", async () => {
		const { staff, ids, registration, accepted, moveOne, undo } = await openStageFixture({ applicants: 3 });
		const hoursAgo = (hours: number) => staff.clock.now() - hours * 3_600_000;
		// why: the fixture has moved somebody to the first stage.
		await testDb().run(sql`DELETE FROM stage_stays WHERE organisation_id = ${staff.organisation.id}`);
		await testDb().run(sql`UPDATE applicants SET stage_changed_at = ${hoursAgo(30)}
			WHERE organisation_id = ${staff.organisation.id}`);
		await testDb().run(sql`UPDATE applicants SET submitted_at = ${hoursAgo(29)}
			WHERE organisation_id = ${staff.organisation.id}`);
		const times = async () => {
			const { stages, decided, turnaroundSeconds } = (await read(staff, `?applicationId=${staff.application.id}`))
				.applicationStatistics;
			const of = (stage: { id: string }) => {
				const found = stages.find(({ stageId }) => stageId === stage.id);
				return found && [found.applicants, found.waitingSeconds, found.left, found.stayedSeconds];
			};
			return { registration: of(registration), accepted: of(accepted), decided, turnaroundSeconds };
		};
		const minutes = (number: number) => number * 60;
		const hours = (number: number) => minutes(60 * number);
		const before = { registration: [3, hours(30), 0, null], accepted: undefined, decided: 0, turnaroundSeconds: null };
		expect(await times()).toEqual(before);

		const { body } = await moveOne(ids[0]);
		const moved = { registration: [2, hours(30), 1, hours(30)], accepted: [1, 0, 0, null], decided: 1 };
		expect(await times()).toEqual({ ...moved, turnaroundSeconds: hours(29) });
		expect((await undo(body.run.id)).status).toBe(200);
		expect(await times()).toEqual(before);

		await moveOne(ids[1]);
		staff.clock.advance(minutes(10) * 1_000);
		await moveOne(ids[2]);
		expect(await times()).toEqual({
			registration: [1, hours(30) + minutes(10), 2, hours(30) + minutes(5)],
			accepted: [2, minutes(5), 0, null],
			decided: 2,
			turnaroundSeconds: hours(29) + minutes(5),
		});
		const all = (await read(staff)).applicationStatistics.stages.find(({ type }) => type === "ACCEPTED");
		expect(all, "the same by the type of the stage").toMatchObject({ stageId: null, waitingSeconds: minutes(5) });
		const { "Applicants by stage": rows } = await readWorkbook(staff);
		expect(rows?.[1]?.slice(1)).toEqual([1, 1.3, 2, 1.3]);
	});

	test("show the trend by day, and by month where there are many", async () => {
		const fixture = await openDashboard();
		const november = await read(fixture, "?startDate=2026-11-01&endDate=2026-11-05");
		expect(november.periods).toEqual(["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"]);
		expect(november.revenueSummary.trend).toEqual([
			{ period: "2026-11-02", currency: "NGN", revenue: 10_500 },
			{ period: "2026-11-03", currency: "NGN", revenue: 10_500 },
			{ period: "2026-11-05", currency: "NGN", revenue: -4_000 },
		]);
		const months = await read(fixture, "?startDate=2026-09-10&endDate=2026-11-20");
		expect(months.periods).toEqual(["2026-09", "2026-10", "2026-11"]);
		expect(months.revenueSummary.trend).toEqual([
			{ period: "2026-10", currency: "NGN", revenue: 10_500 },
			{ period: "2026-11", currency: "NGN", revenue: 17_000 },
			{ period: "2026-11", currency: "USD", revenue: 3_000 },
		]);
		expect(months.applicationStatistics.trend).toEqual([
			{ period: "2026-10", submitted: 1 },
			{ period: "2026-11", submitted: 3 },
		]);
	});

	test("each have an address of their own with the same answer", async () => {
		const fixture = await openDashboard();
		const all = await read(fixture, "?startDate=2026-10-01");
		for (const [name, path] of Object.entries(paths)) {
			const { status, body } = await fixture.get(`/statistics/${path}?startDate=2026-10-01`);
			expect([name, status, body]).toEqual([name, 200, all[name as keyof typeof paths]]);
		}
		const { body } = await fixture.get<{ data: unknown[]; total: number }>("/statistics/candidates-by-course?rows=1");
		expect([body.data.length, body.total]).toEqual([1, 3]);
	});

	test("come as a workbook and as a PDF", async () => {
		const fixture = await openDashboard();
		const [first] = fixture.courses;
		const { Revenue: revenue } = await readWorkbook(fixture, "?startDate=2026-10-01");
		expect(revenue?.[1]?.slice(0, 3)).toEqual(["NGN", 4, 420]);
		expect(revenue?.[1]?.at(-1)).toBe(380);
		const at = "/statistics/dashboard/file?startDate=2026-10-01&format=pdf";
		const { text } = await readPdf(new Uint8Array(await (await fixture.request(at)).arrayBuffer()));
		for (const said of ["Dashboard", "₦380.00", first.title, "Revenue by amount"])
			expect(text).toContain(withoutSpaces(said));
		const ofCourse = await fixture.request(`${at}&courseId=${first.id}`);
		expect(
			(await readPdf(new Uint8Array(await ofCourse.arrayBuffer()))).text,
			"it says of which course it is",
		).toContain(withoutSpaces(`All applications, ${first.title}, from`));
	});

	test("are those of the institution, and of the user's places", async () => {
		const fixture = await openDashboard();
		const { application, organisation } = fixture;
		const [, second] = fixture.courses;
		const { departmentId } = await createStructure(organisation.id);
		await testDb().run(sql`UPDATE courses SET admin_level_item_id = ${departmentId}
			WHERE organisation_id = ${organisation.id} AND id = ${second.id}`);
		const bound = await createUser({ organisationId: organisation.id, privileges: ["statistics:r"] });
		await testDb().run(sql`UPDATE user_roles SET admin_level_item_id = ${departmentId} WHERE user_id = ${bound.id}`);
		const { headers } = await signIn(bound, fixture.clock.now());
		const request = (path: string) => fixture.request(path, { headers });
		const asBound = {
			request,
			get: async <T>(path: string) => {
				const response = await request(path);
				return { status: response.status, body: await response.json<T>() };
			},
		};
		const found = await read(asBound as Pick<ServicesFixture, "get">);
		const ofItem = `?administrationLevelItemId=${departmentId}`;
		const [wanted, all] = [await read(fixture, ofItem), await read(fixture)];
		for (const [name, path] of Object.entries(paths) as [keyof typeof paths, string][]) {
			expect([name, found[name]], "what the whole institution has of the place").toEqual([name, wanted[name]]);
			expect([name, found[name]], "and not all").not.toEqual([name, all[name]]);
			expect([name, (await asBound.get(`/statistics/${path}`)).body]).toEqual([name, found[name]]);
		}
		const workbook = await readWorkbook(fixture, ofItem);
		const ofPlaces = await readWorkbook(asBound);
		expect([aboutIn(workbook), aboutIn(ofPlaces)], "it says whose figures they are").toEqual([
			"All applications, Department of Physics, all time",
			"All applications, only the places of your roles, all time",
		]);
		expect(figuresOf(ofPlaces)).toEqual(figuresOf(workbook));
		expect(figuresOf(await readWorkbook(fixture))).not.toEqual(figuresOf(workbook));
		expect(found.revenueSummary.currencies.map(({ revenue }) => revenue)).toEqual([17_000, 3_000]);
		expect(found.applicationStatistics).toMatchObject({ applicants: 2, submitted: 2 });
		expect(found.candidateSummary).toEqual({ expected: null, actual: null });
		const foreign = await openServicesFixture();
		expect((await read(foreign)).revenueSummary.currencies).toEqual([]);
		expect(await foreign.get(`/statistics/dashboard?applicationId=${application.id}`)).toMatchObject({
			status: 404,
			body: { code: "application_unavailable" },
		});
	});

	test.each(["?startDate=2026-13-01", "?rows=0", "?rows=1001", "?aplicationId=x"])("refuse %s", async (search) => {
		const fixture = await openServicesFixture();
		expect((await fixture.get(`/statistics/dashboard${search}`)).status).toBe(422);
	});

	test("refuse days in the wrong order, of which the forms would be fewer than none", async () => {
		const fixture = await openDashboard();
		const search = "?startDate=2026-11-30&endDate=2026-10-01";
		for (const path of [...Object.values(paths), "dashboard", "dashboard/file"])
			expect([path, await fixture.get(`/statistics/${path}${search}`)]).toMatchObject([
				path,
				{ status: 422, body: { code: "dates_reversed", fields: { endDate: [expect.any(String)] } } },
			]);
	});

	test("are of all time where their days go far beyond it", async () => {
		const fixture = await openDashboard();
		const { revenueSummary } = await read(fixture, "?startDate=0001-01-01&endDate=9999-12-31");
		expect(revenueSummary.currencies).toEqual((await read(fixture)).revenueSummary.currencies);
	});
});

test("all statistics together read no more rows of many applicants and payments than of few", async () => {
	const recorded: Recorded[] = [];
	const DB = recordingDatabase(env.DB, (statement) => recorded.push(statement));
	const fixture = await openServicesFixture({ bindings: { DB } });
	const { application } = fixture;
	const add = async (applicants: number, payers: number) => {
		await createMany(application, applicants);
		for (let count = 0; count < payers; count += 1) {
			await createTransaction(await createApplicant(application), { paidDay: "2026-11-02" });
		}
	};
	const rowsRead = async () => {
		recorded.splice(0);
		const { applicationStatistics } = await read(fixture);
		let rows = 0;
		for (const { sql: text, params } of recorded.filter((one) => /^\s*(select|with)\b/i.test(one.sql))) {
			const { meta } = await plainDatabase
				.prepare(text)
				.bind(...params)
				.run();
			rows += meta.rows_read;
		}
		return { rows, applicationStatistics };
	};
	await add(48, 2);
	const few = await rowsRead();
	expect(few.rows).toBeGreaterThan(0);
	await add(2_000, 30);
	const many = await rowsRead();
	expect(many.applicationStatistics).not.toEqual(few.applicationStatistics);
	// why not the same: ids are random, and by their order one row more or less is read.
	expect(many.rows).toBeLessThan(2 * few.rows);
});
