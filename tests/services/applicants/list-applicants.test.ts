import { beforeAll, describe, expect, it } from "vitest";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createCourse, createStructure } from "#tests/support/factories";

interface Page {
	data: { id: string; stageId: string; course: { id: string } }[];
	resultTotal: number;
	resultTotalIsExact: boolean;
	nextCursor: string | null;
	previousCursor: string | null;
}

const idsOf = (page: Page) => page.data.map(({ id }) => id);

describe("the list of an application spread over many blocks", () => {
	let staff: ServicesFixture;
	let ids: string[];
	let list: (query: string) => Promise<Page>;

	beforeAll(async () => {
		staff = await openServicesFixture({
			stages: ["Registration", "In_review", "Follow_up", "Follow_up", "Accepted"],
			courseCount: 3,
		});
		ids = (
			await createMany(staff.application, 400, { seqStep: 97, searchKey: staff.organisation.searchKey })
		).reverse();
		list = async (query) => {
			const { status, body } = await staff.get<Page>(`/candidates?applicationId=${staff.application.id}${query}`);
			expect(status).toBe(200);
			return body;
		};
	});

	const walk = async (filter: string, size: number) => {
		const pages: Page[] = [];
		for (let query = ""; ; ) {
			const page = await list(`${filter}&size=${size}${query}`);
			pages.push(page);
			if (page.nextCursor === null) return pages;
			query = `&after=${page.nextCursor}`;
		}
	};

	it("shows the newest first with names and total", async () => {
		const page = await list("");
		expect(idsOf(page)).toEqual(ids.slice(0, 10));
		expect(page).toMatchObject({ resultTotal: 400, resultTotalIsExact: true, previousCursor: null });
		expect(page.data[0]).toMatchObject({ formId: null, letter: null, status: expect.any(String) });
		expect(page.data[0]).toMatchObject({ location: null, course: { code: expect.any(String) }, version: 1 });
	});

	it.each(["", "&stage=IN_REVIEW", "&stage=FOLLOW_UP", "&keyword=chidi"])(
		"returns as page N what the keyset reaches after N pages (%s)",
		async (filter) => {
			const size = 7;
			const pages = await walk(filter, size);
			const all = pages.flatMap(idsOf);
			expect(new Set(all).size).toBe(all.length);
			expect(all.length).toBe(pages[0]?.resultTotal);
			for (const page of [0, 1, 5, pages.length - 2, pages.length - 1].filter((n) => n >= 0 && n < pages.length)) {
				const byNumber = await list(`${filter}&size=${size}&page=${page}`);
				expect(idsOf(byNumber)).toEqual(idsOf(pages[page] as Page));
				expect(byNumber.nextCursor).toBe(pages[page]?.nextCursor);
			}
		},
	);

	it("returns the former pages when it goes backwards", async () => {
		const third = await list("&size=20&page=2");
		const second = await list(`&size=20&before=${third.previousCursor}`);
		const first = await list(`&size=20&before=${second.previousCursor}`);
		expect(idsOf(second)).toEqual(ids.slice(20, 40));
		expect(idsOf(first)).toEqual(ids.slice(0, 20));
		expect(first.previousCursor).toBeNull();
		expect(first.nextCursor).not.toBeNull();
	});

	it("is empty past the end", async () => {
		expect(await list("&page=100000")).toMatchObject({ data: [], resultTotal: 400, nextCursor: null });
	});

	it("filters by a stage's id and by its type", async () => {
		const step = staff.application.steps[1];
		const byId = await list(`&stage=${step?.id}&size=100`);
		expect(byId.resultTotal).toBe(80);
		expect(new Set(byId.data.map(({ stageId }) => stageId))).toEqual(new Set([step?.id]));
		expect(idsOf(await list("&stage=IN_REVIEW&size=100"))).toEqual(idsOf(byId));
		expect((await list("&stage=FOLLOW_UP")).resultTotal).toBe(160);
	});

	it("is empty for a known stage type that the workflow does not have", async () => {
		expect(await list("&stage=DECLINED")).toMatchObject({ data: [], resultTotal: 0 });
	});

	it("filters by courses, page by page", async () => {
		const [first, , third] = staff.application.courses;
		const filter = `&courseIds=${first?.id},${third?.id}`;
		const pages = await walk(filter, 30);
		const all = pages.flatMap(({ data }) => data);
		expect(all.length).toBe(pages[0]?.resultTotal);
		expect(new Set(all.map(({ course }) => course.id))).toEqual(new Set([first?.id, third?.id]));
		expect(idsOf(await list(`${filter}&size=30&page=3`))).toEqual(idsOf(pages[3] as Page));
		const atStage = await list(`${filter}&stage=FOLLOW_UP&size=100`);
		const expected = all.filter(({ stageId }) => staff.application.steps.slice(2, 4).some(({ id }) => id === stageId));
		expect(idsOf(atStage)).toEqual(expected.slice(0, 100).map(({ id }) => id));
		expect(atStage.resultTotal).toBe(expected.length);
	});

	it("reads a list that is sent as several parameters, and refuses to choose between two stages", async () => {
		const [first, , third] = staff.application.courses;
		const joined = await list(`&courseIds=${first?.id},${third?.id}&size=100`);
		const repeated = await list(`&courseIds=${first?.id}&courseIds=${third?.id}&size=100`);
		expect([idsOf(repeated), repeated.resultTotal]).toEqual([idsOf(joined), joined.resultTotal]);
		const { id } = staff.application;
		expect(await staff.get(`/candidates?applicationId=${id}&stage=IN_REVIEW&stage=FOLLOW_UP`)).toMatchObject({
			status: 422,
			body: { code: "invalid_query", fields: { stage: [expect.any(String)] } },
		});
	});

	it("finds applicants by keyword within the other filters", async () => {
		expect(idsOf(await list("&keyword=eze399"))).toEqual([ids[0]]);
		const [course] = staff.application.courses;
		const found = await list(`&keyword=${encodeURIComponent("CHIDI eze")}&courseIds=${course?.id}&size=100`);
		expect(found.resultTotal).toBe((await list(`&courseIds=${course?.id}`)).resultTotal);
	});

	it.each(['"', "*", "NEAR(a b)", "😀", "' OR 1=1 --", "-", "a".repeat(10_000), "AND", "search_text:chidi"])(
		"responds to a hostile keyword with a list (%s)",
		async (keyword) => {
			expect((await list(`&keyword=${encodeURIComponent(keyword)}`)).data.length).toBeLessThanOrEqual(10);
		},
	);
});

