import { Tag, Tags } from "lucide-react";
import { formatNumber } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import type { ApplicationGroup, GroupItem } from "#worker/services/application-groups/contract";

const tabs = [
	{ path: "application-groupings", label: "Groups" },
	{ path: "application-groupings/items", label: "Items" },
];
const count = { width: 150, numeric: true, card: "aside" } as const;

/** Kinds of tags for applications (§2 Application Group). */
export const groupScreen: RecordScreen<ApplicationGroup> = {
	kind: "application_group",
	path: "application-groupings",
	title: "Application Group",
	icon: Tags,
	tabs,
	one: "application group",
	many: "application groups",
	description: "Groups sort applications, for instance by session. Each has items, such as 2026/2027.",
	nameOf: ({ name }) => name,
	columns: () => [
		{ heading: "Group", card: "title", sort: "name", text: ({ name }) => name },
		{ ...count, heading: "Items", sort: "items", cell: ({ items }) => formatNumber(items) },
	],
	fields: [{ name: "name", label: "Name" }],
	search: { name: "name", placeholder: "Name of a group" },
	uses: ({ id, items }, { base }) => [
		{ count: items, one: "item", to: `${base}/application-groupings/items?groupId=${id}` },
	],
};

/** The tags of a group, which applications carry (§3 Group item). */
export const itemScreen: RecordScreen<GroupItem> = {
	kind: "application_group_item",
	path: "application-groupings/items",
	title: "Application Group",
	icon: Tag,
	tabs,
	one: "group item",
	many: "group items",
	description: "Items are the tags of applications. Their applicants show them.",
	nameOf: ({ name }) => name,
	columns: () => [
		{ heading: "Item", card: "title", sort: "name", text: ({ name }) => name },
		{ heading: "Group", card: "line", muted: true, sort: "group", text: ({ group }) => group.name },
		{
			heading: "Enabled",
			width: 120,
			card: "line",
			muted: true,
			text: ({ enabled }) => (enabled ? "Enabled" : "Disabled"),
		},
		{ ...count, heading: "Applications", sort: "applications", cell: ({ applications }) => formatNumber(applications) },
	],
	fields: [
		{ name: "name", label: "Name" },
		{ as: "choice", name: "groupId", label: "Group", placeholder: "Choose a group" },
		{
			as: "flag",
			name: "enabled",
			label: "Enabled",
			initially: true,
			description: "Applications can be tagged with it.",
		},
	],
	search: { name: "name", placeholder: "Name of an item" },
	filters: [
		{ name: "groupId", label: "Group" },
		{ name: "enabled", label: "Enabled" },
	],
	uses: ({ applications }) => [
		{ count: applications, one: "application that carries it", many: "applications that carry it" },
	],
};
