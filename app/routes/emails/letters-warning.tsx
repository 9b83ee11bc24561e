import { formatCount } from "#app/format/numbers";
import type { EmailPreview } from "#app/routes/emails/answer-email.server";
import { Callout } from "#app/ui/callout";

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
