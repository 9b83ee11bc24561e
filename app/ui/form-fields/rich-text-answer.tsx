import { Field } from "#app/ui/form/field";
import { entriesOf, entry } from "#app/ui/form-fields/entries";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { RichTextControl } from "#app/ui/form-fields/rich-text-control";

/** A formatted text that answers a question. */
export const RichTextAnswer = ({ col, field, answer }: AnswerProps) => (
	<Field {...field}>
		{(wiring) => <RichTextControl wiring={wiring} label={field.label} source={entry(entriesOf(col, answer))} />}
	</Field>
);
