import { fail, ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import { findPhotoKey } from "#worker/services/applicants/applicant.queries";

/** why: the browser is told one of these types or gets nothing, whatever was uploaded. */
const pictureTypes: Readonly<Record<string, string>> = {
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	png: "image/png",
	webp: "image/webp",
};

/** A picture on its way from the store. */
interface OpenPicture {
	body: ReadableStream;
	/** Headers under which it can be nothing but a picture, whatever it holds. */
	headers: Record<string, string>;
}

/** The passport picture, streamed from the bucket (§2 Applicant side sheet). */
export const readPhoto = async (ctx: OrgContext, applicantId: string): Promise<Result<OpenPicture>> => {
	const key = await findPhotoKey(ctx, applicantId);
	const type = key && pictureTypes[key.split(".").at(-1)?.toLowerCase() ?? ""];
	if (!key || !type) return fail("not_found");
	const picture = await ctx.env.FILES.get(key);
	if (!picture) return fail("not_found");
	const headers = {
		"content-type": type,
		"content-length": String(picture.size),
		"cache-control": "private, max-age=300",
		"content-security-policy": "default-src 'none'; sandbox",
		"cross-origin-resource-policy": "same-origin",
		"x-content-type-options": "nosniff",
		etag: picture.httpEtag,
	};
	return ok({ body: picture.body, headers });
};
