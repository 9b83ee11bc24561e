export interface LocalAnswer {
	/** The value of a success that is read. why: from one part of a program to another it need not travel as JSON. */
	value?: unknown;
}

const wanted = new WeakMap<Request, LocalAnswer>();

export const wantLocalAnswer = (request: Request, answer: LocalAnswer): void => {
	wanted.set(request, answer);
};

/** Hands the value to the portal in this Worker. @returns false for any other request, which has to be sent it */
export const answerLocally = (request: Request, value: unknown): boolean => {
	const answer = wanted.get(request);
	if (answer) answer.value = value;
	return answer !== undefined;
};
