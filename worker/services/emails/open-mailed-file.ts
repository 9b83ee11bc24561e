import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { openStoredFile } from "#worker/http/file-answer";
import { findMailedFile } from "#worker/services/emails/emails.queries";

/** Opens a file that went with a mail to this applicant. */
export const openMailedFile = async (
	ctx: OrgContext,
	which: { id: string; attachmentId: string },
	rangeHeader: string | undefined,
) => {
	const stored = await findMailedFile(ctx, which);
	return stored ? openStoredFile(ctx.env, stored, rangeHeader) : fail("not_found");
};
