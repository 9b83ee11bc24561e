import * as v from "valibot";
import { fetchBounded, UnusableAnswer } from "#worker/gateways/fetch-bounded";
import { ModelError } from "#worker/gateways/language-models/interface";
import { readRetryAfter } from "#worker/gateways/retry-after";

/** why so little: twenty criteria take a few thousand letters. */
const maxAnswerBytes = 200_000;

interface Question<T> {
	url: string;
	headers: Record<string, string>;
	body: object;
	/** What the service documents as its answer. */
	answer: v.GenericSchema<unknown, T>;
	timeoutMs: number;
}

/** Posts a question to a model's service and returns its answer. @throws {ModelError} */
export const postQuestion = async <T>({ url, headers, body, answer, timeoutMs }: Question<T>): Promise<T> => {
	const init = {
		method: "POST",
		headers: { accept: "application/json", "content-type": "application/json", ...headers },
		body: JSON.stringify(body),
	};
	const response = await fetchBounded(url, init, { timeoutMs, maxAnswerBytes }).catch((cause: unknown) => {
		throw unanswered(cause);
	});
	if (!response.ok) throw refused(response);
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), await response.text());
	if (read.success) return read.output;
	throw new ModelError("the model's service answered with something that it does not document", {
		reason: "its service answered with something else than an answer",
	});
};

const unanswered = (cause: unknown): ModelError => {
	if (cause instanceof UnusableAnswer)
		return new ModelError(cause.message, { reason: "its service answered with something else than an answer" });
	if (cause instanceof Error && cause.name === "TimeoutError")
		return new ModelError("the model did not answer in time", { reason: "it did not answer in time" });
	return new ModelError("the model's service could not be reached", {
		reason: "its service could not be reached",
		isPassing: true,
		cause,
	});
};

/** Says what a status means. why not the body: it may repeat the question or the key. */
const refused = ({ status, headers }: Response): ModelError => {
	const message = `the model's service answered ${status}`;
	if (status === 401 || status === 403)
		return new ModelError(message, { reason: "its service refused the portal's key" });
	if (status === 404) return new ModelError(message, { reason: "its service does not know the model" });
	if (status === 429)
		return new ModelError(message, {
			reason: "its service takes no more questions for now",
			isPassing: true,
			retryAfterMs: readRetryAfter(headers),
		});
	return new ModelError(message, { reason: `its service failed (${status})`, isPassing: status >= 500 });
};
