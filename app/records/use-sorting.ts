import { useLocation } from "@remix-run/react";
import type { Sorting } from "#app/records/record-table";

/** Returns the order of a list, and the addresses of other ones: they keep its search, and begin with the first page. */
export const useSorting = (here: string, by: string): Sorting => {
	const { search } = useLocation();
	return {
		by,
		to: (sort) => {
			const params = new URLSearchParams(search);
			params.delete("page");
			params.set("sort", sort);
			return `${here}?${params}`;
		},
	};
};
