import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import type { PdfDocument } from "#worker/gateways/pdf/content";
import { readStoredPicture } from "#worker/gateways/pdf/read-picture";
import { renderPdf } from "#worker/gateways/pdf/render-pdf";
import { hashToken } from "#worker/http/keys";
import type { findApplicant } from "#worker/services/applicants/applicant.queries";
import { type LetterText, letterDocument, type Stationery } from "#worker/services/letters/letter-document";
import type { NewLetter } from "#worker/services/letters/writes";
import { organisationById } from "#worker/services/organisation/queries";

/** Reads the institution's letterhead and signature, with the pictures that can be drawn. */
export const readStationery = async (ctx: OrgContext): Promise<Stationery> => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	if (!organisation) throw new Error("the institution is gone");
	const [logo, signature] = await Promise.all(
		[organisation.logoKey, organisation.signatureKey].map((key) => readStoredPicture(ctx.env, key)),
	);
	return { organisation, logo, signature };
};

/** The text of a letter, ready to be drawn. */
export interface WrittenLetter {
	document: PdfDocument;
	/** A digest of the content, the template and the stage: letters with the same digest say the same. */
	digest: string;
}

export const writeLetter = async (stationery: Stationery, text: LetterText) => {
	const document = letterDocument(stationery, text);
	if (!document.ok) return document;
	const said = JSON.stringify([text.template.id, text.stageName, document.value]);
	return ok({ document: document.value, digest: await hashToken(said) });
};

export const drawLetter = ({ document }: WrittenLetter): Promise<Uint8Array<ArrayBuffer>> => renderPdf(document);

/** The key of a letter in the file store; the sweep knows letters by its beginning (`worker/sweep/orphans.ts`). */
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

type Applicant = NonNullable<Awaited<ReturnType<typeof findApplicant>>>;
type Text = Omit<LetterText, "date" | "applicant"> & { applicant: Applicant };

/** Draws and stores a letter if it differs from the one in force. A repeat with the same `id` overwrites it. */
export const drawNewLetter = async (
	ctx: OrgContext,
	stationery: Stationery,
	{ id, ...text }: Text & { id: string },
) => {
	const { applicant, stageName } = text;
	const written = await writeLetter(stationery, { ...text, date: ctx.now() });
	if (!written.ok) return written;
	// why: who left the stage and returned has this letter already, unless the comment or the day differs.
	if (await isInForce(ctx, applicant, written.value.digest)) return ok(null);
	return ok(await storeLetter(ctx, { id, applicant, stageName, written: written.value }));
};

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
