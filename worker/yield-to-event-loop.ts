/**
 * Gives way to requests that have come meanwhile.
 * why: where the database is in the same process, its answers follow each other with no turn for the network between.
 */
export const yieldToEventLoop = (): Promise<void> => scheduler.wait(0);
