import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { maxDrawnPictures, storedPicturesIn } from "#worker/contract/text/stored-pictures";
import type { PdfDocument } from "#worker/gateways/pdf/content";
import { readStoredPicture } from "#worker/gateways/pdf/read-picture";
import { renderPdf } from "#worker/gateways/pdf/render-pdf";
import { hashToken } from "#worker/http/keys";
import type { findApplicant } from "#worker/services/applicants/applicant.queries";
import { checkOfLetter, codeOfLetter, type LetterCheck } from "#worker/services/letters/letter-code";
import { type LetterText, letterDocument, type Stationery, withCheck } from "#worker/services/letters/letter-document";
import type { NewLetter } from "#worker/services/letters/writes";
import { organisationById } from "#worker/services/organisation/queries";
import { readPicturesOf } from "#worker/services/templates/pictures.queries";

/** Reads the institution's letterhead and signature, and the pictures of a template's text, those that can be drawn. */
export const readStationery = async (
	ctx: OrgContext,
	{ content, page }: Pick<LetterText["template"], "content" | "page">,
): Promise<Stationery> => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	if (!organisation) throw new Error("the institution is gone");
	const [logo, signature, pictures] = await Promise.all([
		readStoredPicture(ctx.env, organisation.logoKey),
		readStoredPicture(ctx.env, organisation.signatureKey),
		readPicturesOf(ctx, [
			...[page?.letterheadPicture ?? [], page?.signaturePicture ?? []].flat(),
			...storedPicturesIn(content).slice(0, maxDrawnPictures),
		]),
	]);
	return { organisation, logo, signature, pictures };
};

/** The text of a letter, ready to be drawn. */
export interface WrittenLetter {
	document: PdfDocument;
	/** A digest of the content, the template and the stage: letters with the same digest say the same, but for their codes. */
	digest: string;
}

export const writeLetter = async (stationery: Stationery, text: LetterText) => {
	const document = letterDocument(stationery, text);
	if (!document.ok) return document;
	const names = namesOfPictures(stationery);
	// why by name: twenty letters that are compared at once would each hold a copy of all pictures.
	const said = JSON.stringify([text.template.id, text.stageName, document.value], (key, value) =>
		key === "image" ? (names.get(value) ?? value) : value,
	);
	return ok({ document: document.value, digest: await hashToken(said) });
};

/** Returns what pictures are called, by their data URLs: another picture has another address or key. */
const namesOfPictures = ({ organisation, logo, signature, pictures }: Stationery): ReadonlyMap<string, string | null> =>
	new Map([
		...(logo ? [[logo.dataUrl, organisation.logoKey] as const] : []),
		...(signature ? [[signature.dataUrl, organisation.signatureKey] as const] : []),
		...[...pictures].map(([address, { dataUrl }]) => [dataUrl, address] as const),
	]);

/** Draws a letter. @param check left out for a preview */
export const drawLetter = ({ document }: WrittenLetter, check?: LetterCheck): Promise<Uint8Array<ArrayBuffer>> =>
	renderPdf(withCheck(document, check));

/** The key of a letter in the file store; the sweep knows letters by its beginning (`worker/sweep/orphans.ts`). */
const letterKey = (organisationId: string, applicantId: string, letterId: string): string =>
	`letters/${organisationId}/${applicantId}/${letterId}.pdf`;

/** Stores a letter with its digest, by which an identical one is recognised. */
const putLetter = (
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

/** Draws a letter with its code, and stores it. */
export const storeLetter = async (
	ctx: OrgContext,
	{
		id,
		applicant,
		stageName,
		written,
	}: { id: string; applicant: Applicant; stageName: string; written: WrittenLetter },
): Promise<NewLetter> => {
	const code = await codeOfLetter(ctx.env, ctx.organisationId, id);
	const bytes = await drawLetter(written, checkOfLetter(ctx.env, ctx.organisationId, code));
	const objectKey = letterKey(ctx.organisationId, applicant.id, id);
	await putLetter(ctx, objectKey, { bytes, digest: written.digest });
	const { id: applicantId, applicationId, letter: replaces } = applicant;
	const holder = { holderName: fullName(applicant), courseName: `${applicant.course.code} ${applicant.course.title}` };
	return { id, applicantId, applicationId, stageName, objectKey, size: bytes.length, code, ...holder, replaces };
};
