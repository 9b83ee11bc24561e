import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { locations, organisations } from "#worker/database/schema/organisations";

export const organisationById = (db: Database, id: string) =>
	db.select().from(organisations).where(eq(organisations.id, id));

/** At most one location: is there any to post to? */
export const anyLocation = (db: Database, organisationId: string) =>
	db.select({ id: locations.id }).from(locations).where(eq(locations.organisationId, organisationId)).limit(1);

/** Sorts after every text that begins with what stands before it. */
const afterAll = "\u{10FFFF}";
const columns = { id: organisations.id, name: organisations.name };

/** Institutions whose name begins with the text, in either case. Two ranges of two indices, each read no further than `limit`. */
export const organisationsByPrefix = (db: Database, prefix: string, limit: number) => {
	const name = sql`lower(${organisations.name})`;
	return db.batch([
		db
			.select(columns)
			.from(organisations)
			.where(and(gte(name, sql`lower(${prefix})`), lt(name, sql`lower(${prefix + afterAll})`)))
			.orderBy(asc(name))
			.limit(limit),
		db
			.select(columns)
			.from(organisations)
			.where(and(gte(organisations.id, prefix.toLowerCase()), lt(organisations.id, prefix.toLowerCase() + afterAll)))
			.orderBy(asc(organisations.id))
			.limit(limit),
	]);
};

/** What the institution's letterhead and printed forms say of it. */
export interface PrintingOrganisation {
	id: string;
	name: string;
	email: string | null;
	phone: string | null;
	address: string | null;
	logoKey: string | null;
	timeZone: string;
	courseAlias: string;
}
