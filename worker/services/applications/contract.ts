import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword, PageIndex, PageOf, PageSize, QueryBoolean, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** why: users who process applicants must be able to choose the application. */
const readers = anyOf("application", "candidate");

export const ApplicationRow = v.object({
	id: text("The id of the application."),
	title: text("The title of the application."),
	active: flag("Whether applicants can use the application."),
	status: described(v.picklist(["upcoming", "open", "closed"]), "Whether it has not begun, runs or is over."),
	startsAt: v.nullable(moment("When it begins; null for always.")),
	endsAt: v.nullable(moment("When it ends; null for never.")),
	applicants: whole("How many applicants it has."),
	applicationGroupItems: described(
		v.array(v.object({ name: text("The name of the item."), groupId: text("The id of the item's group.") })),
		"The groups' items that the application is tagged with.",
	),
});
export type ApplicationRow = v.InferOutput<typeof ApplicationRow>;

const Step = v.object({
	id: text("The id of the step."),
	name: text("The name of the step."),
	type: text("The type of the stage, such as `IN_REVIEW`."),
});

/** §3 Application. */
export const Application = v.object({
	...ApplicationRow.entries,
	formId: text("The id of the form design that applicants fill in."),
	courses: described(
		v.array(
			v.object({
				course: described(
					v.object({
						id: text("The id of the course."),
						code: text("The code of the course."),
						title: text("The title of the course."),
						administrationLevelItemId: v.nullable(
							text("The id of the department that it belongs to; null without one."),
						),
					}),
					"The course.",
				),
				formId: text("The id of the form design for this course."),
			}),
		),
		"The courses that can be applied for.",
	),
	workflow: described(
		v.object({
			id: text("The id of the workflow."),
			name: text("The name of the workflow."),
			steps: described(v.array(Step), "The steps of the workflow in order."),
		}),
		"The workflow that applicants go through.",
	),
});
export type Application = v.InferOutput<typeof Application>;

export const listApplications = defineEndpoint({
	method: "GET",
	path: "/applications",
	summary: "Applications, newest first.",
	section: "§7 Applications",
	access: readers,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(ApplicationRow),
});

const Day = v.pipe(v.string(), v.isoDate("The date must be YYYY-MM-DD."));

export const searchApplications = defineEndpoint({
	method: "GET",
	path: "/applications/search",
	summary: "Applications whose title contains every typed word.",
	section: "§7 Applications",
	// why: users who keep lists of candidates choose an application for them.
	access: [...readers, ...anyOf("candigroup")],
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(),
		keyword: described(v.optional(Keyword, ""), "Only applications whose title contains every word of this text."),
		groupItemId: described(v.optional(Id), "Only applications that are tagged with this item of a group."),
		active: described(v.optional(QueryBoolean), "Only those that applicants can use, or cannot."),
		status: described(
			v.optional(v.picklist(["upcoming", "open", "closed"], "The status must be upcoming, open or closed.")),
			"Only those that have not begun, run or are over.",
		),
		startDate: described(
			v.optional(Day),
			"Only those that run on or after this day of the institution's time zone, as YYYY-MM-DD.",
		),
		endDate: described(v.optional(Day), "Only those that run on or before this day, as YYYY-MM-DD."),
	}),
	aliases: { pageSize: "size" },
	response: PageOf(ApplicationRow),
});

export const defaultApplication = defineEndpoint({
	method: "GET",
	path: "/applications/default",
	summary: "The application that lists show unless another is chosen: the open one with the most applicants.",
	section: "§7 Applications",
	access: readers,
	response: ApplicationRow,
	problems: ["application_unavailable"],
});

export const getApplication = defineEndpoint({
	method: "GET",
	path: "/applications/:id",
	summary: "One application with its courses and workflow.",
	section: "§7 Applications",
	access: readers,
	params: IdParams,
	response: Application,
	problems: ["application_unavailable"],
});

export const FormDesignTitle = v.object({
	id: text("The id of the form design."),
	title: text("The title of the form design."),
	active: flag("Whether the design can be used."),
});

export const listApplicationForms = defineEndpoint({
	method: "GET",
	path: "/applications/forms",
	summary: "Form designs an application can use.",
	section: "§7 Applications",
	access: anyOf("application", "forms"),
	query: ShortListQuery,
	response: PageOf(FormDesignTitle),
});

export const ApplicationAdminLevelItem = v.object({
	id: text("The id of the item."),
	name: text("The name of the item."),
	parentItemId: v.nullable(text("The id of the item that it is part of; null at the top.")),
	level: described(
		v.object({ ...Named.entries, order: whole("The place of the level, from 0 at the top.") }),
		"The level of the item.",
	),
});

export const listApplicationAdminLevelItems = defineEndpoint({
	method: "GET",
	path: "/applications/:id/admin-level-items",
	summary: "Faculties and departments that the application's courses belong to.",
	section: "§7 Applications",
	access: readers,
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(ApplicationAdminLevelItem),
	problems: ["application_unavailable"],
});
