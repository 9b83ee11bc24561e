import * as v from "valibot";
import { AsOf, previewed, rowsPage, started } from "#worker/contract/bulk";
import { byKey } from "#worker/contract/by-key";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { selecting, selection } from "#worker/services/applicants/selection.contract";

export const courseChange = { courseId: Id };
export const posting = { locationId: Id };

const problems = [
	"course_not_offered",
	"location_unknown",
	"application_unavailable",
	"selection_changed",
	"stage_unknown",
] as const;

export const previewAssignment = defineEndpoint({
	method: "POST",
	path: "/candidates/assignment-preview",
	summary: "Count what giving a selection another course, or posting it, would do. Changes nothing.",
	section: "§2 Applicant modals",
	access: ["candidate:u"],
	body: byKey({
		courseId: selecting(v.strictObject({ ...selection, ...courseChange, ...rowsPage })),
		locationId: selecting(v.strictObject({ ...selection, ...posting, ...rowsPage })),
	}),
	response: v.object(previewed),
	problems,
});

export const updateAssignments = defineEndpoint({
	method: "PATCH",
	path: "/candidates/assignments",
	summary:
		"Give a selection another course `{courseId}`, or post it `{locationId}`. A large one runs as a task in slices; the response then names the task.",
	section: "§2 Applicant modals",
	access: ["candidate:u"],
	body: byKey({
		courseId: selecting(v.strictObject({ ...selection, ...courseChange, asOf: AsOf })),
		locationId: selecting(v.strictObject({ ...selection, ...posting, asOf: AsOf })),
	}),
	response: v.object(started),
	accepted: "/tasks/{taskId}",
	problems,
	idempotent: true,
});
