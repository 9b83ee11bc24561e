import { type Editor, useEditorState } from "@tiptap/react";
import { Bold, Italic, Link2, List, ListOrdered, Unlink } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import { inputClass } from "#app/ui/form/control-class";
import { IconButton } from "#app/ui/icon-button";

interface RichTextToolbarProps {
	editor: Editor;
	/** The id of the text. */
	controls: string;
}

export const RichTextToolbar = ({ editor, controls }: RichTextToolbarProps) => {
	const [isLinking, setLinking] = useState(false);
	const state = useEditorState({
		editor,
		selector: ({ editor: current }) => ({
			bold: current?.isActive("bold") ?? false,
			italic: current?.isActive("italic") ?? false,
			bulletList: current?.isActive("bulletList") ?? false,
			orderedList: current?.isActive("orderedList") ?? false,
			link: current?.isActive("link") ?? false,
		}),
	});
	const tools = [
		{ id: "bold", label: "Bold", icon: Bold, run: () => editor.chain().focus().toggleBold().run() },
		{ id: "italic", label: "Italic", icon: Italic, run: () => editor.chain().focus().toggleItalic().run() },
		{ id: "bulletList", label: "List", icon: List, run: () => editor.chain().focus().toggleBulletList().run() },
		{
			id: "orderedList",
			label: "Numbered list",
			icon: ListOrdered,
			run: () => editor.chain().focus().toggleOrderedList().run(),
		},
		{ id: "link", label: "Link", icon: Link2, run: () => setLinking(!isLinking) },
	] as const;
	return (
		<div className="rounded-t-md border border-b-0 border-control bg-bg p-0.5">
			<div role="toolbar" aria-label="Formatting" aria-controls={controls} className="flex flex-wrap gap-0.5">
				{tools.map(({ id, label, icon, run }) => (
					<IconButton
						key={id}
						type="button"
						size="small"
						label={label}
						icon={icon}
						aria-pressed={state?.[id] ?? false}
						onClick={run}
						className={classNames(state?.[id] && "bg-accent-soft text-accent!")}
					/>
				))}
			</div>
			{isLinking && <LinkBar editor={editor} onDone={() => setLinking(false)} />}
		</div>
	);
};

/** The address of the selected words' link. */
const LinkBar = ({ editor, onDone }: { editor: Editor; onDone: () => void }) => {
	const [href, setHref] = useState<string>(() => editor.getAttributes("link").href ?? "");
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => input.current?.focus(), []);
	const put = () => {
		const chain = editor.chain().focus().extendMarkRange("link");
		if (href.trim() === "") chain.unsetLink().run();
		else chain.setLink({ href: withProtocol(href.trim()) }).run();
		onDone();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" && event.key !== "Escape") return;
		event.preventDefault();
		event.stopPropagation();
		if (event.key === "Enter") put();
		else {
			editor.commands.focus();
			onDone();
		}
	};
	return (
		<div className="flex flex-wrap gap-1.5 p-1">
			<input
				// why: it belongs to the toolbar, not to the form.
				form="none"
				ref={input}
				inputMode="url"
				aria-label="Link address"
				placeholder="https://"
				value={href}
				onChange={(event) => setHref(event.target.value)}
				onKeyDown={onKeyDown}
				className={`${inputClass} w-auto! min-w-40 flex-1`}
			/>
			<Button type="button" onClick={put}>
				Add link
			</Button>
			{editor.isActive("link") && (
				<IconButton
					type="button"
					label="Remove link"
					icon={Unlink}
					onClick={() => {
						editor.chain().focus().extendMarkRange("link").unsetLink().run();
						onDone();
					}}
				/>
			)}
		</div>
	);
};

/** 'example.com' is an address, 'a@example.com' a mailbox. */
const withProtocol = (href: string): string => {
	if (/^(https?|mailto|tel):/i.test(href)) return href;
	return /^[^\s@/]+@[^\s@/]+$/.test(href) ? `mailto:${href}` : `https://${href}`;
};
