import { readBounded } from "#worker/contract/bounded-body";

/** why: nobody keeps a request open by sending it drop by drop. */
const patienceMs = 10_000;

/** Reads what nobody wanted to read of a request, before it is answered: a refusal must reach who is still sending. */
export const drainBody = async ({ body, bodyUsed }: Request): Promise<void> => {
	if (body && !bodyUsed && !body.locked) await Promise.race([readBounded(body, 0), scheduler.wait(patienceMs)]);
};
