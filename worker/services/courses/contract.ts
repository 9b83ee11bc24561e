import * as v from "valibot";
import { described, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams, OrganisationId } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { IdList, Keyword, PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";
import { visibleLine } from "#worker/contract/text/visible-text";
import { SeenVersion } from "#worker/contract/version";

const section = "§7 Courses";
const readers = anyOf("course", "application", "candidate");

const CourseStatus = v.picklist(["active", "disabled"], "The status must be active or disabled.");

/** A code, in capitals: no two courses share one, in any case. */
const CourseCode = described(
	v.pipe(
		v.string("Enter a code"),
		v.transform((code) => visibleLine(code).toUpperCase()),
		v.minLength(1, "Enter a code"),
		v.maxLength(20, "Enter at most 20 characters."),
	),
	"The code of the course, in capitals; each has its own.",
);

/** What can be applied for (§3 Course); the institution may call it otherwise. */
export const courseRecord = recordEndpoints({
	path: "/courses",
	one: "course",
	many: "courses",
	section,
	access: { read: readers, manage: anyOf("course"), create: ["course:c"], update: ["course:u"], delete: ["course:d"] },
	fields: {
		code: CourseCode,
		title: recordName("The title of the course.", 200, "Enter a title"),
		administrationLevelItemId: described(
			v.optional(v.nullable(Id)),
			"The faculty or department that it belongs to; null for none.",
		),
		status: described(v.optional(CourseStatus, "active"), "Whether the course is offered; a new one is active."),
	},
	row: {
		code: text("The code of the course; each has its own."),
		title: text("The title of the course."),
		status: described(v.picklist(["active", "disabled"]), "Whether the course is offered."),
		administrationLevelItemId: v.nullable(text("The id of the faculty or department that it belongs to.")),
		administrationLevelItem: described(v.nullable(Named), "The faculty or department that it belongs to."),
		applicants: whole("How many applicants it has, in all applications."),
		applications: whole("How many applications offer it."),
		privilegesElsewhere: described(
			v.array(v.string()),
			"Privileges to change and to delete courses that the user holds only at places to which this one does not belong.",
		),
	},
	query: {
		fetch: described(v.optional(v.literal("ALL", "Only ALL is known.")), "With `ALL` pages hold 1,000 courses."),
		search: described(v.optional(Keyword, ""), "Only courses whose code or title contains every word of this text."),
		status: described(v.optional(CourseStatus), "Only active or only disabled courses."),
		adminLevelItemId: described(v.optional(Id), "Only courses of this faculty or department, and of those below it."),
		applicationId: described(v.optional(Id), "Only courses that this application offers."),
		ids: described(v.optional(IdList), "Only these courses, a hundred at most."),
		organisationId: described(
			v.optional(OrganisationId),
			"The institution that the user belongs to; of another one no course is listed.",
		),
	},
	sorts: ["code", "title", "item", "applicants"],
	aliases: { pageSize: "size" },
	problems: {
		create: ["course_code_taken", "course_item_unknown", "whole_institution_needed"],
		update: ["course_code_taken", "course_item_unknown", "whole_institution_needed"],
		remove: ["course_in_use", "whole_institution_needed"],
	},
});
export const {
	list: listCourses,
	find: getCourse,
	create: createCourse,
	update: updateCourse,
	remove: deleteCourse,
	history: listCourseChanges,
	restore: restoreCourse,
} = courseRecord;
export const Course = getCourse.response;
export type Course = v.InferOutput<typeof Course>;

export const setCourseStatus = defineEndpoint({
	method: "PATCH",
	path: "/courses/:id",
	summary: "Offer a course, or stop offering it.",
	section,
	access: ["course:u"],
	params: IdParams,
	body: v.strictObject({ status: described(CourseStatus, "Whether the course is offered."), version: SeenVersion }),
	response: Course,
	problems: ["changed_meanwhile", "whole_institution_needed"],
});

export const CourseApplicant = v.object({
	id: text("The id of the applicant."),
	firstName: text("The first name."),
	middleName: v.nullable(text("The middle name; null without one.")),
	lastName: text("The last name."),
	applicationNumber: text("The application number."),
	applicationId: text("The id of the application."),
	applicationTitle: text("The title of the application."),
	stageName: text("The name of the stage."),
	stageType: text("The type of the stage, such as `IN_REVIEW`."),
	regDate: moment("When the applicant registered."),
});
export type CourseApplicant = v.InferOutput<typeof CourseApplicant>;

export const listCourseApplicants = defineEndpoint({
	method: "GET",
	path: "/courses/:id/applicants",
	summary: "The applicants of a course in all applications, the newest first.",
	section,
	// why not those of courses: they are personal data.
	access: anyOf("candidate"),
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(CourseApplicant),
});

export const listCoursesOfAdminLevelItem = defineEndpoint({
	method: "GET",
	path: "/courses/admin-level-item/:id",
	summary: "Courses of one faculty or department, and of those below it.",
	section,
	access: readers,
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(Course),
});
