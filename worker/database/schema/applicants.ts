import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The beginning of the search text: first, middle and last name, folded. */
export const nameKey = sql.raw("substr(search_text, 1, 60)");
/** Sorts numbers with fewer digits before those with more: CU/26/9999 before CU/26/10000. */
export const numberKey = sql.raw("substr('0' || length(application_number), -2) || application_number");

export const applicants = sqliteTable(
	"applicants",
	{
		/** Grows with registration: the order of lists, the key of pages, the row of the full-text index. */
		seq: integer().primaryKey(),
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		applicationId: text("application_id").notNull(),
		applicationNumber: text("application_number").notNull(),
		reference: text().notNull(),
		firstName: text("first_name").notNull(),
		middleName: text("middle_name"),
		lastName: text("last_name").notNull(),
		/** §3 accountEmail: the account that submitted. */
		email: text().notNull(),
		courseId: text("course_id").notNull(),
		/** The workflow step the applicant is at: their stage. */
		stepId: text("step_id").notNull(),
		locationId: text("location_id"),
		/** The user that the applicant is assigned to. */
		reviewerId: text("reviewer_id"),
		submissionId: text("submission_id"),
		photoKey: text("photo_key"),
		letterUrl: text("letter_url"),
		/** At least 128 random bits: the id of the public summary (§2 candidate-info). */
		publicId: text("public_id").notNull(),
		registeredAt: integer("registered_at").notNull(),
		stageChangedAt: integer("stage_changed_at").notNull(),
		lastReviewedAt: integer("last_reviewed_at"),
		lastReviewedBy: text("last_reviewed_by"),
		/** Grows with every change; a save names the version it was made on. */
		version: integer().notNull().default(1),
		updatedAt: integer("updated_at").notNull(),
		/** Folded words of names, number, email and reference, each prefixed with the organisation's search key. */
		searchText: text("search_text").notNull(),
		/** Kept by triggers, from the form: the first field that asks for it. */
		score: real(),
		state: text(),
		/** `F`, `M`, or what the form has. */
		gender: text(),
		/** YYYY-MM-DD. */
		birthDate: text("birth_date"),
		phone: text(),
		submittedAt: integer("submitted_at"),
		/** Kept by triggers; null where no reference was asked for. */
		referencesAsked: integer("references_asked"),
		/** Kept by triggers: references that were asked for and have not come; null where none was asked for. */
		referencesMissing: integer("references_missing"),
		/** Kept by triggers: when the first successful payment was made; null where nothing was paid. */
		paidAt: integer("paid_at"),
	},
	(table) => [
		uniqueIndex("applicants_by_id").on(table.organisationId, table.id),
		uniqueIndex("applicants_by_number").on(table.organisationId, table.applicationNumber),
		uniqueIndex("applicants_by_public_id").on(table.publicId),
		// why so many columns: filters by facts and reviewer are checked in the order of the list without reading the rows.
		index("applicants_by_application").on(
			...([table.organisationId, table.applicationId, table.seq, table.stepId, table.courseId, table.score] as const),
			...([table.state, table.gender, table.submittedAt, table.referencesMissing, table.locationId] as const),
			...([table.reviewerId, table.paidAt] as const),
		),
		index("applicants_by_stage").on(table.organisationId, table.applicationId, table.stepId, table.seq),
		index("applicants_by_course").on(table.organisationId, table.applicationId, table.courseId, table.seq),
		index("applicants_of_course").on(table.organisationId, table.courseId, table.seq),
		index("applicants_by_waiting").on(table.organisationId, table.applicationId, table.stepId, table.stageChangedAt),
		index("applicants_by_name").on(table.organisationId, table.applicationId, nameKey, table.seq),
		index("applicants_by_length_of_number").on(table.organisationId, table.applicationId, numberKey, table.seq),
		index("applicants_by_score").on(table.organisationId, table.applicationId, table.score, table.seq),
		// why the step: what is assigned to nobody at a stage may be rare among what is assigned to nobody.
		index("applicants_by_reviewer").on(
			...([table.organisationId, table.applicationId, table.reviewerId, table.stepId, table.seq] as const),
		),
	],
);

/**
 * Kept by triggers: applicants at a step, by course, and how long they take. Rows are not counted when pages are read. Times
 * are whole seconds. why: the sum of a million milliseconds of 2026 is near the largest integer.
 */
export const applicantCounts = sqliteTable(
	"applicant_counts",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		stepId: text("step_id").notNull(),
		courseId: text("course_id").notNull(),
		applicants: integer().notNull(),
		/** The sum of when those who are there came, since 1970. */
		sinceSeconds: integer("since_seconds").notNull().default(0),
		/** How many of those who are there have submitted their form, and the sum of the time from then until they came. */
		submitted: integer().notNull().default(0),
		reachedSeconds: integer("reached_seconds").notNull().default(0),
		/** How many have left, and the sum of how long they stayed. */
		departed: integer().notNull().default(0),
		stayedSeconds: integer("stayed_seconds").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.applicationId, table.stepId, table.courseId] }),
		index("applicant_counts_by_course").on(table.organisationId, table.courseId, table.applicationId),
	],
);

/** Kept by triggers: the applicants of each application. why beside `applicant_counts`: the largest one is found by an index. */
export const applicationSizes = sqliteTable(
	"application_sizes",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		applicants: integer().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.applicationId] }),
		index("application_sizes_by_applicants").on(table.organisationId, table.applicants, table.applicationId),
	],
);

/**
 * Kept by triggers: applicants per block of 4,096 consecutive `seq`, by step ('' is every step).
 * why: page N is found by adding up blocks, not by walking N pages.
 * @public read by the statements of the list, and the source of its migration.
 */
