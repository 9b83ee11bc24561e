import * as v from "valibot";
import { ApplicantFilter, NamedFilter } from "#worker/contract/applicant-filter";
import { dayMs } from "#worker/contract/day-ms";
import { described, file, flag, moment, pictures, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

const readers = anyOf("candidate");
const section = "§7 Candidates";

export const Stage = described(
	v.object({
		id: text("The id of the step."),
		name: text("The name of the step."),
		type: text("The type of the stage, such as `IN_REVIEW`."),
	}),
	"A stage of a workflow.",
);
const CourseName = v.object({
	id: text("The id of the course."),
	code: text("The code of the course."),
	title: text("The title of the course."),
});
const LocationName = v.object({ id: text("The id of the location."), name: text("The name of the location.") });

export const ApplicantRow = v.object({
	id: text("The id of the applicant."),
	firstName: text("The first name."),
	middleName: v.nullable(text("The middle name; null without one.")),
	lastName: text("The last name."),
	applicationNumber: text("The number of the application."),
	accountEmail: text("The email address of the account that applied."),
	applicationId: text("The id of the application."),
	stageId: text("The id of the step that the applicant is at."),
	stage: Stage,
	course: described(CourseName, "The course that was applied for."),
	location: described(v.nullable(LocationName), "The location that the applicant is posted to; null for none."),
	regDate: moment("When the applicant registered."),
	stageChangedAt: moment("When the applicant came to this stage."),
	lastReviewed: v.nullable(moment("When staff reviewed the applicant last; null for never.")),
	lastReviewedBy: v.nullable(text("The name of the user who reviewed the applicant last.")),
	updatedAt: moment("When anything of the record changed last."),
	version: whole("The version of the record: a change that names another one is refused with 409."),
	score: v.nullable(described(v.number(), "The score in the form; null without one.")),
	state: v.nullable(text("The state of origin in the form; null without one.")),
	gender: v.nullable(text("`F`, `M`, or what the form has; null without one.")),
	birthDate: v.nullable(text("The date of birth in the form, as YYYY-MM-DD; null without one.")),
	phone: v.nullable(text("The phone number in the form; null without one.")),
	submittedAt: v.nullable(moment("When the form was submitted; null before.")),
	paidAt: v.nullable(moment("When the applicant's first successful payment was made; null for none.")),
	referencesAsked: whole("How many references were asked for."),
	referencesReceived: whole("How many of them were received."),
});
export type ApplicantRow = v.InferOutput<typeof ApplicantRow>;

export const Reviewer = v.object({
	id: text("The id of the user."),
	name: text("The name of the user."),
	isActive: flag("Whether the user can still sign in."),
});
export type Reviewer = v.InferOutput<typeof Reviewer>;

/** §3 Applicant/candidate. */
export const Applicant = v.object({
	...ApplicantRow.entries,
	applicationTitle: text("The title of the application."),
	reference: text("The reference of the application."),
	formId: v.nullable(text("The id of the submitted form; null without one.")),
	hasPhoto: flag("Whether there is a passport picture."),
	reviewer: described(v.nullable(Reviewer), "The user that the applicant is assigned to; null for nobody."),
	attachmentCount: whole("How many files are attached."),
	letter: v.nullable(text("The path of the offer letter in force; null without one.")),
	letterCount: whole("How many letters were made, also those that are no longer in force."),
	status: text("The type of the stage."),
	tags: described(
		v.array(v.object({ label: text("The name of the group item.") })),
		"The groups that the application belongs to.",
	),
	referees: described(
		v.array(
			v.object({
				id: text("The id of the referee."),
				name: text("The name of the referee."),
				email: text("The email address of the referee."),
				phone: v.nullable(text("The phone number of the referee; null without one.")),
				status: text("`submitted`, or another word while there is no reference."),
			}),
		),
		"The referees.",
	),
	openReferees: whole("How many referees the form asks for who are not named yet."),
	publicId: text("The id of the public summary."),
});
export type Applicant = v.InferOutput<typeof Applicant>;

export const ListedApplicant = v.object({
	...ApplicantRow.entries,
	formId: v.nullable(text("The id of the submitted form; null without one.")),
	letter: v.nullable(text("The path of the offer letter; null without one.")),
	status: text("The type of the stage."),
	isUnread: flag("Whether somebody else changed the record since the user opened it."),
});
export type ListedApplicant = v.InferOutput<typeof ListedApplicant>;

/** Visits to an applicant with less than this between them count as one. */
export const visitGapMs = 300_000;

/** How many changes other users made since the user's previous visit, by tab of the sheet; at most 100 each. */
export const Changes = v.object({
	since: v.nullable(
		moment("When the user's visit before this one ended, or when the first one began; null when it has just begun."),
	),
	information: whole("Changed answers and attributes."),
	log: whole("New entries of the activity log."),
	attachments: whole("New files."),
	referees: whole("New references."),
	letter: whole("New letters."),
	transactions: whole("New payments."),
});
export type Changes = v.InferOutput<typeof Changes>;

export const OpenedApplicant = v.object({
	...Applicant.entries,
	changes: described(Changes, "How much others changed since the user's visit before this one, at most 100 of each."),
	privilegesElsewhere: described(
		v.array(v.string()),
		"Privileges that the user holds only at places to which this applicant does not belong.",
	),
});
export type OpenedApplicant = v.InferOutput<typeof OpenedApplicant>;

/** A stay at a stage where the applicant waits for the office is long after this time. */
export const longWaitMs = 14 * dayMs;

const Cursor = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Unknown position"), v.transform(Number));

const Moment = v.pipe(
	v.string(),
	v.check(
		(text) => /^\d{1,13}$/.test(text) || (/^\d{4}-\d\d-\d\d(T.*)?$/.test(text) && !Number.isNaN(Date.parse(text))),
		"Enter a moment as 2026-11-23T08:00:00Z, or in UTC milliseconds",
	),
	v.transform((text) => (text.includes("-") ? Date.parse(text) : Number(text))),
);

export const listApplicants = defineEndpoint({
	method: "GET",
	path: "/candidates",
	summary:
		"Applicants of an application, or of all that the caller may see without one, newest first. Pages by `page` and `size`, or from a row on by `after` or `before`. With `updatedSince` those who changed since then, in the order of their changes: follow `next`, then keep the last `nextCursor` and send it as `after` the next time, and no change is missed.",
	section,
	access: readers,
	query: v.strictObject({
		...ApplicantFilter.entries,
		applicationId: described(
			ApplicantFilter.entries.applicationId,
			"The application. Without it the applicants of all applications are listed; only `stage`, the courses and `keyword` filter these.",
		),
		page: PageIndex,
		size: PageSize(),
		after: described(v.optional(Cursor), "Reads on below the row that this cursor names, instead of a page."),
		before: described(v.optional(Cursor), "Reads back above the row that this cursor names."),
		updatedSince: described(
			v.optional(Moment),
			"Only applicants who were added or changed since this moment, the earliest change first; only `applicationId` filters these, and they page by `after`. One who was merged into another no longer comes; the other one does.",
		),
	}),
	response: v.object({
		...PageOf(ListedApplicant).entries,
		nextCursor: v.nullable(
			text("The cursor to pass as `after`; null at the end. With `updatedSince` there always is one."),
		),
		previousCursor: v.nullable(text("The cursor to pass as `before`; null at the beginning.")),
		resultTotalIsExact: flag(
			"Whether `resultTotal` is exact: with a keyword, `needs`, `assigned` or a filter by facts it stops at 1,000.",
		),
	}),
	problems: ["application_unavailable", "stage_unknown"],
});

export const countStages = defineEndpoint({
	method: "GET",
	path: "/statistics/candidate-stages",
	summary: "How many applicants are at each step of the application's workflow.",
	section,
	access: readers,
	query: v.omit(NamedFilter, ["stage", "sort"]),
	response: v.object({
		title: text("The title of the application."),
		total: whole("How many applicants there are; with a keyword, a group or facts at most 1,000."),
		isExact: flag("Whether there are no more than `total`."),
		stages: described(
			v.array(
				v.object({
					...Stage.entries,
					applicants: v.nullable(whole("How many applicants are at the step; null where `total` is not exact.")),
				}),
			),
			"The steps of the workflow in order.",
		),
	}),
	problems: ["application_unavailable"],
});

export const countNeeds = defineEndpoint({
	method: "GET",
	path: "/statistics/candidate-needs",
	summary:
		"How many applicants of an application are new or wait for the office; all but the new and the changed are counted to 1,001.",
	section,
	access: readers,
	query: v.strictObject({ applicationId: described(Id, "The application.") }),
	response: v.object({
		new: whole("How many have submitted, or registered where no stage is for the submitted."),
		newStage: v.nullable(
			text("The stage that lists them: a step's id, or the type of several; null without a workflow."),
		),
		waiting: whole("How many have waited for long, counted to 1,001."),
		referee: whole("How many miss a reference, counted to 1,001."),
		mine: whole("How many are assigned to the user, counted to 1,001."),
		payment: whole("How many have an unclear payment, counted to 1,001."),
		changed: whole("How many were changed by others since the user opened them."),
		duplicates: whole("How many pairs may be one person, counted to 1,001."),
		news: described(
			v.array(v.tuple([v.string(), v.number()])),
			"The changed ones, each as its id and when it was updated.",
		),
	}),
});

export const getApplicant = defineEndpoint({
	method: "GET",
	path: "/candidates/:id",
	summary: "One applicant, and how much has changed since the user last opened them.",
	section,
	access: readers,
	params: IdParams,
	response: OpenedApplicant,
});

export const Neighbours = v.object({
	previousId: v.nullable(text("The id of the applicant before this one; null for the first.")),
	nextId: v.nullable(text("The id of the applicant after this one; null for the last.")),
	nextUndecidedId: v.nullable(
		text("The id of the next applicant who is neither admitted nor declined; null for none."),
	),
	position: v.nullable(whole("The place of this applicant in the list, from 1; null with a keyword or courses.")),
	total: v.nullable(whole("How many applicants the list has; null with a keyword or courses.")),
	totalIsExact: flag("Whether the list has no more than `total`."),
});
export type Neighbours = v.InferOutput<typeof Neighbours>;

export const getNeighbours = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/neighbours",
	summary:
		"The applicants before and after this one in a list, and its place there (null with a keyword, courses or facts, and beyond 1,000 sorted by a column).",
	section: "§2 Applicant side sheet",
	access: readers,
	params: IdParams,
	query: v.strictObject({
		...ApplicantFilter.entries,
		applicationId: described(ApplicantFilter.entries.applicationId, "The application; without it the applicant's own."),
	}),
	response: Neighbours,
	problems: ["not_found", "stage_unknown"],
});

/** §3 Candidate log entry. */
export const LogEntry = v.object({
	id: text("The id of the entry."),
	type: text("What happened, such as `STAGE_CHANGE`."),
	reviewedBy: v.nullable(text("The name of the user who did it; null for nobody.")),
	stageName: v.nullable(text("The stage that the applicant came to; null for other entries.")),
	fromStageName: v.nullable(text("The stage that the applicant left; null for other entries.")),
	reason: v.nullable(text("The comment; null without one.")),
	changeId: v.nullable(
		text("The event that `GET /candidates/{id}/changes` lists the values of; null when nothing was changed."),
	),
	mergeId: v.nullable(text("The merge of a `MERGE` entry; null for others.")),
	mergedNumber: v.nullable(
		text("The application number of the merged applicant that the entry is about; null for the applicant's own."),
	),
	createdAt: moment("When it happened."),
});
export type LogEntry = v.InferOutput<typeof LogEntry>;

export const listLog = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/log",
	summary: "What happened to the applicant, newest first.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize(50) }),
	response: PageOf(LogEntry),
});

export const getPhoto = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/photo",
	summary: "The passport picture.",
	section: "§2 Applicant side sheet",
	access: readers,
	params: IdParams,
	response: file("The picture.", ...pictures),
});
