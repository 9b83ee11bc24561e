import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** One line of a payment; its amount in minor units of the transaction's currency. */
export interface TransactionItem {
	name: string;
	amount: number;
	currency: string;
}

/** A payment (§3 Transaction), as the provider last reported it. Amounts in minor units. */
export const transactions = sqliteTable(
	"transactions",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		reference: text().notNull(),
		applicantId: text("applicant_id"),
		applicationId: text("application_id").notNull(),
		courseId: text("course_id"),
		/** The payer's address; `username` is the account that paid. */
		email: text().notNull(),
		name: text().notNull(),
		username: text().notNull(),
		/** Remita's retrieval reference. */
		rrr: text(),
		amount: integer().notNull(),
		gatewayCharge: integer("gateway_charge").notNull().default(0),
		currency: text().notNull().default("NGN"),
		/** REMITA, PAYSTACK, INTERSWITCH … as §3 Payment configuration spells them. */
		platform: text().notNull(),
		/** `success`, `failed`; anything else is pending (§4). */
		status: text().notNull(),
		items: text({ mode: "json" }).$type<TransactionItem[]>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("transactions_by_reference").on(table.organisationId, table.reference),
		index("transactions_by_application").on(table.organisationId, table.applicationId),
		index("transactions_by_applicant").on(table.organisationId, table.applicantId, table.createdAt, table.id),
	],
);
