import { type MutableRefObject, useEffect, useRef } from "react";
import { controlClass } from "#app/ui/form/control-class";
import type { ControlProps } from "#app/ui/form/field";
import { type InsertText, insertIntoField } from "#app/ui/form-fields/insert-text";
import { useLazy } from "#app/ui/use-lazy";

export interface RichTextControlProps {
	wiring: ControlProps;
	label: string;
	/** HTML, or what was typed where there was no editor. Read once. */
	source: string;
	/** How tall it may be. */
	heightClass?: string;
	/** What was typed without the editor, as HTML. */
	readTyped?: (typed: string) => string;
	/** The text stays as it is written: the editor would not keep all of it. */
	onBeyondEditor?: () => void;
	/** Filled while the control is there. */
	insert?: MutableRefObject<InsertText | undefined>;
}

const load = async () => (await import("#app/ui/form-fields/rich-text-editor")).RichTextEditor;

/** What the editor would drop. why: nothing of a text is lost by looking at it; such a text is changed as it is. */
const beyondEditor = /<(table|img|iframe|video|audio|style|svg|div|span|h1|h2|h5|h6)\b/i;

/** A formatted text: its source until there is JavaScript, then an editor. */
export const RichTextControl = ({ wiring, label, source, readTyped, insert, ...look }: RichTextControlProps) => {
	const { heightClass = "max-h-96 min-h-36", onBeyondEditor } = look;
	const area = useRef<HTMLTextAreaElement>(null);
	const typed = useRef(source);
	const Editor = useLazy(load, () => {
		// why: the text is not taken away from under whoever is typing in it.
		if (!area.current || area.current === document.activeElement) return false;
		typed.current = readTyped?.(area.current.value) ?? area.current.value;
		const isBeyond = beyondEditor.test(typed.current);
		if (isBeyond) onBeyondEditor?.();
		return !isBeyond;
	});
	useEffect(() => {
		if (insert && !Editor) insert.current = (text) => area.current && insertIntoField(area.current, text);
	}, [insert, Editor]);
	if (Editor)
		return <Editor wiring={wiring} label={label} initial={typed.current} heightClass={heightClass} insert={insert} />;
	return (
		<textarea
			ref={area}
			rows={6}
			{...wiring}
			defaultValue={source}
			className={controlClass(`field-sizing-content resize-y py-2 ${heightClass}`)}
		/>
	);
};
