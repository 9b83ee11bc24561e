import * as v from "valibot";
import { described, flag, text, whole } from "#worker/contract/described";
import { Id } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword, QueryBoolean } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";

const section = "§7 Applications, groups, courses";
/** why both: the screen shows items with their groups (§6 groupings). */
const managers = anyOf("appgroups", "groupitem");
/** why: applications are tagged with items, and filtered by them. */
const readers = [...managers, ...anyOf("application")];

/** Kinds of tags for applications, such as Session (§3 Application group). */
export const groupRecord = recordEndpoints({
	path: "/application-groups",
	one: "group",
	many: "application groups",
	section,
	access: {
		read: readers,
		manage: managers,
		create: ["appgroups:c"],
		update: ["appgroups:u"],
		delete: ["appgroups:d"],
	},
	fields: { name: recordName("The name of the group; each has its own.") },
	row: { name: text("The name of the group."), items: whole("How many items it has.") },
	query: { name: described(v.optional(Keyword, ""), "Only groups whose name contains every word of this text.") },
	sorts: ["name", "items"],
	problems: { create: ["group_exists"], update: ["group_exists"], remove: ["group_in_use"] },
});
export const {
	list: listApplicationGroups,
	find: getApplicationGroup,
	create: createApplicationGroup,
	update: updateApplicationGroup,
	remove: deleteApplicationGroup,
	history: listApplicationGroupChanges,
	restore: restoreApplicationGroup,
} = groupRecord;
export const ApplicationGroup = getApplicationGroup.response;
export type ApplicationGroup = v.InferOutput<typeof ApplicationGroup>;

/** The tags of a group, such as 2026/2027 (§3 Group item). */
export const groupItemRecord = recordEndpoints({
	path: "/application-group-items",
	one: "group item",
	many: "items of application groups",
	section,
	access: {
		read: readers,
		manage: managers,
		create: ["groupitem:c"],
		update: ["groupitem:u"],
		delete: ["groupitem:d"],
	},
	fields: {
		name: recordName("The name of the item; each of a group has its own."),
		groupId: described(Id, "The group that it belongs to."),
		enabled: flag("Whether applications can be tagged with it."),
	},
	row: {
		name: text("The name of the item."),
		groupId: text("The id of its group."),
		group: described(Named, "The group that it belongs to."),
		enabled: flag("Whether applications can be tagged with it."),
		applications: whole("How many applications carry it."),
	},
	query: {
		name: described(v.optional(Keyword, ""), "Only items whose name contains every word of this text."),
		groupId: described(v.optional(Id), "Only items of this group."),
		enabled: described(v.optional(QueryBoolean), "Only items that applications can be tagged with, or only others."),
	},
	sorts: ["name", "group", "applications"],
	problems: {
		create: ["group_item_exists", "group_unknown"],
		update: ["group_item_exists", "group_unknown"],
		remove: ["group_item_in_use"],
	},
});
export const {
	list: listGroupItems,
	find: getGroupItem,
	create: createGroupItem,
	update: updateGroupItem,
	remove: deleteGroupItem,
	history: listGroupItemChanges,
	restore: restoreGroupItem,
} = groupItemRecord;
export const GroupItem = getGroupItem.response;
export type GroupItem = v.InferOutput<typeof GroupItem>;
