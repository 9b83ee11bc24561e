import { useRef, useState } from "react";
import { controlClass } from "#app/ui/form/control-class";
import { Field } from "#app/ui/form/field";
import { entriesOf, entry } from "#app/ui/form-fields/entries";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { useLazy } from "#app/ui/use-lazy";

const load = async () => (await import("#app/ui/form-fields/rich-text-editor")).RichTextEditor;

/** What the editor would drop. why: nothing of an answer is lost by looking at it; such a text is changed as it is. */
const beyondEditor = /<(table|img|iframe|video|audio|style|svg|div|span|h1|h2|h5|h6)\b/i;

const asWritten = "It has a table, or another part that the editor would not keep: it is changed as it is written.";

/** A formatted text: its source until there is JavaScript, then an editor. */
export const RichTextAnswer = ({ col, field, answer }: AnswerProps) => {
	const source = entry(entriesOf(col, answer));
	const area = useRef<HTMLTextAreaElement>(null);
	const typed = useRef(source);
	const [isBeyondEditor, setBeyond] = useState(false);
	const Editor = useLazy(load, () => {
		// why: the text is not taken away from under whoever is typing in it.
		if (!area.current || area.current === document.activeElement) return false;
		typed.current = area.current.value;
		const isBeyond = beyondEditor.test(typed.current);
		if (isBeyond) setBeyond(true);
		return !isBeyond;
	});
	const description = isBeyondEditor ? asWritten : field.description;
	return (
		<Field {...field} description={description}>
			{(wiring) =>
				Editor ? (
					<Editor wiring={wiring} label={field.label} initial={typed.current} />
				) : (
					<textarea
						ref={area}
						rows={6}
						{...wiring}
						defaultValue={source}
						className={controlClass("field-sizing-content max-h-96 min-h-36 resize-y py-2")}
					/>
				)
			}
		</Field>
	);
};
