import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { openStoredFile } from "#worker/http/file-answer";
import { findStoredLetter } from "#worker/services/letters/queries";

/** Opens one letter of an applicant (§2 Offer Letter). */
export const openLetter = async (
	ctx: OrgContext,
	which: { id: string; letterId: string },
	rangeHeader: string | undefined,
) => {
	const stored = await findStoredLetter(ctx, which);
	if (!stored) return fail("not_found");
	const { objectKey, size, templateName, applicationNumber } = stored;
	const name = `${applicationNumber.replaceAll("/", "-")} ${templateName}.pdf`;
	return openStoredFile(ctx.env, { objectKey, size, name, mimetype: "application/pdf" }, rangeHeader);
};
