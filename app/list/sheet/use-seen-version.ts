import { useState } from "react";

interface Answer {
	result?: { initialValue?: Record<string, unknown> | null | undefined } | null | undefined;
	stale?: { current: { version: number } } | null | undefined;
}

/** Returns the version that a dialog's form changes. why: a notice reloads the applicant, but not what was typed. */
export const useSeenVersion = (applicant: { id: string; version: number }, answer: Answer | undefined): number => {
	const [opened] = useState({ id: applicant.id, version: applicant.version });
	if (answer?.stale) return answer.stale.current.version;
	if (opened.id !== applicant.id) return applicant.version;
	return Number(answer?.result?.initialValue?.version) || opened.version;
};
