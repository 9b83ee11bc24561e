import { allPermissions, anyOf, type Permission } from "#worker/contract/permissions";

/** The roles that an institution begins with (§6). */
export const firstRoles: readonly { name: string; privileges: readonly Permission[] }[] = [
	{ name: "Super administrator", privileges: allPermissions },
	{
		name: "Admissions officer",
		privileges: [
			...anyOf("candigroup"),
			...(["candidate:c", "candidate:r", "candidate:u", "candiemail:c", "candiemail:r"] as const),
			...(["appreport:c", "appreport:r", "application:r", "course:r", "forms:r", "templates:r"] as const),
			...(["adminlevel:r", "levelitem:r", "appgroups:r", "groupitem:r", "reminder:r", "statistics:r"] as const),
		],
	},
	{
		name: "Finance officer",
		privileges: [...anyOf("payments", "paylog", "coupons"), "application:r", "course:r", "statistics:r"],
	},
	{ name: "Reviewer", privileges: ["candidate:r", "candidate:u", "application:r", "course:r"] },
];
