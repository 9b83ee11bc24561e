import * as v from "valibot";
import { described, flag, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { PageOf, PageSize, QueryInteger } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { Day } from "#worker/contract/text/day";
import { visibleLine } from "#worker/contract/text/visible-text";

const section = "§7 Forms, templates, statistics, audit, coupons, add-ons, AI";
/** §6: both logs need payments. */
const access = anyOf("payments");

/** How many entries one answer looks through where filters come together that no index has together. */
export const walkedAtMost = 5_000;
/** How far the logs are read by offset; further back, by `after`. */
const maxOffset = 10_000;

/** An exact text of a filter; an empty one filters nothing. */
const Exactly = v.pipe(
	v.string(),
	v.transform((typed) => visibleLine(typed.trim()) || undefined),
	v.optional(v.pipe(v.string(), v.maxLength(200, "Enter at most 200 characters."))),
);
/** The email address of a user in any case, or the name of an API key to the letter. */
const Username = v.pipe(
	v.string(),
	v.transform((typed) => {
		const line = visibleLine(typed.trim());
		return (line.includes("@") ? line.toLowerCase() : line) || undefined;
	}),
	v.optional(v.pipe(v.string(), v.maxLength(320, "Enter at most 320 characters."))),
);

/** A day of the institution, or a moment. */
const DayOrMoment = v.union([Day, v.pipe(v.string(), v.isoTimestamp())], "Enter a date as YYYY-MM-DD");

const LogFilter = {
	username: described(
		v.optional(Username),
		"Only entries of the user with this email address, or of the API key with this name, such as `Student records (API key)`.",
	),
	subject: described(
		v.optional(Exactly),
		"Only entries about this: the number of an applicant, the reference of a payment, the name or id of a record.",
	),
	from: described(
		v.optional(DayOrMoment),
		"Only entries from this day of the institution on, YYYY-MM-DD, or from this moment on, ISO 8601.",
	),
	to: described(
		v.optional(DayOrMoment),
		"Only entries to this day of the institution, itself included, or to this moment, itself excluded.",
	),
};

export const eventStatuses = ["SUCCESS", "FAILED"] as const;

export const ActivityFilter = v.strictObject({
	...LogFilter,
	eventStatus: described(
		v.optional(v.picklist(eventStatuses, "The status is SUCCESS or FAILED.")),
		"Only entries of what succeeded, or of what failed or was refused.",
	),
});
export type ActivityFilter = v.InferOutput<typeof ActivityFilter>;

export const ModificationFilter = v.strictObject({
	...LogFilter,
	on: described(v.optional(Exactly), "Only changes of this field, by its id such as `course` or `surname`."),
});
export type ModificationFilter = v.InferOutput<typeof ModificationFilter>;

const Paging = {
	page: described(
		v.optional(
			QueryInteger({ min: 0, max: 1_000 }, "The page must be a whole number from 0 to 1,000. Follow `next` instead."),
			"0",
		),
		"The index of the page, from 0 to 1,000. Further back, follow `next`.",
	),
	size: PageSize(),
	offset: described(
		v.optional(
			QueryInteger(
				{ min: 0, max: maxOffset },
				"The offset must be a whole number from 0 to 10,000. Follow `next` instead.",
			),
		),
		"How many entries to skip, instead of a page, to 10,000. Further back, follow `next`.",
	),
	after: described(
		v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}(-\d{1,15})?$/, "Unknown place in the list"))),
		"Only entries that are older than this `nextCursor`.",
	),
};

/** A page that reads on from an entry, however long the log is. */
const LogPage = <S extends v.GenericSchema>(row: S) =>
	v.object({
		...PageOf(row).entries,
		resultTotalIsExact: flag("Whether `resultTotal` is exact: it stops at 1,000."),
		nextCursor: v.nullable(
			text("Where to read on, as `after`; null at the end. A page can be empty and the log still go on."),
		),
		searchedTo: v.nullable(
			moment(
				"Where the answer stopped looking, because the filters together fit few entries; null where it did not stop early.",
			),
		),
	});

