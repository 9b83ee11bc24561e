import { type SQL, sql } from "drizzle-orm";

declare const made: unique symbol;

/**
 * The applicants that a request may see or change: everybody's, or those of some courses. Every read of applicants
 * takes it from its context, and only the kernel makes one (`http/places.ts`).
 */
export interface Scope {
	readonly [made]: true;
	/** The courses at and below the places; null for applicants of any course. */
	readonly courseIds: readonly string[] | null;
	/** The structure items at which the user holds the privileges; null for the whole institution. */
	readonly itemIds: readonly string[] | null;
}

type Scoped = { readonly scope: Scope };

/** Returns the condition that an applicant is within the scope of a request, to follow others; nothing for users who see everybody. */
export const andWithin = ({ scope }: Scoped, courseId: SQL): SQL =>
	scope.courseIds === null ? sql`` : sql`AND ${isWithin({ scope }, courseId)}`;

/** Returns the same condition where it stands alone or in an expression. */
export const isWithin = ({ scope }: Scoped, courseId: SQL): SQL =>
	scope.courseIds === null
		? sql`true`
		: sql`${courseId} IN (SELECT value FROM json_each(${JSON.stringify(scope.courseIds)}))`;

/** Checks whether the applicants of a course are within the scope. */
export const hasCourse = ({ courseIds }: Scope, courseId: string): boolean =>
	courseIds === null || courseIds.includes(courseId);

/** Checks whether the user sees only the applicants of some places. */
export const isBound = ({ scope }: Scoped): boolean => scope.courseIds !== null;
