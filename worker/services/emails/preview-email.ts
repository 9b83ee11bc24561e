import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { ok } from "#worker/contract/result";
import type { SentLetters } from "#worker/contract/shown-email";
import { fullName } from "#worker/contract/text/full-name";
import { resolveMatching } from "#worker/services/applicants/matching.queries";
import { type MergeApplicant, readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import {
	type Audience,
	countAudience,
	findLetterInForce,
	findUnlettered,
	isOfAudience,
	pageOfAudience,
} from "#worker/services/emails/audience.queries";
import { cleanEmail, previewOf } from "#worker/services/emails/compose-mail";
import { findEmptyFields } from "#worker/services/emails/empty-fields";
import { checkTarget, findAudience } from "#worker/services/emails/send-email";
import { type previewEmail as endpoint, previewPeople } from "#worker/services/emails/sending.contract";
import { organisationById } from "#worker/services/organisation/queries";

/** Returns the number of recipients, a page of them, and the email as one of them gets it (§5 Send email). */
export const previewEmail = async (
	ctx: OrgContext,
	{ subject, message, withLetter, shownFor, keyword, page, ...recipients }: EndpointRequest<typeof endpoint>["body"],
) => {
	const audience = await findAudience(ctx, recipients);
	if (!audience.ok) return audience;
	const target = await checkTarget(ctx, audience.value);
	if (!target.ok) return target;
	const text = await cleanEmail(ctx, { subject, message });
	if (!text.ok) return text;
	const within = await searchedFor(ctx, recipients.applicationId, keyword);
	if (!within.ok) return within;
	const [listed, [first], [organisation]] = await Promise.all([
		listPeople(ctx, audience.value, page, within.value),
		pageOfAudience(ctx, audience.value, { page: 0, size: 1 }),
		organisationById(ctx.db, ctx.organisationId),
	]);
	const texts = Object.values(text.value);
	const applicant = await chooseShown(ctx, audience.value, [shownFor, listed.people[0]?.id, first?.id], texts);
	if (!applicant || !organisation) return ok({ ...listed, shown: null, emptyFields: [], letters: null });
	const emptyFields = await findEmptyFields(ctx, { audience: audience.value, organisation, texts });
	const writing = { subject: text.value.subject, content: text.value.message, stageName: null, comment: null };
	const shown = previewOf(organisation, writing, applicant, ctx.now());
	return ok({
		...listed,
		emptyFields,
		letters: withLetter ? await previewLetters(ctx, audience.value, applicant.id) : null,
		shown: { candidate: { id: applicant.id, name: fullName(applicant) }, ...shown },
	});
};

/** Returns the letter that goes with the shown email, and who has none. */
export const previewLetters = async (ctx: OrgContext, audience: Audience, shownFor: string): Promise<SentLetters> => {
	const [unlettered, letter] = await Promise.all([findUnlettered(ctx, audience), findLetterInForce(ctx, shownFor)]);
	return { shown: letter?.name ?? null, ...unlettered };
};

/** Finds applicants by the search of the list, as rows of `seq`; undefined without a search. */
const searchedFor = async (ctx: OrgContext, applicationId: string, keyword: string) =>
	keyword === "" ? ok(undefined) : resolveMatching(ctx, { applicationId, keyword });

const listPeople = async (ctx: OrgContext, audience: Audience, page: number, within: Audience["listed"]) => {
	const [recipients, found, people] = await Promise.all([
		countAudience(ctx, audience),
		within && countAudience(ctx, audience, within),
		pageOfAudience(ctx, audience, { page, size: previewPeople, within }),
	]);
	return {
		recipients,
		found: found ?? recipients,
		people: people.map(({ id, name, applicationNumber }) => ({ id, name, applicationNumber })),
	};
};

const chooseShown = async (
	ctx: OrgContext,
	audience: Audience,
	ids: readonly (string | null | undefined)[],
	texts: readonly string[],
): Promise<MergeApplicant | undefined> => {
	const wanted = ids.filter((id) => id !== null && id !== undefined);
	if (wanted.length === 0) return undefined;
	const found = await readMergeApplicants(ctx, [...new Set(wanted)], texts);
	return wanted.map((id) => found.get(id)).find((one) => one && isOfAudience(one, audience));
};
