import { ChoiceForm, useMissing } from "#app/list/bulk/bulk-choice";
import { SelectField } from "#app/ui/form/select-field";

interface TemplateChoiceProps {
	templates: readonly { id: string; name: string }[];
	templateId: string;
	/** What is wrong with the template. */
	problem: string | null;
	/** The form that makes the letter. */
	formId: string;
}

/** Chooses the template of a letter; the address names it, and the page shows what it makes. */
export const TemplateChoice = ({ templates, templateId, problem, formId }: TemplateChoiceProps) => {
	const form = templateId === "" ? undefined : formId;
	const missing = useMissing("template", "Choose a template");
	return (
		<ChoiceForm own={["template"]} button="Preview" form={form}>
			<SelectField
				name="template"
				form={form}
				label="Template"
				className="min-w-0 flex-1"
				description={templates.length === 0 ? "There is no document template in use." : undefined}
				placeholder="Choose a template"
				defaultValue={templateId}
				required
				errors={problem ? [problem] : missing}
				autoFocusInDialog={templateId === ""}
				options={templates.map(({ id, name }) => ({ value: id, label: name }))}
			/>
		</ChoiceForm>
	);
};
