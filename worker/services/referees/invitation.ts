import type { RequestContext } from "#worker/context";
import { checkAnswers } from "#worker/contract/forms/form-rules";
import type { FormData, FormSection } from "#worker/contract/forms/form-schema";
import {
	askedIn,
	layOutAll,
	maxRepeats,
	type Slot,
	type SlotSection,
	slotsOf,
} from "#worker/contract/forms/form-slots";
import { isEmpty } from "#worker/contract/forms/form-values";
import { places } from "#worker/contract/forms/places.server";
import { notices } from "#worker/contract/notices";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { type CommitContext, commit } from "#worker/database/commit";
import { publishEvents } from "#worker/events/publish";
import { cleanAnswer } from "#worker/gateways/clean-answer";
import { hashToken } from "#worker/http/keys";
import { refuseAddress } from "#worker/http/rate-limit";
import { logoUrlOf } from "#worker/services/organisation/contract";
import { type FoundInvitation, findCaseworkers, findInvitation } from "#worker/services/referees/queries";
import { decideInvitation, inputsFor } from "#worker/services/referees/referee";
import { consumeInvitation, writeReference } from "#worker/services/referees/writes";

/** Links that one address may try a minute: as many as public summaries, and too few to guess one. */
const limit = { name: "referee-link", attempts: 60, windowMs: 60_000 };

interface PresentedLink {
	organisation: string;
	token: string;
}

/** Finds the invitation of a valid link; otherwise the reason why it is not, and nothing more. */
const findGoodInvitation = async (ctx: RequestContext, { organisation, token }: PresentedLink) => {
	const refused = await refuseAddress(ctx, limit);
	if (refused) return refused;
	const tokenHash = await hashToken(token);
	const found = await findInvitation(ctx.databaseFor(organisation), organisation, tokenHash);
	const decided = decideInvitation(found, ctx.now());
	if (!decided.ok) return decided;
	const { layout, kind } = decided.value;
	return ok({ ...decided.value, tokenHash, inputs: withoutFiles(inputsFor(layout, kind)) });
};

/** Returns what a link asks of a referee (§3 Referee). It uses nothing up: mail scanners open it first. */
export const openInvitation = async (ctx: RequestContext, link: PresentedLink) => {
	const found = await findGoodInvitation(ctx, link);
	if (!found.ok) return found;
	const { organisation, refereeName, candidate, applicationTitle, inputs, expiresAt } = found.value;
	const { id, name } = organisation;
	const shown = { id, name, logoUrl: logoUrlOf(organisation) };
	return ok({ organisation: shown, referee: { name: refereeName }, candidate, applicationTitle, inputs, expiresAt });
};

/** why: a stranger's file would be stored before anybody at the institution knows of it. */
const withoutFiles = (sections: readonly FormSection[]): FormSection[] =>
	sections.map((section) => ({
		...section,
		rows: section.rows
			.map((row) => ({ ...row, cols: row.cols.filter(({ type }) => type !== "file" && type !== "camera") }))
			.filter(({ cols }) => cols.length > 0),
	}));

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

/** Returns why a link that was valid no longer is: used, expired, or its applicant deleted. */
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
	address: request.address,
	requestId: request.requestId,
	actor: { id: null, name },
	publish: (events) => request.waitUntil(publishEvents(request.env, organisationId, events)),
});

const payloadOf = async (
	{ db, organisationId }: CommitContext,
	{ refereeId, refereeName, applicantId, courseId, candidate, applicationId, applicationTitle }: FoundInvitation,
) => ({
	refereeId,
	refereeName,
	applicantId,
	applicationId,
	applicationTitle,
	applicantName: fullName(candidate),
	userIds: await findCaseworkers(db, organisationId, { applicantId, courseId }),
});

/** Reads a referee's answers as they are stored; or their errors, by field id (§5). */
const readReference = async (inputs: FormSection[], data: FormData) => {
	const sections = layOutAll(
		{ layout: { sections: inputs }, data, repeats: { sections: {}, rows: {} } },
		{ referee: null },
	);
	const faults = faultsOf(sections, data);
	if (Object.keys(faults).length > 0) return fail("invalid", { fields: faults });
	// why not the others: a reference is sent once, so that nobody would ever see them.
	const answers = await clean(slotsOf(askedIn(sections)), data);
	// why again: an answer of nothing but markup is empty once it is sanitised.
	const missing = checkAnswers(sections, { data: answers, files: [] }, places);
	return Object.keys(missing).length > 0 ? fail("invalid", { fields: missing }) : ok(answers);
};

const faultsOf = (sections: readonly SlotSection[], data: FormData): Record<string, string[]> => {
	if (sections.some(isRepeatedTooOften))
		return { "": [`A part of the form can be repeated ${maxRepeats} times at most.`] };
	const known = new Set(slotsOf(sections).map(({ fieldId }) => fieldId));
	const strange = Object.keys(data).filter((fieldId) => !known.has(fieldId));
	return {
		...checkAnswers(sections, { data, files: [] }, places),
		...Object.fromEntries(strange.map((fieldId) => [fieldId, ["The form has no such question."]])),
	};
};

const isRepeatedTooOften = ({ copy, rows }: SlotSection): boolean =>
	copy > maxRepeats || rows.some((row) => row.copy > maxRepeats);

const clean = async (slots: readonly Slot[], data: FormData): Promise<FormData> => {
	const answered = slots.filter(({ fieldId }) => Object.hasOwn(data, fieldId) && !isEmpty(data[fieldId]));
	const cleaned = await Promise.all(
		answered.map(async ({ fieldId, col }) => [fieldId, await cleanAnswer(col.type, data[fieldId])] as const),
	);
	return Object.fromEntries(cleaned.filter(([, answer]) => !isEmpty(answer)));
};
