import * as v from "valibot";
import { described, file, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";

export const Task = v.object({
	id: text("The id of the task."),
	type: text("What the task does, such as `EXPORT_CANDIDATE`."),
	status: described(
		v.picklist(["STARTED", "FAILED", "SUCCESS"]),
		"Whether the task runs, has failed or has succeeded.",
	),
	complete: flag("Whether the task has ended."),
	total: whole("How much there is to do."),
	done: whole("How much of it is done."),
	result: described(v.nullable(v.unknown()), "The result, which depends on the type; null until the task has ended."),
});
export type Task = v.InferOutput<typeof Task>;

const OwnTask = v.object({
	...Task.entries,
	mayRetry: flag("Whether the task can be tried again."),
});

export const ListedTask = v.object({
	...OwnTask.entries,
	applicationTitle: v.nullable(text("The title of the application that it is about; null for none.")),
	createdAt: moment("When the task was started."),
});

const states = ["STARTED", "FAILED", "SUCCESS"] as const;

export const listTasks = defineEndpoint({
	method: "GET",
	path: "/tasks",
	summary:
		"Long work that the user started, newest first; `status` keeps what has failed, or is at work, `makesFile` what comes to a file.",
	section: "§3 Task",
	access: "signed-in",
	query: v.strictObject({
		status: described(
			v.optional(v.picklist(states, "The status must be STARTED, FAILED or SUCCESS.")),
			"Only tasks with this status.",
		),
		makesFile: described(v.optional(v.literal("true", "It can only be true.")), "Only tasks that make a file."),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(ListedTask),
});

export const retryTask = defineEndpoint({
	method: "POST",
	path: "/tasks/:id/retry",
	summary: "Try one of the user's own failed tasks again from where it stopped, or the part of it that failed.",
	section: "§3 Task",
	access: "signed-in",
	params: IdParams,
	response: Task,
	accepted: "/tasks/{id}",
	problems: ["not_found", "task_not_failed", "forbidden"],
	idempotent: true,
});

export const getTask = defineEndpoint({
	method: "GET",
	path: "/tasks/:id",
	summary: "Progress and result of a task that the user started.",
	section: "§7 Forms, templates, statistics",
	access: "signed-in",
	params: IdParams,
	response: OwnTask,
});

export const getTaskFile = defineEndpoint({
	method: "GET",
	path: "/tasks/:id/file",
	summary: "The file that one of the user's own tasks has made, as long as they may see what is in it.",
	section: "§7 Forms, templates, statistics",
	access: "signed-in",
	params: IdParams,
	headers: v.object({
		range: v.optional(
			text("A range of bytes, such as `bytes=0-1023`. Several at once are answered with the whole file."),
		),
	}),
	response: file("The file.", "application/pdf", "application/octet-stream"),
	problems: ["not_found", "range_unsatisfiable", "forbidden"],
});
