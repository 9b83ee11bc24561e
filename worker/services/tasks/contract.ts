import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";

/** §3 Task, with its progress. */
export const Task = v.object({
	id: v.string(),
	type: v.string(),
	status: v.picklist(["STARTED", "FAILED", "SUCCESS"]),
	complete: v.boolean(),
	total: v.number(),
	done: v.number(),
	result: v.nullable(v.unknown()),
});
export type Task = v.InferOutput<typeof Task>;

/** One task by itself. */
const OwnTask = v.object({
	...Task.entries,
	/** Whether it can be tried again. */
	mayRetry: v.boolean(),
});

/** A task in the list of the user's own. */
export const ListedTask = v.object({
	...OwnTask.entries,
	applicationTitle: v.nullable(v.string()),
	/** UTC milliseconds. */
	createdAt: v.number(),
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
		status: v.optional(v.picklist(states, "The status must be STARTED, FAILED or SUCCESS.")),
		makesFile: v.optional(v.literal("true", "It can only be true.")),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(ListedTask),
	problems: [],
});

export const retryTask = defineEndpoint({
	method: "POST",
	path: "/tasks/:id/retry",
	summary: "Try a task of the user's own again that failed, or what of it did: from where it stood.",
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
	summary: "Progress and result of long work that the user started.",
	section: "§7 Forms, templates, statistics",
	access: "signed-in",
	params: IdParams,
	response: OwnTask,
	problems: ["not_found"],
});

export const getTaskFile = defineEndpoint({
	method: "GET",
	path: "/tasks/:id/file",
	summary: "The file that a task of the user's own has made, while they hold a privilege to see what is in it.",
	section: "§7 Forms, templates, statistics",
	access: "signed-in",
	params: IdParams,
	headers: v.object({ range: v.optional(v.string()) }),
	response: v.instance(Response),
	problems: ["not_found", "range_unsatisfiable", "forbidden"],
});
