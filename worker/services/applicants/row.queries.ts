import { and, eq, is, SQL, sql } from "drizzle-orm";
import { type SQLiteColumn, SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { OrgContext } from "#worker/context";
import { remembered } from "#worker/database/remembered";
import { applicants } from "#worker/database/schema/applicants";
import { locations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { workflowSteps } from "#worker/database/schema/workflows";
import type { ApplicantRow, ListedApplicant, Reviewer } from "#worker/services/applicants/contract";

/** The condition that the field of an applicant's form which their phone number comes from is sensitive. @param applicant a table */
export const hasSensitivePhone = (applicant: SQL): SQL => sql`EXISTS (SELECT 1 FROM submissions AS form
	CROSS JOIN form_facts AS asked ON asked.organisation_id = form.organisation_id
		AND asked.form_design_id = form.form_design_id AND asked.version = form.design_version AND asked.fact = 'phone'
	CROSS JOIN sensitive_fields AS hidden ON hidden.organisation_id = form.organisation_id
		AND hidden.form_design_id = form.form_design_id AND hidden.field_id = asked.field_id
	WHERE form.organisation_id = ${applicant}.organisation_id AND form.id = ${applicant}.submission_id)`;

/** The phone number, masked as `maskOf` does where it is sensitive. */
const shownPhone = sql`iif(applicants.phone IS NOT NULL AND ${hasSensitivePhone(sql`applicants`)},
	iif(applicants.phone GLOB '*[0-9][0-9][0-9][0-9]' AND length(applicants.phone) >= 10,
		'••••' || substr(applicants.phone, -4), '••••'), applicants.phone)`;

/** why the aliases: in a batch, columns with the same name in two joined tables would overwrite each other. */
export const rowFields = {
	seq: applicants.seq,
	id: applicants.id,
	firstName: applicants.firstName,
	middleName: applicants.middleName,
	lastName: applicants.lastName,
	applicationNumber: applicants.applicationNumber,
	accountEmail: applicants.email,
	applicationId: applicants.applicationId,
	stepId: applicants.stepId,
	stepName: sql<string | null>`${workflowSteps.name}`.as("step_name"),
	stepType: sql<string | null>`${workflowSteps.type}`.as("step_type"),
	courseId: applicants.courseId,
	courseCode: sql<string | null>`${courses.code}`.as("course_code"),
	courseTitle: sql<string | null>`${courses.title}`.as("course_title"),
	locationId: applicants.locationId,
	locationName: sql<string | null>`${locations.name}`.as("location_name"),
	regDate: applicants.registeredAt,
	stageChangedAt: applicants.stageChangedAt,
	lastReviewed: applicants.lastReviewedAt,
	lastReviewedBy: applicants.lastReviewedBy,
	updatedAt: applicants.updatedAt,
	version: applicants.version,
	score: applicants.score,
	state: applicants.state,
	gender: applicants.gender,
	birthDate: applicants.birthDate,
	phone: sql<string | null>`${shownPhone}`.as("shown_phone"),
	submittedAt: applicants.submittedAt,
	paidAt: applicants.paidAt,
	referencesAsked: sql<number>`coalesce(${applicants.referencesAsked}, 0)`.as("asked"),
	referencesReceived: sql<number>`coalesce(${applicants.referencesAsked} - ${applicants.referencesMissing}, 0)`.as(
		"received",
	),
};

export const stepOfApplicant = and(
	eq(workflowSteps.organisationId, applicants.organisationId),
	eq(workflowSteps.id, applicants.stepId),
);
export const courseOfApplicant = and(
	eq(courses.organisationId, applicants.organisationId),
	eq(courses.id, applicants.courseId),
);
export const locationOfApplicant = and(
	eq(locations.organisationId, applicants.organisationId),
	eq(locations.id, applicants.locationId),
);

export interface FlatRow extends Omit<ApplicantRow, "stageId" | "stage" | "course" | "location"> {
	stepId: string;
	stepName: string | null;
	stepType: string | null;
	courseId: string;
	courseCode: string | null;
	courseTitle: string | null;
	locationId: string | null;
	locationName: string | null;
}

/** Returns a row as the API has it. A name whose row no longer exists is shown as its id. */
export const toRow = (flat: FlatRow): ApplicantRow => {
	const { stepId, stepName, stepType, courseId, courseCode, courseTitle, locationId, locationName, ...rest } = flat;
	return {
		...rest,
		stageId: stepId,
		stage: { id: stepId, name: stepName ?? stepId, type: stepType ?? "UNKNOWN" },
		course: { id: courseId, code: courseCode ?? courseId, title: courseTitle ?? courseId },
		location: locationId === null ? null : { id: locationId, name: locationName ?? locationId },
	};
};

/** Selects the user that an applicant is assigned to, as JSON; null for nobody. */
export const selectReviewer = sql<string | null>`(SELECT json_object('id', applicants.reviewer_id,
		'name', first_name || ' ' || last_name, 'blocked', blocked) FROM (SELECT 1)
	LEFT JOIN users ON users.organisation_id = applicants.organisation_id AND users.id = applicants.reviewer_id
	WHERE applicants.reviewer_id IS NOT NULL)`;

/** Returns the user as the API has it; one whose account is gone is no longer active. */
export const toReviewer = (selected: string | null): Reviewer | null => {
	if (selected === null) return null;
	const { id, name, blocked }: { id: string; name: string | null; blocked: number | null } = JSON.parse(selected);
	return { id, name: name ?? "A former user", isActive: blocked === 0 };
};

/** Static text of statements, by the fields above. why: drizzle takes as long to build one as SQLite to run it. */
const rendered = (part: SQL): SQL => sql.raw(new SQLiteSyncDialect().sqlToQuery(part).sql);
const columnsOf = (fields: Record<string, SQL | SQL.Aliased | SQLiteColumn>): SQL =>
	rendered(
		sql.join(
			Object.entries(fields).map(
				([name, field]) => sql`${is(field, SQL.Aliased) ? field.sql : field} AS ${sql.identifier(name)}`,
			),
			sql`, `,
		),
	);
export const rowColumns = columnsOf(rowFields);
const rowColumnsUnmasked = columnsOf({ ...rowFields, phone: applicants.phone });
export const fromRow = rendered(sql`FROM ${applicants}
	LEFT JOIN ${workflowSteps} ON ${stepOfApplicant}
	LEFT JOIN ${courses} ON ${courseOfApplicant}
	LEFT JOIN ${locations} ON ${locationOfApplicant}`);

/**
 * Checks whether any form of the institution hides its phone number. Remembered with the configuration. why: to compile
 * the condition takes longer than to read a page of rows, and few institutions have it.
 */
const hidesPhones = (ctx: OrgContext): Promise<boolean> =>
	remembered(ctx, "hides phones", async () => {
		const found = await ctx.db.get<{ hides: number }>(sql`SELECT EXISTS (SELECT 1 FROM sensitive_fields AS hidden
			CROSS JOIN form_facts AS asked ON asked.organisation_id = hidden.organisation_id
				AND asked.form_design_id = hidden.form_design_id AND asked.field_id = hidden.field_id AND asked.fact = 'phone'
			WHERE hidden.organisation_id = ${ctx.organisationId}) AS hides`);
		return found.hides === 1;
	});

/**
 * Reads the rows with these `seq`, newest first, with all names in one statement. `isUnread` is 1 where the user has
 * opened the applicant before and somebody else has changed them since. @param seqs a subquery of few rows
 *
 * why the plus: the few rows are found by their key; the organisation is only checked.
 */
export const selectRows = async (ctx: OrgContext, seqs: SQL) => {
	const { db, organisationId, actor } = ctx;
	const columns = (await hidesPhones(ctx)) ? rowColumns : rowColumnsUnmasked;
	return db.all<FlatRow & { seq: number; formId: string | null; letter: string | null; isUnread: number }>(sql`
		SELECT ${columns}, applicants.submission_id AS formId, applicants.letter_url AS letter, coalesce(applicants.updated_at > views.viewed_at AND EXISTS (
			SELECT 1 FROM applicant_log WHERE organisation_id = applicants.organisation_id
				AND applicant_id = applicants.id AND created_at > views.viewed_at AND actor_id IS NOT ${actor.id}), 0) AS isUnread
		${fromRow}
		LEFT JOIN applicant_views AS views ON views.organisation_id = applicants.organisation_id
			AND views.user_id = ${actor.id} AND views.applicant_id = applicants.id
		WHERE +applicants.organisation_id = ${organisationId} AND applicants.seq IN (${seqs})
		ORDER BY applicants.seq DESC`);
};

/** A row of a list with its place in the order of all lists. */
export interface ListedRow extends ListedApplicant {
	seq: number;
}

export const withSeq = (rows: Awaited<ReturnType<typeof selectRows>>): ListedRow[] =>
	rows.map(({ letter, isUnread, ...flat }) => {
		const row = toRow(flat);
		return {
			...row,
			seq: flat.seq,
			formId: flat.formId,
			letter: letterPath(row.id, letter),
			status: row.stage.type,
			isUnread: isUnread === 1,
		};
	});

/** Returns the path of a letter's file in the API. @param letter the address of the letter's page in the portal */
export const letterPath = (applicantId: string, letter: string | null): string | null =>
	letter && `/api/candidates/${applicantId}/letters/${letter.split("/").at(-1)}`;
