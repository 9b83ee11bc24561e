import { fail, ok } from "#worker/contract/result";
import { isBound } from "#worker/database/scope";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { serveRecords } from "#worker/records/serve-records";
import { allApplications } from "#worker/services/applications/search.queries";
import { listRetentionChoices, tryRetentionRule } from "#worker/services/retention/contract";
import { countDue, findRule } from "#worker/services/retention/queries";
import { retentionRule } from "#worker/services/retention/record";

export const retentionRoutes = (app: App): void => {
	// why before the records: their paths end with any id.
	serve(app, listRetentionChoices, async (ctx) => ok({ applications: await allApplications(ctx) }));
	serveRecords(app, retentionRule);
	serve(app, tryRetentionRule, async (ctx, { params }) => {
		// why: a rule erases applicants of every place, and says how many.
		if (isBound(ctx)) return fail("whole_institution_needed");
		const found = await findRule(ctx, params.id);
		if (!found) return fail("not_found");
		return ok({ stages: await countDue(ctx, found.rule, ctx.now()), closesAt: found.closesAt });
	});
};
