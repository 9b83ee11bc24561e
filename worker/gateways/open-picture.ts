import { fail, ok } from "#worker/contract/result";
import type { Env } from "#worker/env";

/** why: the browser gets one of these types or nothing, whatever was uploaded. */
const pictureTypes: Readonly<Record<string, string>> = {
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	png: "image/png",
	webp: "image/webp",
	gif: "image/gif",
};

/** Opens a stored picture by its key, with headers under which it can be nothing but a picture, whatever it holds. */
export const openPicture = async ({ FILES }: Env, key: string | null | undefined) => {
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
