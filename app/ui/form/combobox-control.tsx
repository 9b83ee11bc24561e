import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { Check, ChevronsUpDown } from "lucide-react";
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { formatCount } from "#app/format/numbers";
import { useTopLayer } from "#app/ui/dialog/use-top-layer";
import { useAnnouncedResult } from "#app/ui/focus/announce";
import type { Choice } from "#app/ui/form/choice";
import { inputClass } from "#app/ui/form/control-class";
import type { ControlProps } from "#app/ui/form/field";
import { matchChoices } from "#app/ui/form/match-choices";
import { iconProps } from "#app/ui/icon";
import { Spinner } from "#app/ui/spinner";

interface ComboboxControlProps {
	wiring: ControlProps;
	options: readonly Choice[];
	chosen: Choice | null;
	onChoose: (choice: Choice | null) => void;
	placeholder: string;
	/** The plain field that it replaces had the focus. */
	takesFocus?: boolean;
	onQuery?: (query: string) => void;
	answeredQuery?: string | undefined;
	onMore?: () => void;
	onFocus?: () => void;
	pending?: boolean;
	emptyText?: string;
	foundText?: string | undefined;
}

/** The most choices drawn at once of a list given whole; typing narrows it. */
const shownAtMost = 100;

const optionClass = "flex min-h-8 items-center gap-2 rounded-md px-2.5 py-1 data-focus:bg-hover";

const noMatch = "Nothing matches";

/** The last entry of a list that continues. */
const more: Choice = { value: "\n", label: "More" };

/** What Headless UI's button listens to. */
const press = (button: HTMLButtonElement | null) =>
	button?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "mouse" }));

/** The combobox of a combobox field; its list stays in place, because a dialog makes everything else inert. */
export const ComboboxControl = ({
	wiring,
	options,
	chosen,
	onChoose,
	onQuery,
	answeredQuery,
	onMore,
	onFocus,
	takesFocus = false,
	...look
}: ComboboxControlProps) => {
	const { name: _, ...input } = wiring;
	const [query, setQuery] = useState("");
	const panel = useTopLayer("fill");
	const text = useRef<HTMLInputElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, as it takes the plain field's place.
	useLayoutEffect(() => {
		if (takesFocus) text.current?.focus();
	}, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, after the input has its text.
	useEffect(() => {
		// why: what is typed next replaces the present choice.
		if (takesFocus) text.current?.select();
	}, []);
	const isLeavingEmpty = useRef(false);
	const choose = (choice: Choice | null) => {
		// why: Tab chooses the option that is active, and in an emptied field that is the first of all.
		if (isLeavingEmpty.current) return;
		if (choice === more) onMore?.();
		else onChoose(choice);
	};
	const isAwaiting = answeredQuery !== undefined && query.trim() !== answeredQuery.trim();
	// why: until the answer has come, Enter must not choose one of the former answer that the text does not name.
	const matching = onQuery && !isAwaiting ? options : matchChoices(options, query);
	const found = onQuery ? matching : matching.slice(0, shownAtMost);
	const named = look.foundText ?? formatCount(found.length, "choice");
	useAnnouncedResult(query === "" || isAwaiting ? undefined : found.length > 0 ? named : (look.emptyText ?? noMatch));
	const continues = onMore !== undefined && !isAwaiting;
	const ask = (text: string) => {
		setQuery(text);
		onQuery?.(text);
	};
	// why: the first entry of the next page takes the place of 'More', and the user's position with it.
	const placeOf = (index: number) => `${query} ${index}`;
	const goOn = (event: SyntheticEvent) => {
		// why: choosing an entry closes the list; this one makes it longer.
		event.preventDefault();
		event.stopPropagation();
		onMore?.();
	};
	return (
		<Combobox
			value={chosen}
			by="value"
			disabled={wiring.disabled}
			onChange={choose}
			onClose={() => query !== "" && ask("")}
		>
			{({ activeOption, open }) => (
				<div
					className="relative"
					onKeyDownCapture={({ key }) => {
						isLeavingEmpty.current = key === "Tab" && text.current?.value.trim() === "";
					}}
					onPointerDownCapture={() => {
						isLeavingEmpty.current = false;
					}}
				>
					<ComboboxInput
						{...input}
						ref={text}
						// why: the hidden input is the field; text typed to find a choice belongs to no form.
						form="none"
						autoComplete="off"
						spellCheck={false}
						placeholder={look.placeholder}
						displayValue={(choice: Choice | null) => choice?.label ?? ""}
						onChange={(event) => ask(event.target.value)}
						onKeyDown={(event) => {
							if (event.key !== "Enter") return;
							if (activeOption === more) goOn(event);
							// why: the list would close, and what was typed be lost.
							else if (open && isAwaiting && activeOption === null) event.preventDefault();
						}}
						onFocus={(event) => {
							event.target.select();
							onFocus?.();
						}}
						// why: a dialog that puts the focus here opens no list over itself; keys, typing and a click do.
						onClick={() => !open && press(button.current)}
						className={`${inputClass} pr-9 text-ellipsis`}
					/>
					<ComboboxButton
						ref={button}
						aria-label="Show the choices"
						className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-text-3"
					>
						{look.pending || (open && isAwaiting) ? <Spinner /> : <ChevronsUpDown {...iconProps} />}
					</ComboboxButton>
					<ComboboxOptions
						ref={panel}
						modal={false}
						className="absolute top-full z-30 mt-1 max-h-72 w-full min-w-56 animate-rise overflow-y-auto rounded-lg border border-line-2 bg-raised p-1 text-text shadow-float outline-none"
					>
						{(continues ? [...found, more] : found).map((choice, index) => (
							<ComboboxOption
								key={onQuery ? placeOf(index) : choice.value}
								value={choice}
								disabled={choice.disabled}
								onMouseDown={choice === more ? goOn : undefined}
								className={`group ${optionClass} data-disabled:text-text-3`}
							>
								<span className="min-w-0 flex-1">
									{choice.label}
									{choice.hint && <span className="block text-sm text-text-3">{choice.hint}</span>}
								</span>
								<Check {...iconProps} className="invisible text-accent group-data-selected:visible" />
							</ComboboxOption>
						))}
						{found.length === 0 && (
							<div
								role="option"
								tabIndex={-1}
								aria-selected={false}
								aria-disabled
								className="px-2.5 py-1.5 text-text-2"
							>
								{look.pending || isAwaiting ? "Searching…" : (look.emptyText ?? noMatch)}
							</div>
						)}
					</ComboboxOptions>
				</div>
			)}
		</Combobox>
	);
};
