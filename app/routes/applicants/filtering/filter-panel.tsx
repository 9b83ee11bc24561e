import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { KeptFields } from "#app/list/kept-fields";
import { type ListAddress, refilter } from "#app/list/list-address";
import { ChoiceBoxes, type ChoiceBoxesProps } from "#app/routes/applicants/filtering/choice-boxes";
import { type FactChoices, FactFields, withoutFacts } from "#app/routes/applicants/filtering/fact-fields";
import type { Choice } from "#app/routes/applicants/filtering/filter-choices";
import { Button } from "#app/ui/button";
import { useTopLayer } from "#app/ui/dialog/use-top-layer";
import { inputClass } from "#app/ui/form/control-class";
import { matchChoices } from "#app/ui/form/match-choices";
import { SkeletonLines } from "#app/ui/page/skeleton";

export interface FilterPanelProps {
	id: string;
	label: string;
	name: ChoiceBoxesProps["name"] | "facts";
	base: string;
	address: ListAddress;
	/** Undefined while they load. */
	choices?: readonly Choice[] | undefined;
	/** Instead of choices for `facts`. */
	facts?: FactChoices | undefined;
	error?: string;
}

export const FilterPanel = ({ id, label, name, choices, facts, error, ...rest }: FilterPanelProps) => {
	const place = useTopLayer("start");
	const inside = useRef<HTMLDivElement>(null);
	useEffect(() => inside.current?.focus({ preventScroll: true }), []);
	useEffect(() => {
		// why: choices that arrive late take the focus only while the panel still has it.
		if ((choices ?? facts) && document.activeElement === inside.current)
			inside.current?.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus();
	}, [choices, facts]);
	return (
		<div
			ref={place}
			id={id}
			role="dialog"
			aria-label={label}
			data-own-keys
			className="absolute top-full left-0 z-30 mt-1 max-h-80 w-72 max-w-[calc(100vw-24px)] overflow-y-auto rounded-lg border border-line-2 bg-raised p-1.5 text-text shadow-float"
		>
			<div ref={inside} tabIndex={-1} className="outline-none">
				{error ? (
					<p role="alert" className="px-2 py-1.5">
						{error}
					</p>
				) : name === "facts" && facts ? (
					<FactsForm facts={facts} {...rest} />
				) : !choices || name === "facts" ? (
					<SkeletonLines lines={8} />
				) : choices.length === 0 ? (
					<p className="px-2 py-1.5 text-text-2">Nothing to choose</p>
				) : (
					<ChoiceForm label={label} name={name} choices={choices} {...rest} />
				)}
			</div>
		</div>
	);
};

/** why a constant: the effect below runs only when the filter changes. */
const none: readonly string[] = [];

/** From this number of choices the panel has a search field. */
const searchableFrom = 12;

interface ChoiceFormProps extends Pick<FilterPanelProps, "label" | "base" | "address"> {
	name: ChoiceBoxesProps["name"];
	choices: readonly Choice[];
}

/** The facts as a form. why a button: a number is not whole before it is typed. */
const FactsForm = ({ base, address, facts }: Pick<FilterPanelProps, "base" | "address"> & { facts: FactChoices }) => (
	<Form method="get" action={base} preventScrollReset className="grid gap-3 p-1.5">
		<KeptFields search={refilter(address, withoutFacts)} />
		<FactFields address={address} choices={facts} listClassName="max-h-40 overflow-y-auto" />
		<Button variant="primary" className="sticky bottom-0 justify-center">
			Apply
		</Button>
	</Form>
);

/** The choices as a form that applies at once. */
const ChoiceForm = ({ label, name, base, address, choices }: ChoiceFormProps) => {
	const submit = useSubmit();
	const [query, setQuery] = useState("");
	const form = useRef<HTMLFormElement>(null);
	const chosen = useMemo(() => [address[name] ?? none].flat(), [address, name]);
	useEffect(() => {
		// why: the back button clears the boxes of a removed filter without moving the focus.
		for (const input of form.current?.querySelectorAll<HTMLInputElement>("input:not([type=search], [type=hidden])") ??
			[])
			input.checked = chosen.includes(input.value);
	}, [chosen]);
	const others = name === "assigned" ? [] : chosen.filter((id) => !choices?.some((choice) => choice.id === id));
	const options = choices?.map((choice) => ({ value: choice.id, label: choice.name })) ?? [];
	const shown = new Set(matchChoices(options, query).map(({ value }) => value));
	return (
		<>
			{options.length >= searchableFrom && (
				<input
					type="search"
					aria-label={`Find in ${label}`}
					placeholder="Find"
					autoComplete="off"
					value={query}
					onChange={(event) => setQuery(event.target.value)}
					className={`${inputClass} sticky top-0 z-1 mb-1.5 h-8!`}
				/>
			)}
			<Form
				ref={form}
				method="get"
				action={base}
				preventScrollReset
				onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
			>
				<KeptFields search={refilter(address, { [name]: others })} />
				<fieldset>
					<legend className="sr-only">{label}</legend>
					<ChoiceBoxes name={name} choices={choices ?? []} chosen={chosen} shown={shown} />
				</fieldset>
			</Form>
			{shown.size === 0 && (
				<p role="status" className="px-2 py-1.5 text-text-2">
					Nothing matches
				</p>
			)}
		</>
	);
};
