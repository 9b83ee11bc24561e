import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams, OrganisationId } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

export const Course = v.object({
	id: v.string(),
	code: v.string(),
	title: v.string(),
	status: v.picklist(["active", "disabled"]),
	administrationLevelItemId: v.nullable(v.string()),
	administrationLevelItem: v.nullable(v.object({ id: v.string(), name: v.string() })),
});
export type Course = v.InferOutput<typeof Course>;

const readers = anyOf("course", "application", "candidate");

export const listCourses = defineEndpoint({
	method: "GET",
	path: "/courses",
	summary:
		"Courses by code; `applicationId` keeps those the application offers, `fetch=ALL` answers them in one page (at most 1,000).",
	section: "§7 Courses",
	access: readers,
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(),
		fetch: v.optional(v.literal("ALL", "Only ALL is known.")),
		search: v.optional(Keyword, ""),
		status: v.optional(v.picklist(["active", "disabled"], "The status must be active or disabled.")),
		adminLevelItemId: v.optional(Id),
		applicationId: v.optional(Id),
		/** The own institution; of another one no course is listed. */
		organisationId: v.optional(OrganisationId),
	}),
	aliases: { pageSize: "size" },
	response: PageOf(Course),
	problems: [],
});

export const getCourse = defineEndpoint({
	method: "GET",
	path: "/courses/:id",
	summary: "One course.",
	section: "§7 Courses",
	access: readers,
	params: IdParams,
	response: Course,
	problems: ["not_found"],
});

export const listCoursesOfAdminLevelItem = defineEndpoint({
	method: "GET",
	path: "/courses/admin-level-item/:id",
	summary: "Courses of one faculty or department, and of those below it.",
	section: "§7 Courses",
	access: readers,
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(Course),
	problems: ["not_found"],
});
