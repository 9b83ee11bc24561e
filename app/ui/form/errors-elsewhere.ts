/**
 * Returns the errors that no field of the form shows: those of hidden fields, of an item of a list (`id[3]`), of the
 * form.
 * @param all Conform's `form.allErrors`.
 */
export const errorsElsewhere = (all: Record<string, string[]>, shown: readonly string[]): string[] => [
	...new Set(Object.entries(all).flatMap(([name, errors]) => (shown.includes(name) ? [] : errors))),
];
