import { Form, useSubmit } from "@remix-run/react";
import { Button } from "#app/ui/button";
import { SelectField } from "#app/ui/form/select-field";
import { useHydrated } from "#app/ui/use-hydrated";

interface LetterTemplateFieldProps {
	templates: readonly { id: string; name: string }[];
	templateId: string;
	errors: string[] | undefined;
	/** The dialog's own address, kept when another template is looked at. */
	action: string;
	params: readonly (readonly [string, string])[];
}

/** Which document template: choosing one shows what comes out of it. */
export const LetterTemplateField = ({ templates, templateId, errors, action, params }: LetterTemplateFieldProps) => {
	const submit = useSubmit();
	const hydrated = useHydrated();
	return (
		<Form
			method="get"
			action={action}
			preventScrollReset
			className="flex items-end gap-2"
			onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
		>
			{params
				.filter(([name]) => name !== "template")
				.map(([name, value]) => (
					<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
				))}
			<SelectField
				name="template"
				label="Template"
				className="min-w-0 flex-1"
				description={templates.length === 0 ? "There is no document template in use." : undefined}
				placeholder="Choose a template"
				defaultValue={templateId}
				required
				errors={errors}
				autoFocusInDialog={templateId === ""}
				options={templates.map(({ id, name }) => ({ value: id, label: name }))}
			/>
			{!hydrated && <Button>{templateId === "" ? "Preview" : "Look again"}</Button>}
		</Form>
	);
};
