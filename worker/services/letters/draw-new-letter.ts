import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import type { findApplicant } from "#worker/services/applicants/applicant.queries";
import { drawLetter, type WrittenLetter, writeLetter } from "#worker/services/letters/draw-letter";
import type { LetterText, Stationery } from "#worker/services/letters/letter-document";
import { isInForce, letterKey, putLetter } from "#worker/services/letters/letter-store";
import type { NewLetter } from "#worker/services/letters/writes";

type Applicant = NonNullable<Awaited<ReturnType<typeof findApplicant>>>;
type Text = Omit<LetterText, "date" | "applicant"> & { applicant: Applicant };

/**
 * Draws and stores an applicant's letter if it differs from the one in force.
 *
 * @param id the id of the letter; a repeat with the same id overwrites it
 */
export const drawNewLetter = async (
	ctx: OrgContext,
	stationery: Stationery,
	{ id, ...text }: Text & { id: string },
) => {
	const { applicant, stageName } = text;
	const written = await writeLetter(stationery, { ...text, date: ctx.now() });
	if (!written.ok) return written;
	// why: an applicant who left the stage and returned already has this letter, unless the comment or the day
	// differs.
	if (await isInForce(ctx, applicant, written.value.digest)) return ok(null);
	return ok(await storeLetter(ctx, { id, applicant, stageName, written: written.value }));
};

/** Draws a written letter and stores it. */
export const storeLetter = async (
	ctx: OrgContext,
	{
		id,
		applicant,
		stageName,
		written,
	}: { id: string; applicant: Applicant; stageName: string; written: WrittenLetter },
): Promise<NewLetter> => {
	const bytes = await drawLetter(written);
	const objectKey = letterKey(ctx.organisationId, applicant.id, id);
	await putLetter(ctx, objectKey, { bytes, digest: written.digest });
	const { id: applicantId, applicationId, letter: replaces } = applicant;
	return { id, applicantId, applicationId, stageName, objectKey, size: bytes.length, replaces };
};
