import { asc, type Column, desc, type SQL } from "drizzle-orm";

/** Returns the order that a query names, of those that a list has; with `-` in the other direction. */
export const orderOf = <Key extends string>(
	sort: NoInfer<Key> | `-${NoInfer<Key>}`,
	orders: Readonly<Record<Key, Column | SQL>>,
): SQL => {
	const isReversed = sort.startsWith("-");
	const by = orders[(isReversed ? sort.slice(1) : sort) as Key];
	return isReversed ? desc(by) : asc(by);
};
