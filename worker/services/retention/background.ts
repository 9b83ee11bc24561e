import type { Background } from "#worker/feature-background";
import { findDueRules } from "#worker/services/retention/queries";
import { type EraseByRule, retentionErrand, runRuleBy } from "#worker/services/retention/run-rule";
import { sendErrand } from "#worker/tasks/start-task";

/** @param eraseByRule from the feature that erases, which this one does not import */
export const retentionBackground = (eraseByRule: EraseByRule): Background => ({
	errands: [runRuleBy(eraseByRule)],
	sweeps: [
		{
			name: "retention rules",
			run: async ({ db, env, now }) => {
				for (const { organisationId, id } of await findDueRules(db, now))
					await sendErrand(env, { organisationId, taskId: id, errand: retentionErrand });
			},
		},
	],
});
