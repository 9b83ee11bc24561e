import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import type { EditorAnswer, SchemeAnswer } from "#app/routes/rankings/editor.server";

interface ShownAnswer {
	answer: EditorAnswer | undefined;
	/** Why no answer came. */
	error: string | undefined;
	/** The key of the form, which begins with what was sent where a part came or went. */
	formKey: string;
}

/**
 * Returns the last answer about the form of this address. why kept: where no answer came, the form stays as it is. why by
 * its address: the form of another scheme or application, which the palette opens over this one, begins as it was loaded.
 */
export const useSchemeAnswer = (given: SchemeAnswer | undefined): ShownAnswer => {
	const { pathname, search } = useLocation();
	const form = pathname + search;
	const kept = useRef<{ form: string; last?: EditorAnswer; drawn?: EditorAnswer }>({ form });
	if (kept.current.form !== form) kept.current = { form };
	if (given?.answer) kept.current.last = given.answer;
	// why not for errors: a form that is drawn anew loses the focus, and what was typed after it was sent.
	if (given?.answer?.isDrawnAnew) kept.current.drawn = given.answer;
	const { last, drawn } = kept.current;
	return { answer: last, error: given?.error, formKey: `${form} ${drawn?.stamp ?? ""}` };
};
