import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ExceptionKind } from "#worker/contract/payment-exceptions";
import type { PaymentLine } from "#worker/contract/payment-kinds";
import type { PaymentSource } from "#worker/contract/payment-sources";
import type { Exchange, ProviderPayment } from "#worker/gateways/payments/port";

export type TransactionItem = PaymentLine;

/** Success and failed follow from what a provider has answered; anything else is pending (§4). */
export type StoredStatus = "success" | "failed" | "pending";

/** A payment (§3 Transaction). Amounts in minor units of its currency. What led to its state is in `payment_events`. */
export const transactions = sqliteTable(
	"transactions",
	{
		/** The row of the full-text index, and the order of payments of the same moment. */
		seq: integer().primaryKey(),
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		/** Ours, by which the provider knows it. */
		reference: text().notNull(),
		applicantId: text("applicant_id"),
		applicationId: text("application_id").notNull(),
		/** The course that was chosen when it was started; its roles see the payment. */
		courseId: text("course_id"),
		/** The payer's address; `username` is the account that paid. */
		email: text().notNull(),
		name: text().notNull(),
		username: text().notNull(),
		/** Remita's retrieval reference. */
		rrr: text(),
		/** The provider's own reference beside ours. */
		providerReference: text("provider_reference"),
		amount: integer().notNull(),
		gatewayCharge: integer("gateway_charge").notNull().default(0),
		currency: text().notNull().default("NGN"),
		/** REMITA, PAYSTACK, INTERSWITCH … as §3 Payment configuration spells them. */
		platform: text().notNull(),
		/** The configuration whose keys started it; null for one that came from elsewhere. */
		configurationId: text("configuration_id"),
		status: text().$type<StoredStatus>().notNull(),
		items: text({ mode: "json" }).$type<TransactionItem[]>().notNull(),
		/** The provider's page, and the fields that are posted to it. */
		pageUrl: text("page_url"),
		pageFields: text("page_fields", { mode: "json" }).$type<Record<string, string>>(),
		/** Where the payer is sent in the end. */
		returnUrl: text("return_url"),
		/** What the provider called its state when it last answered. */
		providerStatus: text("provider_status"),
		/** What was paid, and when, in the provider's words; the day is the institution's, YYYY-MM-DD. */
		paidAmount: integer("paid_amount"),
		paidAt: integer("paid_at"),
		paidDay: text("paid_day"),
		/** What the provider kept. */
		fee: integer(),
		reversedAmount: integer("reversed_amount").notNull().default(0),
		checks: integer().notNull().default(0),
		checkedAt: integer("checked_at"),
		/** When a pending payment is checked next; null when nothing will. */
		dueAt: integer("due_at"),
		/** Folded words of payer, references and RRR, each prefixed with the organisation's search key. */
		searchText: text("search_text").notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		uniqueIndex("transactions_by_id").on(table.organisationId, table.id),
		uniqueIndex("transactions_by_reference").on(table.organisationId, table.reference),
		index("transactions_by_rrr").on(table.organisationId, table.rrr),
		index("transactions_by_provider_reference").on(table.organisationId, table.providerReference),
		index("transactions_by_applicant").on(table.organisationId, table.applicantId, table.createdAt, table.id),
		// why so few: without a filter, a page far back is reached sooner along them.
		index("transactions_by_start").on(table.organisationId, table.createdAt, table.seq),
		// why so many columns: filters are checked in the order of the list without reading the rows.
		index("transactions_by_age").on(
			...([table.organisationId, table.createdAt, table.seq, table.status, table.platform] as const),
			...([table.courseId, table.applicationId] as const),
		),
		index("transactions_by_status").on(
			...([table.organisationId, table.status, table.createdAt, table.seq, table.platform] as const),
			...([table.courseId, table.applicationId] as const),
		),
		index("transactions_by_platform").on(
			...([table.organisationId, table.platform, table.createdAt, table.seq, table.status] as const),
			...([table.courseId, table.applicationId] as const),
		),
		index("transactions_by_application").on(
			...([table.organisationId, table.applicationId, table.createdAt, table.seq, table.status] as const),
			...([table.platform, table.courseId] as const),
		),
		index("transactions_of_paid_day").on(
			...([table.organisationId, table.paidDay, table.createdAt, table.seq, table.status] as const),
			...([table.platform, table.courseId, table.applicationId] as const),
		),
		index("transactions_due").on(table.organisationId, table.dueAt).where(sql`due_at IS NOT NULL`),
	],
);

