import type { GenericSchema } from "valibot";
import type { OrgContext } from "#worker/context";
import type { RowOutcome, RunKind } from "#worker/contract/bulk";
import type { Permission } from "#worker/contract/permissions";
import type { ProblemCode } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";
import type { Condition, EventToCommit, Write } from "#worker/database/commit";

/** The types of an action: its stored input, what the rows get, a row as it is read, how rows are chosen, its problems. */
export interface ActionTypes {
	input: unknown;
	target: Target;
	state: RowState;
	rows: RowTypes;
	problem: ProblemCode;
}

/** A change of many rows as data, which the kernel previews, runs, records, retries and undoes (README.md). */
export interface BulkAction<T extends ActionTypes> {
	kind: RunKind;
	/** The type of the task that runs it over many rows. */
	taskType: string;
	/** Who may start it, and try its failed task again: holders of any of these privileges. */
	access: readonly Permission[];
	/** What is asked for, beside the rows. It is stored with the run, so that the job and a retry read it again. */
	input: GenericSchema<unknown, T["input"]>;
	rows: RowSource<T["rows"]>;
	/** How many rows are changed in one commit without a task; 500 if omitted, none if 0. */
	maxAtOnce?: number;
	/** Rows of one slice of its task, at most. */
	maxSlice?: number;
	/** How long one delivery of its task works on it; a minute if omitted. */
	longestDeliveryMs?: number;
	resolve(ctx: OrgContext, input: T["input"]): Promise<Result<T["target"], T["problem"]>>;
	/** Reads the rows that exist, by id. @param asOf when the consequences were shown, UTC milliseconds */
	load(
		ctx: OrgContext,
		ids: readonly string[],
		input: T["input"],
		asOf: number | undefined,
	): Promise<ReadonlyMap<string, T["state"]>>;
	/** Decides what happens to one row. Reads nothing. */
	decide(state: T["state"] | undefined, target: T["target"]): Decision;
	/** Says why a row is not allowed, where there is more to say than that. Reads nothing. */
	explain?(state: T["state"], target: T["target"]): string | undefined;
	/** Counts the rows of a filter that stay as they are; all others change. */
	countFor(
		ctx: OrgContext,
		selected: { filter: T["rows"]["filter"]; count: number },
		target: T["target"],
	): Promise<Unaffected>;
	/** Counts named rows, where it would take too long to load each of them. */
	countNamed?(ctx: OrgContext, ids: readonly string[], target: T["target"]): Promise<Unaffected & { notFound: number }>;
	/** Prepares the change of these rows. It must take place for all of them or for none. */
	write(
		ctx: OrgContext,
		states: readonly T["state"][],
		target: T["target"],
		about: AboutChange,
	): Promise<Result<Change, T["problem"]>> | Result<Change, T["problem"]>;
	/** Returns what a retry of rows that somebody had changed asks for, where it is less than the run did. */
	inputOfRetry?(input: T["input"]): T["input"];
	/** With it, a run can be undone within the institution's undo window. */
	reversal?: Reversal<T["state"]>;
}

export type TypesOf<Action> = Action extends BulkAction<infer T> ? T : never;

export type Outcome = RowOutcome;
export type Decision = Extract<Outcome, "will_change" | "unchanged" | "not_allowed" | "not_found">;

/** What the rows get: a stage, a course, a template. */
export interface Target {
	id: string;
	name: string;
	/** How long the change can be undone, in milliseconds. */
	undoWindowMs: number;
}

export interface RowState {
	id: string;
	name: string;
	applicationNumber: string;
	/** Grows with every change; the same for ever where changes do not exclude each other. */
	version: number;
	/** Was it changed since the consequences were shown? */
	isLate: boolean;
}

/** How rows are asked for, and what a filter is once it is looked up. */
export interface RowTypes {
	asked: { expected?: number | undefined };
	filter: unknown;
	/** The problems of choosing rows. */
	problem: ProblemCode;
}

