import type { AppLoadContext } from "@remix-run/cloudflare";
import { mayCall } from "#app/session/may-call";
import { firstPermittedPage } from "#app/shell/navigation";
import { getReadiness } from "#worker/services/organisation/contract";

/**
 * Returns the page after login: the checklist of the set-up for a user who sets the institution up, while it is not
 * complete; otherwise the first page that the user may open (§2).
 */
export const firstPage = async (
	{ api }: AppLoadContext,
	{ privileges }: { privileges: readonly string[] },
	orgName: string,
): Promise<string> => {
	const first = firstPermittedPage(privileges, orgName);
	if (!mayCall({ privileges }, getReadiness)) return first;
	const found = await api.call(getReadiness, {});
	if (!found.ok) return first;
	// why without payments: an institution may take none in the portal, and would be led to the checklist for ever.
	const { payments: _, ...needed } = found.value;
	return Object.values(needed).includes(false) ? `/${orgName}/get-ready` : first;
};
