import type { ReactNode } from "react";
import type { FieldErrors as Errors, TypedCondition } from "#app/routes/assistant/condition-names";
import { genderChoices, paymentChoices, referencesChoices } from "#app/routes/assistant/kinds";
import { CheckboxColumns } from "#app/ui/form/checkbox-columns";
import type { Choice } from "#app/ui/form/choice";
import { SelectField } from "#app/ui/form/select-field";
import { TextField } from "#app/ui/form/text-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { comparisonLabels, comparisons, passGrades } from "#worker/contract/criteria/terms";

interface ConditionFieldsProps {
	/** The beginning of the fields' names. */
	name: string;
	/** What the condition is about. */
	label: string;
	typed: TypedCondition;
	choices: readonly Choice[] | undefined;
	errors: Errors;
}

const comparisonChoices = comparisons.map((value) => ({ value, label: comparisonLabels[value] }));
const gradeChoices = passGrades.map((grade) => ({ value: grade, label: `${grade} or better` }));
const number = { inputMode: "decimal", autoComplete: "off", maxLength: 20 } as const;
const placesHint = "One per line; any of them counts. For a local government area: “Lokoja in Kogi”.";
const subjectsHint = "Separate them by commas; “Biology or Geography” stands for either.";

/** The fields of one condition, by what it is about. */
export const ConditionFields = ({ name, label, typed, choices, errors }: ConditionFieldsProps) => {
	const field = (key: string) => ({
		name: `${name}-${key}`,
		id: `${name}-${key}`,
		defaultValue: typed.texts[key] ?? "",
		errors: errors[`${name}-${key}`],
	});
	const [about] = typed.what.split(":");
	switch (about) {
		case "credits":
			return (
				<Columns>
					<TextField {...field("atLeast")} {...number} label="How many, at least" />
					<SelectField {...field("grade")} label="Grade" options={gradeChoices} />
					<TextField
						{...field("subjects")}
						label="Among them"
						description={subjectsHint}
						className="sm:col-span-2"
						autoComplete="off"
					/>
					<TextField {...field("sittings")} {...number} label="Sittings, at most" description="Empty: any number." />
				</Columns>
			);
		case "number":
			return (
				// why by style alone: without scripts too, the second number is there only where two are compared.
				<Columns className="[&:not(:has(option[value=between]:checked))_.upper]:hidden">
					<SelectField {...field("compare")} label="Comparison" options={comparisonChoices} />
					<TextField {...field("value")} {...number} label="Number" required />
					<TextField {...field("to")} {...number} label="And" className="upper" />
				</Columns>
			);
		case "utmeSubjects":
			return (
				<Columns>
					<TextField
						{...field("subjects")}
						label="Subjects"
						description={subjectsHint}
						className="sm:col-span-2"
						autoComplete="off"
						required
					/>
					<TextField
						{...field("atLeast")}
						{...number}
						label="Score in each, at least"
						description="Empty: any score."
					/>
				</Columns>
			);
		case "date":
			return (
				<Columns>
					<TextField {...field("from")} type="date" label="From" />
					<TextField {...field("to")} type="date" label="To" />
				</Columns>
			);
		case "text":
			return <TextField {...field("words")} label="Contains" autoComplete="off" maxLength={200} required />;
		case "origin":
			return <TextareaField {...field("places")} label="States" description={placesHint} rows={2} required />;
		case "gender":
			return <SelectField {...field("value")} label="Gender" options={genderChoices} className="sm:max-w-60" />;
		case "payment":
			return <SelectField {...field("state")} label="Payments" options={paymentChoices} className="sm:max-w-80" />;
		case "references":
			return <SelectField {...field("state")} label="References" options={referencesChoices} className="sm:max-w-80" />;
		case "course":
		case "stage":
		case "choice":
			return (
				<CheckboxColumns
					name={`${name}-values`}
					legend="Any of these"
					choices={choices ?? []}
					chosen={typed.values}
					errors={errors[`${name}-values`]}
					emptyText={`${label} has nothing to choose from.`}
				/>
			);
		default:
			return null;
	}
};

const Columns = ({ className = "", children }: { className?: string; children: ReactNode }) => (
	<div className={`grid gap-3 sm:grid-cols-3 ${className}`}>{children}</div>
);
