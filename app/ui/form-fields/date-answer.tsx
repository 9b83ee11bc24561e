import { inputClass } from "#app/ui/form/control-class";
import { TextField } from "#app/ui/form/text-field";
import { AnswerGroup } from "#app/ui/form-fields/answer-group";
import { entriesOf, entry } from "#app/ui/form-fields/entries";
import { partName } from "#app/ui/form-fields/field-names";
import type { AnswerProps } from "#app/ui/form-fields/form-field";

/** An answer that a date input cannot show is shown, and edited, as text. */
const typeFor = (text: string): "date" | "text" => (text === "" || /^\d{4}-\d{2}-\d{2}$/.test(text) ? "date" : "text");

export const DayAnswer = ({ col, field, answer }: AnswerProps) => {
	const day = entry(entriesOf(col, answer));
	return <TextField {...field} type={typeFor(day)} autoComplete="off" defaultValue={day} />;
};

/** A first and a last day, either of which may be empty. */
export const RangeAnswer = ({ col, field, answer }: AnswerProps) => {
	const entries = entriesOf(col, answer);
	return (
		<AnswerGroup {...field}>
			<div className="flex flex-wrap gap-2.5">
				{ends.map(({ part, label }) => (
					<label key={part} className="grid min-w-36 flex-1 gap-1">
						<span className="text-sm text-text-2">{label}</span>
						<input
							type={typeFor(entry(entries, part))}
							name={partName(field.name, part)}
							defaultValue={entry(entries, part)}
							autoComplete="off"
							aria-invalid={field.errors?.length ? true : undefined}
							className={inputClass}
						/>
					</label>
				))}
			</div>
		</AnswerGroup>
	);
};

const ends = [
	{ part: "from", label: "From" },
	{ part: "to", label: "To" },
];
