/** The most connections that a Worker has open for one request: more lanes would wait for each other. */
export const mostConnections = 6;

/**
 * Asks about items in lanes side by side. A lane keeps an answer while it waits for the next one, so that the server asked
 * always has as many questions as there are lanes.
 */
export const inLanes = async <T, A>(
	items: readonly T[],
	lanes: number,
	{ ask, keep }: { ask: (item: T) => Promise<A>; keep: (answer: A) => Promise<void> },
): Promise<void> => {
	const queue = items.values();
	const lane = async () => {
		let keeping = Promise.resolve();
		for (const item of queue) {
			const [answer] = await Promise.all([ask(item), keeping]);
			keeping = keep(answer);
		}
		await keeping;
	};
	await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
};
