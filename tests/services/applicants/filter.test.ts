import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createReferee, createStructure, testDb } from "#tests/support/factories";
import { ApplicantFilter, matchingOf } from "#worker/contract/applicant-filter";

let staff: ServicesFixture;
let facultyId: string;

beforeAll(async () => {
	staff = await openServicesFixture({ stages: ["Registration", "In_review", "Accepted"], courseCount: 3 });
	const { application, organisation } = staff;
	const structure = await createStructure(organisation.id);
	facultyId = structure.facultyId;
	await createMany(application, 60, { searchKey: organisation.searchKey });
	await testDb().run(sql`UPDATE courses SET admin_level_item_id = ${structure.departmentId}
		WHERE organisation_id = ${organisation.id} AND id = ${application.courses[1]?.id}`);
	const { data = [] } = (await staff.get(`/candidates?applicationId=${application.id}&stage=IN_REVIEW&size=3`)).body;
	await staff.send("PATCH", "/candidates/assignments", {
		candidateIds: data.map(({ id }) => id),
		reviewerId: staff.user.id,
	});
	for (const { id } of data) await createReferee({ organisationId: organisation.id, id: String(id) });
	await testDb().run(sql`UPDATE applicants SET score = 200 + seq % 100, state = iif(seq % 2, 'Kogi', 'Akwa Ibom'),
		gender = iif(seq % 3, 'F', 'M'), location_id = iif(seq % 4, 'l1', NULL), paid_at = iif(seq % 2, 1, NULL), submitted_at = ${submitted} + (seq % 5) * 86400000
		WHERE organisation_id = ${organisation.id}`);
	await judge(sql`seq % 4 = 0`);
	await rank(sql`seq % 4 = 0`);
});

/** Has a ranking propose these applicants by merit, and every eighth for the catchment area. */
const rank = (which: SQL, quota = sql`iif(seq % 8, 'merit', 'catchment')`) =>
	testDb().run(sql`INSERT OR REPLACE INTO ranked_applicants (organisation_id, ranking_id, seq, course_id, standing,
			points_hundredths, most_hundredths, utme_hundredths, submitted_at, is_catchment, is_elds, place, quota)
		SELECT organisation_id, 'r1', seq, course_id, 'ranked', 5000, 5000, 20000, 1, 0, 0, seq, ${quota}
		FROM applicants WHERE organisation_id = ${staff.organisation.id} AND ${which}`);

/** Has a session of the assistant judge that these applicants meet its criteria. */
const judge = (which: SQL) =>
	testDb().run(sql`INSERT OR IGNORE INTO criteria_verdicts (organisation_id, session_id, verdict, seq)
		SELECT organisation_id, 's1', 'met', seq FROM applicants WHERE organisation_id = ${staff.organisation.id} AND ${which}`);

/** Noon on 2 November 2026 in Lagos. */
const submitted = Date.parse("2026-11-02T11:00:00Z");

/**
 * why Required: a new key does not compile here without a sample, and the test below checks that everything applies
 * it.
 */
const samples = (): Required<ApplicantFilter> => ({
	applicationId: staff.application.id,
	stage: "IN_REVIEW",
	administrationLevelItemIds: [facultyId],
	courseIds: [staff.application.courses[1]?.id ?? ""],
	keyword: "eze1",
	needs: "referee",
	scoreFrom: 210,
	scoreTo: 255,
	states: ["Akwa Ibom"],
	genders: ["F"],
	submittedFrom: "2026-11-03",
	submittedTo: "2026-11-05",
	references: "outstanding",
	paid: "paid",
	locationIds: ["l1", "l2"],
	assigned: "me",
	judged: "s1:met",
	ranked: "r1:merit",
	sort: "-score",
});

