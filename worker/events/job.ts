import type { Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";

/** A task as its job finds it. */
export interface OpenTask {
	id: string;
	type: string;
	input: unknown;
	total: number;
	done: number;
	result: unknown;
	applicationTitle: string | null;
	createdBy: string;
}

/** How a type of task is worked off. */
export interface Job {
	type: string;
	/**
	 * Does the slice that begins at `task.done` and records the progress in the same commit. May run twice, also at
	 * the same time. A problem ends the task as failed, an exception has it tried again.
	 */
	runSlice(ctx: OrgContext, task: OpenTask): Promise<Result<undefined>>;
}
