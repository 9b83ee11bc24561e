import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import {
	IdList,
	Keyword,
	maxPageSize,
	PageIndex,
	PageOf,
	PageSize,
	QueryBoolean,
	ShortListQuery,
} from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";
import { NumberFormat, usualNumberFormat } from "#worker/contract/text/application-number";
import { visibleText } from "#worker/contract/text/visible-text";
import { RecordVersion } from "#worker/contract/version";

/** why: users who process applicants must be able to choose the application. */
const readers = anyOf("application", "candidate");
const section = "§7 Applications";
const statuses = ["upcoming", "open", "closed"] as const;

export const ApplicationRow = v.object({
	id: text("The id of the application."),
	title: text("The title of the application."),
	active: flag("Whether applicants can use the application."),
	status: described(v.picklist(statuses), "Whether it has not begun, runs or is over."),
	startsAt: v.nullable(moment("When it begins; null for always.")),
	endsAt: v.nullable(moment("When it ends; null for never.")),
	applicants: whole("How many applicants it has."),
	applicationGroupItems: described(
		v.array(
			v.object({
				id: text("The id of the item."),
				name: text("The name of the item."),
				groupId: text("The id of the item's group."),
			}),
		),
		"The groups' items that the application is tagged with.",
	),
	version: RecordVersion,
});
export type ApplicationRow = v.InferOutput<typeof ApplicationRow>;

const Step = v.object({
	id: text("The id of the step."),
	name: text("The name of the step."),
	type: text("The type of the stage, such as `IN_REVIEW`."),
});

const OfferedCourse = v.object({
	course: described(
		v.object({
			id: text("The id of the course."),
			code: text("The code of the course."),
			title: text("The title of the course."),
			administrationLevelItemId: v.nullable(text("The id of the department that it belongs to; null without one.")),
		}),
		"The course.",
	),
	formId: text("The id of the form design for this course."),
	hasOwnForm: flag("Whether this course has another form design than the application."),
	applicants: whole("How many applicants of the application have chosen it."),
	reach: described(
		v.picklist(["none", "seen", "changed"]),
		"Whether the caller sees the applicants of the course, and whether they can change them.",
	),
});

const chosenId = (missing: string) => v.pipe(v.string(missing), v.minLength(1, missing), Id);

const Moment = v.pipe(v.number("This is not a moment."), v.safeInteger("This is not a moment."), v.minValue(0));
const milliseconds = { type: "integer", format: "int64" };

/** The most characters of a text for applicants. */
export const maxTextLength = 5_000;
const LongText = v.pipe(
	v.string(),
	v.transform(visibleText),
	v.maxLength(maxTextLength, `Enter at most ${maxTextLength} characters.`),
);

/** The most courses that an application offers. */
export const maxOffered = 500;

const CoursesToOffer = v.pipe(
	v.array(
		v.strictObject({
			courseId: described(chosenId("Choose one, or remove the line."), "The id of the course."),
			formId: described(
				v.optional(v.nullable(Id), null),
				"The form design for this course; null for that of the application.",
			),
		}),
	),
	v.maxLength(maxOffered, `There can be at most ${maxOffered}.`),
	v.check(
		(courses) => new Set(courses.map(({ courseId }) => courseId)).size === courses.length,
		"One is in the list twice. Remove a line.",
	),
);

const Day = v.pipe(v.string(), v.isoDate("The date must be YYYY-MM-DD."));

