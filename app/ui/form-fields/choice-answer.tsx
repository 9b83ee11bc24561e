import { Checkbox } from "#app/ui/checkbox";
import type { Choice } from "#app/ui/form/choice";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { SelectField } from "#app/ui/form/select-field";
import { AnswerGroup } from "#app/ui/form-fields/answer-group";
import { entriesOf, entry } from "#app/ui/form-fields/entries";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { LineAnswer } from "#app/ui/form-fields/text-answer";

/** More choices than this are searched. */
const searchedFrom = 15;

/** One of a list's choices, the former answer among them; free text where no choices exist. */
export const SelectAnswer = (props: AnswerProps) => {
	const { col, field, answer } = props;
	if (!col.props.options?.length) return <LineAnswer {...props} />;
	const chosen = entry(entriesOf(col, answer));
	const choices = withChosen(col.props.options, chosen);
	const List = choices.length > searchedFrom ? ComboboxField : SelectField;
	return <List {...field} options={choices} placeholder="Choose" defaultValue={chosen} />;
};

export const CountryAnswer = ({ col, field, answer, places }: AnswerProps) => {
	const chosen = entry(entriesOf(col, answer));
	const names = (places?.countries ?? []).map(({ name }) => ({ value: name, label: name }));
	return <ComboboxField {...field} options={withChosen(names, chosen)} placeholder="Choose" defaultValue={chosen} />;
};

export const RadioAnswer = (props: AnswerProps) => {
	const { col, field, answer } = props;
	if (!col.props.options?.length) return <LineAnswer {...props} />;
	const chosen = entry(entriesOf(col, answer));
	const choices = withChosen(col.props.options, chosen);
	// why: a radio button cannot be unchecked; where an answer is not required, this choice does it.
	const all = field.required ? choices : [...choices, { value: "", label: "No answer" }];
	return <Radios field={field} choices={all} chosen={chosen} />;
};

/** Yes or no, neither of them preset (§3 trueDisplay, falseDisplay). */
export const YesNoAnswer = ({ col, field, answer }: AnswerProps) => {
	const { trueDisplay = "Yes", falseDisplay = "No" } = col.props;
	const choices = [
		{ value: "true", label: trueDisplay },
		{ value: "false", label: falseDisplay },
	];
	return <Radios field={field} choices={choices} chosen={entry(entriesOf(col, answer))} />;
};

interface RadiosProps {
	field: AnswerProps["field"];
	choices: readonly Choice[];
	chosen: string;
}

const Radios = ({ field, choices, chosen }: RadiosProps) => (
	<AnswerGroup {...field}>
		<div className="flex flex-wrap gap-x-5 gap-y-1.5 py-1">
			{choices.map(({ value, label }) => (
				<label key={value} className="flex min-h-6 items-center gap-2">
					<input
						type="radio"
						name={field.name}
						value={value}
						defaultChecked={value === chosen}
						className="size-4 shrink-0 accent-accent"
					/>
					{label}
				</label>
			))}
		</div>
	</AnswerGroup>
);

export const withChosen = (offered: readonly Choice[], chosen: string): readonly Choice[] =>
	chosen === "" || offered.some(({ value }) => value === chosen)
		? offered
		: [...offered, { value: chosen, label: `${chosen} (not offered)` }];

/** A checkbox; what ticking it means is written next to it (§3 trueDisplay). */
export const BoxAnswer = ({ col, field, answer }: AnswerProps) => {
	const { trueDisplay = "Yes" } = col.props;
	return (
		<AnswerGroup {...field}>
			<label htmlFor={`${field.id}-box`} className="flex min-h-6 w-fit items-center gap-2 py-1">
				<Checkbox
					id={`${field.id}-box`}
					name={field.name}
					value="true"
					defaultChecked={entry(entriesOf(col, answer)) === "true"}
					aria-invalid={field.errors?.length ? true : undefined}
				/>
				{trueDisplay}
			</label>
		</AnswerGroup>
	);
};

/** Any number of a list's choices. */
export const ChoicesAnswer = ({ col, field, answer }: AnswerProps) => {
	const chosen = entriesOf(col, answer).get("") ?? [];
	const offered = chosen.reduce(withChosen, col.props.options ?? []);
	return (
		<AnswerGroup {...field}>
			<div className="flex flex-wrap gap-x-5 gap-y-1.5 py-1">
				{offered.map(({ value, label }, index) => (
					<label key={value} htmlFor={`${field.id}-${index}`} className="flex min-h-6 items-center gap-2">
						<Checkbox
							id={`${field.id}-${index}`}
							name={field.name}
							value={value}
							defaultChecked={chosen.includes(value)}
						/>
						{label}
					</label>
				))}
			</div>
		</AnswerGroup>
	);
};
