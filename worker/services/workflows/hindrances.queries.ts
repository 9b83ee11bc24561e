import { type SQL, sql } from "drizzle-orm";
import { type MoveHindrance, moveHindrances, type StageRequirement } from "#worker/contract/stage-rules";
import { isWithin, type Scope } from "#worker/database/scope";

/** What an applicant is without, as conditions on the row `applicant`. */
const isWithout: Record<StageRequirement, SQL> = {
	submitted: sql`applicant.submitted_at IS NULL`,
	paid: sql`applicant.paid_at IS NULL`,
	references: sql`coalesce(applicant.references_missing, 0) > 0`,
	letter: sql`applicant.letter_url IS NULL`,
};

/**
 * Returns what stands in the way of moving the row `applicant` to a step, each as a condition.
 * @param movers the applicants that the user's roles may move there; null where the step names no roles
 * @param isApproved whether a second person has approved the move
 */
export const hindrancesTo = (
	organisationId: string,
	stepId: string | SQL,
	movers: Scope | null,
	isApproved = false,
): Record<MoveHindrance, SQL> => {
	const isRequired = (requirement: StageRequirement): SQL =>
		sql`EXISTS (SELECT 1 FROM workflow_steps AS wanted CROSS JOIN json_each(wanted.requirements) AS required
			WHERE wanted.organisation_id = ${organisationId} AND wanted.id = ${stepId} AND required.value = ${requirement})`;
	const hindrance = (requirement: StageRequirement): SQL =>
		sql`(${isWithout[requirement]} AND ${isRequired(requirement)})`;
	return {
		order: sql`EXISTS (SELECT 1 FROM workflow_steps AS present WHERE present.organisation_id = ${organisationId}
			AND present.id = applicant.step_id AND present.next_step_ids IS NOT NULL AND NOT EXISTS (
				SELECT 1 FROM json_each(present.next_step_ids) AS next WHERE next.value = ${stepId}))`,
		role: movers ? sql`NOT ${isWithin({ scope: movers }, sql`applicant.course_id`)}` : sql`false`,
		submitted: hindrance("submitted"),
		paid: hindrance("paid"),
		references: hindrance("references"),
		letter: hindrance("letter"),
		approval: isApproved
			? sql`false`
			: sql`EXISTS (SELECT 1 FROM workflow_steps AS guarded WHERE guarded.organisation_id = ${organisationId}
				AND guarded.id = ${stepId} AND guarded.needs_approval)`,
	};
};

/** Returns those that hold of a row as one text, which `toHindrances` reads. */
export const namesOfHindrances = (hindrances: Record<MoveHindrance, SQL>): SQL<string> =>
	sql<string>`(${sql.join(
		moveHindrances.map((name) => sql`iif(${hindrances[name]}, ${sql.raw(`'${name} '`)}, '')`),
		sql` || `,
	)})`;

export const toHindrances = (names: string): MoveHindrance[] =>
	moveHindrances.filter((one) => names.split(" ").includes(one));

/** The condition that anything stands in the way. */
export const isHindered = (hindrances: Record<MoveHindrance, SQL>): SQL =>
	sql`(${sql.join(Object.values(hindrances), sql` OR `)})`;

/** Returns whether a workflow has any rule about moving to a step. */
export const isRuled = (organisationId: string, workflowId: SQL, stepId: string): SQL<number> =>
	sql<number>`EXISTS (SELECT 1 FROM workflow_steps AS ruled WHERE ruled.organisation_id = ${organisationId}
		AND ruled.workflow_id = ${workflowId} AND (ruled.next_step_ids IS NOT NULL
			OR (ruled.id = ${stepId} AND (ruled.role_ids IS NOT NULL OR ruled.requirements IS NOT NULL OR ruled.needs_approval))))`;
