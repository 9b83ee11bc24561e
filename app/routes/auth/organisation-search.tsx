import { Form, Link, useNavigation, useSubmit } from "@remix-run/react";
import { Building2, ChevronRight } from "lucide-react";
import { useRef } from "react";
import { Button } from "#app/ui/button";
import { TextField } from "#app/ui/form/text-field";
import { iconProps } from "#app/ui/icon";
import { OrganisationMark } from "#app/ui/organisation-mark";
import { EmptyState } from "#app/ui/page/empty-state";
import { useDebouncedCallback } from "#app/ui/use-debounced";

/** §9: the delay of the organisation search. */
const debounceMs = 1000;

export interface OrganisationSearchProps {
	/** The search text; '' before a search. */
	name: string;
	organisations: readonly { id: string; name: string }[];
	error?: string;
}

/** Finds an institution by its name (§2), while typing or by the button. The search text is in the address. */
export const OrganisationSearch = ({ name, organisations, error }: OrganisationSearchProps) => {
	const form = useRef<HTMLFormElement>(null);
	const submit = useSubmit();
	const navigation = useNavigation();
	const isSearching = navigation.state === "loading" && navigation.location.search.includes("name=");
	const searchSoon = useDebouncedCallback(() => {
		const input = form.current?.elements.namedItem("name");
		if (form.current && input instanceof HTMLInputElement && input.value.trim() !== "")
			submit(form.current, { replace: true, preventScrollReset: true });
	}, debounceMs);
	return (
		<>
			<Form ref={form} role="search" replace preventScrollReset className="flex items-end gap-2">
				<TextField
					name="name"
					type="search"
					label="Please enter organization name"
					placeholder="Please enter organization name"
					hideLabel
					defaultValue={name}
					required
					maxLength={200}
					autoComplete="off"
					onChange={searchSoon}
					className="flex-1"
				/>
				<Button className="h-9" pending={isSearching}>
					Search
				</Button>
			</Form>
			<div aria-live="polite" aria-busy={isSearching || undefined} className="mt-6">
				{error ? (
					<p className="text-red">{error}</p>
				) : (
					name !== "" && <Found name={name} organisations={organisations} />
				)}
			</div>
		</>
	);
};

const Found = ({ name, organisations }: OrganisationSearchProps) =>
	organisations.length === 0 ? (
		<EmptyState icon={Building2} title="No organisation found">
			No organisation’s name has words that begin with “{name}”. Check the spelling, or try a single word.
		</EmptyState>
	) : (
		<section aria-labelledby="available-organisations">
			<h2 id="available-organisations" className="mb-2 font-medium text-text-2">
				Available Organisations
			</h2>
			<ul className="overflow-hidden rounded-lg border border-line shadow-card">
				{organisations.map((organisation) => (
					<li key={organisation.id} className="border-b border-line last:border-b-0">
						<Link
							to={`/${organisation.id}`}
							className="flex min-h-12 items-center gap-2.5 px-3 py-2 -outline-offset-2 transition-colors hover:bg-hover"
						>
							<OrganisationMark name={organisation.name} />
							<span className="min-w-0 flex-1 font-medium break-words">{organisation.name}</span>
							<ChevronRight {...iconProps} className="shrink-0 text-text-3" />
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
