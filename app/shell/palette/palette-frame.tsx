import { Command } from "cmdk";
import { ArrowLeft, Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Steering } from "#app/shell/palette/level";
import { itemAfter, leadsBeyond } from "#app/shell/palette/palette-list";
import { Glyph } from "#app/ui/glyph";
import { IconButton } from "#app/ui/icon-button";
import { Kbd } from "#app/ui/kbd";
import { Spinner } from "#app/ui/spinner";
import { useStore } from "#app/ui/store";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";
import { VisuallyHidden } from "#app/ui/visually-hidden";

type Hints = Readonly<Record<string, string>>;

interface PaletteFrameProps {
	steering: Steering;
	/** What is searched here. */
	label: string;
	/** The subject of the deeper levels. */
	about?: ReactNode;
	/** The items that can be chosen, in their order. The first is chosen until the user moves. */
	values: readonly string[];
	/** How many items are shown, for screen readers: with those that cannot be chosen. */
	count?: number;
	isPending?: boolean;
	/** Shown when there is nothing to choose. */
	empty: ReactNode;
	/** → or Tab on an item, by its value. @returns whether it has further actions. */
	onActions?: (value: string) => boolean;
	/** Draws the rest of a list of which only the first items are drawn: the user scrolls, or moves past them. */
	onBeyond?: () => void;
	hints: Hints;
	children: ReactNode;
}

/** The palette's field, its list, and the keys that move through both. */
export const PaletteFrame = ({ steering, label, about, values, isPending = false, ...rest }: PaletteFrameProps) => {
	const { query, draw, back, close } = steering;
	const typed = useStore(steering.typed, (text) => text);
	const [moved, setMoved] = useState<string>();
	const input = useRef<HTMLInputElement>(null);
	const list = useRef<HTMLDivElement>(null);
	// why: the choice follows results that arrive above it, unless the user moved.
	const chosen = moved !== undefined && values.includes(moved) ? moved : values[0];
	const { count = values.length } = rest;
	const latest = useRef({ values, chosen, isPending });
	latest.current = { values, chosen, isPending };
	/** A key that came before there was anything to act on: it acts on the first result. */
	const early = useRef<"Enter" | "actions">();
	const isPointing = useRef(false);
	const [corrections, setCorrections] = useState(0);

	useBrowserLayoutEffect(() => input.current?.focus(), []);

	const itemOf = (value: string) =>
		list.current?.querySelector<HTMLElement>(`[cmdk-item][data-value="${CSS.escape(value)}"]`);
	useBrowserLayoutEffect(() => {
		// why here: `cmdk` names only a choice that it made itself.
		const item = chosen === undefined ? undefined : itemOf(chosen);
		if (item) input.current?.setAttribute("aria-activedescendant", item.id);
		else input.current?.removeAttribute("aria-activedescendant");
	});

	const { onBeyond } = rest;
	const isCutOff = moved !== undefined && chosen !== moved;
	useBrowserLayoutEffect(() => {
		// why: items that arrive above it may move the user's choice past those that are drawn.
		if (isCutOff) onBeyond?.();
	}, [isCutOff, onBeyond]);

	useEffect(() => {
		if (early.current === undefined || isPending || typed !== query) return;
		const isEnter = early.current === "Enter";
		early.current = undefined;
		if (chosen === undefined) return;
		if (isEnter) itemOf(chosen)?.click();
		else rest.onActions?.(chosen);
	});

	const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		const { key, shiftKey, target } = event;
		const field = input.current;
		if (event.nativeEvent.isComposing || target !== field || !field) return;
		// why: a key that acts on the list must find the one for the text that is typed.
		if (typed !== query && key.length > 1 && key !== "Backspace") flushSync(draw);
		const take = () => {
			event.preventDefault();
			event.stopPropagation();
		};
		if (rest.onBeyond && leadsBeyond(key, latest.current.values, latest.current.chosen)) flushSync(rest.onBeyond);
		const now = latest.current;
		const next = itemAfter(key, now.values, now.chosen);
		if (next !== undefined) {
			take();
			setMoved(next);
			if (next === now.values[0]) list.current?.scrollTo(0, 0);
			else itemOf(next)?.scrollIntoView({ block: "nearest" });
		}
		if (key === "Enter" && now.chosen === undefined && now.isPending) {
			take();
			early.current = "Enter";
		}
		const isAtEnd = field.selectionStart === typed.length && field.selectionEnd === typed.length;
		if ((key === "Tab" && !shiftKey) || (key === "ArrowRight" && isAtEnd)) {
			const shown = list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.dataset.value;
			if (shown !== undefined && rest.onActions?.(shown)) take();
			else if (shown === undefined && now.isPending && rest.onActions) {
				take();
				early.current = "actions";
			}
		}
		if (about && typed === "" && (key === "Backspace" || key === "ArrowLeft")) {
			take();
			back();
		}
	};
	return (
		<Command
			label={label}
			// why a space, which `cmdk` trims: it reads its choice only when this changes.
			value={`${chosen ?? ""}${corrections % 2 === 0 ? "" : " "}`}
			onValueChange={(value) => {
				if (isPointing.current) setMoved(value);
				// why: `cmdk` also chooses the first item itself, at every letter and when the chosen one goes.
				else if (value !== (latest.current.chosen ?? "")) setCorrections((count) => count + 1);
			}}
			shouldFilter={false}
			vimBindings={false}
			onKeyDown={onKeyDown}
			onPointerMoveCapture={() => {
				isPointing.current = true;
			}}
			onPointerMove={() => {
				isPointing.current = false;
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
				{/* why a field of its own: of a text that it knows, `cmdk` chooses and shows the first item again at every letter. */}
				<Command.Input asChild value="">
					<input
						ref={input}
						data-autofocus
						value={typed}
						onChange={({ target }) => {
							setMoved(undefined);
							early.current = undefined;
							steering.typed.set(target.value);
							list.current?.scrollTo(0, 0);
						}}
						aria-activedescendant={undefined}
						placeholder={label}
						className="h-full min-w-0 flex-1 bg-transparent outline-none"
					/>
				</Command.Input>
				<button type="button" onClick={close} aria-label="Esc: close" className="-m-2 shrink-0 rounded-md p-2">
					<Kbd>esc</Kbd>
				</button>
			</div>
			<Command.List
				ref={list}
				label={label}
				aria-busy={isPending || typed !== query || undefined}
				onMouseDown={(event) => event.preventDefault()}
				onScroll={rest.onBeyond}
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
