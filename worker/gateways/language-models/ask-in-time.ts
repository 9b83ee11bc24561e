import { ModelError } from "#worker/gateways/language-models/interface";

/** How long a model has for an answer, a second attempt included. why no longer: somebody waits for the page. */
export const answerTimeoutMs = 20_000;

/** The pause before the second attempt, where the service names none. */
const pauseMs = 500;

/** Runs an attempt with the time that it has, and once more when its fault may pass and time is left. */
export const askInTime = async <T>(timeoutMs: number, attempt: (leftMs: number) => Promise<T>): Promise<T> => {
	const endsAt = Date.now() + timeoutMs;
	try {
		return await attempt(timeoutMs);
	} catch (error) {
		if (!(error instanceof ModelError) || !error.isPassing) throw error;
		const waitMs = error.retryAfterMs ?? pauseMs;
		const leftMs = endsAt - Date.now() - waitMs;
		if (leftMs <= 0) throw error;
		await new Promise((resolve) => setTimeout(resolve, waitMs));
		return attempt(leftMs);
	}
};
