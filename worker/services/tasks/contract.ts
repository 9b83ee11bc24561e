import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";

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

export const getTask = defineEndpoint({
	method: "GET",
	path: "/tasks/:id",
	summary: "Progress and result of long work that the user started.",
	section: "§7 Forms, templates, statistics",
	access: "signed-in",
	params: IdParams,
	response: Task,
	problems: ["not_found"],
});
