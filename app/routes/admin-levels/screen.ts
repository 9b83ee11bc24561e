import { Network } from "lucide-react";
import { formatNumber } from "#app/format/numbers";
import type { RecordField, RecordScreen } from "#app/records/screen";
import type { AdminLevelItem } from "#worker/services/admin-levels/contract";

const count = { width: 130, numeric: true, card: "hidden" } as const;

export const structureTabs = [
	{ path: "admin-levels-item", label: "Structure" },
	{ path: "admin-levels-item/levels", label: "Levels" },
];

/** All levels from the top, as their history and a colleague's change show them. */
export const levelsField: RecordField = {
	name: "levels",
	label: "Levels",
	as: "own",
	shown: (levels: unknown) => (levels as { name: string }[]).map(({ name }) => name).join(" › "),
};

/** Faculties, departments …: a tree, as a table in its order (§2 Organisation Structure). */
export const structureScreen: RecordScreen<AdminLevelItem> = {
	kind: "admin_level_item",
	path: "admin-levels-item",
	title: "Organisation Structure",
	icon: Network,
	one: "item",
	many: "items",
	tabs: structureTabs,
	sortedBy: "structure",
	size: 100,
	description: "What the institution consists of, for {courses}, roles and filters.",
	nameOf: ({ name }) => name,
	columns: ({ isSortedBy }) => [
		{
			heading: "Name",
			card: "title",
			sort: "structure",
			text: ({ name }) => name,
			indent: ({ path }) => (isSortedBy("structure") ? path.length - 1 : 0),
		},
		{ heading: "Level", width: 170, card: "line", muted: true, sort: "level", text: ({ level }) => level.name },
		{
			heading: "Part of",
			card: "line",
			muted: true,
			text: ({ path }) => path.slice(0, -1).join(" › ") || "The institution",
		},
		{ ...count, heading: "{Courses}", sort: "courses", cell: ({ courses }) => formatNumber(courses) },
	],
	fields: [
		{ name: "name", label: "Name" },
		{ as: "choice", name: "levelId", label: "Level", placeholder: "Choose a level" },
		{
			as: "choice",
			name: "parentItemId",
			label: "Part of",
			description: "Choose another one to move it, with everything that is part of it.",
		},
	],
	first: ({ levelId = [] }) =>
		levelId.length > 0
			? undefined
			: {
					text: "Begin with the levels, such as faculties and departments. Each item belongs to one.",
					label: "Set up the levels",
					path: "admin-levels-item/levels",
				},
	search: { name: "keyword", placeholder: "Name of a faculty, a department …" },
	filters: [{ name: "levelId", label: "Level" }],
	uses: ({ items, courses, holders }) => [
		{ count: items, one: "item that is part of it", many: "items that are part of it" },
		{ count: courses, one: "{course} that belongs to it", many: "{courses} that belong to it" },
		{ count: holders, one: "role of staff", many: "roles of staff" },
	],
};
