import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { describeHindrances, moveHindrances } from "#worker/contract/stage-rules";
import type { Scope } from "#worker/database/scope";
import { scopeOfRoles } from "#worker/http/scope-of-user";
import { findStep, type Step } from "#worker/services/applicants/change.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import { countHolders, countNamedHolders, isAt } from "#worker/services/applicants/matching.queries";
import { readApplicantStates } from "#worker/services/applicants/selection.queries";
import { hindrancesOf } from "#worker/services/stage-changes/decide-move";
import { hindrancesTo, isHindered } from "#worker/services/workflows/hindrances.queries";

interface Destination {
	step: Step;
	movers: Scope | null;
	/** Whether a second person has approved the move. */
	isApproved: boolean;
}

/** The condition that a rule keeps an applicant, who is elsewhere, from a step. */
export const isKeptFrom = ({ organisationId }: OrgContext, { step: { id }, movers, isApproved }: Destination): SQL =>
	sql`(NOT ${isAt.stage(id)} AND ${isHindered(hindrancesTo(organisationId, id, movers, isApproved))})`;

/** The condition that an applicant would move to a step. @param since applicants who were moved later stay; UTC milliseconds */
export const isMovedTo = ({ organisationId }: OrgContext, to: Destination, since: number | undefined): SQL => {
	const { step, movers, isApproved } = to;
	return sql`(NOT ${isAt.stage(step.id)}
		AND +applicant.application_id IN (SELECT id FROM applications
			WHERE organisation_id = ${organisationId} AND workflow_id = ${step.workflowId})
		AND ${since === undefined ? sql`true` : sql`applicant.stage_changed_at <= ${since}`}
		AND NOT ${step.isRuled ? isHindered(hindrancesTo(organisationId, step.id, movers, isApproved)) : sql`false`})`;
};

/** Counts the applicants that each rule keeps from a step. */
export const countHindrances = async (
	ctx: OrgContext,
	chosen: { ids: readonly string[] } | { filter: CompiledFilter },
	{ step, movers, isApproved }: Destination,
): Promise<{ reason: string; applicants: number }[]> => {
	if (!step.isRuled) return [];
	const hindrances = hindrancesTo(ctx.organisationId, step.id, movers, isApproved);
	const counted = await Promise.all(
		moveHindrances.map(async (name) => {
			const isKept = sql`(NOT ${isAt.stage(step.id)} AND ${hindrances[name]})`;
			const applicants =
				"ids" in chosen
					? await countNamedHolders(ctx, chosen.ids, isKept)
					: await countHolders(ctx, chosen.filter, isKept);
			return { reason: describeHindrances([name]), applicants };
		}),
	);
	return counted.filter(({ applicants }) => applicants > 0);
};

/** Says why the rules keep an applicant from a step of their workflow, without an approval; undefined when they do not. */
export const explainKept = async (
	ctx: OrgContext,
	applicantId: string,
	stepId: string,
): Promise<string | undefined> => {
	const step = await findStep(ctx, stepId);
	if (!step?.isRuled) return undefined;
	const [states, movers] = await Promise.all([
		readApplicantStates(ctx, [applicantId], { stepId }),
		step.roleIds && scopeOfRoles(ctx, ctx.actor.id, step.roleIds),
	]);
	const applicant = states.get(applicantId);
	return (applicant && describeHindrances(hindrancesOf(applicant, { movers }))) || undefined;
};
