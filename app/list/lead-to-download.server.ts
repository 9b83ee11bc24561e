import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { listSearch, readListAddress } from "#app/list/list-address";
import { watchDownload } from "#app/session/downloads.server";

/**
 * Redirects to the progress of a file that was begun, from which a link leads back to the same list. why no message by
 * default: the page says what is done, and a small file is ready when it opens.
 * @param back another page to which it leads back, below the institution
 * @param startsItself whether the file is downloaded by itself once it is made
 */
export const leadToDownload = (
	{ request, params: { orgName = "" }, context }: ActionFunctionArgs,
	taskId: string,
	{ message, back, startsItself = false }: { message?: string | undefined; back?: string; startsItself?: boolean } = {},
) => {
	if (message) context.session.flash({ kind: "success", message });
	const headers = { "set-cookie": watchDownload({ request, orgName }, taskId) };
	const search = back
		? `?back=${back}${startsItself ? "&start=auto" : ""}`
		: listSearch(readListAddress(new URL(request.url).searchParams));
	return redirect(`/${orgName}/downloads/${taskId}${search}`, { headers });
};
