interface Holder {
	adminRoles: readonly { role: { id: string }; adminLevelItem: { id: string } | null }[];
}

interface Granting {
	id: string;
	privileges: readonly string[];
}

interface Place {
	id: string;
	/** The names from the top of the structure to it. */
	path: readonly string[];
}

/** Checks whether a user holds all that the roles of another one grant, where they are held (§6). */
export const holdsAllOf = (
	user: Holder,
	other: Holder,
	{ roles, places }: { roles: readonly Granting[]; places: readonly Place[] },
): boolean =>
	other.adminRoles.every(({ role, adminLevelItem }) => {
		const place = places.find(({ id }) => id === adminLevelItem?.id);
		const held = heldAt(user, roles, place ? { place, places } : null);
		const granted = roles.find(({ id }) => id === role.id)?.privileges ?? [];
		return granted.every((privilege) => held.includes(privilege));
	});

/** Returns what a user holds for the whole institution: only this can be put into a role, which may be held anywhere (§6). */
export const heldEverywhere = (user: Holder, roles: readonly Granting[]): string[] => heldAt(user, roles, null);

/** Returns what a user holds at a place: by roles for the whole institution, at the place, or at one above it. */
export const heldAt = (
	{ adminRoles }: Holder,
	roles: readonly Granting[],
	at: { place: Place; places: readonly Place[] } | null,
): string[] => {
	const reaches = (itemId: string): boolean => {
		const above = at?.places.find(({ id }) => id === itemId);
		return above?.path.every((name, index) => at?.place.path[index] === name) ?? false;
	};
	return adminRoles
		.filter(({ adminLevelItem }) => adminLevelItem === null || reaches(adminLevelItem.id))
		.flatMap(({ role }) => roles.find(({ id }) => id === role.id)?.privileges ?? []);
};
