/** First, middle and last, as far as they are there. */
export const nameOf = (person: { firstName: string; middleName: string | null; lastName: string }): string =>
	[person.firstName, person.middleName, person.lastName].filter(Boolean).join(" ");

/** Words of several search texts, each once. */
export const oneText = (texts: readonly string[]): string =>
	[...new Set(texts.flatMap((text) => text.split(" ")))].join(" ");

/** What the one who went was called, of the row that a merge keeps. */
export const mergedOf = ({ merged }: { merged: Record<string, string | number | null> }) => ({
	name: [merged.first_name, merged.middle_name, merged.last_name].filter(Boolean).join(" "),
	number: String(merged.application_number ?? ""),
});
