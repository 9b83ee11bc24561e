import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword, PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

const readers = anyOf("adminlevel", "levelitem", "course", "candidate");

/** §3 Admin level. */
export const AdminLevel = v.object({
	id: text("The id of the level."),
	name: text("The name of the level, such as Faculty."),
	parentId: v.nullable(text("The id of the level above; null for the top.")),
	childId: v.nullable(text("The id of the level below; null for the bottom.")),
	order: whole("The place of the level, from 0 at the top."),
});

export const listAdminLevels = defineEndpoint({
	method: "GET",
	path: "/administration-levels",
	summary: "The levels of the institution's structure, from the top.",
	section: "§7 Courses",
	access: readers,
	query: ShortListQuery,
	response: PageOf(AdminLevel),
});

export const AdminLevelItem = v.object({
	id: text("The id of the item."),
	name: text("The name of the item, such as Faculty of Science."),
	parentItemId: v.nullable(text("The id of the item that it is part of; null at the top.")),
	level: described(Named, "The level of the item."),
});

export const listAdminLevelItems = defineEndpoint({
	method: "GET",
	path: "/administration-level-items",
	summary: "Faculties, departments …, by name.",
	section: "§7 Courses",
	access: readers,
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(100),
		levelId: described(v.optional(Id), "Only items of this level."),
		keyword: described(v.optional(Keyword, ""), "Only items whose name contains every word of this text."),
	}),
	response: PageOf(AdminLevelItem),
});
