import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { describeHindrances } from "#worker/contract/stage-rules";
import { scopeOfRoles } from "#worker/http/scope-of-user";
import { hindrancesOf } from "#worker/services/stage-changes/decide-move";
import { findNextStages } from "#worker/services/stage-changes/queries";
import { toHindrances } from "#worker/services/workflows/hindrances.queries";

const RoleIds = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** Lists the stages of an applicant's workflow, each with why they cannot be moved there. */
export const listNextStages = async (ctx: OrgContext, applicantId: string) => {
	const rows = await findNextStages(ctx, applicantId);
	if (rows.length === 0) return fail("not_found");
	const stages = await Promise.all(
		rows.map(async ({ id, name, type, roleIds, current, courseId, hindrances }) => {
			const movers = roleIds === null ? null : await scopeOfRoles(ctx, ctx.actor.id, v.parse(RoleIds, roleIds));
			const inTheWay = hindrancesOf({ courseId, hindrances: toHindrances(hindrances) }, { movers });
			const isThere = current === 1;
			const reason = isThere || inTheWay.length === 0 ? null : describeHindrances(inTheWay);
			return { id, name, type, current: isThere, reason };
		}),
	);
	return ok({ stages });
};
