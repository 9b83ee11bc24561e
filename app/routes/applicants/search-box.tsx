import { Form, useSubmit } from "@remix-run/react";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { KeptFields } from "#app/list/kept-fields";
import { type ListAddress, refilter, withSelected } from "#app/list/list-address";
import { inputClass } from "#app/ui/form/control-class";
import { Glyph } from "#app/ui/glyph";
import { Kbd } from "#app/ui/kbd";
import { useDebouncedCallback } from "#app/ui/use-debounced";

/** The delay of the search. */
const searchDelayMs = 250;

interface SearchBoxProps {
	base: string;
	address: ListAddress;
	/** Selected applicants that the form repeats without JavaScript. */
	carried: readonly string[];
}

/** Searches the list while the user types, or by Enter without JavaScript. */
export const SearchBox = ({ base, address, carried }: SearchBoxProps) => {
	const submit = useSubmit();
	const search = useDebouncedCallback(
		(form: HTMLFormElement) => submit(form, { replace: true, preventScrollReset: true }),
		searchDelayMs,
	);
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => {
		// why: removing the search elsewhere empties the box, but not while the user types.
		if (input.current && document.activeElement !== input.current) input.current.value = address.keyword ?? "";
	}, [address.keyword]);
	return (
		<Form
			method="get"
			action={base}
			className="relative w-65 max-sm:w-full"
			onChange={(event) => search(event.currentTarget)}
		>
			<KeptFields search={withSelected(refilter(address, { keyword: undefined }), carried)} />
			<Glyph icon={Search} className="pointer-events-none absolute top-2 left-2.5 text-text-3" />
			<input
				ref={input}
				id="list-search"
				type="search"
				name="q"
				aria-label="Search applicants"
				placeholder="Name, number or email"
				defaultValue={address.keyword ?? ""}
				maxLength={200}
				className={`${inputClass} h-8! pr-9 pl-8.5`}
			/>
			<span aria-hidden className="pointer-events-none absolute top-1.75 right-2 max-sm:hidden">
				<Kbd>/</Kbd>
			</span>
		</Form>
	);
};
