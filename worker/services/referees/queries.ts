import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { OrgContext } from "#worker/context";
import { anyOf } from "#worker/contract/permissions";
import type { Database } from "#worker/database/database";
import { applicantLog, applicants, refereeInvitations, referees } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { formDesignVersions, submissions } from "#worker/database/schema/forms";
import { organisations } from "#worker/database/schema/organisations";
import { isWithin } from "#worker/database/scope";
import { designOfSubmission } from "#worker/services/forms/queries";
import type { Referee } from "#worker/services/referees/contract";
import { inputsFor, openPlacesOf } from "#worker/services/referees/referee";
import { activeHolders } from "#worker/services/users/queries";

const sameRow = (
	one: { organisationId: AnySQLiteColumn; id: AnySQLiteColumn },
	organisationId: AnySQLiteColumn,
	id: AnySQLiteColumn,
) => and(eq(one.organisationId, organisationId), eq(one.id, id));

export const submissionOfApplicant = sameRow(submissions, applicants.organisationId, applicants.submissionId);
const applicantOfReferee = sameRow(applicants, referees.organisationId, referees.applicantId);
export const applicationOfApplicant = sameRow(applications, applicants.organisationId, applicants.applicationId);

/**
 * Reads an applicant's referees in the order they were named, the places that are open, and what decides a change;
 * undefined without such an applicant.
 */
export const findReferees = async ({ db, organisationId }: OrgContext, applicantId: string) => {
	const [[applicant], found] = await db.batch([
		db
			.select({
				id: applicants.id,
				email: applicants.email,
				applicationId: applicants.applicationId,
				applicationTitle: applications.title,
				undoWindowSeconds: organisations.undoWindowSeconds,
				layout: formDesignVersions.layout,
			})
			.from(applicants)
			.innerJoin(organisations, eq(organisations.id, applicants.organisationId))
			.leftJoin(applications, applicationOfApplicant)
			.leftJoin(submissions, submissionOfApplicant)
			.leftJoin(formDesignVersions, designOfSubmission)
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId))),
		db
			.select({
				id: referees.id,
				name: referees.name,
				email: referees.email,
				phone: referees.phone,
				status: referees.status,
				data: referees.data,
				kind: referees.kind,
				invitedAt: referees.invitedAt,
				answeredAt: referees.answeredAt,
			})
			.from(referees)
			.where(and(eq(referees.organisationId, organisationId), eq(referees.applicantId, applicantId)))
			.orderBy(asc(referees.createdAt), asc(referees.id)),
	]);
	if (!applicant) return undefined;
	const { layout, ...about } = applicant;
	return {
		applicant: about,
		openPlaces: openPlacesOf(layout, found),
		referees: found.map((referee): Referee => ({ ...referee, inputs: inputsFor(layout, referee.kind) })),
	};
};
export type FoundReferees = NonNullable<Awaited<ReturnType<typeof findReferees>>>;

/** Whether the form has a section that this referee answers. why in SQL: a hundred layouts are a megabyte. */
const hasInputs = sql<number>`EXISTS (
	SELECT 1 FROM json_each(${formDesignVersions.layout}, '$.sections') AS section
	WHERE section.value ->> 'refereeSectionType' IS NOT NULL
		AND (${referees.kind} IS NULL OR section.value ->> 'refereeSectionType' = ${referees.kind}))`;

/** Finds those of the ids that are referees of applicants within the scope, with the data of their email; and the institution. */
export const findInvitees = async ({ db, organisationId, ...ctx }: OrgContext, ids: readonly string[]) => {
	const [[organisation], invitees] = await db.batch([
		db
			.select({
				id: organisations.id,
				name: organisations.name,
				email: organisations.email,
				address: organisations.address,
				timeZone: organisations.timeZone,
				signatoryName: organisations.signatoryName,
				signatoryTitle: organisations.signatoryTitle,
				logoKey: organisations.logoKey,
			})
			.from(organisations)
			.where(eq(organisations.id, organisationId)),
		db
			.select({
				id: referees.id,
				name: referees.name,
				email: referees.email,
				status: referees.status,
				invitedAt: referees.invitedAt,
				hasInputs,
				applicant: {
					id: applicants.id,
					firstName: applicants.firstName,
					middleName: applicants.middleName,
					lastName: applicants.lastName,
				},
				applicationTitle: applications.title,
			})
			.from(referees)
			.innerJoin(applicants, applicantOfReferee)
			.innerJoin(applications, applicationOfApplicant)
			.leftJoin(submissions, submissionOfApplicant)
			.leftJoin(formDesignVersions, designOfSubmission)
			.where(
				and(
					eq(referees.organisationId, organisationId),
					// why: one JSON parameter holds any number of ids; a statement takes only 100 parameters.
					sql`${referees.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
					isWithin(ctx, sql`+${applicants.courseId}`),
				),
			),
	]);
	return { organisation, invitees };
};
export type Invitee = Awaited<ReturnType<typeof findInvitees>>["invitees"][number];

/** Finds the invitation of a token, with its referee and applicant. Undefined when no such token was sent. */
export const findInvitation = async (db: Database, organisationId: string, tokenHash: string) => {
	const [found] = await db
		.select({
			expiresAt: refereeInvitations.expiresAt,
			usedAt: refereeInvitations.usedAt,
			organisation: { id: organisations.id, name: organisations.name, logoKey: organisations.logoKey },
			refereeId: referees.id,
			refereeName: referees.name,
			status: referees.status,
			kind: referees.kind,
			applicantId: applicants.id,
			courseId: applicants.courseId,
			candidate: {
				firstName: applicants.firstName,
				middleName: applicants.middleName,
				lastName: applicants.lastName,
			},
			applicationId: applications.id,
			applicationTitle: applications.title,
			layout: formDesignVersions.layout,
		})
		.from(refereeInvitations)
		.innerJoin(organisations, eq(organisations.id, refereeInvitations.organisationId))
		.innerJoin(
			referees,
			and(
				eq(referees.organisationId, refereeInvitations.organisationId),
				eq(referees.id, refereeInvitations.refereeId),
			),
		)
		.innerJoin(applicants, applicantOfReferee)
		.innerJoin(applications, applicationOfApplicant)
		.leftJoin(submissions, submissionOfApplicant)
		.leftJoin(formDesignVersions, designOfSubmission)
		.where(and(eq(refereeInvitations.organisationId, organisationId), eq(refereeInvitations.tokenHash, tokenHash)));
	return found;
};
export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** The most colleagues who are notified of one reference. */
const maxTold = 100;

/** Finds the staff who have worked on the applicant, or asked for this reference, and may still see this applicant. */
export const findCaseworkers = async (
	db: Database,
	organisationId: string,
	{ applicantId, courseId }: Pick<FoundInvitation, "applicantId" | "courseId">,
): Promise<string[]> => {
	const [workers, holders] = await Promise.all([
		db
			.selectDistinct({ id: applicantLog.actorId })
			.from(applicantLog)
			.where(
				and(
					eq(applicantLog.organisationId, organisationId),
					eq(applicantLog.applicantId, applicantId),
					isNotNull(applicantLog.actorId),
				),
			),
		activeHolders({ db, organisationId }, { privileges: anyOf("candidate"), courseIds: [courseId] }),
	]);
	const seeing = new Set(holders.map(({ id }) => id));
	return workers.flatMap(({ id }) => (id !== null && seeing.has(id) ? id : [])).slice(0, maxTold);
};
