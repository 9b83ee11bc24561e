import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

const readers = anyOf("adminlevel", "levelitem", "course", "candidate");

/** §3 Admin level. */
export const AdminLevel = v.object({
	id: v.string(),
	name: v.string(),
	parentId: v.nullable(v.string()),
	childId: v.nullable(v.string()),
	order: v.number(),
});

export const listAdminLevels = defineEndpoint({
	method: "GET",
	path: "/administration-levels",
	summary: "The levels of the institution's structure, from the top.",
	section: "§7 Courses",
	access: readers,
	query: ShortListQuery,
	response: PageOf(AdminLevel),
	problems: [],
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
		levelId: v.optional(Id),
		keyword: v.optional(Keyword, ""),
	}),
	response: PageOf(
		v.object({
			id: v.string(),
			name: v.string(),
			parentItemId: v.nullable(v.string()),
			level: v.object({ id: v.string(), name: v.string() }),
		}),
	),
	problems: [],
});
