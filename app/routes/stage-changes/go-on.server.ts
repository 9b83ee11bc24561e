import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readSheetSearch } from "#app/list/list-address";
import { fromSearch } from "#worker/contract/applicant-filter";
import { getNeighbours } from "#worker/services/applicants/contract";
import { updatePreferences } from "#worker/services/users/preferences.contract";

/**
 * Finds where the dialog of a stage change leads, and remembers the user's choice: to the next applicant of the same
 * list where that is chosen, and else back to the sheet.
 * why before the change: whoever is moved may leave the list, and has no next in it any more.
 */
export const planNext = async ({ request, params, context }: ActionFunctionArgs, form: FormData) => {
	const { searchParams } = new URL(request.url);
	const applicantId = params.applicantId ?? "";
	const goesOn = form.get("goOn") === "on";
	const wentOn = form.get("wentOn");
	const [neighbours] = await Promise.all([
		goesOn
			? context.api.call(getNeighbours, {
					params: { id: applicantId },
					query: fromSearch(searchParams),
				})
			: undefined,
		// why: a choice that cannot be remembered is no reason to refuse the change.
		wentOn !== null && goesOn !== (wentOn === "on")
			? context.api.call(updatePreferences, { body: { goesOn } })
			: undefined,
	]);
	const next = (neighbours?.ok && neighbours.value.nextId) || applicantId;
	return () => redirect(`/${params.orgName}/applicants/${next}${readSheetSearch(searchParams)}`);
};
