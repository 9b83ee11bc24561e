import { useNavigation } from "@remix-run/react";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";

/** The settings of the institution that are lines of text, in order. */
export const institutionFields = [
	{ name: "name", label: "Name", maxLength: 150, required: true },
	{ name: "address", label: "Postal address", description: "On letters and printed forms.", maxLength: 300 },
	{ name: "email", label: "Contact email", description: "Applicants answer to it.", maxLength: 320 },
	{ name: "phone", label: "Contact phone", maxLength: 40 },
	{ name: "courseAlias", label: "Word for a course", description: "Such as programme.", maxLength: 30, required: true },
	{
		name: "timeZone",
		label: "Time zone",
		description: "Its continent and city, as computers name it.",
		maxLength: 60,
		required: true,
	},
	{ name: "applicantSiteUrl", label: "Address of the applicant site", maxLength: 500 },
] as const;

export type InstitutionTyped = Record<(typeof institutionFields)[number]["name"], string>;

interface InstitutionFormProps {
	typed: InstitutionTyped;
	fields: Readonly<Record<string, readonly string[] | null | undefined>>;
	error: string | null;
	mayChange: boolean;
}

export const InstitutionForm = ({ typed, fields, error, mayChange }: InstitutionFormProps) => {
	const { formData } = useNavigation();
	return (
		<SignedInForm id="institution" noValidate className="grid gap-4">
			<input type="hidden" name="part" value="institution" />
			<FormErrors errors={error ? [error] : []} />
			<fieldset disabled={!mayChange} className="contents">
				{institutionFields.map((field) => (
					<TextField
						key={field.name}
						{...field}
						defaultValue={typed[field.name]}
						errors={fields[field.name] ?? null}
						autoComplete="off"
					/>
				))}
			</fieldset>
			{mayChange && (
				<Button variant="primary" className="justify-self-start" pending={formData?.get("part") === "institution"}>
					Save institution
				</Button>
			)}
		</SignedInForm>
	);
};
