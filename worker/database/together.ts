import { Recent } from "#worker/contract/recent";

/** What several requests ask for, and where each of them waits for its answer. */
interface Lot<T, R> {
	items: T[];
	waiting: PromiseWithResolvers<Answer<R>>[];
}

/** why not a rejection: nobody may be there any more to take it. */
type Answer<R> = { value: R } | { error: unknown };

/** The most items of one lot. why: a statement over more would keep others waiting. */
const mostItems = 100;
/** How many are answered at once. why: others' requests come in between, where all answers of a lot would keep them waiting. */
const answeredAtOnce = 5;
/** How long a lot waits for the one before it, and a request for its lot before it does its own item. */
const timeoutsMs = { lot: 2_000, request: 5_000 };

/**
 * Has what requests of this isolate ask for at the same time done in one go: while one lot is under way, the next gathers,
 * and the request that began it does the work for all. A quiet moment delays nobody. why: a call of the database costs more
 * than a further row in it, and platforms report the payments of a busy hour by the hundred.
 */
export class Together<T, R> {
	readonly #gathering = new Map<string, Lot<T, R>>();
	readonly #underWay = new Map<string, Promise<unknown>>();
	/** When the last lot of a key was begun. */
	readonly #begunAt = new Recent<number>(1_000);
	readonly #everyMs: number;

	/** @param everyMs the least time from the begin of one lot to that of the next, in which more gathers */
	constructor(everyMs = 0) {
		this.#everyMs = everyMs;
	}

	/**
	 * Does the work for an item, with others of the same key. The work must bear being done twice: a request whose lot takes
	 * too long does its own item by itself.
	 * @param work answers each item at its place; it is that of the lot's first request
	 */
	async do(
		key: string,
		item: T,
		work: (items: readonly T[]) => Promise<readonly R[]>,
		waitUntil: (work: Promise<unknown>) => void,
	): Promise<R> {
		const gathering = this.#gathering.get(key);
		const lot = gathering && gathering.items.length < mostItems ? gathering : { items: [], waiting: [] };
		const mine = Promise.withResolvers<Answer<R>>();
		lot.items.push(item);
		lot.waiting.push(mine);
		if (lot === gathering) {
			const answer = await within(mine.promise, timeoutsMs.request);
			return answer ? taken(answer) : at(await work([item]), 0);
		}
		this.#gathering.set(key, lot);
		// why: the others wait for it even when the client of this request has gone.
		waitUntil(this.#doLot(key, lot, work));
		return taken(await mine.promise);
	}

	async #doLot(key: string, lot: Lot<T, R>, work: (items: readonly T[]) => Promise<readonly R[]>): Promise<void> {
		const before = this.#underWay.get(key);
		if (before) await within(before, timeoutsMs.lot);
		const early = (this.#begunAt.get(key) ?? 0) + this.#everyMs - Date.now();
		if (early > 0) await scheduler.wait(early);
		this.#begunAt.set(key, Date.now());
		if (this.#gathering.get(key) === lot) this.#gathering.delete(key);
		const done = work(lot.items)
			.then((answers) => lot.items.map((_, place): Answer<R> => ({ value: at(answers, place) })))
			.catch((error: unknown) => lot.items.map((): Answer<R> => ({ error })));
		this.#underWay.set(key, done);
		const answers = await done;
		if (this.#underWay.get(key) === done) this.#underWay.delete(key);
		for (const [place, answer] of answers.entries()) {
			if (place > 0 && place % answeredAtOnce === 0) await scheduler.wait(0);
			lot.waiting[place]?.resolve(answer);
		}
	}
}

const taken = <R>(answer: Answer<R>): R => {
	if ("error" in answer) throw answer.error;
	return answer.value;
};

const at = <R>(answers: readonly R[], place: number): R => {
	if (place >= answers.length) throw new Error("an item of the lot has no answer");
	return answers[place] as R;
};

/** @returns undefined when it takes too long. why a timer of one's own: the runtime ends a request that waits for others alone */
const within = async <V>(promise: Promise<V>, ms: number): Promise<V | undefined> => {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const tooLong = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), ms);
	});
	try {
		return await Promise.race([promise, tooLong]);
	} finally {
		clearTimeout(timer);
	}
};
