import { redirect } from "@remix-run/cloudflare";

/**
 * Leads the address of an applicant who was merged into another to the same page of that one, with its query text.
 * why thrown: whoever reads an applicant for a page, a tab or a dialog is led there, and none of them has to ask.
 */
export const followMerge = (request: Request, askedId: string, foundId: string): void => {
	if (askedId === foundId || request.method !== "GET") return;
	const { pathname, searchParams } = new URL(request.url);
	const parts = pathname.split("/");
	const asked = encodeURIComponent(askedId);
	// why: a page that names the applicant otherwise than in its path would lead to itself.
	if (!parts.includes(asked)) return;
	searchParams.delete("_data");
	const kept = parts.map((part) => (part === asked ? foundId : part)).join("/");
	throw redirect(searchParams.size > 0 ? `${kept}?${searchParams}` : kept);
};
