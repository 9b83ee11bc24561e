import { useEffect } from "react";
import { showToast } from "#app/ui/toast";
import { type Problem, problemToast } from "#worker/contract/problems";

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
