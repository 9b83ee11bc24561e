import type { SerializeFrom } from "@remix-run/cloudflare";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { readProblem } from "#app/api/read-problem";
import { unanswered } from "#app/api/unanswered";
import type { Problem } from "#worker/contract/problems";
import { screenProblems } from "#worker/contract/screen-problems";

interface Unsent {
	problem: Problem;
	form: FormData;
	searchParams: URLSearchParams;
}

/** Sends a form. Without a response, or with a 5xx, the page stays with everything typed on it and says so (§8). */
export const keepPage =
	<Action>(answer: (unsent: Unsent) => SerializeFrom<Action> & object) =>
	async ({ request, serverAction }: ClientActionFunctionArgs) => {
		const sent = request.clone();
		try {
			return await serverAction<Action>();
		} catch (error) {
			if (error instanceof Response && error.status < 500) throw error;
			const { searchParams } = new URL(request.url);
			const unsent = { problem: await problemOf(error), form: await sent.formData(), searchParams };
			return { ...answer(unsent), ...unanswered };
		}
	};

/** Why a form got no response: no connection, or the response that came instead. */
export const problemOf = async (error: unknown): Promise<Problem> => {
	if (error instanceof Response) return readProblem(error);
	const code = error instanceof TypeError ? "network" : "internal";
	const { status, message } = screenProblems[code];
	return { code, status, error: message };
};
