import { useNavigation } from "@remix-run/react";
import { useShell } from "#app/shell/shell-context";
import { Button, LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import { capitalise } from "#worker/contract/text/capitalise";
import { type CandidateImport, columnFields } from "#worker/services/uploaded-candidates/imports.contract";

export interface ImportRefusal {
	error: string | null;
	/** Messages by the name of the field. */
	fields: Record<string, string[]>;
	columns: string[] | null;
}

interface ImportColumnsProps {
	columns: NonNullable<CandidateImport["columns"]>;
	refusal: ImportRefusal | undefined;
	discardTo: string;
}

/** Asks what each column of the file is, with a suggestion for each. */
export const ImportColumns = ({ columns, refusal, discardTo }: ImportColumnsProps) => {
	const navigation = useNavigation();
	const labels = { ...columnFields, course: capitalise(useShell().organisation.aliases.course) };
	const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
	const errors = [refusal?.error, ...(refusal?.fields.columns ?? [])].filter((text) => typeof text === "string");
	return (
		<SignedInForm method="post" id="import-columns" className="grid grid-cols-1 gap-4">
			<input type="hidden" name="intent" value="columns" />
			<p className="text-text-2">
				Choose what each column is. Columns that are not needed are left out. Your choice is remembered for the same
				headings.
			</p>
			<FormErrors errors={errors} />
			<Card>
				<Table label="Columns of the file">
					<TableHead>
						<Th>Heading</Th>
						<Th>Sample values</Th>
						<Th width={280}>Field</Th>
					</TableHead>
					<TableBody>
						{columns.map(({ header, samples, field }, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place; headings repeat.
							<Tr key={index}>
								<Td card="title" className="font-medium" title={header}>
									{header}
								</Td>
								<Td card="line" muted title={samples.join(" · ")}>
									{samples.join(" · ")}
								</Td>
								<Td card="line" clipped={false} className="lg:py-1.5!">
									<SelectField
										name={`column-${index}`}
										label={`Field for ${header}`}
										hideLabel
										options={options}
										placeholder="Not needed"
										defaultValue={refusal?.columns?.[index] ?? field}
										errors={refusal?.fields[`column-${index}`]}
									/>
								</Td>
							</Tr>
						))}
					</TableBody>
				</Table>
			</Card>
			<div className="flex flex-wrap gap-2.5">
				<Button variant="primary" pending={navigation.formData?.get("intent") === "columns"}>
					Check the rows
				</Button>
				<LinkButton to={discardTo} preventScrollReset>
					Discard
				</LinkButton>
			</div>
		</SignedInForm>
	);
};
