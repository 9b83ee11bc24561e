import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { FindLocation } from "#app/list/find-location.server";
import type { FoundLocations, LocationAnswer, LocationPage } from "#app/list/find-locations.server";
import { useShell } from "#app/shell/shell-context";
import { drawnByServer } from "#app/ui/drawn-later";
import type { Choice } from "#app/ui/form/choice";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { fieldText } from "#app/ui/form/field-text";
import { useDebouncedCallback } from "#app/ui/use-debounced";
import { useHydrated } from "#app/ui/use-hydrated";

/** §9: the delay of the location search. */
const searchDelayMs = 700;

const FindWithoutScripts = drawnByServer(FindLocation);

interface LocationFieldProps {
	field: { name: string; id?: string; initialValue?: unknown; errors?: string[] | undefined };
	/** The first page of all locations, including the chosen one. */
	first: LocationPage;
	/** A choice that is no location. */
	besides?: Choice | undefined;
	/** The result of a search without JavaScript. */
	found?: FoundLocations | null;
	/** The form that the fields belong to, when they are outside it. */
	form?: string | undefined;
	currentId?: string;
	label?: string;
	placeholder?: string;
	required?: boolean;
	autoFocusInDialog?: boolean;
	onChosen?: (value: string, label: string) => void;
}

/** Chooses a location: pages of 20, a search by typing, and 'More' for the next page. */
export const LocationField = ({ field, form, first, found, currentId, besides, ...more }: LocationFieldProps) => {
	const pages = useLocationPages(first);
	const hydrated = useHydrated();
	const search = useDebouncedCallback(pages.search, searchDelayMs);
	const chosen = fieldText(field.initialValue);
	const isFound = found && !hydrated;
	const offered = isFound ? keepChosen(found, first.locations, chosen) : pages.locations;
	const choices = offered.map(({ id, name }) => ({ value: id, label: id === currentId ? `${name} (current)` : name }));
	// why: a search that names it no longer must not leave it first, where Enter chooses it.
	const hasOther = besides && (besides.value === chosen || isNamed(besides, isFound ? found.name : pages.name));
	return (
		<>
			{!hydrated && (found || first.hasMore) && <FindWithoutScripts form={form} first={first} found={found} />}
			<ComboboxField
				name={field.name}
				id={field.id}
				form={form}
				defaultValue={chosen}
				errors={pages.unanswered ? [pages.unanswered] : field.errors}
				label="Location (optional)"
				placeholder="Keep the current posting"
				options={hasOther ? [besides, ...choices] : choices}
				pending={pages.isPending}
				onQuery={search}
				answeredQuery={pages.answeredQuery}
				onMore={pages.more}
				emptyText="No location has that name."
				{...more}
			/>
		</>
	);
};

const isNamed = ({ label }: Choice, words: string) => label.toLowerCase().includes(words.trim().toLowerCase());

/** why: a search for another location keeps the chosen one. */
const keepChosen = (found: FoundLocations, first: LocationPage["locations"], id: string) => {
	if (found.locations.some((place) => place.id === id)) return found.locations;
	const chosen = found.kept ?? first.find((place) => place.id === id);
	return chosen ? [...found.locations, chosen] : found.locations;
};

/** Holds the locations found so far; another search starts over. */
const useLocationPages = (first: LocationPage) => {
	const { orgName } = useShell();
	const { load, data, state } = useFetcher<LocationAnswer>();
	const [listed, setListed] = useState(first);
	useEffect(() => {
		if (data && "locations" in data) setListed((before) => (data.page === 0 ? data : follow(before, data)));
	}, [data]);
	const ask = (name: string, page: number) =>
		load(`/${orgName}/applicants/locations?${new URLSearchParams({ name, page: String(page) })}`);
	return {
		name: listed.name,
		locations: listed.locations,
		isPending: state !== "idle",
		// why none: without an answer the former choices are all there are.
		answeredQuery: data && "unanswered" in data ? undefined : listed.name,
		unanswered: data && "unanswered" in data ? data.unanswered : undefined,
		search: (name: string) => ask(name, 0),
		more: listed.hasMore ? () => ask(listed.name, listed.page + 1) : undefined,
	};
};

/** why: a response may arrive twice, or after the user changed the search. */
const follow = (before: LocationPage, next: LocationPage): LocationPage => {
	if (next.name !== before.name || next.page !== before.page + 1) return before;
	const isNew = ({ id }: { id: string }) => !before.locations.some((place) => place.id === id);
	return { ...next, locations: [...before.locations, ...next.locations.filter(isNew)] };
};
