import { useEffect, useRef } from "react";

/**
 * Returns the ref of a form on a page that stays when it was sent, and empties it then. why not a key by what the page
 * lists: a colleague's change would throw away what is being typed.
 * @param answer what was wrong with what was sent; undefined when nothing was
 */
export const useResetWhenSent = (isSending: boolean, answer: unknown) => {
	const form = useRef<HTMLFormElement>(null);
	const wasSending = useRef(false);
	useEffect(() => {
		if (wasSending.current && !isSending && !answer) form.current?.reset();
		wasSending.current = isSending;
	}, [isSending, answer]);
	return form;
};
