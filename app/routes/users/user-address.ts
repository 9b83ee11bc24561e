import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

/** Returns the addresses of the list below a dialog of a user, with its search and page, and of the user's own dialog. */
export const addressesOf = ({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">) => {
	const { searchParams } = new URL(request.url);
	searchParams.delete("_data");
	const search = searchParams.toString() && `?${searchParams}`;
	const path = `/${params.orgName}/users`;
	return { list: `${path}${search}`, user: `${path}/${params.userId}${search}` };
};
