import type { Env } from "#worker/env";
import { maxPictureBytes, type Picture, readPicture } from "#worker/gateways/pdf/read-picture";

/** Reads a picture of the file store; undefined if there is none that can be drawn. */
export const readStoredPicture = async (
	{ FILES }: Pick<Env, "FILES">,
	key: string | null | undefined,
): Promise<Picture | undefined> => {
	const object = key ? await FILES.get(key) : null;
	if (!object) return undefined;
	if (object.size > maxPictureBytes) {
		await object.body.cancel();
		return undefined;
	}
	return readPicture(new Uint8Array(await object.arrayBuffer()));
};
