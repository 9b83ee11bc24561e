import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit, type EventToCommit, type Write } from "#worker/database/commit";
import { annotateApplicants } from "#worker/services/applicants/applicant.writes";
import { atStage, logApplicants } from "#worker/services/applicants/applicant-log.writes";
import { newAsking } from "#worker/services/referees/ask-referee.job";
import type {
	addReferee as adding,
	correctReferee as correcting,
	removeReferee as removing,
} from "#worker/services/referees/contract";
import { type FoundReferees, findReferees } from "#worker/services/referees/queries";
import { submitted } from "#worker/services/referees/referee";
import {
	deleteReferee,
	type EnteredReferee,
	endInvitations,
	insertReferee,
	updateReferee,
} from "#worker/services/referees/writes";
import { sendJob } from "#worker/tasks/start-task";

type Referee = FoundReferees["referees"][number];

/** Adds a referee that the form asks for (§2), and asks them when the undo window is over. */
export const addReferee = async (
	ctx: OrgContext,
	applicantId: string,
	{ kind, reason, ...entered }: EndpointRequest<typeof adding>["body"],
) => {
	const found = await findReferees(ctx, applicantId);
	if (!found) return fail("not_found");
	if (!found.openPlaces.some((place) => place.kind === kind)) return fail("referee_not_wanted");
	const asked = toEntered(entered);
	const refused = refuseAddress(found, asked.email);
	if (refused) return refused;
	const referee = { ...asked, id: ctx.newId(), applicantId, kind };
	const committed = await record(ctx, found.applicant, {
		guarded: insertReferee(ctx, referee),
		type: "referee.added",
		refereeId: referee.id,
		log: `Referee added: ${nameOf(asked)}. ${reason}`,
		asks: asked.email,
	});
	// why: a colleague named somebody for this place, or with this address, in the same moment.
	return committed ? readBack(ctx, applicantId, referee.id) : fail("referee_not_wanted");
};

/** Corrects a referee who has not answered. At another address their links end, and the new address is asked. */
export const correctReferee = async (
	ctx: OrgContext,
	{ id: applicantId, refereeId }: { id: string; refereeId: string },
	{ reason, seenName, seenEmail, seenPhone, ...entered }: EndpointRequest<typeof correcting>["body"],
) => {
	const found = await findReferees(ctx, applicantId);
	const seen = found?.referees.find(({ id }) => id === refereeId);
	if (!found || !seen) return fail("not_found");
	if (seen.status === submitted) return fail("reference_received");
	if (!isAsSeen(seen, { seenName, seenEmail, seenPhone })) return failChanged(seen);
	const asked = toEntered(entered);
	if (asked.name === seen.name && asked.email === seen.email && asked.phone === seen.phone)
		return fail("identity_unchanged");
	const movesMail = asked.email.toLowerCase() !== seen.email.toLowerCase();
	const refused = movesMail ? refuseAddress(found, asked.email) : undefined;
	if (refused) return refused;
	const committed = await record(ctx, found.applicant, {
		guarded: updateReferee(ctx, { ...seen, applicantId }, { ...asked, movesMail }),
		writes: movesMail ? [endInvitations(ctx, refereeId)] : [],
		type: "referee.corrected",
		refereeId,
		log: `Referee corrected: ${nameOf(seen)} is now ${nameOf(asked)}. ${reason}`,
		...(movesMail && { asks: asked.email }),
	});
	return committed ? readBack(ctx, applicantId, refereeId) : failMeanwhile(ctx, applicantId, refereeId);
};

/** Removes a referee who has not answered; a reference that was received stays. */
export const removeReferee = async (
	ctx: OrgContext,
	{ id: applicantId, refereeId }: { id: string; refereeId: string },
	{ reason, ...wasSeen }: EndpointRequest<typeof removing>["body"],
) => {
	const found = await findReferees(ctx, applicantId);
	const seen = found?.referees.find(({ id }) => id === refereeId);
	if (!found || !seen) return fail("not_found");
	if (seen.status === submitted) return fail("reference_received");
	if (!isAsSeen(seen, wasSeen)) return failChanged(seen);
	const committed = await record(ctx, found.applicant, {
		guarded: deleteReferee(ctx, { ...seen, applicantId }),
		writes: [endInvitations(ctx, refereeId)],
		type: "referee.removed",
		refereeId,
		log: `Referee removed: ${nameOf(seen)}. ${reason}`,
	});
	return committed ? ok({ id: refereeId }) : failMeanwhile(ctx, applicantId, refereeId);
};

