import { TextField, type TextFieldProps } from "#app/ui/form/text-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { entriesOf, entry } from "#app/ui/form-fields/entries";
import type { AnswerProps } from "#app/ui/form-fields/form-field";

/** why: `type="number"` forgets what it cannot read, and turns at the wheel; what was typed must come back. */
const inputs: Record<string, Partial<TextFieldProps>> = {
	number: { inputMode: "decimal" },
	phone: { type: "tel", inputMode: "tel" },
	email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
};

/** One line: a text, a number, a telephone number, an address. */
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
