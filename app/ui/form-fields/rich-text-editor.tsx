import { EditorContent, useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type KeyboardEvent, type MutableRefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { controlClass } from "#app/ui/form/control-class";
import { type ControlProps, showErrorsOf } from "#app/ui/form/field";
import type { InsertText } from "#app/ui/form-fields/insert-text";
import { type MergeLabels, mergePills } from "#app/ui/form-fields/merge-pills";
import { htmlWithPills, sourceOfPills } from "#app/ui/form-fields/pill-source";
import { RichTextToolbar } from "#app/ui/form-fields/rich-text-toolbar";

interface RichTextEditorProps {
	wiring: ControlProps;
	label: string;
	/** HTML. */
	initial: string;
	heightClass: string;
	/** Set while the editor is mounted. */
	insert?: MutableRefObject<InsertText | undefined>;
	/** The labels of the merge fields, in a text that has some. Read once. */
	mergeLabels?: MergeLabels | undefined;
	/** Whether the field that it replaces had the focus. */
	takesFocus: boolean;
}

const starterKit = StarterKit.configure({
	heading: { levels: [3, 4] },
	code: false,
	codeBlock: false,
	horizontalRule: false,
	link: { openOnClick: false, defaultProtocol: "https", protocols: ["mailto", "tel"] },
});

/** As the text looks to its readers. */
const textClass =
	"[&>*+*]:mt-2 [&_a]:text-accent [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:border-line-2 [&_blockquote]:pl-3 [&_h3]:font-medium [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5";

/** The editor of a formatted text. Until something is changed in it, the field sends the original text. */
export const RichTextEditor = (props: RichTextEditorProps) => {
	const { wiring, label, initial, heightClass, insert, mergeLabels, takesFocus } = props;
	const { id, name, ...described } = wiring;
	const [html, setHtml] = useState(initial);
	const field = useRef<HTMLInputElement>(null);
	// why once: the editor is created anew when they change.
	const [extensions] = useState(() => (mergeLabels ? [starterKit, mergePills(mergeLabels)] : [starterKit]));
	const editor = useEditor({
		extensions,
		content: mergeLabels ? htmlWithPills(initial) : initial,
		// why: drawn and focused in the step that removes the plain field, so that no letter falls between them.
		immediatelyRender: true,
		editorProps: {
			attributes: {
				id,
				role: "textbox",
				"aria-multiline": "true",
				"aria-label": label,
				...attributesOf(described),
				class: controlClass(`${heightClass} overflow-y-auto rounded-t-none! py-2 outline-none ${textClass}`),
			},
		},
		onUpdate: ({ editor: changed }) => setHtml(changed.isEmpty ? "" : sourceOfPills(changed.getHTML())),
	});
	useLayoutEffect(() => {
		if (takesFocus) editor.view.focus();
		// why: the editor is higher than the plain field, below which they were in sight.
		showErrorsOf(id);
	}, [editor, takesFocus, id]);
	// why: a change by a button of the toolbar is a change of the form like any typing.
	useEffect(() => {
		if (html !== initial) field.current?.dispatchEvent(new Event("input", { bubbles: true }));
	}, [html, initial]);
	useEffect(() => {
		if (insert) insert.current = (text) => editor.chain().focus().insertContent({ type: "text", text }).run();
	}, [editor, insert]);
	return (
		<div onKeyDownCapture={submitOnCommandEnter}>
			<input ref={field} type="hidden" name={name} value={html} />
			<RichTextToolbar editor={editor} controls={id} />
			<EditorContent editor={editor} />
		</div>
	);
};

/** why: an attribute of the page's element is a text, or missing. */
const attributesOf = (described: Omit<ControlProps, "id" | "name">): Record<string, string> =>
	Object.fromEntries(
		Object.entries(described).flatMap(([name, value]): [string, string][] =>
			value === undefined || name === "disabled" ? [] : [[name, String(value)]],
		),
	);

/** Handles the key before the editor, which would break the line: in a form it submits. */
const submitOnCommandEnter = (event: KeyboardEvent<HTMLDivElement>) => {
	if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
	event.preventDefault();
	event.stopPropagation();
	const form = event.currentTarget.closest("form");
	const { metaKey, ctrlKey } = event;
	form?.dispatchEvent(
		new window.KeyboardEvent("keydown", { key: "Enter", metaKey, ctrlKey, bubbles: true, cancelable: true }),
	);
};
