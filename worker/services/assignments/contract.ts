import * as v from "valibot";
import { AsOf, previewed, rowsPage, started } from "#worker/contract/bulk";
import { byKey } from "#worker/contract/by-key";
import { described, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { IdList, PageOf, ShortListQuery } from "#worker/contract/page";
import { selecting, selection } from "#worker/services/applicants/selection.contract";

export const courseChange = { courseId: described(Id, "The id of the course.") };
export const posting = { locationId: described(v.nullable(Id), "The id of the location; null for none.") };
export const review = {
	reviewerId: described(v.nullable(Id), "The id of the user who is responsible from now on; null for nobody."),
};

const problems = [
	"course_not_offered",
	"location_unknown",
	"reviewer_unknown",
	"application_unavailable",
	"selection_changed",
	"stage_unknown",
] as const;

export const previewAssignment = defineEndpoint({
	method: "POST",
	path: "/candidates/assignment-preview",
	summary:
		"Count what giving a selection another course, posting it or assigning it to a user would do. Changes nothing.",
	section: "§2 Applicant modals",
	access: ["candidate:u"],
	body: byKey({
		courseId: selecting(v.strictObject({ ...selection, ...courseChange, ...rowsPage })),
		locationId: selecting(v.strictObject({ ...selection, ...posting, ...rowsPage })),
		reviewerId: selecting(v.strictObject({ ...selection, ...review, ...rowsPage })),
	}),
	example: { candidateIds: ["adaeze-okafor-2026"], courseId: "physics" },
	response: v.object(previewed),
	problems,
});

export const updateAssignments = defineEndpoint({
	method: "PATCH",
	path: "/candidates/assignments",
	summary:
		"Give a selection another course `{courseId}`, post it `{locationId}` (null takes its postings back) or assign it to a user `{reviewerId}`. A large one runs as a task in slices; the response then names the task.",
	section: "§2 Applicant modals",
	access: ["candidate:u"],
	body: byKey({
		courseId: selecting(v.strictObject({ ...selection, ...courseChange, asOf: AsOf })),
		locationId: selecting(v.strictObject({ ...selection, ...posting, asOf: AsOf })),
		reviewerId: selecting(v.strictObject({ ...selection, ...review, asOf: AsOf })),
	}),
	example: { candidateIds: ["adaeze-okafor-2026"], courseId: "physics" },
	response: v.object(started),
	accepted: "/tasks/{taskId}",
	problems: [...problems, "too_many_tasks"],
	idempotent: true,
});

export const OfferedReviewer = v.object({
	id: text("The id of the user."),
	name: text("The name of the user."),
	email: text("The email address of the user."),
});

export const listReviewers = defineEndpoint({
	method: "GET",
	path: "/reviewers",
	summary:
		"The users that applicants can be assigned to, by name: those who can sign in and may see applicants. For a caller whose role is held at a place, those who see some of its applicants; with `candidateIds`, those who see some of these.",
	section: "§6",
	access: ["candidate:u"],
	query: v.strictObject({
		...ShortListQuery.entries,
		candidateIds: described(
			v.optional(IdList),
			"Only users who may see at least one of these applicants, at most 100.",
		),
	}),
	response: PageOf(OfferedReviewer),
});
