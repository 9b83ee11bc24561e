import * as v from "valibot";
import { described, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams, OrganisationId } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword, PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

export const Course = v.object({
	id: text("The id of the course."),
	code: text("The code of the course; each has its own."),
	title: text("The title of the course."),
	status: described(v.picklist(["active", "disabled"]), "Whether the course is offered."),
	administrationLevelItemId: v.nullable(text("The id of the faculty or department that it belongs to.")),
	administrationLevelItem: described(v.nullable(Named), "The faculty or department that it belongs to."),
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
		fetch: described(v.optional(v.literal("ALL", "Only ALL is known.")), "With `ALL` pages hold 1,000 courses."),
		search: described(v.optional(Keyword, ""), "Only courses whose code or title contains every word of this text."),
		status: described(
			v.optional(v.picklist(["active", "disabled"], "The status must be active or disabled.")),
			"Only active or only disabled courses.",
		),
		adminLevelItemId: described(v.optional(Id), "Only courses of this faculty or department, and of those below it."),
		applicationId: described(v.optional(Id), "Only courses that this application offers."),
		organisationId: described(
			v.optional(OrganisationId),
			"The institution that the user belongs to; of another one no course is listed.",
		),
	}),
	aliases: { pageSize: "size" },
	response: PageOf(Course),
});

export const getCourse = defineEndpoint({
	method: "GET",
	path: "/courses/:id",
	summary: "One course.",
	section: "§7 Courses",
	access: readers,
	params: IdParams,
	response: Course,
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
});
