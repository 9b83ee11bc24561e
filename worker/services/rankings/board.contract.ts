import * as v from "valibot";
import { verdicts } from "#worker/contract/criteria/terms";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { QueryInteger } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { quotas } from "#worker/contract/ranking/quotas";

const section = "§7 Candidates";
const readers = anyOf("candidate");

/** The lists of a course: in order of the score, those of them who are proposed, those without a full score, who holds a seat. */
export const boardLists = ["ranked", "proposed", "cannotTell", "holds"] as const;
export type BoardList = (typeof boardLists)[number];

/** Applicants on a page of a list. */
export const boardPageSize = 20;

const points = (description: string) =>
	described(v.number(), `${description} In hundredths of a point.`, { type: "integer" });

export const BoardQuota = v.object({
	quota: described(v.picklist(quotas), "Which of the shares it is."),
	seats: whole("The seats of the share."),
	held: whole("How many of them are held already."),
	proposed: whole("How many applicants are proposed for it."),
	cutOffHundredths: v.nullable(points("The lowest score that is proposed; null where nobody is proposed.")),
	tiedIn: whole("How many have exactly that score and are proposed."),
	tiedOut: whole("How many have exactly that score and are not proposed, counted to 100."),
});
export type BoardQuota = v.InferOutput<typeof BoardQuota>;

export const BoardCourse = v.object({
	course: described(Named, "The course."),
	seats: whole("The seats of the course in all."),
	filled: whole("How many of them are held by applicants with an offer, or admitted, when the ranking was made."),
	filledNow: whole("How many are held now."),
	free: whole("How many were free."),
	isReady: flag("Whether the seats have been given to the list; false while the ranking is being made."),
	ranked: whole("How many have a full score."),
	cannotTell: whole("Of how many a part of the score is not known."),
	proposed: whole("How many are proposed in all."),
	fallback: whole("How many of them are proposed by merit for seats of other shares that have nobody left."),
	quotas: described(v.array(BoardQuota), "The shares, in the order in which they are filled."),
});
export type BoardCourse = v.InferOutput<typeof BoardCourse>;

export const getRanking = defineEndpoint({
	method: "GET",
	path: "/rankings/:id",
	summary: "The board of a ranking: each course with its seats, its cut-offs and how many are proposed.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({
		id: text("The id of the ranking."),
		schemeId: text("The id of its scheme."),
		application: described(Named, "The application."),
		createdAt: moment("When it was begun."),
		createdBy: v.nullable(text("The name of the user who began it.")),
		taskId: text("The task that makes it; only its user can read it."),
		status: described(v.picklist(["STARTED", "FAILED", "SUCCESS"]), "Whether it is still being made."),
		progress: described(
			v.object({ done: whole("How much is done."), total: whole("Of how much.") }),
			"How far it is; each applicant counts twice, to be scored and to be placed.",
		),
		isOfFormerScheme: flag("Whether the scheme was changed since."),
		parts: described(
			v.array(v.object({ text: text("The part in words."), weight: whole("The most points that it gives.") })),
			"What gave points.",
		),
		proposed: whole("How many are proposed in all courses that the user sees."),
		courses: described(v.array(BoardCourse), "The courses of the scheme that the user sees, by title."),
	}),
	problems: ["not_found"],
});
export type Board = v.InferOutput<typeof getRanking.response>;

const Because = v.object({
	verdict: described(v.picklist(verdicts), "Whether the answer is known and counts."),
	label: text("What was looked at, such as `UTME score`."),
	answer: v.nullable(text("The answer; null where there is none.")),
});

export const exportRanking = defineEndpoint({
	method: "POST",
	path: "/rankings/:id/export",
	summary:
		"Write the board of a ranking into a workbook in the background: its courses, and all their applicants with their points and the reasons.",
	section,
	access: readers,
	params: IdParams,
	body: v.strictObject({}),
	example: {},
	response: v.object({ taskId: text("The id of the task that makes the workbook.") }),
	accepted: "/tasks/{taskId}",
	problems: ["not_found", "export_too_large", "too_many_tasks"],
	idempotent: true,
});

export const BoardApplicant = v.object({
	id: text("The id of the applicant."),
	applicationNumber: text("The application number."),
	name: text("The full name."),
	stage: text("The stage, by now."),
	state: v.nullable(text("The state of origin.")),
	place: whole("The place in the list, from 1."),
	pointsHundredths: points("The points that are known."),
	mostHundredths: points("The points that are possible: more, where a part is not known."),
	quota: v.nullable(described(v.picklist(quotas), "The share for which the applicant is proposed.")),
	reason: text("Why the applicant is proposed, or is not, in words."),
	isTied: flag("Whether the score is that of a cut-off which others share."),
	isChanged: flag("Whether the data of today gives other points than when the ranking was made."),
	parts: described(
		v.array(
			v.object({
				pointsHundredths: points("The points of this part, by the data of today."),
				missingHundredths: points("The points that an answer which is not known could add."),
				because: described(v.array(Because), "The answers that decided."),
			}),
		),
		"Each part of the score, in order.",
	),
});
export type BoardApplicant = v.InferOutput<typeof BoardApplicant>;

export const listRanked = defineEndpoint({
	method: "GET",
	path: "/rankings/:id/courses/:courseId",
	summary: "The applicants of a course in the order of a ranking, each with the answers behind the points.",
	section,
	access: readers,
	params: v.strictObject({ ...IdParams.entries, courseId: described(Id, "The course.") }),
	query: v.strictObject({
		list: described(
			v.optional(v.picklist(boardLists, "Unknown list"), "ranked"),
			"`ranked`: those with a full score; `proposed`: those of them who are proposed; `cannotTell`: those without; `holds`: who has a seat.",
		),
		after: described(
			v.optional(QueryInteger({ min: 0, max: 2_000_000_000 }, "Unknown page"), "0"),
			"0 for the first page; for the next one the `nextAfter` of the page before.",
		),
	}),
	response: v.object({
		data: described(v.array(BoardApplicant), "The applicants of this page."),
		nextAfter: v.nullable(whole("The `after` to ask for next; null on the last page.")),
	}),
	problems: ["not_found"],
});
