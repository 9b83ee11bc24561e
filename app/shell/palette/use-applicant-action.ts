import { useLocation, useNavigate } from "@remix-run/react";
import { actionAddress, type OfferedAction } from "#app/shell/applicant-actions";
import { applicantAddress } from "#app/shell/palette/applicant-address";
import type { Steering } from "#app/shell/palette/level";
import { useShell } from "#app/shell/shell-context";
import type { FoundApplicant } from "#worker/services/search/contract";

/** Returns a function that does an action with an applicant: goes to its page, or to a level of the palette. */
export const useApplicantAction = (steering: Steering) => {
	const { orgName } = useShell();
	const navigate = useNavigate();
	const location = useLocation();
	return (action: OfferedAction, applicant: FoundApplicant): void => {
		if (action.id === "compare") {
			steering.push({ kind: "compare", applicant });
			return;
		}
		steering.close();
		const [here = "", search = ""] = applicantAddress(orgName, applicant.id, location).split("?");
		if (action.reloadDocument) window.location.assign(here + action.path);
		else navigate(actionAddress(action, here, search && `?${search}`), { preventScrollReset: true });
	};
};
