import type { FieldMetadata } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import type { loader } from "#app/routes/applicants/locations";
import { useShell } from "#app/shell/shell-context";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { fieldText } from "#app/ui/form/field-text";
import { useDebouncedCallback } from "#app/ui/use-debounced";

/** §9: the location select waits this long for the next letter. */
const searchDelayMs = 700;

interface LocationFieldProps {
	field: FieldMetadata<string | undefined>;
	/** The first of them: all there is to choose from without JavaScript. */
	locations: readonly { id: string; name: string }[];
}

/** The place to post to, if any; typing finds those that are not among the first. */
export const LocationField = ({ field, locations }: LocationFieldProps) => {
	const { orgName } = useShell();
	const found = useFetcher<typeof loader>();
	const search = useDebouncedCallback(
		(name: string) => found.load(`/${orgName}/applicants/locations?name=${encodeURIComponent(name)}`),
		searchDelayMs,
	);
	return (
		<ComboboxField
			name={field.name}
			id={field.id}
			defaultValue={fieldText(field.initialValue)}
			errors={field.errors}
			label="Location (optional)"
			placeholder="Leave the posting as it is"
			options={(found.data?.locations ?? locations).map(({ id, name }) => ({ value: id, label: name }))}
			pending={found.state !== "idle"}
			onQuery={search}
			emptyText="No location has that name."
		/>
	);
};
