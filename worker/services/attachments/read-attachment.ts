import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { openStoredFile } from "#worker/http/file-answer";
import { findStoredFile } from "#worker/services/forms/queries";

/** Opens one attached file of a submission (§7 form data repository). */
export const readAttachment = async (
	ctx: OrgContext,
	which: { id: string; attachmentId: string },
	rangeHeader: string | undefined,
) => {
	const stored = await findStoredFile(ctx, which);
	return stored ? openStoredFile(ctx.env, stored, rangeHeader) : fail("not_found");
};