export const actorKinds = ["staff", "api_key", "referee", "system"] as const;

const Author = described(
	v.object({
		kind: described(v.picklist(actorKinds), "What they are: staff, an API key, a referee or the system."),
		id: v.nullable(text("The id of the user or API key; null for others.")),
		name: text("Their name, or their email address where no name is known; `Matricula` for the system."),
		username: v.nullable(text("The email address of the user, which entries can be filtered by; null without one.")),
	}),
	"Who did it.",
);

const About = described(
	v.nullable(
		v.object({
			id: text("What the filter `subject` takes to find it again."),
			name: text("What it is called."),
			applicantId: v.nullable(text("The id of the applicant; null where it is none.")),
		}),
	),
	"What it is about; null where nothing is named.",
);

/** Where something was done from. */
const Origin = {
	address: v.nullable(text("The network address that it came from; null where none is known.")),
	device: v.nullable(text("The browser or program and its system, in short; null where none is known.")),
	userAgent: v.nullable(text("The browser or program as it named itself; null where it did not.")),
	requestId: v.nullable(text("The id of the request, as in the logs of the server; null where none is known.")),
};

export const Activity = v.object({
	id: text("The id of the entry."),
	createdAt: moment("When it happened."),
	by: Author,
	action: text("What happened, as programs read it, such as `applicants.stage_changed`."),
	what: text("What happened, in plain words."),
	eventStatus: described(v.picklist(eventStatuses), "Whether it succeeded, or failed or was refused."),
	subject: About,
	...Origin,
});
export type Activity = v.InferOutput<typeof Activity>;

export const listActivities = defineEndpoint({
	method: "GET",
	path: "/audit/event-log",
	summary:
		"The activity log: who did what, when and from where, newest first. Users of some places see what they did themselves, and what was done to an applicant or a payment of their places.",
	section,
	access,
	query: v.strictObject({ ...ActivityFilter.entries, ...Paging }),
	aliases: { limit: "size" },
	response: LogPage(Activity),
});

export const LoggedChange = v.object({
	id: text("The id of the entry."),
	createdAt: moment("When it was changed."),
	by: Author,
	on: text("The id of the field."),
	field: text("The field in plain words."),
	entity: text("What has the field, such as `applicant` or `course`."),
	subject: About,
	before: v.nullable(text("The value before, as text; null where it was empty.")),
	after: v.nullable(text("The value afterwards, as text; null where it is empty.")),
	...Origin,
});
export type LoggedChange = v.InferOutput<typeof LoggedChange>;

export const listModifications = defineEndpoint({
	method: "GET",
	path: "/audit/mofication-log",
	summary:
		"The modification log: each changed field with its value before and afterwards, who changed it, when and from where, newest first. Users of some places see the applicants of their places.",
	section,
	access,
	query: v.strictObject({ ...ModificationFilter.entries, ...Paging }),
	aliases: { limit: "size" },
	response: LogPage(LoggedChange),
});

const started = v.object({ taskId: text("The id of the task that makes the workbook.") });

export const exportActivities = defineEndpoint({
	method: "POST",
	path: "/audit/event-log/export",
	summary: "Write the activity log, as filtered, into a workbook in the background.",
	section,
	access: ["payments:r"],
	body: ActivityFilter,
	example: { eventStatus: "FAILED", from: "2026-11-01" },
	response: started,
	accepted: "/tasks/{taskId}",
	problems: ["dates_reversed", "log_empty", "export_too_large", "too_many_tasks"],
	idempotent: true,
});

export const exportModifications = defineEndpoint({
	method: "POST",
	path: "/audit/mofication-log/export",
	summary: "Write the modification log, as filtered, into a workbook in the background.",
	section,
	access: ["payments:r"],
	body: ModificationFilter,
	example: { on: "course", from: "2026-11-01" },
	response: started,
	accepted: "/tasks/{taskId}",
	problems: ["dates_reversed", "log_empty", "export_too_large", "too_many_tasks"],
	idempotent: true,
});
