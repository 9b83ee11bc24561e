import * as v from "valibot";

const Choice = v.object({
	id: v.string(),
	name: v.string(),
	/** The ids of the items that it is part of, from the nearest up. */
	above: v.optional(v.array(v.string())),
});
export type Choice = v.InferOutput<typeof Choice>;

/** The choices of an application's filters: items by level from the top, courses, states and locations. */
export const FilterChoices = v.object({
	levels: v.array(v.object({ id: v.string(), name: v.string(), items: v.array(Choice) })),
	courses: v.array(Choice),
	states: v.array(Choice),
	locations: v.array(Choice),
});
export type FilterChoices = v.InferOutput<typeof FilterChoices>;

interface Item extends Choice {
	parentItemId: string | null;
	level: { id: string; name: string; order: number };
}

interface Offered {
	course: { id: string; code: string; title: string; administrationLevelItemId: string | null };
}

export const toFilterChoices = (
	items: readonly Item[],
	courses: readonly Offered[],
): Pick<FilterChoices, "levels" | "courses"> => {
	const levels = [...new Map(items.map(({ level }) => [level.id, level])).values()].sort((a, b) => a.order - b.order);
	const parents = new Map(items.map(({ id, parentItemId }) => [id, parentItemId]));
	// why the check: a hierarchy that contains itself still ends.
	const from = (id: string | null | undefined, found: readonly string[] = []): string[] =>
		id && !found.includes(id) ? from(parents.get(id), [...found, id]) : [...found];
	return {
		levels: levels.map((level) => ({
			id: level.id,
			name: level.name,
			items: items
				.filter((item) => item.level.id === level.id)
				.map(({ id, name, parentItemId }) => ({ id, name, above: from(parentItemId) })),
		})),
		courses: courses.map(({ course }) => ({
			id: course.id,
			name: `${course.code} · ${course.title}`,
			above: from(course.administrationLevelItemId),
		})),
	};
};

/** Returns the items and courses that a list of the chosen items can have: below one of them at every higher level. */
export const narrowedTo = (chosen: readonly string[], { levels, courses, ...others }: FilterChoices): FilterChoices => {
	const chosenAt = levels.map(({ items }) => items.map(({ id }) => id).filter((id) => chosen.includes(id)));
	const below = (choices: readonly Choice[], higher: readonly string[][]) =>
		choices.filter(
			({ id, above = [] }) =>
				chosen.includes(id) || higher.every((ids) => ids.length === 0 || ids.some((item) => above.includes(item))),
		);
	return {
		...others,
		levels: levels.map((level, index) => ({ ...level, items: below(level.items, chosenAt.slice(0, index)) })),
		courses: below(courses, chosenAt),
	};
};
