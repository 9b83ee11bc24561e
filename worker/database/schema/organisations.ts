import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded } from "#worker/database/folded";

/** An institution. Its id is the first segment of every URL (§2). */
export const organisations = sqliteTable(
	"organisations",
	{
		id: text().primaryKey(),
		name: text().notNull(),
		shortName: text("short_name").notNull(),
		/** why: it begins every search token, so that one index serves all and no scan meets another's rows. */
		searchKey: text("search_key").notNull().unique(),
		/** Logo and signature, PNG or JPEG, in the file store; a logo at `logos/{id}/{file}`, where each has a name of its own. */
		logoKey: text("logo_key"),
		signatureKey: text("signature_key"),
		signatoryName: text("signatory_name"),
		signatoryTitle: text("signatory_title"),
		address: text(),
		email: text(),
		phone: text(),
		timeZone: text("time_zone").notNull().default("Africa/Lagos"),
		courseAlias: text("course_alias").notNull().default("course"),
		applicantSiteUrl: text("applicant_site_url"),
		/** What the login page says; null until the institution has written it. */
		portalTitle: text("portal_title"),
		welcomeMessage: text("welcome_message"),
		/** All contacts, the main one first, whose `email` and `phone` are those above; null for an institution with only these. */
		contacts: text({ mode: "json" }).$type<{ email: string | null; phone: string | null }[]>(),
		/** The undo window: how long changes can be undone and emails of stage changes wait; 0 to 600. */
		undoWindowSeconds: integer("undo_window_seconds").notNull().default(30),
		/** Between these times of day no reminder is sent, HH:MM in the time zone; the same twice for never. */
		quietFrom: text("quiet_from").notNull().default("21:00"),
		quietUntil: text("quiet_until").notNull().default("07:00"),
		/** How many months the activity and the modification log are kept; null for ever. */
		logRetentionMonths: integer("log_retention_months"),
		/** Whether the charges of configurations are added to payments. The table's own default is still 0; inserts name every column. */
		platformChargeEnabled: integer("platform_charge_enabled", { mode: "boolean" }).notNull().default(true),
		createdAt: integer("created_at").notNull(),
		/** Raised by triggers with every change of remembered facts (worker/database/remembered.ts). */
		configVersion: integer("config_version").notNull().default(0),
	},
	(table) => [
		index("organisations_by_name").on(sql`lower(${table.name})`),
		index("organisations_by_log_retention").on(table.logRetentionMonths).where(sql`log_retention_months IS NOT NULL`),
	],
);

/** A place to which applicants can be posted (§3 Location). */
export const locations = sqliteTable(
	"locations",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		createdAt: integer("created_at").notNull().default(1),
		updatedAt: integer("updated_at").notNull().default(1),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("locations_by_name").on(table.organisationId, folded(table.name)),
	],
);

/** Kept by triggers: the applicants of an application who are posted to a location, by course. */
export const locationCounts = sqliteTable(
	"location_counts",
	{
		organisationId: text("organisation_id").notNull(),
		locationId: text("location_id").notNull(),
		applicationId: text("application_id").notNull(),
		courseId: text("course_id").notNull(),
		applicants: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.locationId, table.applicationId, table.courseId] })],
);
