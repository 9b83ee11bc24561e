/** Privileges in one order and once each, so that equal grants are equal rows. */
export const orderedPrivileges = (privileges: readonly string[]): string[] => [...new Set(privileges)].sort();

/** Would the change grant something its maker does not hold? What the role grants already may stay (§6). */
export const grantsMoreThanHeld = (
	held: readonly string[],
	wanted: readonly string[],
	granted: readonly string[] = [],
): boolean => wanted.some((privilege) => !held.includes(privilege) && !granted.includes(privilege));

/** What an event tells of a role. */
export const stateOf = ({ name, privileges }: { name: string; privileges: readonly string[] }) => ({
	name,
	privileges: [...privileges],
});
