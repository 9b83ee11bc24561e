import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { listSearch, readListAddress } from "#app/list/list-address";
import { watchDownload } from "#app/session/downloads.server";

/**
 * Redirects to the progress of a file that was begun, from which a link leads back to the same list. why no message by
 * default: the page says what is done, and a small file is ready when it opens.
 */
export const leadToDownload = (
	{ request, params: { orgName = "" }, context }: ActionFunctionArgs,
	taskId: string,
	message?: string,
) => {
	if (message) context.session.flash({ kind: "success", message });
	const headers = { "set-cookie": watchDownload({ request, orgName }, taskId) };
	const search = listSearch(readListAddress(new URL(request.url).searchParams));
	return redirect(`/${orgName}/downloads/${taskId}${search}`, { headers });
};

/** Redirects to the progress of a file of payments, which is downloaded by itself once it is made (§2 Export modal). */
export const leadToOwnDownload = ({ request, params: { orgName = "" } }: ActionFunctionArgs, taskId: string) => {
	const headers = { "set-cookie": watchDownload({ request, orgName }, taskId) };
	return redirect(`/${orgName}/downloads/${taskId}?start=auto&list=transactions`, { headers });
};
