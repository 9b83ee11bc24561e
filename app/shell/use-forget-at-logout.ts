import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { forgetTab } from "#app/session/tab-memory";

/** Clears the tab's memory at logout, by whichever form. */
export const useForgetAtLogout = (orgName: string): void => {
	const { formAction } = useNavigation();
	const isLeaving = formAction === `/${orgName}/logout`;
	useEffect(() => {
		if (isLeaving) forgetTab(orgName);
	}, [isLeaving, orgName]);
};