export const applicantBlocks = sqliteTable(
	"applicant_blocks",
	{
		organisationId: text("organisation_id").notNull(),
		applicationId: text("application_id").notNull(),
		stepId: text("step_id").notNull(),
		block: integer().notNull(),
		applicants: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.applicationId, table.stepId, table.block] })],
);

/**
 * Kept by triggers: how long applicants stayed at the stages that they left. A change that is undone takes its row back.
 * @public the source of its migration; `applicant_counts` has the sums.
 */
export const stageStays = sqliteTable(
	"stage_stays",
	{
		organisationId: text("organisation_id").notNull(),
		applicantId: text("applicant_id").notNull(),
		leftAt: integer("left_at").notNull(),
		applicationId: text("application_id").notNull(),
		stepId: text("step_id").notNull(),
		/** The course of the applicant when they left. */
		courseId: text("course_id").notNull(),
		seconds: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.applicantId, table.leftAt] })],
);

/** What happened to one applicant (§3 Candidate log entry). */
export const applicantLog = sqliteTable(
	"applicant_log",
	{
		organisationId: text("organisation_id").notNull(),
		applicantId: text("applicant_id").notNull(),
		id: text().notNull(),
		type: text().notNull(),
		stepId: text("step_id"),
		stageName: text("stage_name"),
		fromStageName: text("from_stage_name"),
		reason: text(),
		actorId: text("actor_id"),
		reviewedBy: text("reviewed_by"),
		eventId: text("event_id"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.applicantId, table.id] }),
		index("applicant_log_by_age").on(table.organisationId, table.applicantId, table.createdAt),
	],
);

/** When a user last opened an applicant. */
export const applicantViews = sqliteTable(
	"applicant_views",
	{
		organisationId: text("organisation_id").notNull(),
		userId: text("user_id").notNull(),
		applicantId: text("applicant_id").notNull(),
		viewedAt: integer("viewed_at").notNull(),
		/** When they opened it the time before; later changes are marked. */
		previouslyViewedAt: integer("previously_viewed_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.userId, table.applicantId] }),
		index("applicant_views_by_age").on(table.organisationId, table.userId, table.viewedAt),
	],
);

export const referees = sqliteTable(
	"referees",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		applicantId: text("applicant_id").notNull(),
		name: text().notNull(),
		email: text().notNull(),
		phone: text(),
		status: text().notNull(),
		/** The referee's answers by field id, and the sections of the form that they were asked. */
		data: text({ mode: "json" }).$type<Record<string, unknown>>(),
		/** `refereeSectionType` of the sections this referee answers; null for all of them. */
		kind: text(),
		invitedAt: integer("invited_at"),
		answeredAt: integer("answered_at"),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("referees_by_applicant").on(table.organisationId, table.applicantId),
	],
);

/** A link with which a referee can answer once. Only the hash of its token is stored. */
export const refereeInvitations = sqliteTable(
	"referee_invitations",
	{
		organisationId: text("organisation_id").notNull(),
		tokenHash: text("token_hash").notNull(),
		refereeId: text("referee_id").notNull(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
		usedAt: integer("used_at"),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.tokenHash] }),
		index("referee_invitations_by_referee").on(table.organisationId, table.refereeId),
		index("referee_invitations_by_end").on(table.expiresAt),
	],
);

/** Offer letters of applicants. The one that `applicants.letter_url` names is in force; it is withdrawn, or replaced by the next. */
export const letters = sqliteTable(
	"letters",
	{
		organisationId: text("organisation_id").notNull(),
		id: text().notNull(),
		applicantId: text("applicant_id").notNull(),
		templateId: text("template_id").notNull(),
		templateName: text("template_name").notNull(),
		stageName: text("stage_name"),
		objectKey: text("object_key").notNull(),
		size: integer().notNull(),
		/** Printed on the letter, by which anybody can verify it; null for letters from before there were codes. */
		code: text(),
		/** The name and the course as the letter has them; both may be corrected later. Null without a code. */
		holderName: text("holder_name"),
		courseName: text("course_name"),
		/** How often it was verified, and when last; who did so is not kept. */
		checks: integer().notNull().default(0),
		lastCheckedAt: integer("last_checked_at"),
		withdrawnAt: integer("withdrawn_at"),
		withdrawnBy: text("withdrawn_by"),
		withdrawnByName: text("withdrawn_by_name"),
		withdrawnReason: text("withdrawn_reason"),
		createdBy: text("created_by").notNull(),
		createdByName: text("created_by_name").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.organisationId, table.id] }),
		index("letters_by_applicant").on(table.organisationId, table.applicantId, table.createdAt),
		uniqueIndex("letters_by_code").on(table.organisationId, table.code),
		index("letters_by_template").on(table.organisationId, table.templateId),
	],
);

/**
 * Kept by triggers: the number of each applicant's last change. Numbers grow in the order of the commits, and are never below
 * a hundred times the moment of the change in UTC milliseconds, so that a moment finds its place among them.
 * @public read by the statements of the list, and the source of its migration.
 */
export const applicantChanges = sqliteTable(
	"applicant_changes",
	{
		change: integer().primaryKey(),
		organisationId: text("organisation_id").notNull(),
		applicantSeq: integer("applicant_seq").notNull(),
	},
	(table) => [
		uniqueIndex("applicant_changes_by_applicant").on(table.applicantSeq),
		// why no more columns: SQLite ends every index with the row's number, which is the change.
		index("applicant_changes_by_organisation").on(table.organisationId),
	],
);
