import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { maskOf } from "#worker/contract/forms/sensitive";
import { remembered } from "#worker/database/remembered";
import { andWithin, isBound } from "#worker/database/scope";
import { isOfSensitive } from "#worker/services/applicants/changes.queries";
import type { Activity, ActivityFilter, LoggedChange, ModificationFilter } from "#worker/services/audit-log/contract";
import { deviceOf, fieldInWords, inWords, kindInWords, valueInWords } from "#worker/services/audit-log/plain-words";
import type { Period, Place, Walk } from "#worker/services/audit-log/walk.queries";
import { organisationById } from "#worker/services/organisation/queries";

/** Reads what the institution calls a course. */
export const wordForCourse = (ctx: OrgContext): Promise<string> =>
	remembered(ctx, "word for a course", async () => {
		const [organisation] = await organisationById(ctx.db, ctx.organisationId);
		return organisation?.courseAlias ?? "course";
	});

/** Returns the id that a typed subject means: an applicant's number stands for the applicant. */
const subjectIs = ({ organisationId }: OrgContext, column: SQL, typed: string): SQL =>
	sql`AND ${column} = coalesce((SELECT id FROM applicants
		WHERE organisation_id = ${organisationId} AND application_number = ${typed}), ${typed})`;

const all = (conditions: readonly (SQL | undefined)[]): SQL | undefined => {
	const left = conditions.filter((one) => one !== undefined);
	return left.length === 0 ? undefined : sql.join(left, sql` AND `);
};

const isApplicantWithin = (ctx: OrgContext, id: SQL): SQL =>
	sql`EXISTS (SELECT 1 FROM applicants AS person
		WHERE person.organisation_id = ${ctx.organisationId} AND person.id = ${id} ${andWithin(ctx, sql`person.course_id`)})`;

/** Compiles a filter of the activity log: along the index of what filters most. */
export const walkActivities = (ctx: OrgContext, filter: ActivityFilter, period: Period): Walk => {
	const { subject, username, eventStatus } = filter;
	const hasName = username === undefined ? undefined : sql`entry.username = ${username}`;
	const hasStatus = eventStatus === undefined ? undefined : sql`entry.status = ${eventStatus}`;
	// why their own too: what they did to several at once, or to their account.
	const isTheirs = isBound(ctx)
		? sql`(entry.user_id = ${ctx.actor.id} OR ${isApplicantWithin(ctx, sql`entry.subject`)}
			OR EXISTS (SELECT 1 FROM transactions AS payment WHERE payment.organisation_id = ${ctx.organisationId}
				AND payment.reference = entry.subject ${andWithin(ctx, sql`payment.course_id`)}))`
		: undefined;
	const walk = { ...period, table: "audit_events" } as const;
	if (subject !== undefined)
		return {
			...walk,
			index: "audit_events_by_subject",
			indexed: subjectIs(ctx, sql`entry.subject`, subject),
			others: all([hasName, hasStatus, isTheirs]),
		};
	if (hasName)
		return { ...walk, index: "audit_events_by_user", indexed: sql`AND ${hasName}`, others: all([hasStatus, isTheirs]) };
	if (hasStatus)
		return { ...walk, index: "audit_events_by_status", indexed: sql`AND ${hasStatus}`, others: all([isTheirs]) };
	return { ...walk, index: "audit_events_by_age", indexed: sql``, others: all([isTheirs]) };
};

/** Compiles a filter of the modification log. */
export const walkModifications = (ctx: OrgContext, filter: ModificationFilter, period: Period): Walk => {
	const { subject, username, on } = filter;
	const hasName = username === undefined ? undefined : sql`entry.username = ${username}`;
	const isOn = on === undefined ? undefined : sql`entry.field = ${on}`;
	const isTheirs = isBound(ctx)
		? sql`entry.entity = 'applicant' AND ${isApplicantWithin(ctx, sql`entry.entity_id`)}`
		: undefined;
	const walk = { ...period, table: "modification_entries" } as const;
	if (subject !== undefined)
		return {
			...walk,
			index: "modification_entries_by_subject",
			indexed: subjectIs(ctx, sql`entry.entity_id`, subject),
			others: all([hasName, isOn, isTheirs]),
		};
	if (hasName)
		return {
			...walk,
			index: "modification_entries_by_user",
			indexed: sql`AND ${hasName}`,
			others: all([isOn, isTheirs]),
		};
	if (isOn)
		return { ...walk, index: "modification_entries_by_field", indexed: sql`AND ${isOn}`, others: all([isTheirs]) };
	return { ...walk, index: "modification_entries_by_age", indexed: sql``, others: all([isTheirs]) };
};

interface Author {
	userId: string | null;
	username: string | null;
	name: string | null;
	kind: Activity["by"]["kind"];
}

interface AboutApplicant {
	applicantId: string | null;
	applicantName: string | null;
	applicantNumber: string | null;
}

/** Where something was done from. */
interface Origin {
	address: string | null;
	userAgent: string | null;
	requestId: string | null;
}

export interface ActivityRow extends Place, Author, AboutApplicant, Origin {
	id: string;
	action: string;
	status: Activity["eventStatus"];
	subject: string | null;
	details: string | null;
}