/** Returns the number of applicants that match a filter, for everything that takes one. */
const countedBy = async (filter: ApplicantFilter) => {
	const { sort: _, ...unsorted } = filter;
	const { stage, ...ofAllStages } = unsorted;
	const applicationId = staff.application.id;
	const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
	const list = await staff.get<{ resultTotal: number; data: { id: string }[] }>(`/candidates?${query}`);
	// why: the counts are of every stage, and the list may be of one.
	const stages = await staff.get<{ stages: { type: string; applicants: number }[] }>(
		`/statistics/candidate-stages?${new URLSearchParams(Object.entries(ofAllStages).map(([name, value]) => [name, String(value)]))}`,
	);
	const atStages = stages.body.stages.filter(({ type }) => stage === undefined || type === stage);
	const [first] = list.body.data;
	const neighbours = await staff.get<{ total: number | null }>(`/candidates/${first?.id}/neighbours?${query}`);
	const post = (path: string, body: object) => staff.send<Record<string, unknown>>("POST", path, body);
	const selection = await post("/candidates/selection-preview", { matching: matchingOf(filter) });
	const exported = await post("/candidate-export", { ...unsorted, columns: ["email"], format: "csv" });
	const emails = await post("/email/candidates/preview", {
		applicationId,
		candidateIds: [],
		matching: matchingOf(filter),
		subject: "Hello",
		message: "Hello",
	});
	const view = await post("/candidate-views", { name: "v", isShared: false, isPinned: true, filters: filter });
	const views = await staff.get<{ data: { id: string; applicants: number }[] }>("/candidate-views");
	await staff.request(`/candidate-views/${view.body.id}`, { method: "DELETE" });
	return {
		list: list.body.resultTotal,
		stages: atStages.reduce((sum, { applicants }) => sum + applicants, 0),
		// why: applicants are not counted among the matches of a keyword alone.
		neighbours: neighbours.body.total ?? list.body.resultTotal,
		selection: selection.body.willChange,
		exported: exported.body.applicants,
		emails: emails.body.recipients,
		view: views.body.data.find(({ id }) => id === view.body.id)?.applicants,
	};
};

const keys = Object.keys(ApplicantFilter.entries) as (keyof ApplicantFilter)[];

it.each(keys)(
	"list, stage counts, neighbours, selection, export, emails and pinned views agree about %s",
	async (key) => {
		const filter = { applicationId: staff.application.id, [key]: samples()[key] };
		const counted = await countedBy(filter);
		expect(new Set(Object.values(counted)), JSON.stringify(counted)).toEqual(new Set([counted.list]));
		const isEverybody = key === "applicationId" || key === "sort";
		expect(counted.list === 60).toBe(isEverybody);
		expect(counted.list).toBeGreaterThan(0);
	},
);

it("list, stage counts, neighbours, selection, export, emails and pinned views agree about all keys at once, and eight such views are counted", async () => {
	const [outstanding] =
		(await staff.get(`/candidates?applicationId=${staff.application.id}&needs=referee`)).body.data ?? [];
	await testDb().run(sql`UPDATE applicants SET score = 250, state = 'Akwa Ibom', gender = 'F', location_id = 'l2', paid_at = 1,
		submitted_at = ${submitted + 2 * 86_400_000}, course_id = ${staff.application.courses[1]?.id} WHERE id = ${outstanding?.id}`);
	await judge(sql`id = ${outstanding?.id}`);
	await rank(sql`id = ${outstanding?.id}`, sql`'merit'`);
	const filter = { ...samples(), keyword: "eze" };
	const counted = await countedBy(filter);
	expect(counted.list).toBeGreaterThan(0);
	expect(new Set(Object.values(counted)), JSON.stringify(counted)).toEqual(new Set([counted.list]));
	for (let view = 0; view < 8; view++)
		await staff.send("POST", "/candidate-views", {
			name: `v${view}`,
			isShared: false,
			isPinned: true,
			filters: filter,
		});
	const { body } = await staff.get<{ data: { applicants: number }[] }>("/candidate-views");
	expect(body.data.map(({ applicants }) => applicants)).toEqual(Array(8).fill(counted.list));
});

