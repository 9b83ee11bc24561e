import { formatCount } from "#app/format/numbers";
import { Callout } from "#app/ui/callout";
import type { EmptyFields } from "#worker/contract/shown-email";
import { missing } from "#worker/contract/text/missing";

interface EmptyFieldsProps {
	fields: EmptyFields;
	/** What has them, where something else is shown beside it: "of the letter". */
	of?: string;
}

/** Warns of merge fields that are empty for some recipients, before an email is sent or a letter made (§8: they read '--/--'). */
export const EmptyFieldsWarning = ({ fields, of }: EmptyFieldsProps) => {
	if (fields.length === 0) return null;
	const named = (noun: string) => (of === undefined ? noun : `${noun} ${of}`);
	return (
		<Callout tone="warning">
			<p>
				{formatCount(fields.length, `${named("merge field")} is`, `${named("merge fields")} are`)} empty, and would read
				“{missing}”:
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
