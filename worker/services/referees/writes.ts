import { and, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { dayMs } from "#worker/contract/day-ms";
import type { FormData } from "#worker/contract/forms/form-schema";
import type { CommitContext, Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { firstRows } from "#worker/database/first-rows";
import { insertFrom } from "#worker/database/insert-from";
import { refereeInvitations, referees } from "#worker/database/schema/applicants";
import { annotateApplicants } from "#worker/services/applicants/applicant.writes";
import { logApplicants } from "#worker/services/applicants/applicant-log.writes";
import type { Reassignment } from "#worker/services/applicants/merged-applicant.writes";
import type { FoundInvitation, Invitee } from "#worker/services/referees/queries";
import { submitted } from "#worker/services/referees/referee";

/** How long a link is valid. */
export const invitationLifetimeDays = 30;

/** How long the former link stays valid. why: its referee may be writing on its page at this moment. */
const supersededLifetimeMs = dayMs;

/** A new invitation: its referee, and the hash of its token. */
export interface Invitation {
	invitee: Invitee;
	token: string;
	tokenHash: string;
}

const hashesOf = (invitations: readonly Invitation[]) => JSON.stringify(invitations.map(({ tokenHash }) => tokenHash));
const refereesOf = (invitations: readonly Invitation[]) => JSON.stringify(invitations.map(({ invitee }) => invitee.id));

/** Makes the links valid, but none for an address that was corrected meanwhile. The former ones stay valid until the new ones have been sent. */
export const insertInvitations = ({ db, organisationId, now }: OrgContext, invitations: readonly Invitation[]) =>
	insertFrom(
		db,
		refereeInvitations,
		{
			organisationId,
			tokenHash: sql`value ->> 0`,
			refereeId: sql`value ->> 1`,
			createdAt: now(),
			expiresAt: now() + invitationLifetimeDays * dayMs,
		},
		sql`FROM json_each(${JSON.stringify(invitations.map(({ tokenHash, invitee: { id, email } }) => [tokenHash, id, email]))})
			WHERE EXISTS (SELECT 1 FROM referees WHERE referees.organisation_id = ${organisationId}
				AND referees.id = value ->> 1 AND referees.email = value ->> 2)`,
	);

/** Deletes links that were never sent. */
export const deleteInvitations = ({ db, organisationId }: OrgContext, invitations: readonly Invitation[]) =>
	db
		.delete(refereeInvitations)
		.where(
			and(
				eq(refereeInvitations.organisationId, organisationId),
				sql`${refereeInvitations.tokenHash} IN (SELECT value FROM json_each(${hashesOf(invitations)}))`,
			),
		);

/** Records that links were sent: former ones end within a day, referees count as asked, applicants' logs say so. */
export const writeInvited = (
	ctx: OrgContext,
	invitations: readonly Invitation[],
	{ eventId }: { eventId: string },
): Write[] => [endOlder(ctx, invitations), markInvited(ctx, invitations), logInvited(ctx, invitations, eventId)];

/** why by rowid: of two colleagues who ask at the same moment, the later link is valid and the other ends. */
const endOlder = ({ db, organisationId, now }: OrgContext, invitations: readonly Invitation[]): Write =>
	db
		.update(refereeInvitations)
		.set({ expiresAt: now() + supersededLifetimeMs })
		.where(
			and(
				eq(refereeInvitations.organisationId, organisationId),
				sql`${refereeInvitations.refereeId} IN (SELECT value FROM json_each(${refereesOf(invitations)}))`,
				isNull(refereeInvitations.usedAt),
				gt(refereeInvitations.expiresAt, now() + supersededLifetimeMs),
				sql`${refereeInvitations}.rowid < (
					SELECT max(newer.rowid) FROM json_each(${hashesOf(invitations)}) AS sent
					CROSS JOIN referee_invitations AS newer
						ON newer.organisation_id = ${organisationId} AND newer.token_hash = sent.value
					WHERE newer.referee_id = ${refereeInvitations.refereeId})`,
			),
		);

const markInvited = ({ db, organisationId, now }: OrgContext, invitations: readonly Invitation[]): Write =>
	db
		.update(referees)
		.set({ invitedAt: now() })
		.where(
			and(
				eq(referees.organisationId, organisationId),
				// why with the address: a referee who was corrected meanwhile has not been asked.
				sql`(${referees.id}, ${referees.email}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(
					invitations.map(({ invitee }) => [invitee.id, invitee.email]),
				)}))`,
				ne(referees.status, submitted),
			),
		);

const logInvited = (ctx: OrgContext, invitations: readonly Invitation[], eventId: string): Write =>
	logApplicants(
		ctx,
		invitations.map(({ invitee }) => ({
			applicantId: invitee.applicant.id,
			id: ctx.newId(),
			reason: `${invitee.name} was asked ${invitee.invitedAt === null ? "" : "again "}for a reference`,
		})),
		{ type: "DATA_UPDATE", eventId },
	);

/** What staff enter of a referee. */
export interface EnteredReferee {
	name: string;
	email: string;
	phone: string | null;
}

/** A row that is only written as long as its applicant is there. */
export const insertReferee = (
	{ db, organisationId, now }: OrgContext,
	{ id, applicantId, kind, ...entered }: EnteredReferee & { id: string; applicantId: string; kind: string },
): Write =>
	insertFrom(
		db,
		referees,
		{ organisationId, id, applicantId, kind, ...entered, status: "pending", createdAt: now() },
		sql`FROM applicants WHERE organisation_id = ${organisationId} AND id = ${applicantId}
			AND NOT EXISTS (SELECT 1 FROM referees AS named WHERE named.organisation_id = ${organisationId}
				AND named.applicant_id = ${applicantId} AND (named.kind IS NULL OR named.kind = ${kind}
					OR lower(named.email) = ${entered.email.toLowerCase()}))`,
	);

const hasNotAnswered = ({ organisationId }: OrgContext, { id, applicantId }: { id: string; applicantId: string }) =>
	and(
		eq(referees.organisationId, organisationId),
		eq(referees.id, id),
		eq(referees.applicantId, applicantId),
		ne(referees.status, submitted),
	);

const isAsSeen = (ctx: OrgContext, seen: EnteredReferee & { id: string; applicantId: string }) =>
	and(
		hasNotAnswered(ctx, seen),
		eq(referees.name, seen.name),
		eq(referees.email, seen.email),
		sql`${referees.phone} IS ${seen.phone}`,
	);

/** Corrects a referee who is as they were seen and has not answered; at another address they have not been asked. */
export const updateReferee = (
	ctx: OrgContext,
	seen: EnteredReferee & { id: string; applicantId: string },
	{ movesMail, ...entered }: EnteredReferee & { movesMail: boolean },
): Write =>
	ctx.db
		.update(referees)
		.set({ ...entered, ...(movesMail && { invitedAt: null }) })
		.where(isAsSeen(ctx, seen));

/** Deletes a referee who is as they were seen and has not answered. */
export const deleteReferee = (ctx: OrgContext, seen: EnteredReferee & { id: string; applicantId: string }): Write =>
	ctx.db.delete(referees).where(isAsSeen(ctx, seen));

/** Ends every link of a referee now. */
export const endInvitations = ({ db, organisationId, now }: OrgContext, refereeId: string): Write =>
	db
		.update(refereeInvitations)
		.set({ expiresAt: now() })
		.where(
			and(
				eq(refereeInvitations.organisationId, organisationId),
				eq(refereeInvitations.refereeId, refereeId),
				gt(refereeInvitations.expiresAt, now()),
			),
		);

export const moveReferees = ({ db, organisationId }: OrgContext, { to, ids }: Reassignment): Write =>
	db
		.update(referees)
		.set({ applicantId: to })
		.where(and(eq(referees.organisationId, organisationId), sql`${referees.id} IN ${ids}`));

/** Uses a link up: of two requests at the same moment, one changes the row. */
export const consumeInvitation = ({ db, organisationId, now }: CommitContext, tokenHash: string): Write =>
	db
		.update(refereeInvitations)
		.set({ usedAt: now() })
		.where(
			and(
				eq(refereeInvitations.organisationId, organisationId),
				eq(refereeInvitations.tokenHash, tokenHash),
				isNull(refereeInvitations.usedAt),
				gt(refereeInvitations.expiresAt, now()),
				sql`EXISTS (SELECT 1 FROM referees AS asked
					JOIN applicants AS named ON named.organisation_id = ${organisationId} AND named.id = asked.applicant_id
					WHERE asked.organisation_id = ${organisationId} AND asked.id = ${refereeInvitations.refereeId}
						AND asked.status <> ${submitted})`,
			),
		);

/** Stores the referee's answers, and logs them. The record's version stays: nobody's edit becomes stale. */
export const writeReference = (
	ctx: CommitContext,
	{ refereeId, refereeName }: FoundInvitation,
	{ data, eventId }: { data: FormData; eventId: string },
): Write[] => {
	const { db, organisationId, now, newId } = ctx;
	// why looked up here: the applicant may have been merged into another since the link was looked up.
	const applicant = sql`(SELECT json_object('id', applicant_id, 'applicantId', applicant_id) AS value FROM referees
		WHERE organisation_id = ${organisationId} AND id = ${refereeId})`;
	return [
		db
			.update(referees)
			.set({ status: submitted, data, answeredAt: now() })
			.where(and(eq(referees.organisationId, organisationId), eq(referees.id, refereeId))),
		annotateApplicants(ctx, applicant),
		logApplicants(ctx, applicant, {
			id: newId(),
			type: "DATA_UPDATE",
			reason: `Reference received from ${refereeName}`,
			reviewedBy: refereeName,
			eventId,
		}),
	];
};

export const deleteEndedInvitations = (db: Database, before: number) =>
	db.delete(refereeInvitations).where(firstRows(refereeInvitations, lt(refereeInvitations.expiresAt, before)));
