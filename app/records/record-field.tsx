import type { ReactNode } from "react";
import type { RecordField } from "#app/records/screen";
import { typedMoment } from "#app/records/typed-moment";
import { typedMoney } from "#app/records/typed-money";
import type { Choice } from "#app/ui/form/choice";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { FieldErrors } from "#app/ui/form/field";
import { SelectField } from "#app/ui/form/select-field";
import { TextField } from "#app/ui/form/text-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { formatDateTime } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";

interface RecordInputProps {
	field: RecordField;
	value: unknown;
	errors: readonly string[] | null;
	choices: readonly Choice[];
	timeZone: string;
	isFirst: boolean;
}

/** How many choices a list has before it is better searched. */
const searchedFrom = 12;

export const RecordInput = ({ field, value, errors, choices, timeZone, isFirst }: RecordInputProps) => {
	const { name, label, description, isOptional = false } = field;
	const about = { name, label, description, errors, required: !isOptional, autoFocusInDialog: isFirst };
	const text = value === null || value === undefined ? "" : String(value);
	if (field.as === "own" || field.as === "list") return null;
	const wrong =
		errors && errors.length > 0 ? ({ "aria-invalid": true, "aria-describedby": `${name}-errors` } as const) : {};
	if (field.as === "flag")
		return (
			<div className="grid gap-1.5">
				<label className="flex items-start gap-2.5">
					<input
						type="checkbox"
						name={name}
						value="on"
						defaultChecked={value === true || value === "on" || value === "true"}
						{...wrong}
						className="checkbox -mt-0.5!"
					/>
					<span>
						{label}
						{description && <span className="block text-sm text-text-3">{description}</span>}
					</span>
				</label>
				{errors && errors.length > 0 && <FieldErrors id={`${name}-errors`} errors={errors} />}
			</div>
		);
	if (field.as === "choice") {
		const none = choices.find((choice) => choice.value === "");
		const options = choices.filter((choice) => choice !== none);
		const placeholder = none?.label ?? field.placeholder ?? "Choose";
		const List = options.length > searchedFrom ? ComboboxField : SelectField;
		return (
			<List
				{...about}
				required={about.required && !none}
				options={options}
				placeholder={placeholder}
				defaultValue={text}
			/>
		);
	}
	if (field.as === "choices") {
		const chosen = [value ?? []].flat().map(String);
		return (
			<fieldset className="grid gap-1.5">
				<legend className="mb-1.5 font-medium">{label}</legend>
				{description && <p className="text-sm text-text-3">{description}</p>}
				<div className="grid max-h-60 gap-1.5 overflow-y-auto">
					{choices.map((choice) => (
						<label key={choice.value} className="flex items-start gap-2.5">
							<input
								type="checkbox"
								name={name}
								value={choice.value}
								defaultChecked={chosen.includes(choice.value)}
								{...wrong}
								className="checkbox -mt-0.5!"
							/>
							<span className="min-w-0 wrap-anywhere">{choice.label}</span>
						</label>
					))}
				</div>
				{errors && errors.length > 0 && <FieldErrors id={`${name}-errors`} errors={errors} />}
			</fieldset>
		);
	}
	if (field.as === "number")
		return <TextField {...about} inputMode="numeric" aside={field.unit} defaultValue={text} autoComplete="off" />;
	if (field.as === "moment") {
		const moment = typeof value === "number" ? typedMoment(value, timeZone) : text;
		return <TextField {...about} type="datetime-local" aside={`Time in ${timeZone}`} defaultValue={moment} />;
	}
	if (field.as === "money") {
		const amount = typeof value === "number" ? typedMoney(value) : text;
		return <TextField {...about} inputMode="decimal" defaultValue={amount} autoComplete="off" />;
	}
	if (field.as === "time") return <TextField {...about} type="time" defaultValue={text} />;
	if (field.as === "lines") return <TextareaField {...about} defaultValue={text} maxLength={field.maxLength} />;
	return <TextField {...about} defaultValue={text} maxLength={field.maxLength ?? 120} autoComplete="off" />;
};

/** Returns a field's value as it is read: "Yes", the label of a choice, or "--/--" for nothing. */
export const shownValue = (
	field: RecordField,
	value: unknown,
	{ choices, timeZone }: { choices: readonly Choice[]; timeZone: string },
): ReactNode => {
	if (field.as === "flag") return value === true ? "Yes" : "No";
	if (value === null || value === undefined || value === "") return missing;
	if (field.as === "own") return field.shown(value, choices) || missing;
	if (field.as === "moment") return formatDateTime(Number(value), timeZone);
	if (field.as === "money") return typedMoney(Number(value));
	if (field.as === "choice") return labelOf(value, choices);
	if (field.as === "choices") return entriesOf(field, value, choices).join(", ") || missing;
	if (field.as === "list") return entriesOf(field, value, choices).join("; ") || missing;
	return String(value);
};

const labelOf = (value: unknown, choices: readonly Choice[]): string =>
	choices.find((choice) => choice.value === String(value))?.label ?? "Something that no longer exists";

/** Returns the entries of a field that is a list; none of any other. */
export const entriesOf = (field: RecordField, value: unknown, choices: readonly Choice[]): string[] => {
	if (field.as === "list") return field.entries(value, choices);
	return field.as === "choices" && value ? [value].flat().map((one) => labelOf(one, choices)) : [];
};
