import { Checkbox } from "#app/ui/checkbox";
import { AnswerGroup } from "#app/ui/form-fields/answer-group";
import { withChosen } from "#app/ui/form-fields/choice-answer";
import { entriesOf, entry } from "#app/ui/form-fields/entries";
import type { AnswerProps } from "#app/ui/form-fields/form-field";

/** A checkbox; the meaning of each state is written next to it (§3 trueDisplay, falseDisplay). */
export const BoxAnswer = ({ col, field, answer }: AnswerProps) => {
	const { trueDisplay = "Yes", falseDisplay } = col.props;
	const description = [falseDisplay && `Not ticked: ${falseDisplay}`, field.description].filter(Boolean).join(" · ");
	return (
		<AnswerGroup {...field} description={description}>
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