describe("limits and defaults of the list", () => {
	it("counts a keyword's matches to 1,000 and says so", async () => {
		const staff = await openServicesFixture();
		await createMany(staff.application, 1_100, { searchKey: staff.organisation.searchKey });
		const { body } = await staff.get<Page>(
			`/candidates?applicationId=${staff.application.id}&keyword=chidi&size=100&page=9`,
		);
		expect(body).toMatchObject({ resultTotal: 1_000, resultTotalIsExact: false });
		expect(body.data).toHaveLength(100);
		const on = await staff.get<Page>(
			`/candidates?applicationId=${staff.application.id}&keyword=chidi&size=100&after=${body.data.length ? (body.nextCursor ?? body.previousCursor) : ""}`,
		);
		expect(on.body.data).toHaveLength(100);
	});

	it("counts stages of a named application only", async () => {
		const staff = await openServicesFixture();
		expect(await staff.get("/statistics/candidate-stages")).toMatchObject({
			status: 422,
			body: { fields: { applicationId: ["This is required."] } },
		});
	});

	it("refuses an unknown stage beside its field", async () => {
		const staff = await openServicesFixture();
		const response = await staff.get("/candidates?stage=NOWHERE");
		expect(response).toMatchObject({
			status: 422,
			body: { code: "stage_unknown", fields: { stage: ["Unknown stage"] } },
		});
	});

	it("does not find another organisation's application", async () => {
		const [staff, other] = [await openServicesFixture(), await openServicesFixture()];
		await createApplicant(other.application);
		for (const id of [other.application.id, "nothing"])
			expect(await staff.get(`/candidates?applicationId=${id}`)).toMatchObject({
				status: 404,
				body: { code: "application_unavailable" },
			});
	});

	it("finds no applicants of another organisation by keyword or course", async () => {
		const [staff, other] = [await openServicesFixture(), await openServicesFixture()];
		await createMany(other.application, 3, { searchKey: staff.organisation.searchKey });
		const found = await staff.get<Page>("/candidates?keyword=chidi");
		expect(found.body.data).toEqual([]);
		const ofCourse = await staff.get<Page>(`/candidates?courseIds=${other.application.courses[0]?.id}`);
		expect(ofCourse.body).toMatchObject({ data: [], resultTotal: 0 });
	});

	it("includes the courses at and below an admin level item", async () => {
		const staff = await openServicesFixture();
		const { facultyId, departmentId } = await createStructure(staff.organisation.id);
		const course = await createCourse(staff.organisation.id, { adminLevelItemId: departmentId });
		await createApplicant(staff.application);
		const applicant = await createApplicant(staff.application, { courseId: course.id });
		for (const item of [facultyId, departmentId]) {
			const { body } = await staff.get<Page>(`/candidates?administrationLevelItemIds=${item}`);
			expect(idsOf(body)).toEqual([applicant.id]);
		}
		const both = await staff.get<Page>(
			`/candidates?administrationLevelItemIds=${facultyId}&courseIds=${staff.application.courses[0]?.id}`,
		);
		expect(both.body.data).toEqual([]);
	});

	it.each(["page=-1", "page=x", "size=0", "size=101", "size=1e3", "after=-4", "before=x"])(
		"refuses %s",
		async (query) => {
			const staff = await openServicesFixture();
			expect((await staff.get(`/candidates?${query}`)).status).toBe(422);
		},
	);
});

