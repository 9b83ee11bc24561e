import { useEffect } from "react";
import { showToast } from "#app/ui/toast/toast";
import type { Problem } from "#worker/contract/problems";
import { problemToast } from "#worker/contract/screen-problems";

/** The result of the notifications' action for a form that stays on its page. */
export interface NoticeAnswer {
	problem: Pick<Problem, "code" | "status" | "error"> | null;
}

/** Shows why a form posted in place failed (§8). */
export const useProblemToast = (answer: NoticeAnswer | undefined): void => {
	const problem = answer?.problem;
	useEffect(() => {
		if (problem) showToast({ kind: "error", message: problemToast(problem) });
	}, [problem]);
};
