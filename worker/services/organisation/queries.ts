import { asc, eq, sql } from "drizzle-orm";
import { containsWords } from "#worker/database/contains-words";
import type { Database } from "#worker/database/database";
import { locations, organisations } from "#worker/database/schema/organisations";

export type OrganisationRow = typeof organisations.$inferSelect;

export const organisationById = (db: Database, id: string) =>
	db.select().from(organisations).where(eq(organisations.id, id));

export const anyLocation = (db: Database, organisationId: string) =>
	db.select({ id: locations.id }).from(locations).where(eq(locations.organisationId, organisationId)).limit(1);

/**
 * Finds institutions whose name and id contain every typed word, names that begin with the text first. why a scan:
 * there are hundreds, not millions.
 */
export const organisationsNamed = (db: Database, text: string, limit: number) => {
	const begins = sql`instr(lower(${organisations.name}), lower(${text})) <> 1`;
	return db
		.select({ id: organisations.id, name: organisations.name })
		.from(organisations)
		.where(containsWords(text, organisations.name, organisations.id))
		.orderBy(asc(begins), asc(sql`lower(${organisations.name})`), asc(organisations.id))
		.limit(limit);
};

/** The institution's details for letterheads and printed forms. */
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
