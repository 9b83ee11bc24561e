/** Gives each column of the result its own name. why: a batch returns rows by column name, so equal ones merge. */
export const distinctColumns = (query: string): string => {
	const list = selectList(query);
	if (!list) return query;
	const seen = new Set<string>();
	const items = list.items.map((item, index) => {
		const text = item.trim();
		// why: SQLite names a column after its alias, else after the column, else after its own text.
		const name = /(?:^|\.| as )"([^"]+)"$/i.exec(text)?.[1] ?? text;
		if (!seen.has(name)) {
			seen.add(name);
			return item;
		}
		return `${item.replace(/ as "[^"]+"$/i, "")} as "${index}#"`;
	});
	return query.slice(0, list.start) + items.join(",") + query.slice(list.end);
};

/** Hides the values of limits from SQLite. why: a limit that is a lone parameter is compiled again each time. */
export const opaqueLimits = (query: string): string => query.replace(/\blimit \?/gi, "$& + 0");

/** What stands between `select` and its `from`, cut at the commas that are not inside brackets or quotes. */
const selectList = (query: string): { start: number; end: number; items: string[] } | undefined => {
	const start = /^\s*select (distinct )?/i.exec(query)?.[0].length;
	if (start === undefined) return undefined;
	const items: string[] = [];
	let from = start;
	let depth = 0;
	for (const { 0: token, index } of query.slice(start).matchAll(/"[^"]*"|'[^']*'|[(),]|\bfrom\b/gi)) {
		const at = start + index;
		if (token === "(") depth++;
		else if (token === ")") depth--;
		else if (depth === 0 && token === ",") {
			items.push(query.slice(from, at));
			from = at + 1;
		} else if (depth === 0 && token.toLowerCase() === "from") {
			const end = query.slice(0, at).trimEnd().length;
			return { start, end, items: [...items, query.slice(from, end)] };
		}
	}
	return undefined;
};
