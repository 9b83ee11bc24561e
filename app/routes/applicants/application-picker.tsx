import { Form, useFetcher, useNavigate } from "@remix-run/react";
import type { loader } from "#app/routes/applicants/applications";
import { listSearch } from "#app/routes/applicants/list-address";
import type { LoadedList } from "#app/routes/applicants/load-list.server";
import { Button } from "#app/ui/button";
import { ComboboxField } from "#app/ui/form/combobox-field";
import { useDebouncedCallback } from "#app/ui/use-debounced";
import { useHydrated } from "#app/ui/use-hydrated";

/** §9: the application select waits this long for the next letter. */
const searchDelayMs = 500;

/** Chooses the application whose applicants are listed; searchable with JavaScript, a plain select without. */
export const ApplicationPicker = ({ base, list }: { base: string; list: LoadedList }) => {
	const navigate = useNavigate();
	const found = useFetcher<typeof loader>();
	const hydrated = useHydrated();
	const search = useDebouncedCallback(
		(q: string) => found.load(`${base}/applications?q=${encodeURIComponent(q)}`),
		searchDelayMs,
	);
	const { application, choices } = list;
	const offered = found.data?.applications ?? choices.map(({ id, title }) => ({ id, title }));
	// why: what was found must not hide behind the application one is leaving.
	const known = found.data || offered.some(({ id }) => id === application.id) ? offered : [application, ...offered];
	return (
		<Form method="get" action={base} className="flex items-end gap-2">
			<ComboboxField
				key={application.id}
				name="application"
				label="Application"
				hideLabel
				className="w-80 max-w-[calc(100vw-24px)]"
				defaultValue={application.id}
				options={known.map(({ id, title }) => ({ value: id, label: title }))}
				pending={found.state !== "idle"}
				onQuery={search}
				onChoose={(id) => id && id !== application.id && navigate(base + listSearch({ application: id }))}
				emptyText="No application has that title."
			/>
			{!hydrated && <Button>Show</Button>}
		</Form>
	);
};
