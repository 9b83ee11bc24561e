import type { OrgContext } from "#worker/context";

/** Returns the key of a letter in the file store. */
export const letterKey = (organisationId: string, applicantId: string, letterId: string): string =>
	`letters/${organisationId}/${applicantId}/${letterId}.pdf`;

/** Stores a letter with its digest, by which an identical one is recognised. */
export const putLetter = (
	{ env }: OrgContext,
	objectKey: string,
	{ bytes, digest }: { bytes: Uint8Array<ArrayBuffer>; digest: string },
) => env.FILES.put(objectKey, bytes, { httpMetadata: { contentType: "application/pdf" }, customMetadata: { digest } });

/** Checks whether the applicant's letter says the same as this one. */
export const isInForce = async (
	{ env, organisationId }: OrgContext,
	{ id, letter }: { id: string; letter: string | null },
	digest: string,
): Promise<boolean> => {
	const letterId = letter?.split("/").at(-1);
	if (!letterId) return false;
	const stored = await env.FILES.head(letterKey(organisationId, id, letterId));
	return stored?.customMetadata?.digest === digest;
};
