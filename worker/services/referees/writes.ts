import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicantLog, refereeInvitations, referees } from "#worker/database/schema/applicants";
import type { Invitee } from "#worker/services/referees/queries";

/** How long a link is good. */
export const invitationLifetimeDays = 30;

/** How long the one before stays good. why: its referee may be writing on its page at this moment. */
const supersededLifetimeMs = 86_400_000;

/** An invitation on its way: whom it asks, and what is kept of its token. */
export interface Invitation {
	invitee: Invitee;
	token: string;
	tokenHash: string;
}

const hashesOf = (invitations: readonly Invitation[]) => JSON.stringify(invitations.map(({ tokenHash }) => tokenHash));
const refereesOf = (invitations: readonly Invitation[]) => JSON.stringify(invitations.map(({ invitee }) => invitee.id));

/** Makes the links good. Those from before still are, until the new ones have been sent. */
export const insertInvitations = ({ db, organisationId, now }: OrgContext, invitations: readonly Invitation[]) =>
	db.insert(refereeInvitations).select(sql`
		SELECT ${organisationId}, value ->> 0, value ->> 1, ${now()}, ${now() + invitationLifetimeDays * 86_400_000}, NULL
		FROM json_each(${JSON.stringify(invitations.map(({ tokenHash, invitee }) => [tokenHash, invitee.id]))})`);

/** Takes back links that were never sent. */
export const deleteInvitations = ({ db, organisationId }: OrgContext, invitations: readonly Invitation[]) =>
	db
		.delete(refereeInvitations)
		.where(
			and(
				eq(refereeInvitations.organisationId, organisationId),
				sql`${refereeInvitations.tokenHash} IN (SELECT value FROM json_each(${hashesOf(invitations)}))`,
			),
		);

/** What follows from links that were sent: the older ones end within a day, the referees were asked, and their applicants' logs say so. */
export const writeInvited = (
	ctx: OrgContext,
	invitations: readonly Invitation[],
	{ eventId }: { eventId: string },
): Write[] => [endOlder(ctx, invitations), markInvited(ctx, invitations), logInvited(ctx, invitations, eventId)];

/** why by rowid: of two colleagues who ask at the same moment, the later link is good and the other ends. */
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
				sql`${referees.id} IN (SELECT value FROM json_each(${refereesOf(invitations)}))`,
				ne(referees.status, "submitted"),
			),
		);

const logInvited = (
	{ db, organisationId, actor, now, newId }: OrgContext,
	invitations: readonly Invitation[],
	eventId: string,
): Write =>
	db.insert(applicantLog).select(sql`
		SELECT ${organisationId}, value ->> 0, value ->> 1, 'DATA_UPDATE', NULL, NULL, NULL, value ->> 2, ${actor.id},
			${actor.name}, ${eventId}, ${now()}
		FROM json_each(${JSON.stringify(
			invitations.map(({ invitee }) => [
				invitee.applicant.id,
				newId(),
				`${invitee.name} was asked ${invitee.invitedAt === null ? "" : "again "}for a reference`,
			]),
		)})`);
