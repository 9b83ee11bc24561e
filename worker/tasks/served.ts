let served = 0;

/** Notes that this isolate serves a request. */
export const noteServed = (): void => {
	served += 1;
};

/** How many requests this isolate has served. */
export const servedSoFar = (): number => served;
