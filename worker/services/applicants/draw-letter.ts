import { ok, type Result } from "#worker/contract/result";
import { renderPdf } from "#worker/gateways/pdf/render-pdf";
import { readStoredPicture } from "#worker/gateways/pdf/stored-picture";
import type { OrgContext } from "#worker/http/context";
import { type LetterText, letterDocument, type Stationery } from "#worker/services/applicants/letter-document";
import { organisationById } from "#worker/services/organisation/queries";

/** The institution's head and signature, as far as the pictures can be drawn. */
export const readStationery = async (ctx: OrgContext): Promise<Stationery> => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	if (!organisation) throw new Error("the institution is gone");
	const [logo, signature] = await Promise.all(
		[organisation.logoKey, organisation.signatureKey].map((key) => readStoredPicture(ctx.env, key)),
	);
	return { organisation, logo, signature };
};

/** A letter as a PDF. */
export const drawLetter = async (
	stationery: Stationery,
	text: LetterText,
): Promise<Result<Uint8Array<ArrayBuffer>>> => {
	const document = letterDocument(stationery, text);
	return document.ok ? ok(await renderPdf(document.value)) : document;
};
