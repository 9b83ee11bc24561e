import type { OrgContext } from "#worker/context";
import { askedAnswers } from "#worker/contract/forms/hidden-answers";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { fail, ok } from "#worker/contract/result";
import { searchText } from "#worker/contract/text/search-text";
import { commit } from "#worker/database/commit";
import { findApplicant, withLetterPath } from "#worker/services/applicants/applicant.queries";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import { type FieldChange, logApplicants, noteModifications } from "#worker/services/applicants/applicant-log.writes";
import { findCurrent, staleDetails } from "#worker/services/applicants/change.queries";
import type { IdentityCorrection } from "#worker/services/corrections/contract";
import { findHolder, findIdentity, type Identity, isFree } from "#worker/services/corrections/queries";
import { writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { writeAddressNote } from "#worker/services/emails/address-note.writes";
import { sendJob } from "#worker/tasks/start-task";

/**
 * Corrects an applicant's name and email address, and tells the former address. Mail that waits goes to the new one.
 * Fails with `stale_applicant` and both versions when a colleague was faster.
 */
export const correctIdentity = async (
	ctx: OrgContext,
	id: string,
	{ version, reason, accountEmail: email, ...names }: IdentityCorrection,
) => {
	const seen = await findIdentity(ctx, id);
	if (!seen) return fail("not_found");
	const asked = { ...names, middleName: names.middleName || null, email };
	const stale = () => failStale(ctx, id, asked);
	if (version !== undefined && version !== seen.version) return stale();
	const changes = changesOf(seen, asked);
	if (changes.length === 0) return fail("identity_unchanged");
	const movesMail = !isSameAddress(seen.email, email);
	const holder = movesMail ? await findHolder(ctx, email, seen) : undefined;
	if (holder) return failTaken(holder);

	const eventId = ctx.newId();
	const note = movesMail ? writeAddressNote(ctx, { applicant: seen, formerAddress: seen.email }) : undefined;
	const committed = await commit(ctx, {
		guarded: {
			write: updateApplicants(ctx, [{ id, version: seen.version }], {
				set: { ...asked, searchText: searchText(seen.searchKey, { ...seen, ...asked }) },
				guard: movesMail ? isFree(ctx, email, seen) : undefined,
			}),
			expectedChanges: 1,
		},
		writes: [
			...noteModifications(ctx, changes, { entityId: id, eventId }),
			logApplicants(ctx, [{ applicantId: id, stepId: seen.stepId }], {
				type: "DATA_UPDATE",
				reason: `${subjectOf(changes)} corrected: ${reason}`,
				eventId,
			}),
			...writeIdentityKeys(ctx, {
				scope: seen.applicationId,
				ownerId: id,
				keys: applicantKeysOf(asked, seen.layout ?? { sections: [] }, askedAnswers(seen.data ?? {}, seen.hidden)),
			}),
			...(note?.writes ?? []),
		],
		event: {
			id: eventId,
			type: "applicants.identity_corrected",
			payload: { applicationId: seen.applicationId, applicantIds: [id], fieldIds: changes.map(({ field }) => field) },
		},
		...(note && { further: [note.event] }),
	});
	if (!committed) {
		const taken = movesMail ? await findHolder(ctx, email, seen) : undefined;
		return taken ? failTaken(taken) : stale();
	}
	if (note) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId: note.taskId }, ctx.now());
	const corrected = await findApplicant(ctx, id);
	return corrected ? ok(withLetterPath(corrected)) : fail("not_found");
};

type Asked = Pick<Identity, "firstName" | "middleName" | "lastName" | "email">;

/** The names that the modification log has for the fields. */
const loggedNames = {
	firstName: "firstName",
	middleName: "middleName",
	lastName: "lastName",
	email: "accountEmail",
} as const;

const changesOf = (seen: Asked, asked: Asked): FieldChange[] =>
	(Object.keys(loggedNames) as (keyof Asked)[])
		.filter((field) => (seen[field] ?? "") !== (asked[field] ?? ""))
		.map((field) => ({ field: loggedNames[field], oldValue: seen[field] || null, newValue: asked[field] || null }));

const subjectOf = (changes: readonly FieldChange[]): string => {
	const isEmail = ({ field }: FieldChange) => field === loggedNames.email;
	if (changes.every(isEmail)) return "Email address";
	return changes.some(isEmail) ? "Name and email address" : "Name";
};

/** why without case: no mail server tells them apart. */
const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const failTaken = ({ applicationNumber }: { applicationNumber: string | null }) => {
	const message =
		applicationNumber === null
			? "Another applicant of this application has this email address."
			: `${applicationNumber} of this application has this email address. If both are one person, merge them.`;
	return fail("email_taken", { message, fields: { accountEmail: [message] } });
};

const failStale = async (ctx: OrgContext, id: string, { email, ...names }: Asked) => {
	const current = await findCurrent(ctx, id);
	if (!current) return fail("not_found");
	return fail("stale_applicant", { details: staleDetails(current.row, { ...names, accountEmail: email }) });
};