/** An intake that applicants apply to: a form, courses and a workflow (§3 Application). */
const record = recordEndpoints({
	path: "/applications",
	one: "application",
	many: "applications",
	section,
	access: {
		read: readers,
		manage: anyOf("application"),
		create: ["application:c"],
		update: ["application:u"],
		delete: ["application:d"],
	},
	fields: {
		title: recordName("The title of the application; no two share one, in any case.", 150, "Enter a title"),
		active: described(v.optional(v.boolean(), true), "Whether applicants can use the application."),
		startsAt: described(
			v.optional(v.nullable(Moment), null),
			"When it begins, in UTC milliseconds; null for always.",
			milliseconds,
		),
		endsAt: described(
			v.optional(v.nullable(Moment), null),
			"When it ends, in UTC milliseconds, after its beginning; null for never.",
			milliseconds,
		),
		numberFormat: described(
			v.optional(NumberFormat, usualNumberFormat),
			"How application numbers are made: `{SHORT}`, `{YYYY}` and `{YY}` are filled in, and `#####` is the serial number.",
		),
		formId: described(chosenId("Choose a form"), "The form design that applicants fill in."),
		workflowId: described(
			chosenId("Choose a workflow"),
			"The workflow that applicants go through, with a first stage. It stays as long as there are applicants.",
		),
		courses: described(
			v.optional(CoursesToOffer, []),
			"The courses that can be applied for, in order. One with applicants cannot be left out.",
		),
		groupItemIds: described(
			v.optional(
				v.pipe(
					v.array(Id),
					v.maxLength(50, "Choose at most 50."),
					v.transform((ids) => [...new Set(ids)].sort()),
				),
				[],
			),
			"The ids of the group items that it carries.",
		),
		introduction: described(v.optional(LongText, ""), "What applicants read before the form."),
		confirmation: described(v.optional(LongText, ""), "What applicants read when they have handed in the form."),
	},
	row: {
		...ApplicationRow.entries,
		numberFormat: text("How application numbers are made."),
		formId: text("The id of the form design that applicants fill in."),
		courses: described(v.array(OfferedCourse), "The courses that can be applied for, in order."),
		workflow: described(
			v.object({
				id: text("The id of the workflow."),
				name: text("The name of the workflow."),
				steps: described(v.array(Step), "The steps of the workflow in order."),
			}),
			"The workflow that applicants go through.",
		),
		introduction: text("What applicants read before the form."),
		confirmation: text("What applicants read when they have handed in the form."),
	},
	query: {
		keyword: described(v.optional(Keyword, ""), "Only applications whose title contains every word of this text."),
		ids: described(v.optional(IdList), "Only these applications, a hundred at most."),
		groupItemId: described(v.optional(Id), "Only applications that are tagged with this item of a group."),
		active: described(v.optional(QueryBoolean), "Only those that applicants can use, or cannot."),
		status: described(
			v.optional(v.picklist(statuses, "The status must be upcoming, open or closed.")),
			"Only those that have not begun, run or are over.",
		),
		startDate: described(
			v.optional(Day),
			"Only those that run on or after this day of the institution's time zone, as YYYY-MM-DD.",
		),
		endDate: described(v.optional(Day), "Only those that run on or before this day, as YYYY-MM-DD."),
	},
	aliases: { pageSize: "size" },
	sorts: ["created", "title"],
	problems: {
		create: [
			...(["application_exists", "application_dates_wrong", "application_refers_wrongly"] as const),
			"whole_institution_needed",
		],
		update: [
			...(["application_exists", "application_dates_wrong", "application_refers_wrongly"] as const),
			...(["application_course_in_use", "application_workflow_in_use", "whole_institution_needed"] as const),
		],
		remove: ["application_in_use", "whole_institution_needed"],
	},
});

export const listApplications = defineEndpoint({
	...record.list,
	summary: "Applications, newest first unless sorted otherwise.",
	response: PageOf(ApplicationRow),
});

export const searchApplications = defineEndpoint({
	...listApplications,
	path: "/applications/search",
	summary: "Applications whose title contains every typed word.",
	// why: users who keep lists of candidates, export payments or see statistics choose an application for them.
	access: [...readers, ...anyOf("candigroup", "statistics"), "payments:r"],
});

export const ApplicationTitle = v.object({
	id: text("The id of the application."),
	title: text("The title of the application."),
});

export const listApplicationTitles = defineEndpoint({
	method: "GET",
	path: "/applications/titles",
	summary: "Applications by their titles alone, the newest first, as choices offer them.",
	section,
	access: searchApplications.access,
	query: v.strictObject({ page: PageIndex, size: PageSize(maxPageSize) }),
	response: PageOf(ApplicationTitle),
});

export const getApplication = defineEndpoint({
	...record.find,
	summary: "One application with its courses and workflow.",
	problems: ["application_unavailable"],
});
export const Application = getApplication.response;
export type Application = v.InferOutput<typeof Application>;

/** What the kernel of records serves, with the list and the record in the shapes of §3 and §7. */
export const applicationRecord = { ...record, list: listApplications, find: getApplication };
export const {
	create: createApplication,
	update: updateApplication,
	remove: deleteApplication,
	history: listApplicationChanges,
	restore: restoreApplication,
} = applicationRecord;

const Uses = v.object({
	applicants: whole("How many of the applicants that the caller may see it has."),
	lists: whole("How many lists of candidates are for it."),
	payments: whole("How many payments were made for it, of those whose applicants the caller may see."),
	elsewhere: flag("Whether it has applicants or payments that the caller may not see."),
	reminders: whole("How many reminders are for it alone."),
	reportSchedules: whole("How many report schedules send its report."),
	retentionRules: whole("How many retention rules erase its applicants."),
	rankingSchemes: whole("How many schemes rank its applicants."),
	discountCodes: whole("How many discount codes are for it, or for it and others."),
	addOns: whole("How many add-ons are for it, or for it and others."),
	savedViews: whole("How many saved views are of its applicants, those of other users among them."),
});
export type Uses = v.InferOutput<typeof Uses>;

export const getApplicationUses = defineEndpoint({
	method: "GET",
	path: "/applications/:id/uses",
	summary:
		"What depends on an application: while there are applicants, lists or payments, it cannot be deleted. And what names it: that stays, but saved views, which are deleted with it.",
	section,
	access: applicationRecord.remove.access,
	params: IdParams,
	response: Uses,
	problems: ["application_unavailable"],
});

export const defaultApplication = defineEndpoint({
	method: "GET",
	path: "/applications/default",
	summary: "The application that lists show unless another is chosen: the open one with the most applicants.",
	section,
	access: readers,
	response: ApplicationRow,
	problems: ["application_unavailable"],
});

export const largestApplication = defineEndpoint({
	method: "GET",
	path: "/applications/largest",
	summary:
		"The application with the most applicants that the caller may see, open or not; the newest where there are none.",
	section,
	access: searchApplications.access,
	response: ApplicationRow,
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
	section,
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
	section,
	access: readers,
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(ApplicationAdminLevelItem),
	problems: ["application_unavailable"],
});
