import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import { sorts } from "#worker/contract/applicant-filter";

interface Page {
	data: { id: string }[];
	resultTotal: number;
	resultTotalIsExact: boolean;
	nextCursor: string | null;
	previousCursor: string | null;
}
interface Row {
	seq: number;
	id: string;
	name: string;
	number: string;
	code: string;
	course: string;
	position: number;
	step: string;
	waiting: number;
	score: number | null;
	state: string;
	stage: string;
}

const idsOf = (page: Page) => page.data.map(({ id }) => id);
const total = 1_230;

describe("a list in the order of a column", () => {
	let staff: ServicesFixture;
	let rows: Row[];

	beforeAll(async () => {
		staff = await openServicesFixture({ stages: ["Registration", "In_review", "Accepted"], courseCount: 4 });
		const { application, organisation } = staff;
		await createMany(application, total, { searchKey: organisation.searchKey });
		// why: ties in every column, rows without a score, and a name that many have.
		await testDb().run(sql`UPDATE applicants SET score = iif(seq % 7 = 0, NULL, 150 + seq * 31 % 90),
			stage_changed_at = seq * 17 % 40, state = iif(seq % 9 = 0, 'Kogi', 'Oyo'),
			application_number = 'MB/26/' || (seq * 7919 % 100003),
			search_text = iif(seq % 3 = 0, substr(search_text, 1, 12), search_text)
			WHERE organisation_id = ${organisation.id}`);
		rows = await testDb().all<Row>(sql`
			SELECT applicants.seq, applicants.id, substr(search_text, 1, 60) AS name, application_number AS number, courses.code,
				course_id AS course, position, step_id AS step, stage_changed_at AS waiting, score, state, workflow_steps.type AS stage
			FROM applicants JOIN courses ON courses.id = course_id JOIN workflow_steps ON workflow_steps.id = step_id
			WHERE applicants.organisation_id = ${organisation.id}`);
		expect(rows).toHaveLength(total);
	});

	/** Compares two rows by a column as a reader of the list expects it. */
	const comparing = (sort: string) => {
		const column = sort.replace(/^-/, "");
		const sign = sort.startsWith("-") ? -1 : 1;
		const by = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
		return (a: Row, b: Row): number => {
			if (column === "stage") return sign * by(a.position, b.position) || by(b.seq, a.seq);
			if (column === "course") return sign * by(a.code, b.code) || by(b.seq, a.seq);
			if (column === "number")
				return sign * (by(a.number.length, b.number.length) || by(a.number, b.number) || by(a.seq, b.seq));
			if (column === "name") return sign * (by(a.name, b.name) || by(a.seq, b.seq));
			if (column === "waiting") return sign * (by(a.waiting, b.waiting) || by(a.seq, b.seq));
			if ((a.score === null) !== (b.score === null)) return a.score === null ? 1 : -1;
			return sign * (by(a.score ?? 0, b.score ?? 0) || by(a.seq, b.seq));
		};
	};

	const list = async (query: string): Promise<Page> => {
		const { status, body } = await staff.get<Page>(`/candidates?applicationId=${staff.application.id}&${query}`);
		expect(status, JSON.stringify(body)).toBe(200);
		return body;
	};

	/** Reads all pages by their cursors, forwards, and then backwards from the last. */
	const walk = async (query: string) => {
		const pages = [await list(`${query}&size=100`)];
		for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
			pages.push(await list(`${query}&size=100&page=${pages.length}&after=${cursor}`));
		const forward = pages.flatMap(idsOf);
		const backward: string[] = [];
		for (let cursor = pages.at(-1)?.previousCursor; cursor; ) {
			const page = await list(`${query}&size=100&before=${cursor}`);
			backward.unshift(...idsOf(page));
			cursor = page.previousCursor;
		}
		return { forward, backward: [...backward, ...idsOf(pages.at(-1) as Page)], first: pages[0] as Page };
	};

	it.each(sorts)("is whole by %s, forwards and backwards, with ties and without values", async (sort) => {
		const expected = [...rows].sort(comparing(sort)).map(({ id }) => id);
		const { forward, backward, first } = await walk(`sort=${sort}`);
		expect(forward).toEqual(expected);
		expect(backward).toEqual(expected);
		expect(first).toMatchObject({ resultTotal: total, resultTotalIsExact: true });
		expect(idsOf(await list(`sort=${sort}&size=10&page=122`))).toEqual(expected.slice(-10));
		expect(idsOf(await list(`sort=${sort}&size=10&page=3`))).toEqual(expected.slice(30, 40));
	});

	it.each(sorts)("is the same by %s for what a filter finds, few or more than are counted", async (sort) => {
		const few = rows.filter(({ state }) => state === "Kogi").sort(comparing(sort));
		const found = await walk(`sort=${sort}&states=Kogi`);
		expect(found.forward).toEqual(few.map(({ id }) => id));
		expect(found.backward).toEqual(found.forward);
		const many = rows.filter(({ state }) => state === "Oyo").sort(comparing(sort));
		expect(many.length).toBeGreaterThan(1_000);
		const first = await list(`sort=${sort}&states=Oyo&size=50`);
		expect(idsOf(first)).toEqual(many.slice(0, 50).map(({ id }) => id));
		expect(first).toMatchObject({ resultTotal: 1_000, resultTotalIsExact: false });
		const stage = rows.filter(({ stage }) => stage === "IN_REVIEW").sort(comparing(sort));
		expect(idsOf(await list(`sort=${sort}&stage=IN_REVIEW&size=50`))).toEqual(stage.slice(0, 50).map(({ id }) => id));
		const searched = await list(`sort=${sort}&keyword=eze12&size=100`);
		expect(idsOf(searched).length).toBeGreaterThan(5);
		const isSearched = new Set(idsOf(searched));
		expect(idsOf(searched)).toEqual(
			rows
				.filter(({ id }) => isSearched.has(id))
				.sort(comparing(sort))
				.map(({ id }) => id),
		);
	});

	it.each(sorts)("has the neighbours of its rows by %s, in a long list and in a short one", async (sort) => {
		for (const [query, listed] of [
			["", rows],
			["&states=Kogi", rows.filter(({ state }) => state === "Kogi")],
		] as const) {
			const sorted = [...listed].sort(comparing(sort));
			for (const at of [0, 1, 57, sorted.length - 1]) {
				const { body } = await staff.get(
					`/candidates/${sorted[at]?.id}/neighbours?applicationId=${staff.application.id}&sort=${sort}${query}`,
				);
				expect(body).toMatchObject({
					previousId: sorted[at - 1]?.id ?? null,
					nextId: sorted[at + 1]?.id ?? null,
					nextUndecidedId: sorted.slice(at + 1).find(({ stage }) => stage !== "ACCEPTED")?.id ?? null,
					total: sorted.length,
					position: query ? at + 1 : null,
				});
			}
		}
	});

	it("goes on from a row that has left the list meanwhile", async () => {
		const sorted = rows.filter(({ state }) => state === "Kogi").sort(comparing("-score"));
		const left = sorted[20];
		await testDb().run(sql`UPDATE applicants SET state = 'Oyo' WHERE seq = ${left?.seq}`);
		const next = await list(`sort=-score&states=Kogi&size=5&after=${left?.seq}`);
		expect(idsOf(next)).toEqual(sorted.slice(21, 26).map(({ id }) => id));
		const { body } = await staff.get(
			`/candidates/${left?.id}/neighbours?applicationId=${staff.application.id}&sort=-score&states=Kogi`,
		);
		expect(body).toMatchObject({ previousId: sorted[19]?.id, nextId: sorted[21]?.id, position: null });
		await testDb().run(sql`UPDATE applicants SET state = 'Kogi' WHERE seq = ${left?.seq}`);
	});

	it("means everybody for a change of all that match, in whichever order", async () => {
		const matching = { applicationId: staff.application.id, sort: "-name", everybody: true };
		const { body } = await staff.send("POST", "/candidates/selection-preview", { matching });
		expect(body).toMatchObject({ willChange: total });
	});
});
