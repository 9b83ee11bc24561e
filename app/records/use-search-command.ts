import { useMemo } from "react";
import { type Command, useCommands } from "#app/shell/commands";

/** Registers `/`, which goes to the search of a list of records. */
export const useSearchCommand = (): void => {
	const commands = useMemo<Command[]>(() => {
		const search = {
			id: "search-records",
			title: "Search in the list",
			group: "List",
			keys: ["/"],
			keyOnly: true,
		} as const;
		return [{ ...search, run: () => document.getElementById("list-search")?.focus() }];
	}, []);
	useCommands(commands);
};
