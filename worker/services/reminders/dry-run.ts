import type { OrgContext } from "#worker/context";
import { anyOf, holdsAny } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { type DryRun, namedInDryRun } from "#worker/services/reminders/contract";
import { countDue, findApplications, findPlan } from "#worker/services/reminders/queries";

const seeApplicants = anyOf("candidate");

/** Counts who a reminder would write to now, among the applicants that the user may see. */
export const dryRun = async (ctx: OrgContext, id: string) => {
	const plan = await findPlan(ctx.db, ctx.organisationId, id);
	if (!plan) return fail("not_found");
	const { reminder, hours } = plan;
	// why: names are personal data, which a privilege on reminders does not show.
	const maySeeNames = holdsAny(ctx.actor.privileges, seeApplicants);
	const seen = maySeeNames ? { ...ctx, scope: ctx.scopeFor(seeApplicants) } : ctx;
	const result: DryRun = { total: 0, first: [] };
	for (const application of await findApplications(ctx, reminder, hours.timeZone)) {
		const named = maySeeNames ? namedInDryRun - result.first.length : 0;
		const { total, first } = await countDue(seen, reminder, application, { hours, named });
		result.total += total;
		result.first.push(...first);
	}
	return ok(result);
};
