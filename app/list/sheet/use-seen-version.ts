import { useState } from "react";

interface Answer {
	result?: { initialValue?: Record<string, unknown> | null | undefined } | null | undefined;
	stale?: { current: { version: number } } | null | undefined;
}

/**
 * The version of the applicant that a dialog's form answers.
 * why: a notice reads the applicant again; what was chosen still answers the version that the dialog opened with, or,
 * drawn again by the server after a refusal, the one it was sent with. Shown both versions, it answers the one that was
 * shown, not what was changed since.
 */
export const useSeenVersion = (applicant: { id: string; version: number }, answer: Answer | undefined): number => {
	const [opened] = useState({ id: applicant.id, version: applicant.version });
	if (answer?.stale) return answer.stale.current.version;
	if (opened.id !== applicant.id) return applicant.version;
	return Number(answer?.result?.initialValue?.version) || opened.version;
};
