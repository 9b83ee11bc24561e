/** What the addresses of the two logs hold: the names of §7. */
const logNames = ["username", "eventStatus", "on", "subject", "from", "to"] as const;
const ownNames: readonly string[] = [...logNames, "size", "after", "back"];

type LogAddress = Partial<Record<(typeof logNames)[number], string>>;

/** Reads the filter of a log from an address; empty fields of its form filter nothing. */
export const readLogAddress = (params: URLSearchParams): LogAddress =>
	Object.fromEntries(logNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));

/** Returns the query text of a log from an address over it. */
export const logSearch = (params: URLSearchParams): string => {
	const own = new URLSearchParams([...params].filter(([name, value]) => value !== "" && ownNames.includes(name)));
	return own.size > 0 ? `?${own}` : "";
};

/** Returns the query text of a log with another value of one filter, from its newest entry on. */
export const logSearchWith = (search: string, name: (typeof logNames)[number], value: string): string => {
	const params = new URLSearchParams(search);
	params.delete("after");
	params.delete("back");
	params.set(name, value);
	return logSearch(params);
};
