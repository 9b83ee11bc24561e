import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { type InsertValues, insertFrom } from "#worker/database/insert-from";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";

/** Puts an applicant back who was merged into another. */
export const restoreApplicant = ({ db }: OrgContext, values: InsertValues<typeof applicants>, from: SQL): Write =>
	insertFrom(db, applicants, values, from);

/** Removes an applicant; what belongs to them is moved or removed by the same commit. */
export const deleteApplicant = ({ db, organisationId }: OrgContext, id: string): Write =>
	db.delete(applicants).where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, id)));

/** Rows that go from one applicant to another. */
export interface Reassignment {
	/** Applicants' ids. */
	from: string;
	to: string;
	/** A query of the ids of the rows that go; left out, all go. */
	only?: SQL | undefined;
}

/** Moves entries of the modification log from one applicant to another. */
export const moveModifications = ({ db, organisationId }: OrgContext, { from, to, only }: Reassignment): Write =>
	db
		.update(modificationEntries)
		.set({ entityId: to })
		.where(
			and(
				eq(modificationEntries.organisationId, organisationId),
				eq(modificationEntries.entity, "applicant"),
				eq(modificationEntries.entityId, from),
				only && sql`+${modificationEntries.id} IN ${only}`,
			),
		);

/** The suffix of an entry's id that both applicants have: a change of many at once has one id in the log of each. */
const besideId = (from: string) => `~${from}`;

/** Moves an applicant's log to another's. */
export const moveLog = ({ db, organisationId }: OrgContext, { from, to }: Reassignment): Write =>
	db
		.update(applicantLog)
		.set({
			applicantId: to,
			id: sql`${applicantLog.id} || iif(EXISTS (SELECT 1 FROM applicant_log AS same
				WHERE same.organisation_id = ${organisationId} AND same.applicant_id = ${to}
					AND same.id = ${applicantLog.id}), ${besideId(from)}, '')`,
		})
		.where(and(eq(applicantLog.organisationId, organisationId), eq(applicantLog.applicantId, from)));

/** Moves log entries that `moveLog` has moved back to where they came from. */
export const moveLogBack = ({ db, organisationId }: OrgContext, { from, to, only }: Required<Reassignment>): Write => {
	const mark = besideId(to);
	const plainId = sql`replace(${applicantLog.id}, ${mark}, '')`;
	return db
		.update(applicantLog)
		.set({ applicantId: to, id: plainId })
		.where(
			and(
				eq(applicantLog.organisationId, organisationId),
				eq(applicantLog.applicantId, from),
				sql`${plainId} IN ${only}`,
				// why: of two entries with the same id, the one that was moved here is the marked one.
				sql`(instr(${applicantLog.id}, ${mark}) > 0 OR NOT EXISTS (SELECT 1 FROM applicant_log AS came
					WHERE came.organisation_id = ${organisationId} AND came.applicant_id = ${from}
						AND came.id = ${applicantLog.id} || ${mark}))`,
			),
		);
};
