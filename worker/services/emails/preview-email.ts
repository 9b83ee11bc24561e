import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import { type MergeApplicant, readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { type Audience, countAudience, firstOfAudience, isOfAudience } from "#worker/services/emails/audience.queries";
import { filled, valuesFor } from "#worker/services/emails/compose-mail";
import { type previewEmail as endpoint, maxPreviewPeople } from "#worker/services/emails/contract";
import { cleanEmail } from "#worker/services/emails/email-text";
import { checkTarget, findAudience } from "#worker/services/emails/send-email";
import { organisationById } from "#worker/services/organisation/queries";

type Preview = EndpointResponse<typeof endpoint>;

/** How many a mail would go to, and how it reads for one of them (§5 Send email). Sends nothing. */
export const previewEmail = async (
	ctx: OrgContext,
	{ subject, message, shownFor, ...recipients }: EndpointRequest<typeof endpoint>["body"],
): Promise<Result<Preview>> => {
	const found = await findAudience(ctx, recipients);
	if (!found.ok) return found;
	const audience = found.value;
	const target = await checkTarget(ctx, audience);
	if (!target.ok) return target;
	const text = await cleanEmail({ subject, message });
	if (!text.ok) return text;
	const [count, people, [organisation]] = await Promise.all([
		countAudience(ctx, audience),
		firstOfAudience(ctx, audience, maxPreviewPeople),
		organisationById(ctx.db, ctx.organisationId),
	]);
	const applicant = await chooseShown(ctx, audience, [shownFor, people[0]?.id]);
	if (!applicant || !organisation) return ok({ recipients: count, people, shown: null });
	const writing = { subject: text.value.subject, content: text.value.message, stageName: null, comment: null };
	const name = people.find(({ id }) => id === applicant.id)?.name ?? `${applicant.firstName} ${applicant.lastName}`;
	return ok({
		recipients: count,
		people,
		shown: {
			candidate: { id: applicant.id, name },
			to: applicant.email,
			...filled(writing, valuesFor(organisation, writing, applicant, ctx.now())),
		},
	});
};

/** The first of these applicants whom it goes to. */
const chooseShown = async (
	ctx: OrgContext,
	audience: Audience,
	ids: readonly (string | null | undefined)[],
): Promise<MergeApplicant | undefined> => {
	const wanted = ids.filter((id) => id !== null && id !== undefined);
	if (wanted.length === 0) return undefined;
	const found = await readMergeApplicants(ctx, [...new Set(wanted)]);
	return wanted.map((id) => found.get(id)).find((one) => one && isOfAudience(one, audience));
};
