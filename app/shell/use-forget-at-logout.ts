import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { forgetTab } from "#app/session/tab-memory";

/** Whoever logs out, by whichever form, leaves nothing in the tab's memory. */
export const useForgetAtLogout = (orgName: string): void => {
	const { formAction } = useNavigation();
	const isLeaving = formAction === `/${orgName}/logout`;
	useEffect(() => {
		if (isLeaving) forgetTab(orgName);
	}, [isLeaving, orgName]);
};
