/** Returns a person's names in their usual order, those that are empty left out. */
export const fullName = (person: { firstName: string; middleName: string | null; lastName: string }): string =>
	[person.firstName, person.middleName, person.lastName].filter(Boolean).join(" ");
