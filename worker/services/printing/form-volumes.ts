import type { OrgContext } from "#worker/context";
import type { PdfPart } from "#worker/gateways/pdf/content";
import type { Picture } from "#worker/gateways/pdf/read-picture";
import type { PrintableForm } from "#worker/services/printing/contract";
import { formDocument } from "#worker/services/printing/form-document";
import { readPassport } from "#worker/services/printing/print-applicant";

/** Pictures of one PDF, in characters. why: all of them are in memory at once. */
const maxPictures = 24_000_000;

/**
 * Draws forms as the pages of as many PDFs as their pictures need: one after another, each released after it was
 * drawn (§2).
 * @param tell called after each form with how many there are
 */
export async function* inVolumes(
	ctx: OrgContext,
	forms: readonly PrintableForm[],
	logo: Picture | undefined,
	tell: (done: number) => Promise<void>,
): AsyncGenerator<PdfPart[]> {
	let parts: PdfPart[] = [];
	let room = maxPictures;
	for (const [index, form] of forms.entries()) {
		const photo = await readPassport(ctx, form.applicant.id);
		const needed = photo?.dataUrl.length ?? 0;
		if (needed > room && parts.length > 0) {
			yield parts;
			parts = [];
			room = maxPictures;
		}
		room -= needed;
		parts.push(formDocument(form, { logo, photo }));
		await tell(index + 1);
	}
	yield parts;
}
