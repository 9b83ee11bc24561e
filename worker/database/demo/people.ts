import { scryptSync } from "node:crypto";
import type { Reviewer } from "./history";
import type { Row } from "./insert";
import { type Institution, roles } from "./institution";
import { createRandom, type Random } from "./random";
import type { Setup } from "./setup";
import { day, hour } from "./times";

const cost = { N: 16384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };

/** `scrypt$N$r$p$salt$hash`, as sign-in verifies it; only the salt is not random here. */
const demoPasswordHash = (random: Random, password: string): string => {
	const salt = Buffer.from(Array.from({ length: 16 }, () => random.between(0, 255)));
	const hash = scryptSync(password, salt, 32, cost);
	return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
};

/** Makes the staff of an institution, with its roles. */
export const peopleOf = (institution: Institution, { idOf, rows }: Setup, seed: number, now: number) => {
	const { id: organisationId, staff } = institution;
	const random = createRandom(seed, organisationId, "staff");
	// why: hashing is slow by design, and the accounts of an institution share one password.
	const passwordHash = demoPasswordHash(random, institution.password);

	const roleRows = Object.entries(roles).map(
		([key, { name, privileges }]): Row<"roles"> => ({
			organisationId,
			id: idOf("role", key),
			name,
			privileges: [...privileges],
			createdAt: now - 800 * day,
			updatedAt: now - 200 * day,
		}),
	);
	const userRows = staff.map(
		({ email, firstName, lastName, role, blocked = false, invited = false }): Row<"users"> => ({
			organisationId,
			id: idOf("user", email),
			email: `${email}@${institution.domain}`,
			firstName,
			lastName,
			blocked,
			passwordHash: invited ? null : passwordHash,
			emailConfirmedAt: invited ? null : now - 700 * day,
			lastLoginAt: role && !invited ? now - (blocked ? 120 * day : random.between(2, 90) * hour) : null,
			createdAt: now - (role && !invited ? random.between(300, 800) : 2) * day,
		}),
	);
	const roleHolders = staff.flatMap(({ email, role, place }): Row<"userRoles">[] => {
		if (!role) return [];
		const adminLevelItemId = rows.adminLevelItems.find(({ name }) => name === place)?.id ?? null;
		return [{ organisationId, userId: idOf("user", email), roleId: idOf("role", role), adminLevelItemId }];
	});
	const placed = staff
		.filter(({ role, blocked }) => (role === "admissions" || role === "registry") && !blocked)
		.map(({ email, firstName, lastName, place }) => {
			const reviewer: Reviewer = { id: idOf("user", email), name: `${firstName} ${lastName}` };
			return { reviewer, itemId: rows.adminLevelItems.find(({ name }) => name === place)?.id };
		});
	/** Those who see every applicant. */
	const reviewers = placed.flatMap(({ reviewer, itemId }) => (itemId === undefined ? reviewer : []));
	const atCourses = new Map(
		rows.courses.map(({ id, adminLevelItemId }) => {
			const department = rows.adminLevelItems.find((item) => item.id === adminLevelItemId);
			const above = [undefined, department?.id, department?.parentItemId];
			return [id, placed.flatMap(({ reviewer, itemId }) => (above.includes(itemId) ? reviewer : []))];
		}),
	);
	/** Returns those who see the applicants of a course. */
	const reviewersOf = (courseId: string): readonly Reviewer[] => atCourses.get(courseId) ?? reviewers;
	const idByRole = (key: keyof typeof roles) =>
		staff.filter(({ role, blocked }) => role === key && !blocked).map(({ email }) => idOf("user", email));

	const emails = new Map(userRows.map(({ id, email }) => [id, email]));
	/** Returns the email address of a member of the staff; null for the applicants themselves. */
	const emailOf = (userId: string | null | undefined): string | null => emails.get(userId ?? "") ?? null;
	const all = { roles: roleRows, users: userRows, userRoles: roleHolders };
	return { rows: all, reviewers, reviewersOf, idByRole, emailOf };
};

export type People = ReturnType<typeof peopleOf>;
