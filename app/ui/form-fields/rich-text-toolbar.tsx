import { type Editor, useEditorState } from "@tiptap/react";
import {
	BetweenHorizontalStart,
	BetweenVerticalStart,
	Bold,
	Heading1,
	Heading2,
	ImagePlus,
	Italic,
	Link2,
	List,
	ListOrdered,
	Table,
	TableColumnsSplit,
	TableProperties,
	TableRowsSplit,
	Trash2,
	Unlink,
} from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import { inputClass } from "#app/ui/form/control-class";
import type { PictureTool, TextPicture } from "#app/ui/form-fields/stored-picture";
import { IconButton } from "#app/ui/icon-button";

interface RichTextToolbarProps {
	editor: Editor;
	/** The id of the text. */
	controls: string;
	/** The level of a title, for a text that has headings and tables. */
	titleLevel?: 1 | 2 | undefined;
	/** What asks for a picture. */
	pictureTool?: PictureTool | undefined;
}

export const RichTextToolbar = ({ editor, controls, titleLevel, pictureTool: PictureBar }: RichTextToolbarProps) => {
	const [opened, setOpened] = useState<"link" | "picture">();
	const toggle = (bar: "link" | "picture") => setOpened(opened === bar ? undefined : bar);
	const close = useCallback(() => setOpened(undefined), []);
	const putPicture = useCallback(
		(attrs: TextPicture) => {
			editor.chain().focus().insertContent({ type: "picture", attrs }).run();
			setOpened(undefined);
		},
		[editor],
	);
	const state = useEditorState({
		editor,
		selector: ({ editor: current }) => ({
			bold: current?.isActive("bold") ?? false,
			italic: current?.isActive("italic") ?? false,
			bulletList: current?.isActive("bulletList") ?? false,
			orderedList: current?.isActive("orderedList") ?? false,
			link: current?.isActive("link") ?? false,
			title: current?.isActive("heading", { level: titleLevel }) ?? false,
			heading: current?.isActive("heading", { level: 3 }) ?? false,
			table: current?.isActive("table") ?? false,
			picture: current?.isActive("picture") ?? false,
		}),
	});
	const headings = [
		{ id: "title", label: "Title", icon: Heading1, level: titleLevel ?? 2 },
		{ id: "heading", label: "Heading", icon: Heading2, level: 3 },
	] as const;
	const tools = [
		...(titleLevel ? headings : []).map(({ level, ...tool }) => ({
			...tool,
			run: () => editor.chain().focus().toggleHeading({ level }).run(),
		})),
		{ id: "bold", label: "Bold", icon: Bold, run: () => editor.chain().focus().toggleBold().run() },
		{ id: "italic", label: "Italic", icon: Italic, run: () => editor.chain().focus().toggleItalic().run() },
		{ id: "bulletList", label: "List", icon: List, run: () => editor.chain().focus().toggleBulletList().run() },
		{
			id: "orderedList",
			label: "Numbered list",
			icon: ListOrdered,
			run: () => editor.chain().focus().toggleOrderedList().run(),
		},
		{ id: "link", label: "Link", icon: Link2, run: () => toggle("link") },
		...(PictureBar
			? [{ ...({ id: "picture", label: "Picture", icon: ImagePlus } as const), run: () => toggle("picture") }]
			: []),
		...(titleLevel && !state?.table
			? [
					{
						...({ id: "table", label: "Table", icon: Table } as const),
						run: () => editor.chain().focus().insertTable({ rows: 2, cols: 2, withHeaderRow: false }).run(),
					},
				]
			: []),
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
			{state?.table && <TableBar editor={editor} controls={controls} />}
			{opened === "link" && <LinkBar editor={editor} onDone={close} />}
			{opened === "picture" && PictureBar && (
				<PictureBar
					onPut={putPicture}
					onDone={() => {
						editor.commands.focus();
						close();
					}}
				/>
			)}
		</div>
	);
};

/** What can be done with the table that is written in. */
const TableBar = ({ editor, controls }: Pick<RichTextToolbarProps, "editor" | "controls">) => {
	const tools = [
		{ label: "Add row", icon: BetweenHorizontalStart, run: () => editor.chain().focus().addRowAfter().run() },
		{ label: "Add column", icon: BetweenVerticalStart, run: () => editor.chain().focus().addColumnAfter().run() },
		{ label: "Heading cell", icon: TableProperties, run: () => editor.chain().focus().toggleHeaderCell().run() },
		{ label: "Delete row", icon: TableRowsSplit, run: () => editor.chain().focus().deleteRow().run() },
		{ label: "Delete column", icon: TableColumnsSplit, run: () => editor.chain().focus().deleteColumn().run() },
		{ label: "Delete table", icon: Trash2, run: () => editor.chain().focus().deleteTable().run() },
	];
	return (
		<div role="toolbar" aria-label="Table" aria-controls={controls} className="flex flex-wrap gap-0.5">
			{tools.map(({ label, icon, run }) => (
				<IconButton key={label} type="button" size="small" label={label} icon={icon} onClick={run} />
			))}
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
