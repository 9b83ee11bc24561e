import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createStructure, testDb } from "#tests/support/factories";
import { applicants } from "#worker/database/schema/applicants";
import { userRoles } from "#worker/database/schema/auth";
import { courses } from "#worker/database/schema/structure";

type Fixture = Awaited<ReturnType<typeof openServicesFixture>>;
let fixture: Fixture;
beforeEach(async () => {
	fixture = await openServicesFixture();
});

interface Page {
	data: { id: string; updatedAt: number }[];
	nextCursor: string | null;
	next: string | null;
	resultTotal: number;
	code?: string;
}

const read = async (search: string) => {
	const response = await fixture.request(`/candidates?${search}`);
	return { status: response.status, ...(await response.json<Page>()) };
};

/** Follows the addresses of the next pages. */
const readAll = async (search: string, between?: (page: number) => Promise<unknown>) => {
	const ids: string[] = [];
	let page = await read(search);
	for (let index = 0; ; index += 1) {
		ids.push(...page.data.map(({ id }) => id));
		if (page.next === null) return { ids, cursor: page.nextCursor };
		await between?.(index);
		page = await read(page.next.split("?")[1] ?? "");
	}
};

const create = async (count: number, updatedAt: number) => {
	const made: string[] = [];
	for (let index = 0; index < count; index += 1)
		made.push((await createApplicant(fixture.application, { updatedAt: updatedAt + index })).id);
	return made;
};

/** Changes an applicant as an operation does. */
const touch = (id: string, updatedAt: number) =>
	testDb().update(applicants).set({ updatedAt, version: sql`version + 1` }).where(sql`id = ${id}`);

describe("GET /candidates?updatedSince", () => {
	const day = Date.UTC(2026, 10, 20);

	it("lists those of all applications who were added or changed since, the earliest change first", async () => {
		const [first = "", second = "", third = ""] = await create(3, day);
		const other = await createApplication(fixture.organisation.id);
		const elsewhere = await createApplicant(other, { updatedAt: day + 3 });
		expect((await readAll(`updatedSince=${day + 1}`)).ids).toEqual([second, third, elsewhere.id]);
		expect((await readAll("updatedSince=2026-11-20T00:00:00.002Z")).ids).toEqual([third, elsewhere.id]);
		expect((await readAll(`updatedSince=0&applicationId=${other.id}`)).ids).toEqual([elsewhere.id]);
		await touch(first, day + 10);
		expect((await readAll(`updatedSince=${day + 1}&size=2`)).ids).toEqual([second, third, elsewhere.id, first]);
		expect((await readAll(`updatedSince=${day + 11}`)).ids).toEqual([]);
	});

	it("misses nobody who changes while it is read, nor one whose change is committed late", async () => {
		const ids = await create(7, day);
		const [first = "", second = "", , , , sixth = ""] = ids;
		const seen = await readAll("updatedSince=0&size=2", async (page) => {
			if (page === 0) await touch(first, day + 100);
			// why an earlier moment: it was begun before the last change, and is committed after it.
			if (page === 1) await touch(second, day + 50);
			if (page === 2) await touch(sixth, day + 60);
		});
		expect(seen.ids.filter((id) => id === first)).toHaveLength(2);
		expect(seen.ids.filter((id) => id === second)).toHaveLength(2);
		expect(new Set(seen.ids)).toEqual(new Set(ids));
		expect(seen.ids.at(-1)).toBe(sixth);
	});

	it("goes on from the last cursor another time, with all changes of one moment", async () => {
		const ids = await create(3, day);
		const { cursor } = await readAll("updatedSince=0&size=2");
		const nothing = await read(`updatedSince=0&after=${cursor}`);
		expect([nothing.data, nothing.next, nothing.nextCursor]).toEqual([[], null, cursor]);
		for (const id of ids) await touch(id, day + 5);
		expect((await readAll(`updatedSince=0&after=${cursor}&size=1`)).ids).toEqual(ids);
	});

	it("lists only applicants of the places where the caller may see them", async () => {
		const { departmentId } = await createStructure(fixture.organisation.id);
		const [mine, other] = fixture.application.courses;
		const { id } = await createApplicant(fixture.application, { courseId: mine?.id ?? "", updatedAt: day });
		await createApplicant(fixture.application, { courseId: other?.id ?? "", updatedAt: day });
		const bound = { adminLevelItemId: departmentId };
		await testDb()
			.update(courses)
			.set(bound)
			.where(eq(courses.id, mine?.id ?? ""));
		await testDb().update(userRoles).set(bound).where(eq(userRoles.userId, fixture.user.id));
		expect((await readAll("updatedSince=0")).ids).toEqual([id]);
	});

	it("takes no other filter or order, and no page", async () => {
		for (const search of ["stage=ACCEPTED", "keyword=ada", "sort=name", "page=1", "before=5"])
			expect(await read(`updatedSince=0&${search}`)).toMatchObject({ status: 422, code: "invalid_query" });
		for (const moment of ["yesterday", "-1", "2026-13-40", ""])
			expect((await read(`updatedSince=${moment}`)).status).toBe(422);
		expect((await read("updatedSince=0&applicationId=nowhere")).status).toBe(404);
	});
});
