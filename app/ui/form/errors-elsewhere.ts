/** Returns the errors of Conform's `allErrors` that no field of the form shows: of hidden fields, items, the form. */
export const errorsElsewhere = (all: Record<string, string[]>, shown: readonly string[]): string[] => [
	...new Set(Object.entries(all).flatMap(([name, errors]) => (shown.includes(name) ? [] : errors))),
];
