import { Form, useSubmit } from "@remix-run/react";
import { ChevronDown, Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { KeptFields } from "#app/routes/applicants/kept-fields";
import { type ListAddress, refilter, withSelected } from "#app/routes/applicants/list-address";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { chipClass, FilterChip } from "#app/ui/chip";
import { inputClass } from "#app/ui/form/control-class";
import { iconProps } from "#app/ui/icon";
import { Kbd } from "#app/ui/kbd";
import { useDebouncedCallback } from "#app/ui/use-debounced";
import { useHydrated } from "#app/ui/use-hydrated";
import type { Application } from "#worker/services/applications/contract";

interface Item {
	id: string;
	name: string;
	level: { id: string; name: string; order: number };
}

interface ApplicantFiltersProps {
	base: string;
	address: ListAddress;
	/** Chosen applicants that the forms carry on, without JavaScript. */
	carried: readonly string[];
	items: readonly Item[];
	courses: Application["courses"];
}

/** why: as fast as typing feels, as seldom as the line allows. */
const searchDelayMs = 250;

/** Search box and filters; what is set shows as a chip that takes it off again. */
export const ApplicantFilters = ({ base, address, carried, items, courses }: ApplicantFiltersProps) => {
	const { organisation } = useShell();
	const levels = [...new Map(items.map(({ level }) => [level.id, level])).values()].sort((a, b) => a.order - b.order);
	const without = (name: "items" | "courses", id: string) =>
		base + withSelected(refilter(address, { [name]: address[name].filter((other) => other !== id) }), carried);
	return (
		<div className="my-3 flex flex-wrap items-center gap-2">
			<SearchBox base={base} address={address} carried={carried} />
			{levels.map((level, index) => (
				<FilterMenu
					key={level.id}
					id={index === 0 ? "list-filters" : undefined}
					base={base}
					address={address}
					carried={carried}
					name="items"
					label={level.name}
					choices={items.filter((item) => item.level.id === level.id).map(({ id, name }) => ({ id, name }))}
				/>
			))}
			<FilterMenu
				id={levels.length === 0 ? "list-filters" : undefined}
				base={base}
				address={address}
				carried={carried}
				name="courses"
				label={organisation.aliases.course}
				choices={courses.map(({ course }) => ({ id: course.id, name: `${course.code} · ${course.title}` }))}
			/>
			{items
				.filter(({ id }) => address.items.includes(id))
				.map(({ id, name, level }) => (
					<FilterChip key={id} removeTo={without("items", id)}>
						{level.name}: {name}
					</FilterChip>
				))}
			{courses
				.filter(({ course }) => address.courses.includes(course.id))
				.map(({ course }) => (
					<FilterChip key={course.id} removeTo={without("courses", course.id)}>
						{course.code}
					</FilterChip>
				))}
		</div>
	);
};

const SearchBox = ({ base, address, carried }: Pick<ApplicantFiltersProps, "base" | "address" | "carried">) => {
	const submit = useSubmit();
	const search = useDebouncedCallback(
		(form: HTMLFormElement) => submit(form, { replace: true, preventScrollReset: true }),
		searchDelayMs,
	);
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => {
		// why: a link that takes the text off must empty the box, but not while somebody types in it.
		if (input.current && document.activeElement !== input.current) input.current.value = address.q;
	}, [address.q]);
	return (
		<Form
			method="get"
			action={base}
			className="relative w-65 max-sm:w-full"
			onChange={(event) => search(event.currentTarget)}
		>
			<KeptFields search={withSelected(refilter(address, { q: "" }), carried)} />
			<Search {...iconProps} className="pointer-events-none absolute top-2 left-2.5 text-text-3" />
			<input
				ref={input}
				id="list-search"
				type="search"
				name="q"
				aria-label="Search applicants"
				placeholder="Name, number or email"
				defaultValue={address.q}
				maxLength={200}
				className={`${inputClass} h-8! pr-9 pl-8.5`}
			/>
			<span aria-hidden className="pointer-events-none absolute top-1.75 right-2 max-sm:hidden">
				<Kbd>/</Kbd>
			</span>
		</Form>
	);
};

interface FilterMenuProps extends Pick<ApplicantFiltersProps, "base" | "address" | "carried"> {
	id?: string;
	name: "items" | "courses";
	label: string;
	choices: readonly { id: string; name: string }[];
}

/** A filter of several choices: a panel of checkboxes that applies at once, or by its button without JavaScript. */
const FilterMenu = ({ id, base, address, carried, name, label, choices }: FilterMenuProps) => {
	const submit = useSubmit();
	const hydrated = useHydrated();
	const details = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		const closeOutside = (event: Event) => {
			if (details.current?.open && !details.current.contains(event.target as Node)) details.current.open = false;
		};
		document.addEventListener("pointerdown", closeOutside);
		return () => document.removeEventListener("pointerdown", closeOutside);
	}, []);
	const form = useRef<HTMLFormElement>(null);
	const chosen = address[name];
	useEffect(() => {
		// why: a chip that takes a filter off must clear its box, without taking the focus from the box in use.
		for (const input of form.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])
			input.checked = chosen.includes(input.value);
	}, [chosen]);
	if (choices.length === 0) return null;
	const others = chosen.filter((id) => !choices.some((choice) => choice.id === id));
	return (
		<details
			ref={details}
			className="relative"
			onKeyDown={(event) => {
				if (event.key !== "Escape" || !details.current?.open) return;
				event.stopPropagation();
				details.current.open = false;
				details.current.querySelector("summary")?.focus();
			}}
		>
			<summary id={id} className={`${chipClass} capitalize`}>
				{label}
				<ChevronDown {...iconProps} size={14} />
			</summary>
			<Form
				ref={form}
				method="get"
				action={base}
				preventScrollReset
				onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
				className="absolute top-full left-0 z-30 mt-1 max-h-80 w-72 max-w-[calc(100vw-24px)] overflow-y-auto rounded-lg border border-line-2 bg-raised p-1.5 shadow-float"
			>
				<KeptFields search={withSelected(refilter(address, { [name]: others }), carried)} />
				<fieldset>
					<legend className="sr-only">{label}</legend>
					{choices.map((choice) => (
						<label key={choice.id} className="flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-hover">
							<input
								type="checkbox"
								name={name}
								value={choice.id}
								defaultChecked={chosen.includes(choice.id)}
								className="size-4 shrink-0 accent-accent"
							/>
							{choice.name}
						</label>
					))}
				</fieldset>
				{!hydrated && (
					<Button size="small" wide className="mt-1.5">
						Apply
					</Button>
				)}
			</Form>
		</details>
	);
};
