/** "a", "a and b", "a, b and c". */
export const inWords = (things: readonly string[]): string =>
	things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
