import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicantLog, letters, referees } from "#worker/database/schema/applicants";
import { emails } from "#worker/database/schema/emails";
import { attachments } from "#worker/database/schema/forms";
import { modificationEntries } from "#worker/database/schema/records";
import { transactions } from "#worker/database/schema/transactions";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";

/** An applicant to which rows move, and its form. */
interface Owner {
	id: string;
	formId: string | null;
}

/** Moves everything that belongs to the source of a merge to the target, and the files that it replaces to the source. */
export const writeMoves = (ctx: OrgContext, mergeId: string, source: Owner, target: Owner): Write[] => [
	...moveRows(ctx, mergeId, target.id),
	...moveFiles(ctx, mergeId, { attachments: target.formId, replaced: source.formId }),
	moveLog(ctx, { from: source.id, to: target.id, id: sql`${applicantLog.id} || ${logMark(source.id)}` }),
];

/** Moves it all back. */
export const writeMovesBack = (ctx: OrgContext, mergeId: string, source: Owner, target: Owner): Write[] => {
	const mark = logMark(source.id);
	return [
		...moveRows(ctx, mergeId, source.id),
		...moveFiles(ctx, mergeId, { attachments: source.formId, replaced: target.formId }),
		moveLog(ctx, {
			...{ from: target.id, to: source.id },
			id: sql`substr(${applicantLog.id}, 1, length(${applicantLog.id}) - ${mark.length})`,
			onlyIf: sql`substr(${applicantLog.id}, ${-mark.length}) = ${mark}`,
		}),
	];
};

/** The ids of the rows of a kind that a merge moved. */
const moved = (organisationId: string, mergeId: string, kind: string): SQL => sql`(SELECT one.value FROM merges
	CROSS JOIN json_each(merges.archive, ${`$.moved.${kind}`}) AS one
	WHERE merges.organisation_id = ${organisationId} AND merges.id = ${mergeId})`;

const moveRows = ({ db, organisationId }: OrgContext, mergeId: string, applicantId: string): Write[] => [
	...([transactions, referees, letters, emails] as const).map((table) =>
		db
			.update(table)
			.set({ applicantId })
			.where(
				and(
					eq(table.organisationId, organisationId),
					sql`${table.id} IN ${moved(organisationId, mergeId, getTableName(table))}`,
				),
			),
	),
	db
		.update(groupCandidates)
		.set({ applicantId })
		.where(
			and(
				eq(groupCandidates.organisationId, organisationId),
				sql`${groupCandidates.id} IN ${moved(organisationId, mergeId, "candidates")}`,
			),
		),
	db
		.update(modificationEntries)
		.set({ entityId: applicantId })
		.where(
			and(
				eq(modificationEntries.organisationId, organisationId),
				sql`${modificationEntries.id} IN ${moved(organisationId, mergeId, "modifications")}`,
			),
		),
];

/** Moves attachments from form to form; their objects stay where they are in the store. */
const moveFiles = (
	{ db, organisationId }: OrgContext,
	mergeId: string,
	formIds: Record<"attachments" | "replaced", string | null>,
): Write[] =>
	Object.entries(formIds).flatMap(([kind, submissionId]) =>
		submissionId === null
			? []
			: [
					db
						.update(attachments)
						.set({ submissionId })
						.where(
							and(
								eq(attachments.organisationId, organisationId),
								sql`${attachments.id} IN ${moved(organisationId, mergeId, kind)}`,
							),
						),
				],
	);

/** Ends the id of a moved log entry. why: a batch has one id in the log of every applicant, and both may be in it. */
const logMark = (sourceId: string) => `~${sourceId}`;

const moveLog = (
	{ db, organisationId }: OrgContext,
	{ from, to, id, onlyIf }: { from: string; to: string; id: SQL; onlyIf?: SQL },
): Write =>
	db
		.update(applicantLog)
		.set({ applicantId: to, id })
		.where(and(eq(applicantLog.organisationId, organisationId), eq(applicantLog.applicantId, from), onlyIf));

/** Adds an entry to an applicant's log, with the stage that it is at. */
export const writeLogEntry = (
	ctx: OrgContext,
	applicantId: string,
	{ type, reason, eventId }: { type: "MERGE" | "MERGE_UNDONE"; reason: string; eventId: string },
): Write => {
	const { organisationId, actor, now } = ctx;
	return insertFrom(ctx, applicantLog, {
		values: {
			...{ organisationId, applicantId, id: eventId, type, reason, eventId, fromStageName: null },
			...{ stepId: sql`step.id`, stageName: sql`step.name` },
			...{ actorId: actor.id, reviewedBy: actor.name, createdAt: now() },
		},
		from: sql`FROM applicants AS applicant LEFT JOIN workflow_steps AS step
				ON step.organisation_id = ${organisationId} AND step.id = applicant.step_id
			WHERE applicant.organisation_id = ${organisationId} AND applicant.id = ${applicantId}`,
	});
};

/** An SQL expression: the address of an applicant's newest letter (§3 letter). @param otherwise when there is none */
export const newestLetterUrl = (organisationId: string, applicantId: string, otherwise: SQL): SQL<string | null> =>
	sql`coalesce((SELECT '/' || ${organisationId} || '/applicants/' || ${applicantId} || '/letters/' || made.id
		FROM letters AS made WHERE made.organisation_id = ${organisationId} AND made.applicant_id = ${applicantId}
		ORDER BY made.created_at DESC, made.rowid DESC LIMIT 1), ${otherwise})`;
