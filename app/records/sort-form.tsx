import { Form, useSubmit } from "@remix-run/react";
import { useId } from "react";
import type { Column, Sorting } from "#app/records/record-table";
import { buttonClass } from "#app/ui/button-class";
import { smallSelectClass } from "#app/ui/form/control-class";
import { useShownValue } from "#app/ui/form/use-shown-value";

interface SortFormProps {
	columns: readonly Pick<Column<never>, "heading" | "sort">[];
	sorting: Sorting;
}

/** The orders of a list on a narrow screen, whose cards have no headings to press. */
export const SortForm = ({ columns, sorting }: SortFormProps) => {
	const submit = useSubmit();
	const id = useId();
	const orders = columns.flatMap(({ heading, sort }) =>
		sort === undefined
			? []
			: [
					{ value: sort, label: `${heading}, ascending` },
					{ value: `-${sort}`, label: `${heading}, descending` },
				],
	);
	const shown = orders.some(({ value }) => value === sorting.by) ? sorting.by : "";
	const select = useShownValue<HTMLSelectElement>(shown);
	if (orders.length === 0) return null;
	const there = new URL(sorting.to(""), "https://portal.invalid");
	return (
		<Form
			method="get"
			action={there.pathname}
			preventScrollReset
			className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 text-text-2 lg:hidden print:hidden"
		>
			{[...there.searchParams].map(
				([name, value]) =>
					name !== "sort" && <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
			)}
			<label htmlFor={id}>Sort by</label>
			<select
				ref={select}
				id={id}
				name="sort"
				defaultValue={shown}
				onChange={({ currentTarget }) => submit(currentTarget.form, { preventScrollReset: true })}
				className={`${smallSelectClass} min-w-0 flex-1 text-ellipsis sm:flex-none`}
			>
				<option value="">Usual order</option>
				{orders.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
			<noscript>
				<button type="submit" className={buttonClass({ size: "small" })}>
					Sort
				</button>
			</noscript>
		</Form>
	);
};
