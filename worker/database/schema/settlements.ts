import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type ClosedSums, settlementResults } from "#worker/contract/settlements";

/**
 * Kept by triggers: what a platform took on a day of the institution, and what it settled, in minor units. Written when
 * a payment, a reversal or a settlement line is; no screen adds them up.
 */
export const paymentDaySums = sqliteTable(
	"payment_day_sums",
	{
		organisationId: text("organisation_id").notNull(),
		/** YYYY-MM-DD. */
		day: text().notNull(),
		platform: text().notNull(),
		currency: text().notNull(),
		/** Successful payments of the day, charges included. */
		payments: integer().notNull().default(0),
		expected: integer().notNull().default(0),
		/** What went back on this day. */
		reversals: integer().notNull().default(0),
		reversed: integer().notNull().default(0),
		/** Lines of settlement files for the day: what payers paid, and what the platform kept of it. */
		lines: integer().notNull().default(0),
		settled: integer().notNull().default(0),
		fees: integer().notNull().default(0),
		/** Lines that match no successful payment of the same amount. */
		unmatched: integer().notNull().default(0),
		/** Rises with every change: a day is closed with the sums that were seen. */
		version: integer().notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.day, table.platform, table.currency] }),
		index("payment_day_sums_newest").on(table.organisationId, sql`day DESC`, table.platform, table.currency),
		index("payment_day_sums_of_platform").on(table.organisationId, table.platform, sql`day DESC`, table.currency),
	],
);

/** The days that were closed. A trigger refuses to change them. */
export const paymentDayCloses = sqliteTable(
	"payment_day_closes",
	{
		organisationId: text("organisation_id").notNull(),
		day: text().notNull(),
		platform: text().notNull(),
		/** JSON: the sums at that moment, by currency. */
		sums: text({ mode: "json" }).$type<ClosedSums[]>().notNull(),
		/** What its closer had to say of it; empty for nothing. */
		note: text().notNull(),
		closedBy: text("closed_by").notNull(),
		closedByName: text("closed_by_name").notNull(),
		closedAt: integer("closed_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.day, table.platform] })],
);

/** Kept by triggers: what arrived for a day after it was closed. */
export const paymentLateArrivals = sqliteTable(
	"payment_late_arrivals",
	{
		seq: integer().primaryKey(),
		organisationId: text("organisation_id").notNull(),
		day: text().notNull(),
		platform: text().notNull(),
		currency: text().notNull(),
		kind: text({ enum: ["payment", "correction", "reversal", "settlement"] }).notNull(),
		amount: integer().notNull(),
		fee: integer().notNull(),
		reference: text().notNull(),
		/** Null for a settlement line that belongs to no payment. */
		transactionId: text("transaction_id"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [index("payment_late_arrivals_of_day").on(table.organisationId, table.day, table.platform, table.seq)],
);

/** The lines of settlement files. Amounts in minor units of the line's currency. */
export const settlementLines = sqliteTable(
	"settlement_lines",
	{
		seq: integer().primaryKey(),
		organisationId: text("organisation_id").notNull(),
		platform: text().notNull(),
		/** What names the payment in the file; a reference is settled once. */
		reference: text().notNull(),
		/** Its further names in the file, by which a payment is found that learns them later; null for none. */
		rrr: text(),
		providerReference: text("provider_reference"),
		/** The institution's day on which it was paid, YYYY-MM-DD. */
		day: text().notNull(),
		currency: text().notNull(),
		amount: integer().notNull(),
		fee: integer().notNull(),
		result: text({ enum: settlementResults }).notNull(),
		transactionId: text("transaction_id"),
		/** The file and the row that it came with. */
		importId: text("import_id").notNull(),
		rowNumber: integer("row_number").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		uniqueIndex("settlement_lines_once").on(table.organisationId, table.platform, table.reference),
		index("settlement_lines_of_day").on(table.organisationId, table.day, table.platform, table.seq),
		index("settlement_lines_unmatched")
			.on(table.organisationId, table.day, table.platform, table.seq)
			.where(sql`result <> 'matched'`),
		index("settlement_lines_of_transaction")
			.on(table.organisationId, table.transactionId)
			.where(sql`transaction_id IS NOT NULL`),
		index("settlement_lines_by_rrr")
			.on(table.organisationId, table.platform, table.rrr)
			.where(sql`rrr IS NOT NULL AND transaction_id IS NULL`),
		index("settlement_lines_by_provider_reference")
			.on(table.organisationId, table.platform, table.providerReference)
			.where(sql`provider_reference IS NOT NULL AND transaction_id IS NULL`),
	],
);
