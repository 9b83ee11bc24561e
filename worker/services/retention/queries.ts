import { subMonths } from "date-fns";
import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Database } from "#worker/database/database";
import { applications } from "#worker/database/schema/applications";
import { retentionRules } from "#worker/database/schema/privacy";
import { andWithin } from "#worker/database/scope";
import { mostCounted, type Outcome, type RetentionDryRun } from "#worker/services/retention/contract";

/** Rules that one sweep starts. */
const dueAtOnce = 100;

/** Returns rules whose time has come. why of all institutions: the sweep asks. */
export const findDueRules = (db: Database, now: number) =>
	db
		.select({ organisationId: retentionRules.organisationId, id: retentionRules.id })
		.from(retentionRules)
		// why the literal: SQLite uses a partial index only for exactly its condition.
		.where(and(sql`enabled = 1`, sql`${retentionRules.nextAt} <= ${now}`))
		.limit(dueAtOnce);

/** Finds a rule with the title of its application. */
export const findRule = async ({ db, organisationId }: Pick<OrgContext, "db" | "organisationId">, id: string) => {
	const [found] = await db
		.select({ rule: retentionRules, applicationTitle: applications.title, closesAt: applications.endsAt })
		.from(retentionRules)
		.innerJoin(
			applications,
			and(
				eq(applications.organisationId, retentionRules.organisationId),
				eq(applications.id, retentionRules.applicationId),
			),
		)
		.where(and(eq(retentionRules.organisationId, organisationId), eq(retentionRules.id, id)));
	return found;
};
export type FoundRule = NonNullable<Awaited<ReturnType<typeof findRule>>>;

const typeOf: Record<Outcome, string> = { never_submitted: "REGISTRATION", declined: "DECLINED" };

type Rule = Pick<FoundRule["rule"], "applicationId" | "outcome" | "months">;

/** Selects the steps whose applicants a rule erases, once the application has been closed for as long as the rule says. */
const stepsOf = ({ organisationId }: OrgContext, { applicationId, outcome }: Rule) => sql`FROM applications AS closed
	CROSS JOIN workflow_steps AS step ON step.organisation_id = ${organisationId}
		AND step.workflow_id = closed.workflow_id AND step.type = ${typeOf[outcome]}
	WHERE closed.organisation_id = ${organisationId} AND closed.id = ${applicationId}`;

/** why: staff move applicants back to a first stage, and workflows may have no stage for those who have submitted. */
const neverSubmitted = ({ outcome }: Pick<Rule, "outcome">) =>
	outcome === "never_submitted" ? sql`AND due.submitted_at IS NULL` : sql``;

const dueAt = (ctx: OrgContext, { applicationId, outcome }: Rule, before: number) => sql`
	FROM applicants AS due INDEXED BY applicants_by_waiting
	WHERE due.organisation_id = ${ctx.organisationId} AND due.application_id = ${applicationId}
		AND due.step_id = step.id AND due.stage_changed_at <= ${before} AND closed.ends_at <= ${before}
		${neverSubmitted({ outcome })}
		${andWithin(ctx, sql`due.course_id`)}`;

/** Counts by stage who is due at a moment, along an index, no more than `mostCounted` at each. */
export const countDue = async (ctx: OrgContext, rule: Rule, at: number): Promise<RetentionDryRun["stages"]> => {
	const before = subMonths(at, rule.months).getTime();
	const rows = await ctx.db.all<{ id: string; name: string; applicants: number }>(sql`
		SELECT step.id, step.name, (SELECT count(*) FROM (SELECT 1 ${dueAt(ctx, rule, before)}
			LIMIT ${mostCounted + 1})) AS applicants
		${stepsOf(ctx, rule)} ORDER BY step.position`);
	return rows.map(({ id, name, applicants }) => ({
		id,
		name,
		applicants: Math.min(applicants, mostCounted),
		isExact: applicants <= mostCounted,
	}));
};

/** What makes applicants due by a rule, as it was when its run was begun. */
export interface DueByRule {
	ruleId: string;
	months: number;
	stepIds: string[];
	/** UTC milliseconds. */
	before: number;
}

/** Reads the ids of the next who were due at a moment, and what makes them due. */
export const nextDue = async (
	ctx: OrgContext,
	rule: Rule & { id: string },
	at: number,
	limit: number,
): Promise<{ ids: string[]; due: DueByRule }> => {
	const before = subMonths(at, rule.months).getTime();
	const steps = await ctx.db.all<{ id: string }>(sql`SELECT step.id ${stepsOf(ctx, rule)} ORDER BY step.position`);
	const ids: string[] = [];
	for (const step of steps) {
		const rows = await ctx.db.all<{ id: string }>(sql`
			SELECT due.id FROM applications AS closed
			CROSS JOIN applicants AS due INDEXED BY applicants_by_waiting
			WHERE closed.organisation_id = ${ctx.organisationId} AND closed.id = ${rule.applicationId}
				AND closed.ends_at <= ${before} AND due.organisation_id = ${ctx.organisationId}
				AND due.application_id = ${rule.applicationId} AND due.step_id = ${step.id}
				AND due.stage_changed_at <= ${before} ${neverSubmitted(rule)} ${andWithin(ctx, sql`due.course_id`)}
			ORDER BY due.stage_changed_at LIMIT ${limit - ids.length}`);
		ids.push(...rows.map(({ id }) => id));
		if (ids.length >= limit) break;
	}
	return { ids, due: { ruleId: rule.id, months: rule.months, stepIds: steps.map(({ id }) => id), before } };
};
