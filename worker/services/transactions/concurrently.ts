/** The most connections that a Worker has open for one request: more would wait for each other. */
export const mostConnections = 6;

/**
 * Asks about items side by side, so many at once. Each keeps an answer while it waits for the next one, so that the server
 * asked always has as many questions as may be open at once.
 */
export const concurrently = async <T, A>(
	items: readonly T[],
	concurrency: number,
	{ ask, keep }: { ask: (item: T) => Promise<A>; keep: (answer: A) => Promise<void> },
): Promise<void> => {
	const queue = items.values();
	const askInTurn = async () => {
		let keeping = Promise.resolve();
		for (const item of queue) {
			const [answer] = await Promise.all([ask(item), keeping]);
			keeping = keep(answer);
		}
		await keeping;
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, askInTurn));
};
