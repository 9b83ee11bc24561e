import type { OrgContext } from "#worker/context";
import { countEmptyFields } from "#worker/services/applicants/empty-fields.queries";
import { type Audience, countAudience, fromAudience } from "#worker/services/emails/audience.queries";
import type { Institution } from "#worker/services/emails/compose-mail";

/** Returns the merge fields of a text that are empty for some recipients, and for how many. */
export const findEmptyFields = (
	ctx: OrgContext,
	{ audience, ...merged }: { audience: Audience; organisation: Institution; texts: readonly string[] },
) =>
	countEmptyFields(ctx, {
		...merged,
		recipients: { select: () => fromAudience(ctx, audience), count: () => countAudience(ctx, audience) },
	});
