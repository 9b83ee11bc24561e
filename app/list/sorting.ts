import { inAlias } from "#app/format/in-alias";
import type { Sort, SortColumn } from "#worker/contract/applicant-filter";

/** The order of each column at the first press on its head, and in the other direction. */
const directions: Record<SortColumn, { first: Sort; label: string; otherLabel: string }> = {
	name: { first: "name", label: "Name, A to Z", otherLabel: "Name, Z to A" },
	number: { first: "number", label: "Lowest number first", otherLabel: "Highest number first" },
	course: { first: "course", label: "{Course}, A to Z", otherLabel: "{Course}, Z to A" },
	stage: { first: "stage", label: "First stage first", otherLabel: "Last stage first" },
	waiting: { first: "waiting", label: "Longest waiting first", otherLabel: "Shortest waiting first" },
	score: { first: "-score", label: "Highest score first", otherLabel: "Lowest score first" },
};

const columnOf = (sort: Sort): SortColumn => sort.replace("-", "") as SortColumn;
const reverse = (sort: Sort): Sort => (sort.startsWith("-") ? columnOf(sort) : `-${columnOf(sort)}`);

/** All orders with their names, column by column; `{Course}` is the institution's word for one. */
const sortChoices: readonly { value: Sort; label: string }[] = Object.values(directions).flatMap(
	({ first, label, otherLabel }) => [
		{ value: first, label },
		{ value: reverse(first), label: otherLabel },
	],
);

/** Returns all orders with their names. @param course the institution's word for one */
export const sortChoicesIn = (course: string) =>
	sortChoices.map(({ value, label }) => ({ value, label: inAlias(label, course) }));

/** Names an order; an address may have one that does not exist. */
export const sortLabel = (sort: Sort, course: string): string =>
	sortChoicesIn(course).find(({ value }) => value === sort)?.label ?? "Unknown order";

/** Returns the order after a press on a column's head: its first, the other, the newest first again. */
export const nextSort = (column: SortColumn, now: Sort | undefined): Sort | undefined => {
	const { first } = directions[column];
	if (now === first) return reverse(first);
	return now === reverse(first) ? undefined : first;
};

/** Returns how a column is sorted; a longer wait is the greater one. */
export const sortedBy = (column: SortColumn, now: Sort | undefined): "ascending" | "descending" | undefined => {
	if (!now || columnOf(now) !== column) return undefined;
	return now.startsWith("-") === (column !== "waiting") ? "descending" : "ascending";
};
