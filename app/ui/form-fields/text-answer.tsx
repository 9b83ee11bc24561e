import { useState } from "react";
import { inputClass } from "#app/ui/form/control-class";
import { Field } from "#app/ui/form/field";
import { TextField, type TextFieldProps } from "#app/ui/form/text-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { AnswerGroup } from "#app/ui/form-fields/answer-group";
import { entriesOf, entry } from "#app/ui/form-fields/entries";
import { partName } from "#app/ui/form-fields/field-names";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { RichTextControl } from "#app/ui/form-fields/rich-text-control";

/** why: `type="number"` forgets what it cannot read, and turns at the wheel; what was typed must come back. */
const inputs: Record<string, Partial<TextFieldProps>> = {
	number: { inputMode: "decimal" },
	phone: { type: "tel", inputMode: "tel" },
	email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
};

export const LineAnswer = ({ col, field, answer }: AnswerProps) => {
	const text = entry(entriesOf(col, answer));
	// why: an input of one line would join several lines, though nobody touched it.
	if (text.includes("\n")) return <TextareaField {...field} defaultValue={text} />;
	return <TextField {...inputs[col.type]} {...field} autoComplete="off" defaultValue={text} />;
};

export const LongAnswer = ({ col, field, answer }: AnswerProps) => (
	<TextareaField {...field} defaultValue={entry(entriesOf(col, answer))} />
);

/** A type that the engine does not know: its value can be read and edited as text (§3). */
export const UnknownAnswer = ({ col, field, answer }: AnswerProps) => (
	<TextField
		{...field}
		autoComplete="off"
		defaultValue={entry(entriesOf(col, answer))}
		description={
			<>
				Unknown field type “{col.type}”: shown as a text.
				{field.description && <> {field.description}</>}
			</>
		}
	/>
);

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

const asWritten = "It has a table, or another part that the editor cannot keep, so it is edited as HTML.";

export const RichTextAnswer = ({ col, field, answer }: AnswerProps) => {
	const [isBeyondEditor, setBeyondEditor] = useState(false);
	return (
		<Field {...field} description={isBeyondEditor ? asWritten : field.description}>
			{(wiring) => (
				<RichTextControl
					wiring={wiring}
					label={field.label}
					source={entry(entriesOf(col, answer))}
					onBeyondEditor={() => setBeyondEditor(true)}
				/>
			)}
		</Field>
	);
};
