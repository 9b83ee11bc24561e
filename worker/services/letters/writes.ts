import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { isOneOf } from "#worker/database/is-one-of";
import { applicants, letters } from "#worker/database/schema/applicants";
import { annotateApplicants } from "#worker/services/applicants/applicant.writes";
import { atStage, logApplicants } from "#worker/services/applicants/applicant-log.writes";
import type { Reassignment } from "#worker/services/applicants/merged-applicant.writes";

/** A letter in the file store that is about to be recorded. */
export interface NewLetter {
	id: string;
	applicantId: string;
	applicationId: string;
	stageName: string;
	objectKey: string;
	/** In bytes. */
	size: number;
	/** The code that it can be verified with. */
	code: string;
	/** The name and the course as the letter has them. */
	holderName: string;
	courseName: string;
	/** The applicant's letter as it was read. */
	replaces?: string | null;
}

interface MadeFrom {
	template: { id: string; name: string };
	eventId: string;
	/** Why a letter takes the place of another. */
	reason?: string;
}

/** A stage's letter is for applicants still at it with the letter that was read, while the task is at this slice. */
interface LetterGuard {
	/** Left out: at any stage. */
	stepId?: string;
	onlyIf?: SQL | undefined;
}

/** Sets the newest letter of applicants (§3 letter). Applicants who no longer exist get none. */
export const writeLetterUrls = (ctx: OrgContext, made: readonly NewLetter[], guard?: LetterGuard): Write => {
	const urls = Object.fromEntries(
		made.map(({ id, applicantId }) => [applicantId, `/${ctx.organisationId}/applicants/${applicantId}/letters/${id}`]),
	);
	return annotateApplicants(
		ctx,
		made.map(({ applicantId, replaces = null }) => ({
			id: applicantId,
			...(guard && { letterUrl: replaces }),
			...(guard?.stepId !== undefined && { stepId: guard.stepId }),
		})),
		{
			set: { letterUrl: sql`(SELECT value FROM json_each(${JSON.stringify(urls)}) WHERE key = ${applicants.id})` },
			guard: guard?.onlyIf,
		},
	);
};

/** Adds each letter to the history, and one entry to its applicant's log. */
export const writeLetters = (
	ctx: OrgContext,
	made: readonly NewLetter[],
	{ template, eventId, reason }: MadeFrom,
): Write[] => [
	insertFrom(
		ctx.db,
		letters,
		{
			organisationId: ctx.organisationId,
			id: sql`value ->> 'id'`,
			applicantId: sql`value ->> 'applicantId'`,
			templateId: template.id,
			templateName: template.name,
			stageName: sql`value ->> 'stageName'`,
			objectKey: sql`value ->> 'objectKey'`,
			size: sql`value ->> 'size'`,
			code: sql`value ->> 'code'`,
			holderName: sql`value ->> 'holderName'`,
			courseName: sql`value ->> 'courseName'`,
			createdBy: ctx.actor.id,
			createdByName: ctx.actor.name,
			createdAt: ctx.now(),
		},
		sql`FROM json_each(${JSON.stringify(made)})`,
	),
	logApplicants(
		ctx,
		made.map(({ applicantId, stageName }) => ({ applicantId, stageName })),
		{
			type: "DATA_UPDATE",
			reason:
				reason === undefined
					? `Offer letter made: ${template.name}`
					: `Offer letter replaced: ${template.name}. ${reason}`,
			eventId,
		},
	),
];

/** Leaves the applicant without a letter in force, if the letter that was read still is. */
export const writeLetterUrlRemoved = (ctx: OrgContext, seen: { id: string; letterUrl: string | null }): Write =>
	annotateApplicants(ctx, [seen], { set: { letterUrl: null } });

/** Marks a letter as withdrawn, and says so in its applicant's log. */
export const writeWithdrawn = (
	ctx: OrgContext,
	{ id, applicantId, templateName }: { id: string; applicantId: string; templateName: string },
	{ reason, eventId }: { reason: string; eventId: string },
): Write[] => [
	ctx.db
		.update(letters)
		.set({
			withdrawnAt: ctx.now(),
			withdrawnBy: ctx.actor.id,
			withdrawnByName: ctx.actor.name,
			withdrawnReason: reason,
		})
		.where(and(eq(letters.organisationId, ctx.organisationId), eq(letters.id, id))),
	logApplicants(ctx, atStage(ctx, applicantId), {
		type: "DATA_UPDATE",
		reason: `Offer letter withdrawn: ${templateName}. ${reason}`,
		eventId,
	}),
];

/** Counts one verification of the letter with this code. */
export const countCheck = (
	db: Database,
	{ organisationId, code }: { organisationId: string; code: string },
	now: number,
) =>
	db
		.update(letters)
		.set({ checks: sql`${letters.checks} + 1`, lastCheckedAt: now })
		.where(and(eq(letters.organisationId, organisationId), eq(letters.code, code)));

export const moveLetters = ({ db, organisationId }: OrgContext, { to, ids }: Reassignment): Write =>
	db
		.update(letters)
		.set({ applicantId: to })
		.where(and(eq(letters.organisationId, organisationId), sql`${letters.id} IN ${ids}`));

/** Deletes the letters of applicants; anyone who checks their codes learns that there is no such letter. */
export const eraseLetters = ({ db, organisationId }: OrgContext, ids: readonly string[]): Write =>
	db.delete(letters).where(and(eq(letters.organisationId, organisationId), isOneOf(letters.applicantId, ids)));
