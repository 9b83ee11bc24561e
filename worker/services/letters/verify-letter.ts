import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { readLetterCode } from "#worker/contract/text/letter-code";
import { refuseAddress } from "#worker/http/rate-limit";
import { findByCode, stateOf } from "#worker/services/letters/queries";
import { countCheck } from "#worker/services/letters/writes";

/** Enough for a desk that checks paper after paper, too few to try codes. */
const limit = { name: "verify-letter", attempts: 60, windowMs: 60_000 };

/** Says whether a letter is in force, by its code, and counts that somebody asked. */
export const verifyLetter = async (
	ctx: RequestContext,
	{ organisationId, code: typed }: { organisationId: string; code: string },
) => {
	const refused = await refuseAddress(ctx, limit);
	if (refused) return refused;
	const code = readLetterCode(typed);
	if (code === undefined) return fail("not_found");
	const db = ctx.databaseFor(organisationId);
	const [[found]] = await db.batch([
		findByCode(db, { organisationId, code }),
		countCheck(db, { organisationId, code }, ctx.now()),
	]);
	if (!found) return fail("not_found");
	const { id, name, course, createdAt, ...standing } = found;
	return ok({ state: stateOf(id, standing), name: name ?? "", course: course ?? "", createdAt });
};
