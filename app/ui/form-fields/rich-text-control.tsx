import { type MutableRefObject, useEffect, useRef } from "react";
import { controlClass } from "#app/ui/form/control-class";
import type { ControlProps } from "#app/ui/form/field";
import { type InsertText, insertIntoField } from "#app/ui/form-fields/insert-text";
import type { MergeLabels } from "#app/ui/form-fields/merge-pills";
import { foreignPicture, type PictureTool } from "#app/ui/form-fields/stored-picture";
import { useLazy } from "#app/ui/use-lazy";

export interface RichTextControlProps {
	wiring: ControlProps;
	label: string;
	/** HTML, or text typed without the editor. Read once. */
	source: string;
	/** Text typed without the editor, as HTML. */
	readTyped?: (typed: string) => string;
	/** The text stays as it was written: the editor would not keep all of it. */
	onBeyondEditor?: () => void;
	/** Set while the control is mounted. */
	insert?: MutableRefObject<InsertText | undefined>;
	/** The labels of the merge fields, in a text that has some. Read once. */
	mergeLabels?: MergeLabels;
	/** The level of a title, for a text that has headings and tables. Read once. */
	titleLevel?: 1 | 2;
	/** What asks for a picture, for a text that may have some. */
	pictureTool?: PictureTool;
}

const load = async () => (await import("#app/ui/form-fields/rich-text-editor")).RichTextEditor;

/** What the editor would drop. why: nothing of a text is lost by opening it; such a text is edited as source. */
const beyondEditor = /<(table|iframe|video|audio|style|svg|div|span|h1|h2|h5|h6)\b/i;

/** The same of a text with headings and tables, of which nothing is lost either that a document may have. */
const beyondHeadings = /<(iframe|video|audio|style|svg|div|span|h5|h6|hr|sub|sup)\b|<[^<>]*\sstyle=/i;

/** §9: an editor is 500 px high where the screen allows it. */
const heightClass = "h-[min(500px,55dvh)] min-h-40";

/** A formatted text: its source without JavaScript, otherwise an editor. */
export const RichTextControl = ({ wiring, label, source, readTyped, insert, ...look }: RichTextControlProps) => {
	const { onBeyondEditor, mergeLabels, titleLevel, pictureTool } = look;
	const area = useRef<HTMLTextAreaElement>(null);
	const typed = useRef(source);
	const hadFocus = useRef(false);
	const Editor = useLazy(load, () => {
		if (!area.current) return false;
		// why: the text is not replaced while the user is typing in it.
		hadFocus.current = area.current === document.activeElement;
		if (hadFocus.current && area.current.value !== area.current.defaultValue) return false;
		typed.current = readTyped?.(area.current.value) ?? area.current.value;
		const isBeyond =
			(titleLevel ? beyondHeadings : beyondEditor).test(typed.current) || foreignPicture.test(typed.current);
		if (isBeyond) onBeyondEditor?.();
		return !isBeyond;
	});
	useEffect(() => {
		if (insert && !Editor) insert.current = (text) => area.current && insertIntoField(area.current, text);
	}, [insert, Editor]);
	if (Editor) {
		const initial = typed.current;
		const props = { wiring, label, initial, heightClass, insert, mergeLabels, titleLevel, pictureTool };
		return <Editor {...props} takesFocus={hadFocus.current} />;
	}
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
