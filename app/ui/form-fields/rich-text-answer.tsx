import { useState } from "react";
import { Field } from "#app/ui/form/field";
import { entriesOf, entry } from "#app/ui/form-fields/entries";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { RichTextControl } from "#app/ui/form-fields/rich-text-control";

const asWritten = "It has a table, or another part that the editor would not keep: it is changed as it is written.";

/** A formatted text that answers a question. */
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
