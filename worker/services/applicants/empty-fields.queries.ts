import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fieldsThatMayBeEmpty, mayHaveEmptyFields } from "#worker/contract/text/merge-text";
import { countUnanswered } from "#worker/services/applicants/unanswered.queries";
import { readFormFieldsNamedIn } from "#worker/services/form-designs/merge-fields.queries";

interface Recipients {
	/** Selects them within the scope, as `applicant`: what follows SELECT, from FROM to a condition. */
	select(): Promise<SQL> | SQL;
	/** How many they are. */
	count(): Promise<number> | number;
}

interface Merged {
	recipients: Recipients;
	organisation: { address: string | null; signatoryName: string | null; signatoryTitle: string | null };
	texts: readonly string[];
}

/** Counts, for each merge field of texts that is empty for some recipients of an email, an SMS or a letter, for how many. */
export const countEmptyFields = async (ctx: OrgContext, { recipients, organisation, texts }: Merged) => {
	if (!mayHaveEmptyFields(texts)) return [];
	const named = fieldsThatMayBeEmpty(texts);
	const [selected, ofForms] = await Promise.all([recipients.select(), readFormFieldsNamedIn(ctx, texts)]);
	const ofInstitution: Readonly<Record<string, string | null>> = {
		organisationAddress: organisation.address,
		signatoryName: organisation.signatoryName,
		signatoryTitle: organisation.signatoryTitle,
	};
	const unset = named.filter(({ name, mayBeEmpty }) => mayBeEmpty === "institution" && !ofInstitution[name]);
	const isOfApplicant = named.some(({ mayBeEmpty }) => mayBeEmpty === "applicant");
	const [all, lacking, unanswered] = await Promise.all([
		unset.length > 0 ? recipients.count() : 0,
		isOfApplicant ? countLacking(ctx, selected) : {},
		countUnanswered(ctx, selected, ofForms),
	]);
	const counts: Readonly<Record<string, number>> = {
		...lacking,
		...unanswered,
		...Object.fromEntries(unset.map(({ name }) => [name, all])),
	};
	return [...named, ...ofForms].flatMap(({ name, label }) =>
		counts[name] ? [{ name, label, applicants: counts[name] }] : [],
	);
};

/** Counts the recipients who lack each field that an applicant may lack. */
const countLacking = async ({ db }: OrgContext, recipients: SQL) => {
	const [counted] = await db.all<{ middleName: number; locationName: number }>(sql`
		SELECT count(*) FILTER (WHERE coalesce(applicant.middle_name, '') = '') AS middleName,
			count(*) FILTER (WHERE applicant.location_id IS NULL) AS locationName
		${recipients}`);
	return counted ?? { middleName: 0, locationName: 0 };
};
