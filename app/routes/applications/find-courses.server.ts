import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import type { Choice } from "#app/ui/form/choice";
import { type Course, listCourses } from "#worker/services/courses/contract";

interface Api {
	call: ApiCall;
}

/** What a search of courses found: the first of them. */
export interface FoundCourses {
	/** The text that was searched; empty for all. */
	search: string;
	choices: Choice[];
	/** How many there are in all. */
	total: number;
}

/** How many courses are offered at once; a search narrows them. */
const offeredAtMost = 25;

const toChoice = ({ id, code, title }: Pick<Course, "id" | "code" | "title">): Choice => ({
	value: id,
	label: `${code} ${title}`,
});

/** Finds active courses whose code or title contains every word. */
export const findCourses = async ({ call }: Api, search: string): Promise<FoundCourses> => {
	const query = { search, status: "active", size: String(offeredAtMost) } as const;
	const { data, resultTotal: total } = orThrow(await call(listCourses, { query }));
	return { search, choices: data.map(toChoice), total };
};

/** Counts the active courses. why no choices: the page of an application offers them when a line is added. */
export const countCourses = async ({ call }: Api): Promise<number> =>
	orThrow(await call(listCourses, { query: { status: "active", size: "1" } })).resultTotal;

/** The most ids of one request. */
const idsAtOnce = 100;

/** Returns the names of courses by their ids; those that no longer exist are left out. */
export const namesOfCourses = async ({ call }: Api, ids: readonly string[]): Promise<Choice[]> => {
	const unique = [...new Set(ids)];
	const parts = Array.from({ length: Math.ceil(unique.length / idsAtOnce) }, (_, index) =>
		unique.slice(index * idsAtOnce, (index + 1) * idsAtOnce),
	);
	const found = await Promise.all(
		parts.map((part) => call(listCourses, { query: { ids: part.join(), fetch: "ALL" } }).then(orThrow)),
	);
	return found.flatMap(({ data }) => data.map(toChoice));
};