/**
 * Kept by triggers: payments by application, course ('' for none), platform and status. No list counts its rows.
 * @public read by the statements of the list, and the source of its migration.
 */
export const transactionCounts = sqliteTable(
	"transaction_counts",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		courseId: text("course_id").notNull(),
		platform: text().notNull(),
		status: text().notNull(),
		transactions: integer().notNull(),
	},
	(table) => [
		primaryKey({
			columns: [table.organisationId, table.applicationId, table.courseId, table.platform, table.status],
		}),
	],
);

/** Kept by triggers: what was paid and what went back on a day of the institution, in minor units. */
export const paymentDays = sqliteTable(
	"payment_days",
	{
		organisationId: text("organisation_id").notNull(),
		/** YYYY-MM-DD. */
		day: text().notNull(),
		platform: text().notNull(),
		currency: text().notNull(),
		applicationId: text("application_id").notNull(),
		courseId: text("course_id").notNull(),
		payments: integer().notNull(),
		amount: integer().notNull(),
		gatewayCharge: integer("gateway_charge").notNull(),
		fee: integer().notNull(),
		/** What went back to payers on that day, whenever it was paid. */
		reversed: integer().notNull().default(0),
	},
	(table) => [
		primaryKey({
			columns: [
				...([table.organisationId, table.day, table.platform, table.currency] as const),
				...([table.applicationId, table.courseId] as const),
			],
		}),
	],
);

/** The ledger: everything that was asked and answered about payments. Rows are added, and never changed or deleted. */
export const paymentEvents = sqliteTable(
	"payment_events",
	{
		seq: integer().primaryKey({ autoIncrement: true }),
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		/** Null where no payment is known by the reference. */
		transactionId: text("transaction_id"),
		platform: text().notNull(),
		source: text().$type<PaymentSource>().notNull(),
		/** What a provider may send again, such as a webhook's event; unique for the platform. */
		key: text(),
		actorId: text("actor_id"),
		actorName: text("actor_name"),
		exchanges: text({ mode: "json" }).$type<Exchange[]>().notNull(),
		/** Null where the provider gave no answer that could be read. */
		says: text({ mode: "json" }).$type<ProviderPayment>(),
		/** What followed, in one word: started, success, failed, pending, reversed, unavailable, refused … */
		outcome: text().notNull(),
		/** What followed, for people. */
		note: text().notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		uniqueIndex("payment_events_by_key")
			.on(table.organisationId, table.platform, table.key)
			.where(sql`key IS NOT NULL`),
		index("payment_events_of_transaction").on(table.organisationId, table.transactionId, table.seq),
	],
);

/** Money that went back: a refund, in part or whole, or a dispute that was lost. The payment itself stays as it was. */
export const paymentReversals = sqliteTable(
	"payment_reversals",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		transactionId: text("transaction_id").notNull(),
		amount: integer().notNull(),
		/** All that has gone back with it, by which the same news is booked once. */
		total: integer().notNull().default(0),
		currency: text().notNull(),
		platform: text().notNull(),
		/** The institution's day, YYYY-MM-DD. */
		day: text().notNull(),
		description: text().notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("payment_reversals_of_transaction").on(table.organisationId, table.transactionId, table.total),
		index("payment_reversals_by_day").on(table.organisationId, table.day),
	],
);

