import { Command } from "cmdk";
import { ArrowLeft, Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type { Steering } from "#app/shell/palette/level";
import { Glyph } from "#app/ui/glyph";
import { IconButton } from "#app/ui/icon-button";
import { Kbd } from "#app/ui/kbd";
import { Spinner } from "#app/ui/spinner";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";
import { VisuallyHidden } from "#app/ui/visually-hidden";

type Hints = Readonly<Record<string, string>>;

interface PaletteFrameProps {
	steering: Steering;
	/** What is searched here. */
	label: string;
	/** The subject of the deeper levels. */
	about?: ReactNode;
	/** How many items there are, for screen readers. */
	count: number;
	isPending?: boolean;
	/** Shown when there is nothing to choose. */
	empty: ReactNode;
	/** → or Tab on an item, by its value. @returns whether it has further actions. */
	onActions?: (value: string) => boolean;
	hints: Hints;
	children: ReactNode;
}

/** The palette's field, its list, and the keys that move through both. */
export const PaletteFrame = ({ steering, label, about, count, isPending = false, ...rest }: PaletteFrameProps) => {
	const { query, setQuery, back, close } = steering;
	const [value, setValue] = useState("");
	const root = useRef<HTMLDivElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const hasMoved = useRef(false);

	useBrowserLayoutEffect(() => input.current?.focus(), []);
	useBrowserLayoutEffect(() => {
		// why: the choice follows results that arrive above it, unless the user moved; Home goes to the first item.
		if (!hasMoved.current)
			root.current?.dispatchEvent(new window.KeyboardEvent("keydown", { key: "Home", bubbles: true }));
	});

	const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		const { key, shiftKey } = event;
		if (!event.nativeEvent.isTrusted) return;
		if (["ArrowDown", "ArrowUp", "End", "Home"].includes(key)) hasMoved.current = true;
		const field = input.current;
		const isAtEnd = field?.selectionStart === query.length && field.selectionEnd === query.length;
		if (key === "Tab" && !shiftKey && event.target === field && rest.onActions?.(value)) event.preventDefault();
		if (key === "ArrowRight" && isAtEnd && rest.onActions?.(value)) event.preventDefault();
		if (about && query === "" && (key === "Backspace" || key === "ArrowLeft") && event.target === field) {
			event.preventDefault();
			back();
		}
	};
	return (
		<Command
			ref={root}
			label={label}
			value={value}
			onValueChange={setValue}
			shouldFilter={false}
			vimBindings={false}
			onKeyDown={onKeyDown}
			onPointerMoveCapture={() => {
				hasMoved.current = true;
			}}
			className="flex min-h-0 flex-col outline-none"
		>
			<div className="flex h-13 shrink-0 items-center gap-2.5 border-b border-line px-4">
				{about ? (
					<>
						<IconButton label="Back" icon={ArrowLeft} size="small" type="button" onClick={back} className="-ml-1.5" />
						<span className="max-w-1/2 shrink-0 truncate font-medium">{about}</span>
					</>
				) : (
					<span className="text-text-3">{isPending ? <Spinner /> : <Glyph icon={Search} />}</span>
				)}
				<Command.Input
					ref={input}
					data-autofocus
					value={query}
					onValueChange={(text) => {
						hasMoved.current = false;
						setQuery(text);
					}}
					placeholder={label}
					className="h-full min-w-0 flex-1 bg-transparent outline-none"
				/>
				<button type="button" onClick={close} aria-label="Esc: close" className="-m-2 shrink-0 rounded-md p-2">
					<Kbd>esc</Kbd>
				</button>
			</div>
			<Command.List
				label={label}
				aria-busy={isPending || undefined}
				onMouseDown={(event) => event.preventDefault()}
				className="min-h-0 overflow-y-auto overscroll-contain py-1.5 empty:hidden"
			>
				{rest.children}
			</Command.List>
			{count === 0 && <div className="px-4 pt-1 pb-5 text-text-2">{rest.empty}</div>}
			<VisuallyHidden>
				<span role="status">{count === 1 ? "1 result" : `${count} results`}</span>
			</VisuallyHidden>
			<div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-sm text-text-3">
				<PaletteHints hints={rest.hints} />
			</div>
		</Command>
	);
};

export const PaletteHints = ({ hints }: { hints: Hints }) => (
	<>
		{Object.entries(hints).map(([key, label]) => (
			<span key={key} className="inline-flex items-center gap-1">
				<Kbd>{key}</Kbd> {label}
			</span>
		))}
	</>
);
