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
 * Draws an applicant's letter and stores it, if it says something else than the one in force.
 *
 * @param id of the letter: made again under the same, it takes the same place
 */
export const drawNewLetter = async (
	ctx: OrgContext,
	stationery: Stationery,
	{ id, ...text }: Text & { id: string },
) => {
	const { applicant, stageName } = text;
	const written = await writeLetter(stationery, { ...text, date: ctx.now() });
	if (!written.ok) return written;
	// why: who left the stage and is back has this letter already, unless the comment or the day is another.
	if (await isInForce(ctx, applicant, written.value.digest)) return ok(null);
	return ok(await storeLetter(ctx, { id, applicant, stageName, written: written.value }));
};

/** Draws a letter that is written, and stores it. */
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
