import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import type { InsertText } from "#app/ui/form-fields/insert-text";
import { capitalise } from "#worker/contract/text/capitalise";
import { mergeFields } from "#worker/contract/text/merge-fields";

/** Returns the merge fields of an email that a user writes. why not all: the others have a value only in a stage change. */
export const fieldsOfEmails = (courseAlias: string) =>
	mergeFields
		.filter((field) => !("isOfChange" in field))
		.map(({ name, label }) => ({ name, label: label.replace(/^Course/, capitalise(courseAlias)) }));

interface MergeFieldListProps {
	/** Merge fields that no recipient has a value for. */
	unfillable: readonly string[];
	/** Inserts a field; undefined without scripts. */
	onChoose: InsertText | undefined;
}

/** The merge fields. With scripts a click inserts one where the user is writing. */
export const MergeFieldList = ({ unfillable, onChoose }: MergeFieldListProps) => {
	const { organisation } = useShell();
	const offered = fieldsOfEmails(organisation.aliases.course).filter(({ name }) => !unfillable.includes(name));
	return (
		<section aria-labelledby="merge-fields" aria-describedby="merge-fields-about">
			<h3 id="merge-fields" className="font-medium">
				Merge fields
			</h3>
			<p id="merge-fields-about" className="text-sm text-text-2">
				{onChoose
					? "Choose one to put it where you are writing."
					: "Type one, with its braces, where its value is to stand."}
			</p>
			<ul className="mt-1.5 flex flex-wrap gap-1">
				{offered.map(({ name, label }) => (
					<li key={name}>
						{onChoose ? (
							<Button type="button" size="small" title={`{{${name}}}`} onClick={() => onChoose(`{{${name}}}`)}>
								{label}
							</Button>
						) : (
							<span className="mr-2 inline-block">
								{label} <code className="text-sm text-text-2">{`{{${name}}}`}</code>
							</span>
						)}
					</li>
				))}
			</ul>
		</section>
	);
};
