import type { OrgContext } from "#worker/context";
import type { Permission } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { hasCourse } from "#worker/database/scope";
import { findApplicant, withLetterPath } from "#worker/services/applicants/applicant.queries";
import { recordView } from "#worker/services/applicants/applicant.writes";
import { countChanges } from "#worker/services/applicants/changes.queries";
import { findMergeTarget } from "#worker/services/duplicates/merges.queries";

/** Opens an applicant, or the target of a merged one, with what changed since the last visit, and records the visit. */
export const openApplicant = async (ctx: OrgContext, askedFor: string) => {
	const opened = await open(ctx, askedFor);
	if (opened.ok) return opened;
	const target = await findMergeTarget(ctx, askedFor);
	return target === undefined ? opened : open(ctx, target);
};

const open = async (ctx: OrgContext, applicantId: string) => {
	const [applicant, changes] = await Promise.all([findApplicant(ctx, applicantId), countChanges(ctx, applicantId)]);
	if (!applicant) return fail("not_found");
	ctx.waitUntil(recordView(ctx, applicantId));
	const privilegesElsewhere = elsewhere(ctx, applicant.course.id);
	return ok({ ...withLetterPath(applicant), changes, privilegesElsewhere });
};

/** Returns the actor's privileges that do not reach the applicants of a course. */
const elsewhere = ({ actor, scopeFor }: OrgContext, courseId: string): string[] =>
	actor.roles.every(({ placeId }) => placeId === null)
		? []
		: actor.privileges.filter((privilege) => !hasCourse(scopeFor([privilege as Permission]), courseId));
