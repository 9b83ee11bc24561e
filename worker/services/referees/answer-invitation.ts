import type { RequestContext } from "#worker/context";
import type { FormData } from "#worker/contract/forms/form-schema";
import { notices } from "#worker/contract/notices";
import { ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { type CommitContext, commit } from "#worker/database/commit";
import { publishEvents } from "#worker/events/publish";
import { type FoundInvitation, findCaseworkers, findInvitation } from "#worker/services/referees/invitation.queries";
import { consumeInvitation, writeReference } from "#worker/services/referees/invitation.writes";
import { findGoodInvitation, type PresentedLink } from "#worker/services/referees/open-invitation";
import { readReference } from "#worker/services/referees/read-reference";
import { decideInvitation } from "#worker/services/referees/referee";

/** Accepts a reference by a mailed link (§3 Referee), once; a refused reference does not use the link up. */
export const answerInvitation = async (request: RequestContext, link: PresentedLink, data: FormData) => {
	const found = await findGoodInvitation(request, link);
	if (!found.ok) return found;
	const invitation = found.value;
	const answers = await readReference(invitation.inputs, data);
	if (!answers.ok) return answers;
	const ctx = refereeContext(request, link.organisation, invitation.refereeName);
	const eventId = ctx.newId();
	const event = await commit(ctx, {
		guarded: { write: consumeInvitation(ctx, invitation.tokenHash), expectedChanges: 1 },
		writes: writeReference(ctx, invitation, { data: answers.value, eventId }),
		event: { id: eventId, type: "referee.answered", payload: await payloadOf(ctx, invitation) },
	});
	return event ? ok({ message: notices.referenceReceived }) : refuse(ctx, invitation);
};

/**
 * Returns why a link that was valid no longer is. why: it may have been used, have expired, or its applicant may have
 * been deleted.
 */
const refuse = async ({ db, organisationId, now }: CommitContext, { tokenHash }: { tokenHash: string }) => {
	const decided = decideInvitation(await findInvitation(db, organisationId, tokenHash), now());
	if (decided.ok) throw new Error("a good link could not be used");
	return decided;
};

/** The context of the commit. why: a referee is no staff member; only the name is known. */
const refereeContext = (request: RequestContext, organisationId: string, name: string): CommitContext => ({
	organisationId,
	db: request.databaseFor(organisationId),
	now: request.now,
	newId: request.newId,
	actor: { id: null, name },
	publish: (events) => request.waitUntil(publishEvents(request.env, organisationId, events)),
});

const payloadOf = async (
	{ db, organisationId }: CommitContext,
	{ refereeId, refereeName, applicantId, candidate, applicationId, applicationTitle }: FoundInvitation,
) => ({
	...{ refereeId, refereeName, applicantId, applicationId, applicationTitle },
	applicantName: fullName(candidate),
	userIds: await findCaseworkers(db, organisationId, applicantId),
});
