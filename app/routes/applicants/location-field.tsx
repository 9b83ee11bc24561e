import type { FieldMetadata } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { formatCount } from "#app/format/numbers";
import type { FoundLocations } from "#app/routes/applicants/find-locations.server";
import type { loader } from "#app/routes/applicants/locations";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { fieldText } from "#app/ui/form/field-text";
import { TextField } from "#app/ui/form/text-field";
import { useDebouncedCallback } from "#app/ui/use-debounced";
import { useHydrated } from "#app/ui/use-hydrated";
import { maxPageSize } from "#worker/contract/page";

/** §9: the location select waits this long for the next letter. */
const searchDelayMs = 700;

interface LocationFieldProps {
	field: FieldMetadata<string | undefined>;
	/** The first of them. */
	locations: readonly { id: string; name: string }[];
	/** What was found among all of them, without JavaScript. */
	found?: FoundLocations | null;
	label?: string;
	placeholder?: string;
	required?: boolean;
	onChosen?: (value: string) => void;
}

/** The place to post to, if any; typing finds those that are not among the first. */
export const LocationField = ({ field, locations, found, ...more }: LocationFieldProps) => {
	const { orgName } = useShell();
	const searched = useFetcher<typeof loader>();
	const hydrated = useHydrated();
	const search = useDebouncedCallback(
		(name: string) => searched.load(`/${orgName}/applicants/locations?name=${encodeURIComponent(name)}`),
		searchDelayMs,
	);
	const chosen = fieldText(field.initialValue);
	const offered = found ? keepChosen(found, locations, chosen) : locations;
	return (
		<>
			{!hydrated && (found || locations.length === maxPageSize) && <FindLocation found={found} />}
			<ComboboxField
				name={field.name}
				id={field.id}
				defaultValue={chosen}
				errors={field.errors}
				label="Location (optional)"
				placeholder="Leave the posting as it is"
				options={(searched.data?.locations ?? offered).map(({ id, name }) => ({ value: id, label: name }))}
				pending={searched.state !== "idle"}
				onQuery={search}
				emptyText="No location has that name."
				{...more}
			/>
		</>
	);
};

/** why: looking for another place must not quietly drop the one that was chosen. */
const keepChosen = (found: FoundLocations, first: LocationFieldProps["locations"], id: string) => {
	if (found.locations.some((place) => place.id === id)) return found.locations;
	const chosen = found.kept ?? first.find((place) => place.id === id);
	return chosen ? [...found.locations, chosen] : found.locations;
};

/** Without JavaScript: sends the form to look for a place, and everything typed in it comes back. */
const FindLocation = ({ found }: { found?: FoundLocations | null }) => {
	const count = found?.locations.length ?? 0;
	return (
		<div className="flex items-end gap-2">
			{[found?.name, found?.kept?.name].map(
				(name) => name && <input key={name} type="hidden" name="foundBefore" value={name} />,
			)}
			<TextField
				name="locationName"
				type="search"
				label="Find a location"
				className="flex-1"
				defaultValue={found?.name}
				errors={found && count === 0 ? [found.error ?? "No location has that name."] : null}
				aside={found ? `${formatCount(count, "location")} found` : `The first ${maxPageSize} are listed`}
			/>
			<Button name="find" value="location">
				Find
			</Button>
		</div>
	);
};
