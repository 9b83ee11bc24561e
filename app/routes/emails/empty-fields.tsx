import { formatCount } from "#app/format/numbers";
import type { EmailPreview } from "#app/routes/emails/answer-email.server";
import { Callout } from "#app/ui/callout";
import { missing } from "#worker/contract/text/missing";

/** Warns of merge fields that are empty for some recipients, before the email is sent (§8: they read '--/--'). */
export const EmptyFieldsWarning = ({ fields }: { fields: EmailPreview["emptyFields"] }) => {
	if (fields.length === 0) return null;
	return (
		<Callout tone="warning">
			<p>
				{formatCount(fields.length, "merge field is", "merge fields are")} empty, and would read “{missing}”:
			</p>
			<ul className="list-disc pl-5">
				{fields.map(({ name, label, applicants }) => (
					<li key={name}>
						{label} for {formatCount(applicants, "applicant")}
					</li>
				))}
			</ul>
		</Callout>
	);
};

/** Names applicants who have no offer letter, before the email that carries it is sent. */
export const LettersWarning = ({ letters: { missing, names } }: { letters: NonNullable<EmailPreview["letters"]> }) => {
	if (missing === 0) return null;
	const others = missing - names.length;
	return (
		<Callout tone="warning">
			{formatCount(missing, "applicant has", "applicants have")} no offer letter and would get the email without one:{" "}
			{names.join(", ")}
			{others > 0 && ` and ${formatCount(others, "other")}`}.
		</Callout>
	);
};
