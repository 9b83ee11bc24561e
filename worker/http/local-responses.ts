import type { LocalResponse } from "#worker/contract/endpoint";

const wanted = new WeakMap<Request, LocalResponse>();

/** Notes that the portal asks within this Worker, and where it takes the value of a successful read from. */
export const wantLocalResponse = (request: Request, answer: LocalResponse): void => {
	wanted.set(request, answer);
};

/** Checks whether the portal asks within this Worker: no other caller can. */
export const isAskedLocally = (request: Request): boolean => wanted.has(request);

/** Hands the value to the portal in this Worker. @returns false for any other request, which has to be sent it */
export const answerLocally = (request: Request, value: unknown): boolean => {
	const answer = wanted.get(request);
	if (answer) answer.value = value;
	return answer !== undefined;
};

/** Checks whether the portal has the value already, and reads nothing of the response. */
export const wasAnsweredLocally = (request: Request): boolean => wanted.get(request)?.value !== undefined;