const applicantOf = ({ organisationId }: OrgContext, id: SQL): SQL =>
	sql`LEFT JOIN applicants AS person ON person.organisation_id = ${organisationId} AND person.id = ${id}
		LEFT JOIN users AS author ON author.organisation_id = ${organisationId} AND author.id = entry.user_id`;

const applicantColumns = sql`person.id AS applicantId, person.application_number AS applicantNumber,
	trim(person.first_name || ' ' || person.last_name) AS applicantName`;

const inOrder = sql`ORDER BY page.createdAt DESC, page.seq DESC`;

/** Reads the entries of a stretch of the activity log. */
export const selectActivities = (ctx: OrgContext, stretch: SQL): Promise<ActivityRow[]> =>
	ctx.db.all<ActivityRow>(sql`SELECT page.seq, page.createdAt, entry.id AS id, entry.action AS action,
			entry.status AS status, entry.subject AS subject, entry.address AS address, entry.user_agent AS userAgent,
			entry.request_id AS requestId,
			iif(length(entry.details) <= 4000, entry.details, NULL) AS details,
			entry.user_id AS userId, entry.username AS username,
			coalesce(entry.actor_name, nullif(trim(author.first_name || ' ' || author.last_name), '')) AS name,
			coalesce(entry.actor_kind, iif(entry.username IS NULL AND entry.user_id IS NULL, 'system', 'staff')) AS kind,
			${applicantColumns}
		FROM (${stretch}) AS page
		CROSS JOIN audit_events AS entry ON entry.rowid = page.seq
		${applicantOf(ctx, sql`entry.subject`)} ${inOrder}`);

export interface ModificationRow extends Place, Author, AboutApplicant, Origin {
	id: string;
	entity: string;
	entityId: string;
	subject: string | null;
	field: string;
	oldValue: string | null;
	newValue: string | null;
	/** 1 for a field whose answers are masked. */
	isSensitive: number;
}

/** Reads the entries of a stretch of the modification log, with the origin that the event of the change has kept. */
export const selectModifications = (ctx: OrgContext, stretch: SQL): Promise<ModificationRow[]> =>
	ctx.db.all<ModificationRow>(sql`SELECT page.seq, page.createdAt, entry.id AS id, entry.entity AS entity,
			entry.entity_id AS entityId, entry.subject AS subject, entry.field AS field,
			entry.old_value AS oldValue, entry.new_value AS newValue, ${isOfSensitive(sql`entry`)} AS isSensitive,
			event.address AS address, event.user_agent AS userAgent, event.request_id AS requestId,
			entry.user_id AS userId, entry.username AS username,
			coalesce(nullif(trim(author.first_name || ' ' || author.last_name), ''), entry.username) AS name,
			CASE WHEN coalesce(entry.user_id, '') = '' THEN 'system'
				WHEN author.id IS NULL AND EXISTS (SELECT 1 FROM api_keys
					WHERE organisation_id = ${ctx.organisationId} AND id = entry.user_id) THEN 'api_key'
				ELSE 'staff' END AS kind,
			${applicantColumns}
		FROM (${stretch}) AS page
		CROSS JOIN modification_entries AS entry ON entry.rowid = page.seq
		LEFT JOIN events AS event ON event.organisation_id = ${ctx.organisationId} AND event.id = entry.event_id
		${applicantOf(ctx, sql`entry.entity_id`)} ${inOrder}`);

const authorOf = ({ userId, username, name, kind }: Author): Activity["by"] => ({
	kind,
	id: userId || null,
	username: username || null,
	name: name ?? (username || (kind === "system" ? "Matricula" : "Somebody")),
});

const originOf = ({ address, userAgent, requestId }: Origin) => ({
	address,
	device: deviceOf(userAgent),
	userAgent,
	requestId,
});

/** Returns an entry of the activity log as the API has it. @param course the institution's word for a course */
export const toActivity = ({ seq: _, status, subject, details, ...row }: ActivityRow, course: string): Activity => {
	const { id, createdAt, action, applicantId, applicantName, applicantNumber } = row;
	const { what, names } = inWords({ action, status, subject, details }, course);
	return {
		id,
		createdAt,
		by: authorOf(row),
		action,
		what,
		eventStatus: status,
		subject:
			subject === null || !names
				? null
				: {
						id: applicantNumber ?? subject,
						name: applicantId === null ? subject : `${applicantName} (${applicantNumber})`,
						applicantId,
					},
		...originOf(row),
	};
};

/** Returns an entry of the modification log as the API has it. @param course the institution's word for a course */
export const toModification = (row: ModificationRow, course: string): LoggedChange => {
	const { id, createdAt, entity, entityId, subject, field, oldValue, newValue, applicantId, applicantNumber } = row;
	const shown = (kept: string | null) => {
		const words = valueInWords(kept, course);
		return row.isSensitive === 1 ? maskOf(words) : words;
	};
	return {
		id,
		createdAt,
		by: authorOf(row),
		on: field,
		field: fieldInWords(field, course),
		entity,
		subject: {
			id: applicantNumber ?? entityId,
			name:
				applicantId === null ? (subject ?? kindInWords(entity, course)) : `${row.applicantName} (${applicantNumber})`,
			applicantId,
		},
		before: shown(oldValue),
		after: shown(newValue),
		...originOf(row),
	};
};
