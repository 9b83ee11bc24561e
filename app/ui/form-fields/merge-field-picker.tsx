import { useState } from "react";
import { Button } from "#app/ui/button";
import { announce } from "#app/ui/focus/announce";
import { inputClass } from "#app/ui/form/control-class";
import type { InsertText } from "#app/ui/form-fields/insert-text";
import { foldText } from "#worker/contract/text/fold-text";

export interface OfferedField {
	/** What stands between the braces. */
	name: string;
	label: string;
}

interface MergeFieldPickerProps {
	/** Those that every applicant has. */
	fields: readonly OfferedField[];
	/** Those of the forms that applicants fill in. */
	formFields: readonly OfferedField[];
	/** Inserts a field; undefined without scripts. */
	onChoose: InsertText | undefined;
	/** The level of its heading. */
	heading: "h2" | "h3";
}

/** The merge fields, to be searched. With scripts a click puts one where the user wrote last. */
export const MergeFieldPicker = ({ fields, formFields, onChoose, heading: Heading }: MergeFieldPickerProps) => {
	const [query, setQuery] = useState("");
	const wanted = foldText(query.trim());
	const isWanted = ({ name, label }: OfferedField) => foldText(`${label} ${name}`).includes(wanted);
	const [found, foundInForms] = [fields.filter(isWanted), formFields.filter(isWanted)];
	return (
		<section
			aria-labelledby="merge-fields"
			aria-describedby="merge-fields-about"
			className="grid content-start gap-1.5"
		>
			<Heading id="merge-fields" className="font-medium">
				Merge fields
			</Heading>
			<p id="merge-fields-about" className="text-sm text-text-2">
				{onChoose
					? "Choose one to put it where you wrote last."
					: "Type one, with its braces, where its value is to stand."}
			</p>
			{onChoose && (
				<input
					// why: it is no field of what is written.
					form="none"
					type="search"
					aria-label="Search merge fields"
					placeholder="Search"
					value={query}
					maxLength={60}
					onChange={({ target }) => setQuery(target.value)}
					onKeyDown={(event) => {
						const [first] = [...found, ...foundInForms];
						if (event.key !== "Enter") return;
						event.preventDefault();
						if (first) {
							onChoose(`{{${first.name}}}`);
							announce(`${first.label} was put in`);
						}
					}}
					className={inputClass}
				/>
			)}
			<Offered fields={found} onChoose={onChoose} />
			{foundInForms.length > 0 && (
				// why the key: a search opens it, and it closes when the search is over.
				<details key={String(wanted !== "")} open={wanted !== ""} className="grid gap-1.5">
					<summary className="w-fit cursor-pointer py-1 text-accent">
						Fields of the form ({foundInForms.length})
					</summary>
					<Offered fields={foundInForms} onChoose={onChoose} />
				</details>
			)}
			{found.length + foundInForms.length === 0 && <p className="text-text-2">No merge field is called so.</p>}
		</section>
	);
};

const Offered = ({ fields, onChoose }: { fields: readonly OfferedField[]; onChoose: InsertText | undefined }) => (
	<ul className="flex flex-wrap gap-1">
		{fields.map(({ name, label }) => (
			<li key={name} className="max-w-full">
				{onChoose ? (
					<Button
						type="button"
						size="small"
						title={`{{${name}}}`}
						onClick={() => onChoose(`{{${name}}}`)}
						className="max-w-full"
					>
						<span className="truncate">{label}</span>
					</Button>
				) : (
					<span className="mr-2 inline-block wrap-anywhere">
						{label} <code className="text-sm text-text-2">{`{{${name}}}`}</code>
					</span>
				)}
			</li>
		))}
	</ul>
);
