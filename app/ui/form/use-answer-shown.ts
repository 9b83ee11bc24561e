import { type RefObject, useEffect } from "react";
import { announce } from "#app/ui/focus/announce";

interface FormAnswer {
	/** What takes the focus; null for the first field that is wrong. */
	focus: string | null;
	/** The result of the form, for screen readers. */
	said: string | null;
	/** Another one for each answer. */
	stamp: string;
}

/** Leads to what a form was answered. @param selectorsOf where to look for what takes the focus, the first found first */
export const useAnswerShown = (
	form: RefObject<HTMLFormElement>,
	answer: FormAnswer | undefined,
	selectorsOf: (focus: string) => readonly string[],
): void => {
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for every answer.
	useEffect(() => {
		if (!answer) return;
		const { focus, said } = answer;
		const selectors = focus === null ? ["[aria-invalid=true]"] : selectorsOf(focus);
		const found = selectors.map((selector) => form.current?.querySelector<HTMLElement>(selector));
		found.find(Boolean)?.focus();
		if (said) announce(said);
	}, [answer?.stamp]);
};
