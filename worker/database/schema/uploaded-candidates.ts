import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A list of expected applicants (§3 Candidate group). */
export const candidateGroups = sqliteTable(
	"candidate_groups",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		name: text().notNull(),
		/** The folded name: two groups cannot differ in case or accents only. */
		nameKey: text("name_key").notNull(),
		/** The application for which its candidates are expected. */
		applicationId: text("application_id"),
		/** Kept by triggers: its candidates, and those who have applied. */
		candidates: integer().notNull().default(0),
		applied: integer().notNull().default(0),
		createdBy: text("created_by").notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		uniqueIndex("candidate_groups_by_name").on(table.organisationId, table.nameKey),
		index("candidate_groups_by_age").on(table.organisationId, table.createdAt, table.id),
		index("candidate_groups_by_application").on(table.organisationId, table.applicationId),
	],
);

/** A person on such a list. */
export const groupCandidates = sqliteTable(
	"group_candidates",
	{
		/** Grows with every new candidate: the order of the list. */
		seq: integer().primaryKey(),
		organisationId: text("organisation_id").notNull(),
		groupId: text("group_id").notNull(),
		id: text().notNull(),
		/** The examination number without spaces and case, by which a second list finds the candidate. */
		examKey: text("exam_key").notNull(),
		/** JSON: the fields of `CandidateValues`. */
		data: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
		/** Folded words for the search. */
		searchText: text("search_text").notNull(),
		/** Kept by triggers: the applicant of the group's application with the same examination number. */
		applicantId: text("applicant_id"),
		/** The import that wrote it last. */
		importId: text("import_id").notNull(),
		version: integer().notNull().default(1),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		uniqueIndex("group_candidates_by_id").on(table.organisationId, table.id),
		uniqueIndex("group_candidates_by_exam").on(table.organisationId, table.groupId, table.examKey),
		index("group_candidates_by_arrival").on(table.organisationId, table.groupId, table.seq),
		index("group_candidates_applied").on(table.organisationId, table.applicantId).where(sql`applicant_id IS NOT NULL`),
	],
);

/**
 * Kept by a trigger: applicants who were expected as candidates that were removed since. By this the erasure of an applicant finds what
 * the modification log and the lists have of such a candidate.
 */
export const removedCandidates = sqliteTable(
	"removed_candidates",
	{
		organisationId: text("organisation_id").notNull(),
		applicantId: text("applicant_id").notNull(),
		candidateId: text("candidate_id").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.applicantId, table.candidateId] })],
);

/** The field that an institution chose for columns with this heading. */
export const columnChoices = sqliteTable(
	"column_choices",
	{
		organisationId: text("organisation_id").notNull(),
		/** The heading, folded. */
		headerKey: text("header_key").notNull(),
		field: text().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.headerKey] })],
);

/**
 * Normalised facts by which people are recognised: examination number, phone, email, name with date of birth. The
 * scope is an application, a candidate group, or an import whose rows are checked.
 */
export const identityKeys = sqliteTable(
	"identity_keys",
	{
		organisationId: text("organisation_id").notNull(),
		scope: text().notNull(),
		/** The kind, a colon and the text: `phone:8031234567`. */
		key: text().notNull(),
		ownerId: text("owner_id").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.scope, table.key, table.ownerId] }),
		// why the key too: without it SQLite reads the whole scope in the other index, which covers the query.
		index("identity_keys_by_owner").on(table.organisationId, table.scope, table.ownerId, table.key),
	],
);
