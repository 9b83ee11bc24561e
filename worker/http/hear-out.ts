import { readBounded } from "#worker/contract/bounded-body";

/** Reads what nobody wanted to read of a request, before it is answered: a refusal must reach who is still sending. */
export const hearOut = async ({ body, bodyUsed }: Request): Promise<void> => {
	if (body && !bodyUsed && !body.locked) await readBounded(body, 0);
};
