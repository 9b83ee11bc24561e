import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { focusFirstRow } from "#app/list/rows";
import { WrongDays, wrongDayProps } from "#app/records/wrong-days";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import type { Choice } from "#app/ui/form/choice";
import { controlClass, inputClass } from "#app/ui/form/control-class";
import { useShownValue } from "#app/ui/form/use-shown-value";
import { useDebouncedCallback } from "#app/ui/use-debounced";

interface Filter {
	name: string;
	label: string;
	as?: "day" | "text" | undefined;
	options: readonly Choice[];
	chosen: string | undefined;
	/** For the second of two days: what is wrong with their order. */
	wrongDays?: string | null | undefined;
}

/** How long the text rests before a list that searches as one types is asked; §9 has other delays for some. */
export const searchDelayMs = 500;

interface SearchFormProps {
	action: string;
	label: string;
	/** Left out where a list is filtered and not searched. */
	placeholder?: string;
	typed?: string;
	/** After how many milliseconds without typing the text is searched; left out, when it is sent. */
	delayMs?: number | undefined;
	/** Filters beside the text; one is used as soon as it is chosen. */
	filters?: readonly Filter[];
	/** Parameters of the address that a search keeps. */
	keep?: readonly (readonly [name: string, value: string])[];
}

export const SearchForm = ({ typed = "", delayMs, filters = [], keep = [], ...texts }: SearchFormProps) => {
	const input = useRef<HTMLInputElement>(null);
	const search = useDebouncedCallback(() => input.current?.form?.requestSubmit(), delayMs ?? 0);
	useEffect(() => {
		// why: another search replaces the text, but not while the user types.
		if (input.current && document.activeElement !== input.current) input.current.value = typed;
	}, [typed]);
	return (
		<Form
			method="get"
			action={texts.action}
			role="search"
			aria-label={texts.placeholder === undefined ? texts.label : undefined}
			replace={delayMs !== undefined}
			className={classNames("flex max-w-full gap-2", filters.length > 0 ? "flex-wrap" : "w-110")}
		>
			{keep.map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{texts.placeholder !== undefined && (
				<input
					ref={input}
					id="list-search"
					type="search"
					name="q"
					aria-label={texts.label}
					placeholder={texts.placeholder}
					defaultValue={typed}
					maxLength={200}
					onChange={delayMs === undefined ? undefined : search}
					onKeyDown={(event) => {
						if (event.key === "ArrowDown" && focusFirstRow()) event.preventDefault();
					}}
					className={filters.length > 0 ? controlClass("h-9 sm:max-w-80") : inputClass}
				/>
			)}
			{filters.map((filter) => (
				<FilterControl key={filter.name} filter={filter} />
			))}
			<Button icon={Search}>{texts.placeholder === undefined ? "Show" : "Search"}</Button>
			<WrongDays wrongDays={filters.find(({ wrongDays }) => wrongDays)?.wrongDays} />
		</Form>
	);
};

const FilterControl = ({ filter }: { filter: Filter }) => {
	const { name, label, as, options, chosen = "", wrongDays } = filter;
	const send = (control: HTMLInputElement | HTMLSelectElement) => control.form?.requestSubmit();
	const input = useShownValue<HTMLInputElement>(chosen);
	const select = useShownValue<HTMLSelectElement>(chosen);
	if (as === "day")
		return (
			<label className="flex items-center gap-2 text-text-2 max-sm:w-full">
				<span className="shrink-0 max-sm:w-24">{label}</span>
				<input
					ref={input}
					{...wrongDayProps(wrongDays)}
					type="date"
					name={name}
					defaultValue={chosen}
					// why not each change: a date is typed part by part.
					onBlur={({ currentTarget }) => currentTarget.value !== chosen && send(currentTarget)}
					className={controlClass("h-9 sm:w-40")}
				/>
			</label>
		);
	if (as === "text")
		return (
			<input
				ref={input}
				type="text"
				name={name}
				aria-label={label}
				placeholder={label}
				defaultValue={chosen}
				maxLength={320}
				className={controlClass("h-9 sm:w-56")}
			/>
		);
	return (
		<select
			ref={select}
			name={name}
			aria-label={label}
			defaultValue={chosen}
			onChange={({ currentTarget }) => send(currentTarget)}
			className={controlClass(
				"select-arrow h-9 max-sm:w-[calc(50%-4px)] sm:w-auto sm:max-w-60 appearance-none pr-8 text-ellipsis",
			)}
		>
			<option value="">{label}: all</option>
			{options.map((option) => (
				<option key={option.value} value={option.value}>
					{option.label}
				</option>
			))}
		</select>
	);
};
