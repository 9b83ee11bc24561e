import { redirect } from "@remix-run/cloudflare";

/** Redirects a page of a merged applicant to the kept one. why thrown: then no loader has to check for it. */
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
