import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { CommitContext, Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { applicantLog } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";
import { type Rows, seen, tableOf } from "#worker/services/applicants/applicant.writes";

/** Extra values of a row: the id of the course, location or reviewer that the applicant had. */
interface Held {
	heldId?: string | null;
}

const namesOfHeld = {
	course: { table: sql`courses`, name: sql`code || ' ' || title` },
	location: { table: sql`locations`, name: sql`name` },
	reviewer: { table: sql`users`, name: sql`first_name || ' ' || last_name` },
} as const;

/** Selects the name of what the applicant had, or its id when it no longer exists. */
export const nameOfHeld = (ctx: CommitContext, field: keyof typeof namesOfHeld): SQL =>
	sql`coalesce(${nameIfThere(ctx, field)}, ${seen("heldId")})`;

/** Selects the id of what an applicant had; null when it no longer exists. @param id an expression */
export const heldIfThere = ({ organisationId }: CommitContext, field: keyof typeof namesOfHeld, id: SQL): SQL =>
	sql`(SELECT there.id FROM ${namesOfHeld[field].table} AS there WHERE there.organisation_id = ${organisationId}
		AND there.id = ${id})`;

/** Selects the name of what the applicant had; null when it no longer exists. */
export const nameIfThere = ({ organisationId }: CommitContext, field: keyof typeof namesOfHeld): SQL => {
	const { table, name } = namesOfHeld[field];
	return sql`(SELECT ${name} FROM ${table} WHERE organisation_id = ${organisationId} AND id = ${seen("heldId")})`;
};

/** An applicant to write a log entry for, with their stage at that moment. */
export const atStage = ({ organisationId }: CommitContext, applicantId: string): SQL =>
	sql`(SELECT json_object('applicantId', id, 'stepId', step_id) AS value FROM applicants
		WHERE organisation_id = ${organisationId} AND id = ${applicantId})`;

type LogType = "STAGE_CHANGE" | "DATA_UPDATE" | "EMAIL" | "NOTE" | "REVEAL" | "MERGE" | "MERGE_UNDONE";

interface LogEntry {
	type: LogType;
	/** Default: the id of the event. */
	id?: string;
	reason: string;
	stepId?: string | null;
	/** Default: the name of the step. */
	stageName?: string | null;
	fromStepId?: string | null;
	fromStageName?: string | null;
	/** Default: the name of the actor. */
	reviewedBy?: string;
	eventId?: string | null;
}

/**
 * Adds one log entry for each applicant (§3 Candidate log entry), and none where one with the id exists already. @param
 * rows what differs between applicants @param entry what all share, or SQL over `seen`
 */
export const logApplicants = (
	{ db, organisationId, actor, now }: CommitContext,
	rows: Rows<{ applicantId: string } & Held & Partial<LogEntry>>,
	entry: { [K in keyof LogEntry]?: LogEntry[K] | SQL },
): Write => {
	const columnOf = (field: keyof LogEntry): SQL => (entry[field] === undefined ? seen(field) : sql`${entry[field]}`);
	const stageOf = (name: "stageName" | "fromStageName", step: "stepId" | "fromStepId"): SQL =>
		entry[name] === undefined
			? sql`coalesce(${seen(name)}, (SELECT name FROM workflow_steps
				WHERE organisation_id = ${organisationId} AND id = ${columnOf(step)}), ${columnOf(step)})`
			: sql`${entry[name]}`;
	return insertFrom(
		db,
		applicantLog,
		{
			organisationId,
			applicantId: seen("applicantId"),
			id: sql`coalesce(${columnOf("id")}, ${columnOf("eventId")})`,
			type: columnOf("type"),
			stepId: columnOf("stepId"),
			stageName: stageOf("stageName", "stepId"),
			fromStageName: stageOf("fromStageName", "fromStepId"),
			reason: columnOf("reason"),
			actorId: actor.id || null,
			reviewedBy: entry.reviewedBy ?? actor.name,
			eventId: columnOf("eventId"),
			createdAt: now(),
		},
		sql`FROM ${tableOf(rows)} AS seen WHERE true`,
	).onConflictDoNothing();
};

/** One changed field with its values before and after; null means empty. */
export interface FieldChange {
	field: string;
	oldValue: string | null;
	newValue: string | null;
}

interface Noted extends FieldChange {
	/** The id of the applicant, or of another entity. */
	entityId: string;
}

type Modification = Partial<Noted> & Held;

/** Adds one entry to the modification log for each changed field (§2), with `rows` and `entry` as above. */
export const noteModifications = (
	{ db, organisationId, actor, now, newId }: OrgContext,
	rows: readonly Modification[],
	{
		entity = "applicant",
		eventId,
		...entry
	}: { [K in keyof Noted]?: Noted[K] | SQL } & {
		entity?: "applicant" | "organisation" | "uploaded_candidate";
		eventId: string;
	},
): Write[] => {
	const columnOf = (field: keyof Noted): SQL => (entry[field] === undefined ? seen(field) : sql`${entry[field]}`);
	return inStatements(rows).map((some) =>
		insertFrom(
			db,
			modificationEntries,
			{
				organisationId,
				id: seen("id"),
				entity,
				entityId: columnOf("entityId"),
				field: columnOf("field"),
				oldValue: columnOf("oldValue"),
				newValue: columnOf("newValue"),
				userId: actor.id,
				username: actor.email,
				eventId,
				createdAt: now(),
			},
			sql`FROM ${tableOf(some.map((row) => ({ ...row, id: newId() })))} AS seen`,
		),
	);
};

/** The most characters of values in one statement. */
const maxStatement = 500_000;

const inStatements = (rows: readonly Modification[]): Modification[][] => {
	const statements: Modification[][] = [];
	let length = 0;
	for (const row of rows) {
		const more = (row.oldValue?.length ?? 0) + (row.newValue?.length ?? 0);
		const last = statements.at(-1);
		if (last && length + more <= maxStatement) {
			last.push(row);
			length += more;
		} else {
			statements.push([row]);
			length = more;
		}
	}
	return statements;
};

/** Deletes entries of the modification log that a purge has named; the table refuses any others. */
export const deleteModifications = (db: Database, condition: SQL) => db.delete(modificationEntries).where(condition);
