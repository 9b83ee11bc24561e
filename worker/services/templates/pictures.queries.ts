import type { OrgContext } from "#worker/context";
import { isPictureOf, maxDrawnBytes } from "#worker/contract/text/stored-pictures";
import { type Picture, readStoredPicture } from "#worker/gateways/pdf/read-picture";

/** The key of a picture in the file store. why each has its own: emails that were sent, letters and the history show one for ever. */
export const pictureKeyOf = (organisationId: string, file: string): string => `pictures/${organisationId}/${file}`;

/** Returns how many bytes pictures have, by their addresses: those that the institution keeps. */
export const sizesOfPictures = async (
	{ env, organisationId }: OrgContext,
	addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
	const own = new Set(addresses.filter((address) => isPictureOf(organisationId, address)));
	const found = await Promise.all(
		[...own].map(async (address) => {
			const stored = await env.FILES.head(keyOf(organisationId, address));
			return stored ? ([[address, stored.size]] as const) : [];
		}),
	);
	return new Map(found.flat());
};

/**
 * Reads pictures by their addresses, those that are the institution's own and can be drawn. Of more bytes than a document
 * may have, the first.
 */
export const readPicturesOf = async (
	ctx: OrgContext,
	wanted: readonly string[],
): Promise<ReadonlyMap<string, Picture>> => {
	let room = maxDrawnBytes;
	const fitting = [...(await sizesOfPictures(ctx, wanted))].flatMap(([address, size]) => {
		if (size > room) return [];
		room -= size;
		return address;
	});
	const read = await Promise.all(
		fitting.map(async (address) => {
			const picture = await readStoredPicture(ctx.env, keyOf(ctx.organisationId, address));
			return picture ? ([[address, picture]] as const) : [];
		}),
	);
	return new Map(read.flat());
};

const keyOf = (organisationId: string, address: string): string =>
	pictureKeyOf(organisationId, address.split("/").at(-1) ?? "");