/** What somebody has to look at: money that does not fit the books. */
export const paymentExceptions = sqliteTable(
	"payment_exceptions",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		kind: text().$type<ExceptionKind>().notNull(),
		/** What it is about, so that the same thing is not noted twice: a payment's id, or a reference. */
		subject: text().notNull(),
		transactionId: text("transaction_id"),
		platform: text().notNull(),
		reference: text().notNull(),
		/** For a payment that is not among the transactions: its identifiers at the platform, and the configuration that reported it. */
		rrr: text(),
		providerReference: text("provider_reference"),
		configurationId: text("configuration_id"),
		/** The course of the payment; null when the payment or its course is not known. */
		courseId: text("course_id"),
		/** What was expected and what arrived, as a sentence. */
		reason: text().notNull(),
		amount: integer(),
		currency: text(),
		/** The payment that staff want refunded at its platform; the exception is closed when it was. */
		refundOf: text("refund_of"),
		createdAt: integer("created_at").notNull(),
		resolvedAt: integer("resolved_at"),
		/** Null where the platform's news resolved it. */
		resolvedBy: text("resolved_by"),
		resolvedByName: text("resolved_by_name"),
		/** What was done, in one word, and why, for people. */
		action: text(),
		resolution: text(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("payment_exceptions_once").on(table.organisationId, table.kind, table.subject),
		// why so many columns: filters are checked in the order of the list without reading the rows.
		index("payment_exceptions_open").on(
			...([table.organisationId, table.resolvedAt, table.createdAt, table.id, table.kind, table.platform] as const),
			table.courseId,
		),
		index("payment_exceptions_of_transaction").on(table.organisationId, table.transactionId),
		index("payment_exceptions_of_refund").on(table.organisationId, table.refundOf).where(sql`refund_of IS NOT NULL`),
	],
);

/**
 * Kept by triggers: exceptions by kind, platform and course ('' for none), open or resolved.
 * @public read by the statements of the list, and the source of its migration.
 */
export const paymentExceptionCounts = sqliteTable(
	"payment_exception_counts",
	{
		organisationId: text("organisation_id").notNull(),
		isOpen: integer("is_open", { mode: "boolean" }).notNull(),
		kind: text().$type<ExceptionKind>().notNull(),
		platform: text().notNull(),
		courseId: text("course_id").notNull(),
		exceptions: integer().notNull(),
	},
	(table) => [
		primaryKey({
			columns: [table.organisationId, table.isOpen, table.kind, table.platform, table.courseId],
		}),
	],
);

/** How an institution is paid through a platform (§3 Payment configuration). */
export const paymentConfigurations = sqliteTable(
	"payment_configurations",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		/** The paylog ID: the institution's own name for it. */
		configId: text("config_id").notNull(),
		platform: text().notNull(),
		active: integer({ mode: "boolean" }).notNull().default(true),
		isChargeEnabled: integer("is_charge_enabled", { mode: "boolean" }).notNull().default(false),
		/** What the payer pays beside the fee, in minor units. */
		charge: integer().notNull().default(0),
		chargeCurrency: text("charge_currency").notNull().default("NGN"),
		/** What may be shown: ids, public keys, the address. */
		settings: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
		/** The keys, encrypted; never sent to a browser. */
		sealedKeys: text("sealed_keys").notNull(),
		/** Ends the address of its webhook. */
		token: text().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("payment_configurations_by_config_id").on(table.organisationId, sql`lower(config_id)`),
		uniqueIndex("payment_configurations_by_token").on(table.organisationId, table.token),
	],
);

/** The account into which what applicants pay is paid out (§7 /stripe); an institution has one. */
export const bankAccounts = sqliteTable("bank_accounts", {
	organisationId: text("organisation_id").primaryKey(),
	holderName: text("holder_name").notNull(),
	holderType: text("holder_type").notNull(),
	bankName: text("bank_name").notNull(),
	currency: text().notNull(),
	/** The routing number or sort code of the bank; null where there is none. */
	routingNumber: text("routing_number"),
	/** The last four characters of the number: all that is shown of it. */
	lastFour: text("last_four").notNull(),
	/** The number, encrypted; never sent to a browser. */
	sealedNumber: text("sealed_number").notNull(),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
