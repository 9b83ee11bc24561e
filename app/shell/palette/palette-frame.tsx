import { ArrowLeft, Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from "react";
import type { Steering } from "#app/shell/palette/level";
import { itemAfter, PaletteListContext } from "#app/shell/palette/palette-list";
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
	/** The items that can be chosen, in their order. The first is chosen until the user moves. */
	values: readonly string[];
	/** How many items are shown, for screen readers: with those that cannot be chosen. */
	count?: number;
	isPending?: boolean;
	/** Shown when there is nothing to choose. */
	empty: ReactNode;
	/** → or Tab on an item, by its value. @returns whether it has further actions. */
	onActions?: (value: string) => boolean;
	hints: Hints;
	children: ReactNode;
}

const scroll = (id: string) => document.getElementById(id)?.scrollIntoView({ block: "nearest" });

/** The palette's field, its list, and the keys that move through both. */
export const PaletteFrame = ({ steering, label, about, values, isPending = false, ...rest }: PaletteFrameProps) => {
	const { typed, query, setQuery, hurry, back, close } = steering;
	const id = useId();
	const [moved, setMoved] = useState<string>();
	const input = useRef<HTMLInputElement>(null);
	const list = useRef<HTMLDivElement>(null);
	// why: the choice follows results that arrive above it, unless the user moved.
	const chosen = moved !== undefined && values.includes(moved) ? moved : values[0];
	const { count = values.length } = rest;
	const latest = useRef({ values, chosen });
	latest.current = { values, chosen };
	const listed = useMemo(() => ({ id, chosen, choose: setMoved }), [id, chosen]);

	useBrowserLayoutEffect(() => input.current?.focus(), []);

	const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		const { key, shiftKey, target } = event;
		const field = input.current;
		if (event.nativeEvent.isComposing || target !== field || !field) return;
		// why: a key that acts on the list must find the one for the text that is typed.
		if (typed !== query && key.length > 1 && key !== "Backspace") hurry();
		const take = () => {
			event.preventDefault();
			event.stopPropagation();
		};
		const now = latest.current;
		const next = itemAfter(key, now.values, now.chosen);
		if (next !== undefined) {
			take();
			setMoved(next);
			if (next === now.values[0]) list.current?.scrollTo(0, 0);
			else scroll(`${id}-${next}`);
		}
		if (key === "Enter") {
			take();
			list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.click();
		}
		const isAtEnd = field.selectionStart === typed.length && field.selectionEnd === typed.length;
		if ((key === "Tab" && !shiftKey) || (key === "ArrowRight" && isAtEnd)) {
			const shown = list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.dataset.value;
			if (shown !== undefined && rest.onActions?.(shown)) take();
		}
		if (about && typed === "" && (key === "Backspace" || key === "ArrowLeft")) {
			take();
			back();
		}
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field inside.
		<div className="flex min-h-0 flex-col" onKeyDown={onKeyDown}>
			<div className="flex h-13 shrink-0 items-center gap-2.5 border-b border-line px-4">
				{about ? (
					<>
						<IconButton label="Back" icon={ArrowLeft} size="small" type="button" onClick={back} className="-ml-1.5" />
						<span className="max-w-1/2 shrink-0 truncate font-medium">{about}</span>
					</>
				) : (
					<span className="text-text-3">{isPending ? <Spinner /> : <Glyph icon={Search} />}</span>
				)}
				<input
					ref={input}
					data-autofocus
					type="text"
					role="combobox"
					aria-label={label}
					aria-autocomplete="list"
					aria-expanded
					aria-controls={`${id}-list`}
					aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen}`}
					autoComplete="off"
					autoCorrect="off"
					spellCheck={false}
					value={typed}
					onChange={(event) => {
						setMoved(undefined);
						setQuery(event.target.value);
						list.current?.scrollTo(0, 0);
					}}
					placeholder={label}
					className="h-full min-w-0 flex-1 bg-transparent outline-none"
				/>
				<button type="button" onClick={close} aria-label="Esc: close" className="-m-2 shrink-0 rounded-md p-2">
					<Kbd>esc</Kbd>
				</button>
			</div>
			<PaletteListContext.Provider value={listed}>
				<div
					ref={list}
					id={`${id}-list`}
					role="listbox"
					tabIndex={-1}
					aria-label={label}
					aria-busy={isPending || typed !== query || undefined}
					onMouseDown={(event) => event.preventDefault()}
					className="min-h-0 overflow-y-auto overscroll-contain py-1.5 empty:hidden"
				>
					{rest.children}
				</div>
			</PaletteListContext.Provider>
			{count === 0 && <div className="px-4 pt-1 pb-5 text-text-2">{rest.empty}</div>}
			<VisuallyHidden>
				<span role="status">{count === 1 ? "1 result" : `${count} results`}</span>
			</VisuallyHidden>
			<div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-sm text-text-3">
				<PaletteHints hints={rest.hints} />
			</div>
		</div>
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
