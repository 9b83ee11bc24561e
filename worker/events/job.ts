import type { Permission } from "#worker/contract/permissions";
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
	/** Who may have the file that it makes, beside having asked for it: holders of any of these privileges. */
	readers?: readonly Permission[];
	/** How long one delivery works on it, a minute unless told. why: a delivery has 30 seconds of CPU. */
	longestDeliveryMs?: number;
	/** Reads what the task was given, once for all its slices. */
	prepare(input: unknown): RunSlice;
}

/**
 * Does the next `size` of a task's rows, beginning at `task.done`, and records the progress in the same commit. May run
 * twice, also at the same time. A problem ends the task as failed, an exception has it tried again.
 */
export type RunSlice = (ctx: OrgContext, task: OpenTask, size: number) => Promise<Result<undefined>>;