it("a session of the assistant filters by its own verdicts, also in pages, at a stage and in another order", async () => {
	const of = async (more: Record<string, string>) => {
		const query = new URLSearchParams({ applicationId: staff.application.id, ...more });
		const { body } = await staff.get<{ resultTotal: number; data: { id: string }[] }>(`/candidates?${query}`);
		return { total: body.resultTotal, ids: body.data.map(({ id }) => id) };
	};
	const all = await of({ judged: "s1:met", size: "50" });
	expect(all.ids).toHaveLength(all.total);
	const paged = [await of({ judged: "s1:met", size: "4" }), await of({ judged: "s1:met", size: "4", page: "1" })];
	expect(paged.flatMap(({ ids }) => ids)).toEqual(all.ids.slice(0, 8));
	const sorted = await of({ judged: "s1:met", sort: "name", size: "50" });
	expect(new Set(sorted.ids)).toEqual(new Set(all.ids));
	const stages = await Promise.all(
		["REGISTRATION", "IN_REVIEW", "ACCEPTED"].map((stage) => of({ judged: "s1:met", stage, size: "50" })),
	);
	expect(stages.flatMap(({ ids }) => ids).sort()).toEqual([...all.ids].sort());
	expect((await of({ judged: "s1:notMet" })).total).toBe(0);
	expect((await of({ judged: "another:met" })).total).toBe(0);
	expect((await staff.get(`/candidates?applicationId=${staff.application.id}&judged=s1:maybe`)).status).toBe(422);
});

it("a ranking filters by whom it proposes, in all or for a share, also in pages and in another order", async () => {
	const of = async (more: Record<string, string>) => {
		const query = new URLSearchParams({ applicationId: staff.application.id, ...more });
		const { body } = await staff.get<{ resultTotal: number; data: { id: string }[] }>(`/candidates?${query}`);
		return { total: body.resultTotal, ids: body.data.map(({ id }) => id) };
	};
	const all = await of({ ranked: "r1:proposed", size: "50" });
	expect(all.total).toBeGreaterThan(8);
	expect(all.ids).toHaveLength(all.total);
	const shares = await Promise.all(["merit", "catchment"].map((quota) => of({ ranked: `r1:${quota}`, size: "50" })));
	expect(shares.flatMap(({ ids }) => ids).sort()).toEqual([...all.ids].sort());
	expect((await of({ ranked: "r1:elds" })).total).toBe(0);
	const paged = [
		await of({ ranked: "r1:proposed", size: "4" }),
		await of({ ranked: "r1:proposed", size: "4", page: "1" }),
	];
	expect(paged.flatMap(({ ids }) => ids)).toEqual(all.ids.slice(0, 8));
	const sorted = await of({ ranked: "r1:proposed", sort: "name", size: "50" });
	expect(new Set(sorted.ids)).toEqual(new Set(all.ids));
	expect(await of({ ranked: "r1:proposed", judged: "s1:met", size: "50" })).toEqual(all);
	expect((await of({ ranked: "another:proposed" })).total).toBe(0);
	expect((await staff.get(`/candidates?applicationId=${staff.application.id}&ranked=r1:all`)).status).toBe(422);
});

it("the session of another institution judges nobody", async () => {
	const other = await openServicesFixture();
	await createMany(other.application, 3, { searchKey: other.organisation.searchKey });
	const path = `/candidates?applicationId=${other.application.id}`;
	expect((await other.get<{ resultTotal: number }>(path)).body.resultTotal).toBe(3);
	await testDb().run(sql`INSERT INTO criteria_verdicts (organisation_id, session_id, verdict, seq)
		SELECT ${staff.organisation.id}, 's2', 'met', seq FROM applicants WHERE organisation_id = ${other.organisation.id}`);
	expect((await other.get<{ resultTotal: number }>(`${path}&judged=s2:met`)).body.resultTotal).toBe(0);
	expect(
		(await staff.get<{ resultTotal: number }>(`/candidates?applicationId=${staff.application.id}&judged=s2:met`)).body
			.resultTotal,
	).toBe(0);
});

it("refuses a filter with an unknown name instead of ignoring it", async () => {
	const { status } = await staff.send("POST", "/candidates/selection-preview", { matching: { stge: "SUBMITTED" } });
	expect(status).toBe(422);
});
