import { databaseMessage } from "#worker/database/commit";
import { distinctColumns, opaqueLimits } from "#worker/database/distinct-columns";
import { log } from "#worker/log";

type Answer = D1Result<Record<string, unknown>>;
type Asking = PromiseWithResolvers<Answer> & { statement: D1PreparedStatement };

/** How many microtasks a batch waits for more reads. why microtasks: a timer takes longer than a statement. */
const patience = 50;

/**
 * Returns a database for one request: reads that run side by side go to D1 in one batch, equal ones once. Writes go
 * as they are. why: D1 answers one call after another, and a call costs more than most statements.
 */
export const gatherReads = (d1: D1Database): D1Database => {
	let gathered = new Map<string, Asking>();
	const leave = async () => {
		for (let step = 0; step < patience; step++) await null;
		const together = [...gathered.values()];
		gathered = new Map();
		await answerTogether(d1, together);
	};
	const ask = ({ key, statement }: Read): Promise<Answer> => {
		if (gathered.size === 0) void leave();
		const asking = gathered.get(key) ?? { statement, ...Promise.withResolvers<Answer>() };
		gathered.set(key, asking);
		return asking.promise;
	};
	const gathering: Pick<D1Database, "prepare" | "batch"> = {
		prepare: (query) => {
			const text = readText(query);
			return text === undefined ? d1.prepare(query) : asPrepared(new Read(query, d1.prepare(text), ask));
		},
		batch: <T>(statements: D1PreparedStatement[]) => {
			const reads = statements.filter((statement) => statement instanceof Read);
			if (reads.length === statements.length) return Promise.all(reads.map(ask)) as Promise<D1Result<T>[]>;
			return d1.batch<T>(statements.map((one) => (one instanceof Read ? one.statement : one)));
		},
	};
	// why: a query builder prepares and batches; nothing here has use for the rest of D1.
	return gathering as D1Database;
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

// why: of a read's methods, the query builder calls these and no other.
const asPrepared = (read: Read) => read as Pick<D1PreparedStatement, "bind"> as D1PreparedStatement;

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
