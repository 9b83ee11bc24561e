import { useLocation, useNavigation } from "@remix-run/react";

/** Returns whether the form of the page that is open is being sent, until its answer is shown. */
export const useIsSendingHere = (): boolean => {
	const { pathname } = useLocation();
	const { state, formAction } = useNavigation();
	return state !== "idle" && formAction?.startsWith(pathname) === true;
};
