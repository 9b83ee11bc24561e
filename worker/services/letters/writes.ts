import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicants, letters } from "#worker/database/schema/applicants";
import { annotateApplicants } from "#worker/services/applicants/applicant.writes";
import { logApplicants } from "#worker/services/applicants/applicant-log.writes";
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
	/** The applicant's letter as it was read, for a letter of a stage. */
	replaces?: string | null;
}

interface MadeFrom {
	template: { id: string; name: string };
	eventId: string;
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
export const writeLetters = (ctx: OrgContext, made: readonly NewLetter[], { template, eventId }: MadeFrom): Write[] => [
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
			createdBy: ctx.actor.id,
			createdByName: ctx.actor.name,
			createdAt: ctx.now(),
		},
		sql`FROM json_each(${JSON.stringify(made)})`,
	),
	logApplicants(
		ctx,
		made.map(({ applicantId, stageName }) => ({ applicantId, stageName })),
		{ type: "DATA_UPDATE", reason: `Offer letter made: ${template.name}`, eventId },
	),
];

export const moveLetters = ({ db, organisationId }: OrgContext, { to, ids }: Reassignment): Write =>
	db
		.update(letters)
		.set({ applicantId: to })
		.where(and(eq(letters.organisationId, organisationId), sql`${letters.id} IN ${ids}`));
