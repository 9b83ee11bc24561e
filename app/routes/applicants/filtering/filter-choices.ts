import * as v from "valibot";

const Choice = v.object({ id: v.string(), name: v.string() });
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
	level: { id: string; name: string; order: number };
}

interface Offered {
	course: { id: string; code: string; title: string };
}

export const toFilterChoices = (
	items: readonly Item[],
	courses: readonly Offered[],
): Pick<FilterChoices, "levels" | "courses"> => {
	const levels = [...new Map(items.map(({ level }) => [level.id, level])).values()].sort((a, b) => a.order - b.order);
	return {
		levels: levels.map((level) => ({
			id: level.id,
			name: level.name,
			items: items.filter((item) => item.level.id === level.id).map(({ id, name }) => ({ id, name })),
		})),
		courses: courses.map(({ course }) => ({ id: course.id, name: `${course.code} · ${course.title}` })),
	};
};
