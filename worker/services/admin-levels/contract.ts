import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword, PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { RecordChange, recordEndpoints, recordName } from "#worker/contract/records";
import { RecordVersion, SeenVersion } from "#worker/contract/version";

const section = "§7 Courses";
const managers = anyOf("adminlevel", "levelitem");
const readers = anyOf("adminlevel", "levelitem", "course", "candidate");
const writers = ["adminlevel:c", "adminlevel:u"] as const;

/** §3 Admin level. */
export const AdminLevel = v.object({
	id: text("The id of the level."),
	name: text("The name of the level, such as Faculty."),
	parentId: v.nullable(text("The id of the level above; null for the top.")),
	childId: v.nullable(text("The id of the level below; null for the bottom.")),
	order: whole("The place of the level, from 0 at the top."),
});
export type AdminLevel = v.InferOutput<typeof AdminLevel>;

const Levels = v.object({ ...PageOf(AdminLevel).entries, version: RecordVersion });

export const listAdminLevels = defineEndpoint({
	method: "GET",
	path: "/administration-levels",
	summary: "The levels of the institution's structure, from the top.",
	section,
	access: readers,
	query: ShortListQuery,
	response: Levels,
});

/** The most levels of a structure. */
export const maxLevels = 8;

/** The levels as they are written: in order from the top, those without an id new. */
export const LevelList = described(
	v.pipe(
		v.array(
			v.strictObject({
				id: described(v.optional(Id), "The id of a level that exists; left out for a new one."),
				name: recordName("The name of the level, such as Faculty; each has its own.", 60),
			}),
			"Add a level.",
		),
		v.minLength(1, "Add a level."),
		v.maxLength(maxLevels, `There can be at most ${maxLevels} levels.`),
	),
	"Every level in order from the top. What is left out is deleted, if it has no items.",
);

export const updateAdminLevels = defineEndpoint({
	method: "PUT",
	path: "/administration-levels",
	summary: "Name, add, remove and order the levels of the structure.",
	section,
	access: writers,
	body: v.strictObject({ levels: LevelList, version: SeenVersion }),
	response: Levels,
	problems: [
		"level_exists",
		"level_in_use",
		"level_order_wrong",
		"level_unknown",
		"changed_meanwhile",
		"whole_institution_needed",
	],
});

export const deleteAdminLevel = defineEndpoint({
	method: "DELETE",
	path: "/administration-levels/:id",
	summary: "Delete a level that has no items.",
	section,
	access: ["adminlevel:d"],
	params: IdParams,
	response: v.object({ id: text("The id of the deleted level.") }),
	problems: ["level_in_use", "changed_meanwhile", "whole_institution_needed"],
});

/** The history of the levels, as of one set-up record: each change has all of them. */
export const levelsRecord = {
	find: listAdminLevels,
	history: defineEndpoint({
		method: "GET",
		path: "/administration-levels/history",
		summary: "Who changed the levels, when, and what they were before and afterwards; the newest change first.",
		section,
		access: managers,
		query: v.strictObject({ page: PageIndex, size: PageSize() }),
		response: PageOf(RecordChange),
	}),
	restore: defineEndpoint({
		method: "POST",
		path: "/administration-levels/restore",
		summary: "Restore the levels that the structure had after a change. This counts as a new change.",
		section,
		access: writers,
		body: v.strictObject({
			changeId: described(Id, "The id of the change, from the history."),
			version: SeenVersion,
		}),
		response: Levels,
		problems: [
			"state_not_restorable",
			"level_in_use",
			"level_order_wrong",
			"changed_meanwhile",
			"whole_institution_needed",
		],
		idempotent: true,
	}),
};
export const { history: listAdminLevelChanges, restore: restoreAdminLevels } = levelsRecord;

/** Faculties, departments …, each part of one of a level above (§3 Admin level item). */
export const levelItemRecord = recordEndpoints({
	path: "/administration-level-items",
	one: "structure item",
	many: "faculties, departments …",
	section,
	// why so many: the screens choose among all of them.
	size: 100,
	maxSize: 500,
	access: {
		read: readers,
		manage: managers,
		create: ["levelitem:c"],
		update: ["levelitem:u"],
		delete: ["levelitem:d"],
	},
	fields: {
		name: recordName("The name of the item; no two of a level that are part of the same one share it."),
		levelId: described(Id, "The level of the item."),
		parentItemId: described(v.optional(v.nullable(Id)), "The item that it is part of; null at the top."),
	},
	row: {
		name: text("The name of the item, such as Faculty of Science."),
		levelId: text("The id of its level."),
		parentItemId: v.nullable(text("The id of the item that it is part of; null at the top.")),
		level: described(Named, "The level of the item."),
		path: described(v.array(v.string()), "The names of the items that it is part of, from the top, and its own."),
		items: whole("How many items are part of it."),
		courses: whole("How many courses belong to it."),
		holders: whole("How many roles staff hold there."),
		privilegesElsewhere: described(
			v.array(v.string()),
			"Privileges to change and to delete items that the user holds only at places from which they do not reach this one.",
		),
	},
	query: {
		levelId: described(v.optional(Id), "Only items of this level."),
		keyword: described(v.optional(Keyword, ""), "Only items whose name contains every word of this text."),
	},
	sorts: ["name", "structure", "level", "courses"],
	problems: {
		create: ["level_item_exists", "level_unknown", "level_item_misplaced", "whole_institution_needed"],
		update: ["level_item_exists", "level_unknown", "level_item_misplaced", "whole_institution_needed"],
		remove: ["level_item_in_use", "whole_institution_needed"],
	},
});
export const {
	list: listAdminLevelItems,
	find: getAdminLevelItem,
	create: createAdminLevelItem,
	update: updateAdminLevelItem,
	remove: deleteAdminLevelItem,
	history: listAdminLevelItemChanges,
	restore: restoreAdminLevelItem,
} = levelItemRecord;
export const AdminLevelItem = getAdminLevelItem.response;
export type AdminLevelItem = v.InferOutput<typeof AdminLevelItem>;

export const StructurePlace = v.object({
	id: text("The id of the item."),
	name: text("The name of the item, such as Faculty of Science."),
	path: described(v.array(v.string()), "The names of the items that it is part of, from the top, and its own."),
	levelName: text("The name of its level, such as Faculty."),
});

/** What lets a user put a course, or another item, at a place. */
const placing = ["course:c", "course:u", "levelitem:c", "levelitem:u"] as const;

/** What screens choose an item from; the list of records reads and counts far more of each. */
export const listStructure = defineEndpoint({
	method: "GET",
	path: "/structure",
	summary: "Every item of the structure, each after the one that it is part of, as choices offer them.",
	section,
	// why users as well: a role is given at a place.
	access: [...readers, ...anyOf("statistics", "users")],
	query: v.strictObject({
		...ShortListQuery.entries,
		privilege: described(
			v.optional(v.picklist(placing, "Unknown privilege")),
			"Only items to which the user can bring something by this privilege: something new by `c`, what is there by `u`.",
		),
		from: described(v.optional(Id), "With `u`: the item that it is part of; left out for none."),
	}),
	response: v.object({
		...PageOf(StructurePlace).entries,
		atTop: described(v.boolean(), "Whether it can be part of no item as well."),
	}),
});
