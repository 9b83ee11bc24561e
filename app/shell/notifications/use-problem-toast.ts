import { useEffect } from "react";
import { showToast } from "#app/ui/toast/toast";
import type { Problem } from "#worker/contract/problems";
import { problemToast } from "#worker/contract/screen-problems";

/** What the notifications' action answers to a form that stays on its page. */
export interface NoticeAnswer {
	problem: Pick<Problem, "code" | "status" | "error"> | null;
}

/** Tells why what was posted in place was not done (§8). */
export const useProblemToast = (answer: NoticeAnswer | undefined): void => {
	const problem = answer?.problem;
	useEffect(() => {
		if (problem) showToast({ kind: "error", message: problemToast(problem) });
	}, [problem]);
};
