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
	/** Where its notices lead. */
	applicationId?: string | undefined;
	candidateIds?: string[] | undefined;
	path?: string | undefined;
	/** Topics that its progress concerns beside its user's tasks. */
	topics?: Topic[] | undefined;
	createdBy: string;
}

/** How a type of task is run. */
export interface Job {
	type: string;
	/** Privileges, any of which the user who started it needs to fetch the file that it makes. */
	readers?: readonly Permission[];
	/**
	 * Returns the privileges, any of which is needed for the file and for another try of a task with this input, where it
	 * holds more than others of its kind: sensitive answers.
	 */
	readersOf?(input: unknown): readonly Permission[];
	/** How long one delivery works on it; a minute by default. why: a delivery has 30 seconds of CPU. */
	longestDeliveryMs?: number;
	/**
	 * Whether it carries out for all of its rows what was decided before: it sends emails that are written. Other jobs
	 * keep to the places of the user who started the task.
	 */
	isDecided?: boolean;
	/** Reads the task's input, once for all its slices. */
	prepare(input: unknown): RunSlice;
	/** Returns why a task whose rows are all done has failed nevertheless: none of its emails was accepted. */
	failureOf?(ctx: OrgContext, task: OpenTask): Promise<string | undefined>;
	/** Runs when the task ends, in whatever way, before its end is announced; may run twice. */
	conclude?(ctx: OrgContext, task: OpenTask): Promise<void>;
	/** Without it, a failed task cannot be tried again. */
	retry?: Retry;
}

/** How a task that has ended is tried again: it continues from where it was. */
interface Retry {
	/** Privileges, any of which the user who started it needs. */
	access: readonly Permission[];
	/** Checks whether something of a task that ended well is left to do. */
	isWanted?(task: Pick<OpenTask, "result">): boolean;
	/** Returns what has to be reset before it continues, the task's own progress with it. */
	writes?(ctx: OrgContext, task: OpenTask): readonly Write[];
}

/** What a slice reports when it did no rows: it tried, or it has to wait for these seconds. */
export type SliceNews = "tried" | { againInSeconds: number };

/**
 * Does the next `size` rows from `task.done` on, and records the progress in the same commit. May run twice, also at
 * the same time. A problem fails the task; an exception makes it retry.
 */
export interface RunSlice {
	(ctx: OrgContext, task: OpenTask, size: number): Promise<Result<SliceNews | undefined>>;
	/** Closes what its slices kept open, after the last one of a delivery. */
	close?(): Promise<void>;
}
