import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { useRef } from "react";

/**
 * Returns whether a form of this route is being sent, until its answer is shown. why not until all is read again: an
 * Enter after a refusal must count.
 */
export const useIsAwaiting = (): boolean => {
	const { state, formMethod } = useNavigation();
	const answer = useActionData<unknown>();
	const former = useRef(answer);
	if (state === "submitting") former.current = answer;
	return formMethod !== undefined && (state === "submitting" || (state === "loading" && answer === former.current));
};

/** Returns the form of this route that is being sent, until its answer is shown: which of its buttons was pressed. */
export const useSentForm = (): FormData | undefined => {
	const { formData } = useNavigation();
	return useIsAwaiting() ? formData : undefined;
};

/** Returns whether the form of the page that is open is being sent, until its answer is shown. */
export const useIsSendingHere = (): boolean => {
	const { pathname } = useLocation();
	const { formAction } = useNavigation();
	const isAwaiting = useIsAwaiting();
	return isAwaiting && formAction?.startsWith(pathname) === true;
};