describe("the list of all applications", () => {
	let staff: ServicesFixture;
	let other: Awaited<ReturnType<typeof createApplication>>;
	let ids: string[];
	const list = async (query: string) => {
		const { status, body } = await staff.get<Page>(`/candidates?${query}`);
		expect(status).toBe(200);
		return body;
	};

	beforeAll(async () => {
		staff = await openServicesFixture({ stages: ["Registration", "In_review"], courseCount: 2 });
		other = await createApplication(staff.organisation.id, { stages: ["Registration", "In_review"], courseCount: 2 });
		await createApplicant((await openServicesFixture()).application);
		const { searchKey } = staff.organisation;
		const first = await createMany(staff.application, 60, { seqStep: 194, searchKey });
		const start = Number(first[0]?.replace("many-", "")) + 97;
		const second = await createMany(other, 60, { firstSeq: start, seqStep: 194, searchKey });
		ids = first.flatMap((id, index) => [id, second[index] ?? ""]).reverse();
	});

	it.each(["", "stage=IN_REVIEW", "keyword=chidi"])(
		"holds those of each, newest first, page by page (%s)",
		async (filter) => {
			const whole = await list(`${filter}&size=100`);
			expect(whole.resultTotal).toBe(filter === "stage=IN_REVIEW" ? 60 : 120);
			const expected = filter === "stage=IN_REVIEW" ? idsOf(whole) : ids;
			expect(idsOf(whole)).toEqual(expected.slice(0, 100));
			for (const page of [0, 1, 5, 8])
				expect(idsOf(await list(`${filter}&size=7&page=${page}`))).toEqual(expected.slice(page * 7, page * 7 + 7));
			expect(await list(`${filter}&page=100000`)).toMatchObject({ data: [], nextCursor: null });
			const third = await list(`${filter}&size=7&page=2`);
			const second = await list(`${filter}&size=7&before=${third.previousCursor}`);
			expect(idsOf(second)).toEqual(expected.slice(7, 14));
			expect(idsOf(await list(`${filter}&size=7&after=${second.nextCursor}`))).toEqual(idsOf(third));
		},
	);

	it("filters by a step, by courses and by both", async () => {
		const [course, step] = [other.courses[1]?.id ?? "", other.steps[0]?.id ?? ""];
		const all = (await list("size=100")).data.concat((await list("size=100&page=1")).data);
		const of = (isListed: (row: Page["data"][number]) => boolean) => all.filter(isListed).map(({ id }) => id);
		expect(idsOf(await list(`size=100&stage=${step}`))).toEqual(of(({ stageId }) => stageId === step));
		const courses = [course, staff.application.courses[0]?.id ?? ""];
		const chosen = await list(`size=100&courseIds=${courses[0]}&courseIds=${courses[1]}`);
		expect(idsOf(chosen)).toEqual(of((row) => courses.includes(row.course.id)));
		expect(chosen.resultTotal).toBe(chosen.data.length);
		const both = await list(`size=100&courseIds=${course}&stage=REGISTRATION`);
		expect(idsOf(both)).toEqual(of((row) => row.course.id === course && row.stageId === step));
	});

	it("is empty where a filter matches nothing", async () => {
		for (const query of ["courseIds=nothing", "keyword=--", "administrationLevelItemIds=nothing", "stage=DECLINED"])
			expect(await list(query)).toMatchObject({ data: [], resultTotal: 0 });
	});

	it("refuses the filters that only one application has", async () => {
		const fault = ["This filters one application: send its id as well."];
		expect(await staff.get("/candidates?needs=waiting&sort=waiting")).toMatchObject({
			status: 422,
			body: { code: "invalid_query", fields: { needs: fault, sort: fault } },
		});
	});
});