type Seen = Pick<EndpointRequest<typeof removing>["body"], "seenName" | "seenEmail" | "seenPhone">;

/** Checks whether a referee is as the user saw them; what the request leaves out is not compared. */
const isAsSeen = ({ name, email, phone }: Referee, { seenName, seenEmail, seenPhone }: Seen): boolean =>
	(seenName ?? name) === name && (seenEmail ?? email) === email && (seenPhone ?? phone ?? "") === (phone ?? "");

interface RefereeChange {
	/** The guarded statement, which changes one row. */
	guarded: Write;
	writes?: readonly Write[];
	type: "referee.added" | "referee.corrected" | "referee.removed";
	refereeId: string;
	log: string;
	/** The address that is asked for the reference. */
	asks?: string;
}

/** Writes the change, its log entry and event, and the task that asks. The record's version stays: no edit becomes stale. */
const record = async (
	ctx: OrgContext,
	{ id: applicantId, applicationId, applicationTitle, undoWindowSeconds }: FoundReferees["applicant"],
	{ guarded, writes = [], type, refereeId, log, asks }: RefereeChange,
) => {
	const eventId = ctx.newId();
	const asking =
		asks === undefined
			? undefined
			: newAsking(ctx, {
					refereeId,
					email: asks,
					askAfter: ctx.now() + undoWindowSeconds * 1_000,
					applicantId,
					applicationId,
					applicationTitle,
				});
	const committed = await commit(ctx, {
		guarded: { write: guarded, expectedChanges: 1 },
		writes: [
			...writes,
			annotateApplicants(ctx, [{ id: applicantId }]),
			logApplicants(ctx, atStage(ctx, applicantId), { type: "DATA_UPDATE", reason: log, eventId }),
			...(asking ? [asking.write] : []),
		],
		event: { id: eventId, type, payload: { applicationId, applicantIds: [applicantId], refereeId } },
		further: asking ? ([asking.event] satisfies EventToCommit[]) : [],
	});
	if (committed && asking)
		await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId: asking.taskId }, ctx.now());
	return committed;
};

const toEntered = ({ name, email, phone }: { name: string; email: string; phone?: string | undefined }) =>
	({ name, email, phone: phone || null }) satisfies EnteredReferee;

const nameOf = ({ name, email }: Pick<EnteredReferee, "name" | "email">): string => `${name}, ${email}`;

/** Refuses the address of another referee, and the applicant's own: nobody recommends themselves. */
const refuseAddress = ({ applicant, referees }: FoundReferees, email: string) => {
	const is = (other: string) => other.toLowerCase() === email.toLowerCase();
	if (is(applicant.email))
		return fail("invalid", { fields: { email: ["This is the applicant's own email address."] } });
	const holder = referees.find((other) => is(other.email));
	if (!holder) return undefined;
	const message = `${holder.name} has this email address. Enter another one.`;
	return fail("referee_named", { message, fields: { email: [message] } });
};

const failChanged = ({ name, email, phone }: Referee) =>
	fail("referee_changed", {
		message: `Somebody else has changed this referee since you opened this. Now it is ${[name, email, phone].filter(Boolean).join(", ")}. Review it, and send this again if it is still right.`,
	});

/** Returns why the referee could not be changed who could a moment before. */
const failMeanwhile = async (ctx: OrgContext, applicantId: string, refereeId: string) => {
	const now = (await findReferees(ctx, applicantId))?.referees.find(({ id }) => id === refereeId);
	return now && now.status !== submitted ? failChanged(now) : failGone(now);
};

const failGone = (now: Referee | undefined) => fail(now ? "reference_received" : "not_found");

const readBack = async (ctx: OrgContext, applicantId: string, refereeId: string) => {
	const found = (await findReferees(ctx, applicantId))?.referees.find(({ id }) => id === refereeId);
	return found ? ok(found) : fail("not_found");
};
