import type { Submission } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { replyWithProblem } from "#app/api/form-answer";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { readSheetSearch } from "#app/list/list-address";
import { mergedMeanwhile } from "#app/list/sheet/merged-meanwhile.server";
import { loadLetters } from "#app/routes/letters/load-letters.server";
import type { Result } from "#worker/contract/result";

/** Returns the sheet's letter in force; null without one, as when a colleague has withdrawn it. */
export const readLetterInForce = async (args: LoaderFunctionArgs) => {
	const { letters } = await loadLetters(args);
	return letters.find(({ state }) => state === "in_force") ?? null;
};

interface LetterChange<R, S> {
	changed: Result<R>;
	done: (value: R) => { message: string; path: string };
	/** Reads what the dialog shows of the choice that it was sent with. */
	reviewed?: () => Promise<S>;
}

/** Returns to an address of the sheet with a message, or to the dialog with the errors and what was typed. */
export const answerLetterChange = async <T, R, S = null>(
	args: ActionFunctionArgs,
	submission: Submission<T>,
	{ changed, done, reviewed }: LetterChange<R, S>,
) => {
	const { context, request } = args;
	const { orgName = "", applicantId = "" } = args.params;
	if (changed.ok) {
		const { message, path } = done(changed.value);
		context.session.flash({ kind: "success", message });
		const search = readSheetSearch(new URL(request.url).searchParams);
		return redirect(`/${orgName}/applicants/${applicantId}/${path}${search}`);
	}
	const { problem } = changed;
	const merged = problem.status === 404 ? await mergedMeanwhile(context, applicantId) : null;
	if (merged === null && problem.status === 404) orThrow(changed);
	const shown = (await reviewed?.()) ?? null;
	if (merged !== null)
		return json({ result: submission.reply({ formErrors: [merged] }), seen: null, reviewed: shown }, { status: 409 });
	// why: what is sent again is meant for the letter that is shown with the refusal.
	const seen = problem.code === "letter_not_in_force" ? { letter: await readLetterInForce(args) } : null;
	return json(
		{ result: replyWithProblem(submission, problem), seen, reviewed: shown },
		{ status: httpStatus(problem) },
	);
};
