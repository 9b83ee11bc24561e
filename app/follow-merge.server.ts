import { redirect } from "@remix-run/cloudflare";

/** Redirects to the same page of the kept applicant after a merge. why thrown: then no loader checks for it. */
export const followMerge = (request: Request, askedId: string, foundId: string): void => {
	if (askedId === foundId || request.method !== "GET") return;
	const { pathname, searchParams } = new URL(request.url);
	const parts = pathname.split("/");
	const asked = encodeURIComponent(askedId);
	// why: a page that names the applicant outside its path would redirect to itself.
	if (!parts.includes(asked)) return;
	searchParams.delete("_data");
	const kept = parts.map((part) => (part === asked ? foundId : part)).join("/");
	throw redirect(searchParams.size > 0 ? `${kept}?${searchParams}` : kept);
};