/** Rows that are named, each once, or all that a filter lets through. */
export type Selection<Filter> = { ids: readonly string[] } | { filter: Filter; count: number };

/** Turns a selection into rows, and rows into names. */
export interface RowSource<Rows extends RowTypes> {
	/** Asks for rows by name. */
	named(ids: readonly string[]): Rows["asked"];
	/** Looks up which rows are asked for; refuses when there are not as many as expected. */
	choose(ctx: OrgContext, asked: Rows["asked"]): Promise<Result<Selection<Rows["filter"]>, Rows["problem"]>>;
	pageOf(
		ctx: OrgContext,
		filter: Rows["filter"],
		stretch: { offset: number; limit: number },
	): Promise<readonly string[]>;
	/** All ids of a filter, some hundred at a time. */
	slicesOf(ctx: OrgContext, filter: Rows["filter"]): AsyncGenerator<readonly string[]>;
	/** Names of rows, also of those that were merged into another since. */
	nameAll(ctx: OrgContext, ids: readonly string[]): Promise<ReadonlyMap<string, RowName>>;
	/** The present versions of the rows that exist. */
	versionsOf(ctx: OrgContext, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
	/** What the notices of a task call the rows: their application, if they are of one. */
	titleOf(ctx: OrgContext, ids: readonly string[]): Promise<string | null>;
	inWords(count: number): string;
}

export type RowName = Pick<RowState, "name" | "applicationNumber">;

export interface Unaffected {
	unchanged: number;
	notAllowed: number;
}

/** The commit that a change is part of. */
export interface AboutChange {
	runId: string;
	eventId: string;
	/** Until when it can be undone, UTC milliseconds; null while its task goes on, or when it cannot be undone. */
	undoUntil: number | null;
	/** Goes into the guarded statement. */
	onlyIf?: Condition | undefined;
}

/** Statements and events of one change. */
export interface Change {
	/** Must change each of the rows, or nothing is written. */
	guarded: Write;
	writes: readonly Write[];
	event: EventToCommit;
	further?: readonly EventToCommit[];
	/** Tasks that the writes start. */
	taskIds?: readonly string[];
	/** Emails that go out when the change can no longer be undone. */
	emails?: number;
	/** SMS that go out then. */
	texts?: number;
}

/** How a change is taken back. */
interface Reversal<State> {
	/** The type of the task that undoes a large run. */
	taskType: string;
	/** What is stored of a row to put it back. */
	before(state: State): Record<string, unknown>;
	/** What else must hold for a run to be undone, as a condition of the statement that undoes it. */
	onlyIf?(ctx: OrgContext, runId: string): Condition;
	/** Withdraws what the run has prepared: emails that wait. */
	withdraw?(ctx: OrgContext, runId: string): Promise<{ writes: readonly Write[]; further: readonly EventToCommit[] }>;
	/** Names what a row has back, from what was stored of it; undefined for nothing, or what is not there any more. */
	nameBack?(ctx: OrgContext, before: unknown): Promise<string | undefined>;
	countWithdrawn?(ctx: OrgContext, runId: string): Promise<{ emails: number; texts: number }>;
	/** Prepares to put rows back; the guarded statement changes those that still have the run's version. */
	write(
		ctx: OrgContext,
		rows: readonly ChangedRow[],
		run: UndoneRun,
		about: { eventId: string; onlyIf: Condition },
	): Change;
	/** When the task of a large run ends: what begins its undo window. */
	release?(
		ctx: OrgContext,
		runId: string,
		/** UTC milliseconds. */
		undoUntil: number,
	): Promise<{ writes: readonly Write[]; events: readonly EventToCommit[]; taskIds: readonly string[] }>;
}

export interface UndoneRun {
	id: string;
	targetId: string;
	targetName: string;
	/** What it was asked for, as it is stored. */
	input: unknown;
}

export interface ChangedRow {
	id: string;
	/** The version that the run gave it. */
	version: number;
	before: unknown;
}
