import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import type { PdfDocument } from "#worker/gateways/pdf/content";
import { renderPdf } from "#worker/gateways/pdf/render-pdf";
import { readStoredPicture } from "#worker/gateways/pdf/stored-picture";
import { hashToken } from "#worker/http/keys";
import { type LetterText, letterDocument, type Stationery } from "#worker/services/letters/letter-document";
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

/** Writes the text of a letter without drawing it. */
export const writeLetter = async (stationery: Stationery, text: LetterText) => {
	const document = letterDocument(stationery, text);
	if (!document.ok) return document;
	const said = JSON.stringify([text.template.id, text.stageName, document.value]);
	return ok({ document: document.value, digest: await hashToken(said) });
};

/** Draws a letter as a PDF. */
export const drawLetter = ({ document }: WrittenLetter): Promise<Uint8Array<ArrayBuffer>> => renderPdf(document);
