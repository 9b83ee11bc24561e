import { fail, ok, type Result } from "#worker/contract/result";
import type { Env } from "#worker/env";

/** why: the browser gets one of these types or nothing, whatever was uploaded. */
const pictureTypes: Readonly<Record<string, string>> = {
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	png: "image/png",
	webp: "image/webp",
	gif: "image/gif",
};

/** A picture being read from the store. */
export interface OpenPicture {
	body: ReadableStream;
	/** Headers under which it can be nothing but a picture, whatever it holds. */
	headers: Record<string, string>;
}

/** Opens a stored picture by its key; undefined for one without a key or of an unknown type. */
export const openPicture = async ({ FILES }: Env, key: string | null | undefined): Promise<Result<OpenPicture>> => {
	const type = key && pictureTypes[key.split(".").at(-1)?.toLowerCase() ?? ""];
	if (!key || !type) return fail("not_found");
	const picture = await FILES.get(key);
	if (!picture) return fail("not_found");
	const headers = {
		"content-type": type,
		"content-length": String(picture.size),
		"cache-control": "no-store",
		"content-security-policy": "default-src 'none'; sandbox",
		"cross-origin-resource-policy": "same-origin",
		"x-content-type-options": "nosniff",
	};
	return ok({ body: picture.body, headers });
};
