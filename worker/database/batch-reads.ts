import { databaseMessage } from "#worker/database/commit";
import { distinctColumns, opaqueLimits } from "#worker/database/distinct-columns";
import { log } from "#worker/log";

type Answer = D1Result<Record<string, unknown>>;
type Asking = PromiseWithResolvers<Answer> & { statement: D1PreparedStatement };

/** The database of one request, whose reads go to D1 in batches. */
export interface BatchedReads {
	database: D1Database;
	/** The same, but its reads wait until another leaves, or for `hurry`, after which nothing waits. */
	unhurried: D1Database;
	hurry(): void;
	/** Holds back each write from now on until the promise is fulfilled; with false, nothing is written. */
	writeIf(allowed: Promise<boolean>): void;
	/** Rests so many milliseconds before each batch from now on; 0 for none. why: other requests come in between. */
	restBefore(ms: number): void;
}

/** How many microtasks a batch waits for more reads. why microtasks: a timer takes longer than a statement. */
const maxMicrotasks = 50;

/**
 * Returns a database for one request: reads that run side by side go to D1 in one batch, equal ones once. Writes go
 * as they are. why: D1 answers one call after another, and a call costs more than most statements.
 */
export const batchReads = (d1: D1Database): BatchedReads => {
	let waiting = new Map<string, Asking>();
	let isLeaving = false;
	let isHurried = false;
	let mayWrite: Promise<boolean> | undefined;
	let restMs = 0;
	const rest = async () => {
		if (restMs > 0) await scheduler.wait(restMs);
	};
	const leave = async () => {
		if (isLeaving || waiting.size === 0) return;
		isLeaving = true;
		for (let step = 0; step < maxMicrotasks; step++) await null;
		await rest();
		const together = [...waiting.values()];
		waiting = new Map();
		isLeaving = false;
		await answerTogether(d1, together);
	};
	const wait = ({ key, statement }: Read): Promise<Answer> => {
		const asking = waiting.get(key) ?? { statement, ...Promise.withResolvers<Answer>() };
		waiting.set(key, asking);
		if (isHurried) void leave();
		return asking.promise;
	};
	const ask = (read: Read): Promise<Answer> => {
		const answer = wait(read);
		void leave();
		return answer;
	};
	const batching = (ask: (read: Read) => Promise<Answer>): D1Database => {
		const database: Pick<D1Database, "prepare" | "batch"> = {
			prepare: (query) => {
				const text = readText(query);
				if (text !== undefined) return asPrepared(new Read(query, d1.prepare(text), ask));
				return mayWrite ? asPrepared(new HeldWrite(d1.prepare(query), mayWrite)) : d1.prepare(query);
			},
			batch: async <T>(statements: D1PreparedStatement[]) => {
				const reads = statements.filter((statement) => statement instanceof Read);
				if (reads.length === statements.length) return Promise.all(reads.map(ask)) as Promise<D1Result<T>[]>;
				if ((await mayWrite) === false) return statements.map(nothingWritten) as D1Result<T>[];
				await rest();
				return d1.batch<T>(
					statements.map((one) => (one instanceof Read || one instanceof HeldWrite ? one.statement : one)),
				);
			},
		};
		// why: a query builder prepares and batches; nothing here has use for the rest of D1.
		return database as D1Database;
	};
	return {
		database: batching(ask),
		unhurried: batching(wait),
		hurry: () => {
			isHurried = true;
			void leave();
		},
		writeIf: (allowed) => {
			mayWrite = allowed;
		},
		restBefore: (ms) => {
			restMs = ms;
		},
	};
};

/** A statement that waits for others when it is run. */
class Read {
	/** The same for statements that ask the same. */
	readonly key: string;
	readonly statement: D1PreparedStatement;
	readonly #ask: (read: Read) => Promise<Answer>;

	constructor(key: string, statement: D1PreparedStatement, ask: (read: Read) => Promise<Answer>) {
		this.key = key;
		this.statement = statement;
		this.#ask = ask;
	}
	bind(...values: unknown[]): D1PreparedStatement {
		return asPrepared(new Read(this.key + JSON.stringify(values), this.statement.bind(...values), this.#ask));
	}
	all(): Promise<Answer> {
		return this.#ask(this);
	}
	/** Rows as arrays: the values in the order of the columns. */
	async raw(): Promise<unknown[][]> {
		const { results } = await this.#ask(this);
		return results.map((row) => Object.values(row));
	}
}

/** A statement that writes, and waits until it may. */
class HeldWrite {
	readonly statement: D1PreparedStatement;
	readonly #allowed: Promise<boolean>;

	constructor(statement: D1PreparedStatement, allowed: Promise<boolean>) {
		this.statement = statement;
		this.#allowed = allowed;
	}
	bind(...values: unknown[]): D1PreparedStatement {
		return asPrepared(new HeldWrite(this.statement.bind(...values), this.#allowed));
	}
	run = async () => ((await this.#allowed) ? this.statement.run() : nothingWritten());
	all = async () => ((await this.#allowed) ? this.statement.all() : nothingWritten());
	raw = async () => ((await this.#allowed) ? this.statement.raw() : []);
}

/** What a statement answers that changed no row. */
const nothingWritten = (): D1Result => ({
	success: true,
	results: [],
	meta: { duration: 0, size_after: 0, rows_read: 0, rows_written: 0, last_row_id: 0, changed_db: false, changes: 0 },
});

// why: the query builder calls these methods of theirs and no other.
const asPrepared = (statement: Pick<D1PreparedStatement, "bind">) => statement as D1PreparedStatement;

const answerTogether = async (d1: D1Database, together: readonly Asking[]): Promise<void> => {
	const answers = together.length > 1 ? await tryBatch(d1, together) : undefined;
	for (const [index, { statement, resolve, reject }] of together.entries()) {
		const answer = answers?.[index];
		if (answer) resolve(answer);
		else statement.all<Record<string, unknown>>().then(resolve, reject);
	}
};

/** why: a batch fails as a whole, but one part's mistake is not another's; alone, each gets its own answer. */
const tryBatch = async (d1: D1Database, together: readonly Asking[]): Promise<Answer[] | undefined> => {
	try {
		return await d1.batch<Record<string, unknown>>(together.map(({ statement }) => statement));
	} catch (error) {
		log("error", { message: "reads asked one by one", reads: together.length, error: databaseMessage(error) });
		return undefined;
	}
};

/** Texts of statements are few: values travel as parameters. */
const known = new Map<string, string | undefined>();
const maxKnown = 1_000;

/** The text of a read as D1 gets it; undefined for a statement that writes. */
const readText = (query: string): string | undefined => {
	if (known.has(query)) return known.get(query);
	const text = isRead(query) ? opaqueLimits(distinctColumns(query)) : undefined;
	if (known.size < maxKnown) known.set(query, text);
	return text;
};

/** why: a statement that both reads and writes, as INSERT … RETURNING, must not wait for others or be run again. */
const isRead = (query: string): boolean =>
	/^\s*(select|with)\b/i.test(query) && !/\b(insert|update|delete|replace)\b/i.test(query);
