/** Returns a person's names in their usual order, without empty ones. */
export const fullName = (person: { firstName: string; middleName: string | null; lastName: string }): string =>
	[person.firstName, person.middleName, person.lastName].filter(Boolean).join(" ");
