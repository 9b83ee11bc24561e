import { useLocation, useNavigate } from "@remix-run/react";
import type { OfferedAction } from "#app/shell/applicant-actions";
import { applicantAddress } from "#app/shell/palette/applicant-address";
import type { Steering } from "#app/shell/palette/level";
import { useShell } from "#app/shell/shell-context";
import type { FoundApplicant } from "#worker/services/search/contract";

/** Returns a function that does an action with an applicant: goes to its page, or to a level of the palette. */
export const useApplicantAction = (steering: Steering) => {
	const { orgName } = useShell();
	const navigate = useNavigate();
	const location = useLocation();
	return ({ id, path, reloadDocument }: OfferedAction, applicant: FoundApplicant): void => {
		if (id === "compare") {
			steering.push({ kind: "compare", applicant });
			return;
		}
		steering.close();
		const [here = "", search = ""] = applicantAddress(orgName, applicant.id, location).split("?");
		if (reloadDocument) window.location.assign(here + path);
		else navigate(`${here}${path}${search && `?${search}`}`, { preventScrollReset: true });
	};
};
