import { sql } from "drizzle-orm";
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
		...{ candidateIds: data.map(({ id }) => id), reviewerId: staff.user.id },
	});
	for (const { id } of data) await createReferee({ organisationId: organisation.id, id: String(id) });
	await testDb().run(sql`UPDATE applicants SET score = 200 + seq % 100, state = iif(seq % 2, 'Kogi', 'Akwa Ibom'),
		gender = iif(seq % 3, 'F', 'M'), location_id = iif(seq % 4, 'l1', NULL), paid_at = iif(seq % 2, 1, NULL), submitted_at = ${submitted} + (seq % 5) * 86400000
		WHERE organisation_id = ${organisation.id}`);
});

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
	sort: "-score",
});

/** Returns the number of applicants that match a filter, for everything that takes one. */
const countedBy = async (filter: ApplicantFilter) => {
	const { sort: _, ...unsorted } = filter;
	const applicationId = staff.application.id;
	const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
	const list = await staff.get<{ resultTotal: number; data: { id: string }[] }>(`/candidates?${query}`);
	const [first] = list.body.data;
	const neighbours = await staff.get<{ total: number | null }>(`/candidates/${first?.id}/neighbours?${query}`);
	const post = (path: string, body: object) => staff.send<Record<string, unknown>>("POST", path, body);
	const selection = await post("/candidates/selection-preview", { matching: matchingOf(filter) });
	const exported = await post("/candidate-export", { ...unsorted, columns: ["email"], format: "csv" });
	const emails = await post("/email/candidates/preview", {
		...{ applicationId, candidateIds: [], matching: matchingOf(filter), subject: "Hello", message: "Hello" },
	});
	const view = await post("/candidate-views", { name: "v", isShared: false, isPinned: true, filters: filter });
	const views = await staff.get<{ data: { id: string; applicants: number }[] }>("/candidate-views");
	await staff.request(`/candidate-views/${view.body.id}`, { method: "DELETE" });
	return {
		list: list.body.resultTotal,
		// why: applicants are not counted among the matches of a keyword alone.
		neighbours: neighbours.body.total ?? list.body.resultTotal,
		selection: selection.body.willChange,
		exported: exported.body.applicants,
		emails: emails.body.recipients,
		view: views.body.data.find(({ id }) => id === view.body.id)?.applicants,
	};
};

const keys = Object.keys(ApplicantFilter.entries) as (keyof ApplicantFilter)[];

it.each(keys)("list, neighbours, selection, export, emails and pinned views agree about %s", async (key) => {
	const filter = { applicationId: staff.application.id, [key]: samples()[key] };
	const counted = await countedBy(filter);
	expect(new Set(Object.values(counted)), JSON.stringify(counted)).toEqual(new Set([counted.list]));
	const isEverybody = key === "applicationId" || key === "sort";
	expect(counted.list === 60).toBe(isEverybody);
	expect(counted.list).toBeGreaterThan(0);
});

it("list, neighbours, selection, export, emails and pinned views agree about all keys at once, and eight such views are counted", async () => {
	const [outstanding] =
		(await staff.get(`/candidates?applicationId=${staff.application.id}&needs=referee`)).body.data ?? [];
	await testDb().run(sql`UPDATE applicants SET score = 250, state = 'Akwa Ibom', gender = 'F', location_id = 'l2', paid_at = 1,
		submitted_at = ${submitted + 2 * 86_400_000}, course_id = ${staff.application.courses[1]?.id} WHERE id = ${outstanding?.id}`);
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

it("refuses a filter with an unknown name instead of ignoring it", async () => {
	const { status } = await staff.send("POST", "/candidates/selection-preview", { matching: { stge: "SUBMITTED" } });
	expect(status).toBe(422);
});
