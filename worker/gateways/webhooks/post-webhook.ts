import { fetchBounded, UnusableAnswer } from "#worker/gateways/fetch-bounded";
import { readRetryAfter } from "#worker/gateways/retry-after";

/** What a receiver answered, or why there is no answer. */
export interface WebhookAnswer {
	/** The HTTP status; null when no answer came. */
	status: number | null;
	/** The beginning of the answer, or what went wrong. */
	text: string;
	/** How long it asks to wait, in milliseconds. */
	retryAfterMs?: number | undefined;
}

const timeoutMs = 10_000;
const maxAnswerBytes = 1_000_000;
const shownCharacters = 500;

/** Posts a signed event. A redirect is not followed: it could lead inside. */
export const postWebhook = async (
	url: string,
	{ headers, body }: { headers: Record<string, string>; body: string },
): Promise<WebhookAnswer> => {
	try {
		const init = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
		const response = await fetchBounded(url, init, { timeoutMs, maxAnswerBytes });
		const text = (await response.text()).slice(0, shownCharacters);
		return { status: response.status, text, retryAfterMs: readRetryAfter(response.headers) };
	} catch (error) {
		if (error instanceof UnusableAnswer) return { status: null, text: error.message };
		const isSlow = error instanceof Error && error.name === "TimeoutError";
		const { host } = new URL(url);
		return {
			status: null,
			text: isSlow ? `${host} did not answer within ${timeoutMs / 1_000} seconds` : `${host} could not be reached`,
		};
	}
};
