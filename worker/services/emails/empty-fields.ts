import type { OrgContext } from "#worker/context";
import { fieldsThatMayBeEmpty } from "#worker/contract/text/merge-text";
import { type Audience, countAudience, countLacking } from "#worker/services/emails/audience.queries";
import type { Institution } from "#worker/services/emails/compose-mail";
import { countUnanswered } from "#worker/services/emails/unanswered.queries";
import { readFormFieldsNamedIn } from "#worker/services/form-designs/merge-fields.queries";

/** Returns the merge fields of a text that are empty for some recipients, and for how many. */
export const findEmptyFields = async (
	ctx: OrgContext,
	{ audience, organisation, texts }: { audience: Audience; organisation: Institution; texts: readonly string[] },
) => {
	const named = fieldsThatMayBeEmpty(texts);
	const ofForms = await readFormFieldsNamedIn(ctx, texts);
	const ofInstitution: Readonly<Record<string, string | null>> = {
		organisationAddress: organisation.address,
		signatoryName: organisation.signatoryName,
		signatoryTitle: organisation.signatoryTitle,
	};
	const unset = named.filter(({ name, mayBeEmpty }) => mayBeEmpty === "institution" && !ofInstitution[name]);
	const isOfApplicant = named.some(({ mayBeEmpty }) => mayBeEmpty === "applicant");
	const [recipients, lacking, unanswered] = await Promise.all([
		unset.length > 0 ? countAudience(ctx, audience) : 0,
		isOfApplicant ? countLacking(ctx, audience) : {},
		countUnanswered(ctx, audience, ofForms),
	]);
	const counts: Readonly<Record<string, number>> = {
		...lacking,
		...unanswered,
		...Object.fromEntries(unset.map(({ name }) => [name, recipients])),
	};
	return [...named, ...ofForms].flatMap(({ name, label }) =>
		counts[name] ? [{ name, label, applicants: counts[name] }] : [],
	);
};
