import type { OrgContext } from "#worker/context";

/** Where a letter lies in the file store. */
export const letterKey = (organisationId: string, applicantId: string, letterId: string): string =>
	`letters/${organisationId}/${applicantId}/${letterId}.pdf`;

/** Keeps a letter with the digest by which one that says the same is known. */
export const putLetter = (
	{ env }: OrgContext,
	objectKey: string,
	{ bytes, digest }: { bytes: Uint8Array<ArrayBuffer>; digest: string },
) => env.FILES.put(objectKey, bytes, { httpMetadata: { contentType: "application/pdf" }, customMetadata: { digest } });

/** Does the letter that an applicant has say what this one would? */
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
