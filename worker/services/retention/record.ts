import { sql } from "drizzle-orm";
import { fail } from "#worker/contract/result";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { retentionRules } from "#worker/database/schema/privacy";
import { isBound } from "#worker/database/scope";
import { defineRecord } from "#worker/records/queries";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { type RetentionRule, retentionRecord } from "#worker/services/retention/contract";
import { noticeMs } from "#worker/services/retention/run-rule";

const applicationTitle = sql<string | null>`(SELECT application.title FROM applications AS application
	WHERE application.organisation_id = retention_rules.organisation_id AND application.id = retention_rules.application_id)`;

type Row = Omit<RetentionRule, "application" | "erasesAt"> & {
	applicationTitle: string | null;
	announcedAt: number | null;
};

export const retentionRule = defineRecord({
	kind: "retention_rule",
	endpoints: retentionRecord,
	table: retentionRules,
	columns: {
		name: retentionRules.name,
		applicationId: retentionRules.applicationId,
		outcome: retentionRules.outcome,
		months: retentionRules.months,
		enabled: retentionRules.enabled,
		announcedAt: retentionRules.announcedAt,
		lastErasedAt: retentionRules.lastErasedAt,
		lastErased: retentionRules.lastErased,
		applicationTitle,
	},
	toRow: (read) => {
		const { applicationTitle, announcedAt, ...row } = read as unknown as Row;
		return {
			...row,
			application: { id: row.applicationId, name: applicationTitle ?? row.applicationId },
			erasesAt: row.enabled && announcedAt !== null ? announcedAt + noticeMs : null,
		};
	},
	// why: what was announced is about other applicants now.
	toColumns: (fields) => ({ ...fields, nextAt: 0, announcedAt: null }),
	sorts: { name: folded(retentionRules.name) },
	matching: (_, { name }) => containsWords(name, retentionRules.name),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "retention_rules_by_name",
		field: "name",
		create: "retention_rule_exists",
		update: "retention_rule_exists",
		text: ({ name }) => `There is a retention rule called “${name}” already.`,
	},
	check: async (ctx, { applicationId, enabled }, id) => {
		// why: it erases applicants of every place.
		if (isBound(ctx)) return fail("whole_institution_needed");
		if (enabled && id === undefined)
			return fail("invalid", {
				fields: { enabled: ["Save the rule first, and check which applicants it would erase. Then enable it."] },
			});
		if ((await findApplicationTitle(ctx, applicationId)) === undefined)
			return fail("application_unavailable", {
				fields: { applicationId: ["This application does not exist. Choose another one."] },
			});
		return undefined;
	},
	checkRemoval: async (ctx) => (isBound(ctx) ? fail("whole_institution_needed") : undefined),
	holds: ({ organisationId }, { applicationId }) =>
		sql`EXISTS (SELECT 1 FROM applications WHERE organisation_id = ${organisationId} AND id = ${applicationId})`,
});
