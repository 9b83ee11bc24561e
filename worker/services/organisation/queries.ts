import { and, asc, eq, max, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { containsWords } from "#worker/database/contains-words";
import type { Database } from "#worker/database/database";
import { locations, organisations } from "#worker/database/schema/organisations";
import { recordChanges } from "#worker/database/schema/records";
import { ofRecord } from "#worker/records/queries";
import type { Readiness } from "#worker/services/organisation/contract";

export type OrganisationRow = typeof organisations.$inferSelect;

export const organisationById = (db: Database, id: string) =>
	db.select().from(organisations).where(eq(organisations.id, id));

/** The settings in the history of records: one record, of which each change has some fields. */
export const settingsKind = { kind: "organisation" };

const isOfSettings = (ctx: OrgContext) => ofRecord(ctx, settingsKind, ctx.organisationId);

/** Reads the last change of any setting; the version of the settings is one more. */
export const lastSettingsChange = (ctx: OrgContext) =>
	ctx.db
		.select({ seq: max(recordChanges.seq) })
		.from(recordChanges)
		.where(isOfSettings(ctx));

/** The condition that no change is kept of any of these settings: none at all, or none since a version was seen. */
export const isUnchanged = (ctx: OrgContext, settings: readonly string[], version = 0): SQL => {
	const hasOne = settings.map((name) => sql`json_type(${recordChanges.after}, ${`$.${name}`}) IS NOT NULL`);
	return sql`NOT EXISTS (SELECT 1 FROM ${recordChanges} WHERE ${and(
		isOfSettings(ctx),
		sql`${recordChanges.seq} >= ${version}`,
		sql`(${sql.join(hasOne, sql` OR `)})`,
	)})`;
};

/** Reads which parts of an institution's set-up are there: each is looked for, none is counted. */
export const readReadiness = async (db: Database, organisationId: string) => {
	const own = sql`organisation_id = ${organisationId}`;
	const found = await db.get<Record<keyof Readiness, number>>(sql`SELECT
		EXISTS (SELECT 1 FROM admin_level_items WHERE ${own}) AS structure,
		EXISTS (SELECT 1 FROM courses WHERE ${own} AND status = 'active') AS courses,
		EXISTS (SELECT 1 FROM form_designs WHERE ${own} AND active AND version > 0) AS form,
		EXISTS (SELECT 1 FROM workflow_steps WHERE ${own} AND type = 'REGISTRATION') AS workflow,
		EXISTS (SELECT 1 FROM templates WHERE ${own} AND type = 'email' AND active) AS templates,
		EXISTS (SELECT 1 FROM application_courses AS offer JOIN applications AS offering
			ON offering.organisation_id = offer.organisation_id AND offering.id = offer.application_id AND offering.active
			WHERE offer.organisation_id = ${organisationId}) AS application,
		(SELECT 1 FROM users WHERE ${own} AND NOT blocked AND email_confirmed_at IS NOT NULL
			LIMIT 1 OFFSET 1) IS NOT NULL AS staff,
		EXISTS (SELECT 1 FROM payment_configurations WHERE ${own} AND active)
			OR EXISTS (SELECT 1 FROM transactions WHERE ${own}) AS payments,
		EXISTS (SELECT 1 FROM organisations WHERE id = ${organisationId} AND address IS NOT NULL AND email IS NOT NULL
			AND portal_title IS NOT NULL AND welcome_message IS NOT NULL) AS portal`);
	return {
		structure: found.structure === 1,
		courses: found.courses === 1,
		form: found.form === 1,
		workflow: found.workflow === 1,
		templates: found.templates === 1,
		application: found.application === 1,
		payments: found.payments === 1,
		staff: found.staff === 1,
		portal: found.portal === 1,
	};
};

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
