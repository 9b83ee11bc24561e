import * as v from "valibot";
import { described, file, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { maxFileBytes, megabytes } from "#worker/contract/forms/accepted-files";
import { multipartBody } from "#worker/contract/forms/file-part";
import { IdParams } from "#worker/contract/ids";
import { Import, ImportRow, ListDetails, rowFilter } from "#worker/contract/imports";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";

const section = "§7 Courses";
/** Who may upload courses. */
export const uploaders = ["course:c"] as const;
/** Who may delete courses may undo an upload. */
export const undoers = ["course:d"] as const;
/** Who may do either sees uploads. */
const readers = [...uploaders, ...undoers] as const;

/** §8: why a row is not added. */
export const codeTaken = "Course code already exists";

/** What the columns of a list hold, by the name of their field. */
export const courseColumns = { code: "Code", title: "Title", partOf: "Part of", status: "Status" } as const;

export const CourseUpload = v.object(Import.entries);
export type CourseUpload = v.InferOutput<typeof CourseUpload>;

const workbook = (description: string) => file(description, "application/octet-stream");

export const getCourseTemplate = defineEndpoint({
	method: "GET",
	path: "/course-template",
	summary:
		"A workbook to fill in and upload, `course_template.xlsx`: its columns, and the faculties and departments that courses can belong to.",
	section,
	access: uploaders,
	response: workbook("The workbook."),
});

export const uploadCourses = defineEndpoint({
	method: "POST",
	path: "/courses/bulk",
	summary: `Upload a list of courses (.xlsx or CSV, at most ${megabytes(maxFileBytes)} and 100,000 rows). Multipart: \`data\` is the JSON, \`file\` the list. It is read and checked in the background; nothing is added until \`…/add\` is called.`,
	section,
	access: uploaders,
	body: multipartBody(ListDetails),
	encoding: "multipart",
	response: CourseUpload,
	created: "/courses/bulk/{id}",
	problems: ["too_many_tasks"],
	idempotent: true,
});

export const listCourseUploads = defineEndpoint({
	method: "GET",
	path: "/courses/bulk",
	summary: "The uploads of courses, newest first.",
	section,
	access: readers,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(CourseUpload),
});

export const getCourseUpload = defineEndpoint({
	method: "GET",
	path: "/courses/bulk/:id",
	summary: "One upload of courses: its status and counts.",
	section,
	access: readers,
	params: IdParams,
	response: CourseUpload,
});

export const CourseUploadRow = v.object({
	...ImportRow.entries,
	course: described(
		v.object({
			code: text("The code."),
			title: text("The title."),
			partOf: text("The faculty or department that it belongs to; empty for none."),
			status: text("Whether it is offered."),
		}),
		"The course that the row describes.",
	),
	reason: v.nullable(
		text("Why it cannot be added, was not added, or was kept when the upload was undone; null otherwise."),
	),
});
export type CourseUploadRow = v.InferOutput<typeof CourseUploadRow>;

export const listCourseUploadRows = defineEndpoint({
	method: "GET",
	path: "/courses/bulk/:id/rows",
	summary:
		"The rows of an upload in the file's order, each with its course and, if it fails, the reason. Failures have the outcome `wrong`, or the state `failed` once the others were added.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({ ...rowFilter, page: PageIndex, size: PageSize() }),
	response: PageOf(CourseUploadRow),
});

export const addUploadedCourses = defineEndpoint({
	method: "POST",
	path: "/courses/bulk/:id/add",
	summary: "Add the courses of an upload that have no error, in the background.",
	section,
	access: uploaders,
	params: IdParams,
	response: CourseUpload,
	accepted: "/tasks/{task.id}",
	problems: ["import_elsewhere", "import_adds_nothing"],
	idempotent: true,
});

export const undoCourseUpload = defineEndpoint({
	method: "POST",
	path: "/courses/bulk/:id/undo",
	summary:
		"Undo an upload in the background: delete the courses that it added. Those that something uses, or that were changed since, are kept; their rows have the state `kept` and say why.",
	section,
	access: undoers,
	params: IdParams,
	response: CourseUpload,
	accepted: "/tasks/{task.id}",
	problems: ["import_elsewhere"],
	idempotent: true,
});

export const discardCourseUpload = defineEndpoint({
	method: "DELETE",
	path: "/courses/bulk/:id",
	summary: "Discard an upload that was not carried out.",
	section,
	access: uploaders,
	params: IdParams,
	response: v.object({ id: text("The id of the discarded upload.") }),
	problems: ["import_elsewhere"],
});

export const getFailedCourses = defineEndpoint({
	method: "GET",
	path: "/courses/bulk/:id/failed-rows",
	summary: "The rows that were not added, as a workbook: the file's own columns and one with the reason.",
	section,
	access: readers,
	params: IdParams,
	response: workbook("The workbook."),
});
