/** Returns a title with the years of the session that follows: "2026/2027 Undergraduate" is "2027/2028 Undergraduate". */
export const nextSession = (title: string): string => {
	const next = title.replaceAll(/\b(19|20|21)\d\d\b/g, (year) => String(Number(year) + 1));
	return next === title ? `${title} (copy)` : next;
};
