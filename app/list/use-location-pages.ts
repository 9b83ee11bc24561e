import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { LocationAnswer, LocationPage } from "#app/list/find-locations.server";
import { useShell } from "#app/shell/shell-context";

/** The places found so far, page after page; another name begins anew. */
export const useLocationPages = (first: LocationPage) => {
	const { orgName } = useShell();
	const { load, data, state } = useFetcher<LocationAnswer>();
	const [listed, setListed] = useState(first);
	useEffect(() => {
		if (data && "locations" in data) setListed((before) => (data.page === 0 ? data : follow(before, data)));
	}, [data]);
	const ask = (name: string, page: number) =>
		load(`/${orgName}/applicants/locations?${new URLSearchParams({ name, page: String(page) })}`);
	return {
		locations: listed.locations,
		isPending: state !== "idle",
		/** Why nothing was found. */
		unanswered: data && "unanswered" in data ? data.unanswered : undefined,
		search: (name: string) => ask(name, 0),
		more: listed.hasMore ? () => ask(listed.name, listed.page + 1) : undefined,
	};
};

/** why: an answer may come twice, or after the name it was for was given up. */
const follow = (before: LocationPage, next: LocationPage): LocationPage => {
	if (next.name !== before.name || next.page !== before.page + 1) return before;
	const isNew = ({ id }: { id: string }) => !before.locations.some((place) => place.id === id);
	return { ...next, locations: [...before.locations, ...next.locations.filter(isNew)] };
};
