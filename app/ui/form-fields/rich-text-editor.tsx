import { EditorContent, Node, useEditor } from "@tiptap/react";
import StarterKit, { type StarterKitOptions } from "@tiptap/starter-kit";
import { type KeyboardEvent, type MutableRefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { controlClass } from "#app/ui/form/control-class";
import { type ControlProps, showErrorsOf } from "#app/ui/form/field";
import type { InsertText } from "#app/ui/form-fields/insert-text";
import { type MergeLabels, mergePills } from "#app/ui/form-fields/merge-pills";
import { htmlWithPills, sourceOfPills } from "#app/ui/form-fields/pill-source";
import { RichTextToolbar } from "#app/ui/form-fields/rich-text-toolbar";
import type { PictureTool } from "#app/ui/form-fields/stored-picture";
import { plainTables, textTables } from "#app/ui/form-fields/text-tables";
import { isStoredPicture } from "#worker/contract/text/stored-pictures";

const from = (name: "src" | "alt" | "width") => ({
	default: null,
	parseHTML: (element: HTMLElement) => element.getAttribute(name),
});

/** Pictures that are stored here, each a paragraph of its own. */
const textPictures = Node.create({
	name: "picture",
	group: "block",
	atom: true,
	draggable: true,
	addAttributes: () => ({ src: from("src"), alt: from("alt"), width: from("width") }),
	parseHTML: () => [
		{ tag: "img[src]", getAttrs: (element) => isStoredPicture(element.getAttribute("src") ?? "") && null },
	],
	renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});

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
	/** The level of a title, for a text that has headings and tables. Read once. */
	titleLevel?: 1 | 2 | undefined;
	/** What asks for a picture. */
	pictureTool?: PictureTool | undefined;
	/** Whether the field that it replaces had the focus. */
	takesFocus: boolean;
}

const starterKit: Partial<StarterKitOptions> = {
	heading: { levels: [3, 4] },
	code: false,
	codeBlock: false,
	horizontalRule: false,
	link: { openOnClick: false, defaultProtocol: "https", protocols: ["mailto", "tel"] },
};

/** As the text looks to its readers. */
const textClass =
	"[&>*+*]:mt-2 [&_a]:text-accent [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:border-line-2 [&_blockquote]:pl-3 [&_.ProseMirror-selectednode]:outline-2 [&_.ProseMirror-selectednode]:outline-accent [&_h1]:text-xl [&_h2]:text-lg [&_h3]:font-medium [&_ol]:list-decimal [&_ol]:pl-5 [&_table]:w-full [&_td]:border [&_td]:border-line-2 [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line-2 [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_th]:font-medium [&_ul]:list-disc [&_ul]:pl-5";

/** The editor of a formatted text. Until something is changed in it, the field sends the original text. */
export const RichTextEditor = (props: RichTextEditorProps) => {
	const { wiring, label, initial, heightClass, insert, mergeLabels, titleLevel, pictureTool, takesFocus } = props;
	const { id, name, ...described } = wiring;
	const [html, setHtml] = useState(initial);
	const field = useRef<HTMLInputElement>(null);
	// why once: the editor is created anew when they change.
	const [extensions] = useState(() => {
		const kit = StarterKit.configure(titleLevel ? { ...starterKit, heading: { levels: [1, 2, 3, 4] } } : starterKit);
		return [kit, textPictures, ...(mergeLabels ? [mergePills(mergeLabels)] : []), ...(titleLevel ? textTables : [])];
	});
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
		onUpdate: ({ editor: changed }) => setHtml(changed.isEmpty ? "" : plainTables(sourceOfPills(changed.getHTML()))),
	});
	useLayoutEffect(() => {
		if (takesFocus) editor.view.focus();
		// why: the editor is higher than the plain field, below which they were in sight.
		showErrorsOf(id);
	}, [editor, takesFocus, id]);
	// why: a change by a button of the toolbar is a change of the form like any typing.
	const told = useRef(initial);
	useEffect(() => {
		if (html === told.current) return;
		told.current = html;
		field.current?.dispatchEvent(new Event("input", { bubbles: true }));
	}, [html]);
	useEffect(() => {
		if (insert) insert.current = (text) => editor.chain().focus().insertContent({ type: "text", text }).run();
	}, [editor, insert]);
	return (
		<div onKeyDownCapture={submitOnCommandEnter}>
			<input ref={field} type="hidden" name={name} value={html} />
			<RichTextToolbar editor={editor} controls={id} titleLevel={titleLevel} pictureTool={pictureTool} />
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
