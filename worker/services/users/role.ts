/** Sorts privileges and removes repeats, so that equal grants are equal rows. */
export const orderedPrivileges = (privileges: readonly string[]): string[] => [...new Set(privileges)].sort();

/** Checks whether the change would grant something that its author does not hold. Existing grants may stay (§6). */
export const grantsMoreThanHeld = (
	held: readonly string[],
	wanted: readonly string[],
	granted: readonly string[] = [],
): boolean => wanted.some((privilege) => !held.includes(privilege) && !granted.includes(privilege));

/** Returns what an event records of a role. */
export const stateOf = ({ name, privileges }: { name: string; privileges: readonly string[] }) => ({
	name,
	privileges: [...privileges],
});
