import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded } from "#worker/database/folded";

/** Discounts that applicants get for a code (§3 Coupon): one code or many, each for one use or several. */
export const coupons = sqliteTable(
	"coupons",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		/** How many codes it has. */
		codes: integer().notNull(),
		/** The code that the institution chose itself; null for codes that were made. */
		ownCode: text("own_code"),
		/** How often each code can be used; null for any number of times. */
		usesPerCode: integer("uses_per_code"),
		/** How often one applicant can use its codes; null for any number of times. */
		usesPerApplicant: integer("uses_per_applicant"),
		/** One of both: a percentage, or an amount in minor units of the currency. */
		percent: integer(),
		amount: integer(),
		/** The only currency that it holds for; null for all. */
		currency: text(),
		/** The applications and kinds of payment that it holds for; empty for all. */
		applicationIds: text("application_ids", { mode: "json" }).$type<string[]>().notNull(),
		paymentKinds: text("payment_kinds", { mode: "json" }).$type<string[]>().notNull(),
		startsAt: integer("starts_at"),
		endsAt: integer("ends_at"),
		active: integer({ mode: "boolean" }).notNull(),
		/** Kept by triggers: the uses that were not released. */
		uses: integer().notNull().default(0),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("coupons_by_name").on(table.organisationId, folded(table.name)),
		check("coupons_discount", sql`(percent IS NULL) <> (amount IS NULL)`),
	],
);

/** The codes of a coupon. */
export const couponCodes = sqliteTable(
	"coupon_codes",
	{
		organisationId: text("organisation_id").notNull(),
		couponId: text("coupon_id").notNull(),
		/** From 0, in the order in which they were made. */
		position: integer().notNull(),
		/** As it is printed: XXXX-XXXX-XXXX. */
		code: text().notNull(),
		/** As it is compared: `services/coupons/code-text.ts`. */
		folded: text().notNull(),
		/** Kept by triggers: the uses that were not released. */
		uses: integer().notNull().default(0),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.couponId, table.position] }),
		uniqueIndex("coupon_codes_by_text").on(table.organisationId, table.folded),
	],
);

/** A payment's use of a code; its applicant is that of the payment. */
export const couponUses = sqliteTable(
	"coupon_uses",
	{
		organisationId: text("organisation_id").notNull(),
		/** The payment: a payment has at most one code. */
		transactionId: text("transaction_id").notNull(),
		couponId: text("coupon_id").notNull(),
		position: integer().notNull(),
		/** What was taken off, in minor units. */
		amount: integer().notNull(),
		currency: text().notNull(),
		takenAt: integer("taken_at").notNull(),
		/** When the payment had failed for good; null while the use counts. */
		releasedAt: integer("released_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.transactionId] }),
		index("coupon_uses_by_age")
			.on(table.organisationId, table.couponId, table.takenAt, table.transactionId)
			.where(sql`released_at IS NULL`),
		index("coupon_uses_by_code").on(table.organisationId, table.couponId, table.position, table.takenAt),
	],
);

/** What applicants can buy beside the fee (§3 add-on). */
export const addOns = sqliteTable(
	"add_ons",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		nameKey: text("name_key"),
		description: text().notNull(),
		/** In minor units of the currency. */
		price: integer().notNull(),
		currency: text().notNull(),
		/** The applications whose applicants can buy it; empty for all. */
		applicationIds: text("application_ids", { mode: "json" }).$type<string[]>().notNull(),
		enabled: integer({ mode: "boolean" }).notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("add_ons_by_name").on(table.organisationId, folded(table.name)),
	],
);
