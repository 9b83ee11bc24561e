import type { OrgContext } from "#worker/context";
import type { Permission } from "#worker/contract/permissions";
import type { Result } from "#worker/contract/result";
import type { Topic } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";

/** A task as its job finds it. */
export interface OpenTask {
	id: string;
	type: string;
	input: unknown;
	total: number;
	done: number;
	result: unknown;
	applicationTitle: string | null;
	/** What its notices lead to. */
	applicationId?: string | undefined;
	candidateIds?: string[] | undefined;
	path?: string | undefined;
	/** What its progress concerns beside its user's tasks. */
	topics?: Topic[] | undefined;
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
	/** Why a task of which everything was done has failed all the same: of its mails none was accepted. */
	failureOf?(ctx: OrgContext, task: OpenTask): Promise<string | undefined>;
	/** What follows from it, however it ends. Before its end is told; may run twice. */
	conclude?(ctx: OrgContext, task: OpenTask): Promise<void>;
	/** Without it, a failed task cannot be tried again. */
	retry?: Retry;
}

/** How a task that has ended is tried again: it goes on from where it stood. */
interface Retry {
	/** Who may, of those who started it: holders of any of these privileges. */
	access: readonly Permission[];
	/** Is there something of a task left to be done that ended well? */
	isWanted?(task: Pick<OpenTask, "result">): boolean;
	/** What has to be put back before it goes on, the task's own progress with it. */
	writes?(ctx: OrgContext, task: OpenTask): readonly Write[];
}

/**
 * What a slice tells beside that it was done: nothing was, but something was tried; or nothing can be done before these
 * seconds have passed.
 */
export type SliceNews = "tried" | { againInSeconds: number };

/**
 * Does the next `size` of a task's rows, beginning at `task.done`, and records the progress in the same commit. May run
 * twice, also at the same time. A problem ends the task as failed, an exception has it tried again.
 */
export interface RunSlice {
	(ctx: OrgContext, task: OpenTask, size: number): Promise<Result<SliceNews | undefined>>;
	/** Ends what its slices kept open, after the last one of a delivery. */
	close?(): Promise<void>;
}
