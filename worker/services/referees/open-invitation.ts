import type { RequestContext } from "#worker/context";
import type { FormSection } from "#worker/contract/forms/form-schema";
import { ok } from "#worker/contract/result";
import { hashToken } from "#worker/http/keys";
import { bucketFor, countAttempts } from "#worker/http/rate-limit";
import { findInvitation } from "#worker/services/referees/invitation.queries";
import { decideInvitation, inputsFor } from "#worker/services/referees/referee";

/** Links that one address may try a minute: as many as public summaries, and too few to guess one. */
const limit = { name: "referee-link", attempts: 60, windowMs: 60_000 };

export interface PresentedLink {
	organisation: string;
	token: string;
}

/** Finds the invitation of a valid link; otherwise the reason why it is not, and nothing more. */
export const findGoodInvitation = async (ctx: RequestContext, { organisation, token }: PresentedLink) => {
	const refused = await countAttempts(ctx, "", [{ limit, bucket: await bucketFor(limit.name, ctx.address) }]);
	if (refused) return refused.refusal;
	const tokenHash = await hashToken(token);
	const found = await findInvitation(ctx.databaseFor(organisation), organisation, tokenHash);
	const decided = decideInvitation(found, ctx.now());
	if (!decided.ok) return decided;
	const { layout, kind } = decided.value;
	return ok({ ...decided.value, tokenHash, inputs: withoutFiles(inputsFor(layout, kind)) });
};

/**
 * Returns what a link asks of a referee (§3 Referee). Mail scanners open it before its reader does: it uses nothing
 * up.
 */
export const openInvitation = async (ctx: RequestContext, link: PresentedLink) => {
	const found = await findGoodInvitation(ctx, link);
	if (!found.ok) return found;
	const { organisation, refereeName, candidate, applicationTitle, inputs, expiresAt } = found.value;
	return ok({ organisation, referee: { name: refereeName }, candidate, applicationTitle, inputs, expiresAt });
};

/** why: a stranger's file would be stored before anybody at the institution knows of it. */
const withoutFiles = (sections: readonly FormSection[]): FormSection[] =>
	sections.map((section) => ({
		...section,
		rows: section.rows
			.map((row) => ({ ...row, cols: row.cols.filter(({ type }) => type !== "file" && type !== "camera") }))
			.filter(({ cols }) => cols.length > 0),
	}));
