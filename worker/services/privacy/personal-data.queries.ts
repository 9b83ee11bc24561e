import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { OrgContext } from "#worker/context";
import { applicantLog, applicants, letters, refereeInvitations, referees } from "#worker/database/schema/applicants";
import { couponUses } from "#worker/database/schema/discounts";
import { type MergedField, merges } from "#worker/database/schema/duplicates";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import { attachments, formDrafts, submissions } from "#worker/database/schema/forms";
import { auditEvents, modificationEntries, outboxMails } from "#worker/database/schema/records";
import { paymentEvents, paymentExceptions, paymentReversals, transactions } from "#worker/database/schema/transactions";
import { groupCandidates, identityKeys } from "#worker/database/schema/uploaded-candidates";

/** An applicant with everybody who was merged into them: the ids as JSON. */
interface Whose {
	organisationId: string;
	ids: string;
}

/** One kind of what the institution holds about an applicant. */
interface Part {
	table: SQLiteTable;
	/** What it is called in the file. */
	name: string;
	/** The condition beside the organisation. */
	of: (whose: Whose) => SQL;
	/** Columns that are no data of the applicant: keys of the search, secrets. */
	without?: readonly string[];
	/** Leaves out what of a row is somebody else's. */
	show?: (row: Row, ids: readonly string[]) => Row;
}

type Row = Record<string, unknown>;

const among = ({ ids }: Pick<Whose, "ids">) => sql`IN (SELECT value FROM json_each(${ids}))`;
const own = (whose: Whose): SQL => sql`applicant_id ${among(whose)}`;
/** @param wanted a column of another table of theirs. why the index: SQLite would look through the whole institution for one column. */
const ofOwn =
	(column: string, table: string, wanted = "id") =>
	(whose: Whose) =>
		sql`${sql.identifier(column)} IN (SELECT ${sql.identifier(wanted)} FROM ${sql.identifier(table)}
			INDEXED BY ${sql.identifier(`${table}_by_applicant`)} WHERE organisation_id = ${whose.organisationId} AND ${own(whose)})`;

/** why: who was no duplicate after all is somebody else, whose name and answers are theirs. */
const ownSideOf = (row: Row, ids: readonly string[]): Row => {
	const {
		sourceId,
		sourceName,
		sourceNumber,
		sourcePublicId,
		sourceKeys,
		targetId,
		targetName,
		targetNumber,
		...rest
	} = row;
	const source = { sourceId, sourceName, sourceNumber, sourcePublicId, sourceKeys };
	const target = { targetId, targetName, targetNumber };
	if (row.undoneAt === null) return { ...source, ...target, ...rest };
	const isSource = ids.includes(String(sourceId));
	const fields = (row.fields as MergedField[]).map(({ id, label, before, after }) => ({
		id,
		label,
		...(isSource ? { after } : { before }),
	}));
	return { ...(isSource ? source : target), ...rest, fields };
};

/** The uploaded candidates that they were expected as, those who were removed since included. */
const expectedAs = (whose: Whose): SQL => sql`(
	SELECT id FROM group_candidates INDEXED BY group_candidates_applied
		WHERE organisation_id = ${whose.organisationId} AND applicant_id IS NOT NULL AND ${own(whose)}
	UNION SELECT candidate_id FROM removed_candidates WHERE organisation_id = ${whose.organisationId} AND ${own(whose)})`;

/** Everything that is held about an applicant, by table; a test compares it with the schema. */
export const personalParts: readonly Part[] = [
	{ name: "record", table: applicants, of: (whose) => sql`id ${among(whose)}`, without: ["searchText"] },
	{ name: "answers", table: submissions, of: own },
	{ name: "documents", table: attachments, of: ofOwn("submission_id", "submissions"), without: ["objectKey"] },
	{ name: "unsavedChanges", table: formDrafts, of: ofOwn("submission_id", "submissions") },
	{ name: "log", table: applicantLog, of: own },
	{
		name: "changes",
		table: modificationEntries,
		of: (whose) => sql`entity IN ('applicant', 'uploaded_candidate')
			AND entity_id IN (SELECT value FROM json_each(${whose.ids}) UNION SELECT id FROM ${expectedAs(whose)})`,
	},
	{
		name: "activities",
		table: auditEvents,
		of: (whose) => sql`subject ${among(whose)}`,
		// why: where staff and referees were is theirs; what they did and when is enough.
		without: ["address", "userAgent", "requestId"],
	},
	{ name: "letters", table: letters, of: own, without: ["objectKey"] },
	{ name: "emails", table: emails, of: own },
	{ name: "emailTexts", table: mailings, of: ofOwn("id", "emails", "mailing_id") },
	{
		name: "emailFiles",
		table: mailingAttachments,
		of: ofOwn("mailing_id", "emails", "mailing_id"),
		without: ["objectKey"],
	},
	{
		name: "sentEmails",
		table: outboxMails,
		of: (whose) => sql`id IN (
			SELECT copy.id FROM emails AS email CROSS JOIN outbox_mails AS copy
				ON copy.organisation_id = ${whose.organisationId} AND copy.message_id = email.id
				WHERE email.organisation_id = ${whose.organisationId} AND email.applicant_id ${among(whose)}
			UNION SELECT copy.id FROM applicants AS applicant CROSS JOIN outbox_mails AS copy
				ON copy.organisation_id = ${whose.organisationId} AND copy.recipient = applicant.email
				WHERE applicant.organisation_id = ${whose.organisationId} AND applicant.id ${among(whose)})`,
	},
	{ name: "referees", table: referees, of: own },
	{
		name: "invitationsOfReferees",
		table: refereeInvitations,
		without: ["tokenHash"],
		of: ofOwn("referee_id", "referees"),
	},
	{ name: "payments", table: transactions, of: own, without: ["searchText"] },
	{ name: "paymentLedger", table: paymentEvents, of: ofOwn("transaction_id", "transactions") },
	{ name: "reversals", table: paymentReversals, of: ofOwn("transaction_id", "transactions") },
	{ name: "paymentExceptions", table: paymentExceptions, of: ofOwn("transaction_id", "transactions") },
	{ name: "discounts", table: couponUses, of: ofOwn("transaction_id", "transactions") },
	{
		name: "mergedRecords",
		table: merges,
		of: (whose) => sql`id IN (
			SELECT id FROM merges INDEXED BY merges_by_target
				WHERE organisation_id = ${whose.organisationId} AND target_id ${among(whose)}
			UNION SELECT id FROM merges INDEXED BY merges_by_source
				WHERE organisation_id = ${whose.organisationId} AND source_id ${among(whose)})`,
		show: ownSideOf,
	},
	{
		name: "identity",
		table: identityKeys,
		of: ({ organisationId, ids }) => sql`(scope, owner_id) IN (SELECT application_id, id FROM applicants
			WHERE organisation_id = ${organisationId} AND id ${among({ ids })})`,
	},
	{ name: "expectedAs", table: groupCandidates, of: own, without: ["searchText"] },
];

/** Why tables that name applicants, or things of theirs, are not part of it. */
export const leftOutOfData: Readonly<Record<string, string>> = {
	erased_applicants: "what was erased, without a name",
	events: "each is an activity, which is there",
	idempotency_keys: "answers to repeated requests, for a day",
	import_rows: "rows of uploaded lists; what came of them is there",
	notifications: "notifications of members of staff, which are theirs",
	removed_candidates: "which uploaded candidates were removed; the changes are there",
	runs: "how a bulk action went; the log has what it did",
	tasks: "work in the background; the activities have what was begun",
	webhook_deliveries: "what addresses of the institution answered",
	applicant_changes: "the order in which records changed; the log has the changes",
	applicant_needs: "follows from the referees and payments",
	applicant_views: "when members of staff opened records: theirs",
	criteria_verdicts: "follows from the answers; read again where it is shown",
	dismissed_pairs: "about another applicant too",
	duplicate_pairs: "about another applicant too; the identity is there",
	payment_late_arrivals: "sums of a day; the payments are there",
	ranked_applicants: "points follow from the answers; read again where they are shown",
	reminder_sends: "each is an email or an invitation, which are there",
	release_rows: "decisions in preparation; the log has what was decided",
	run_rows: "how a bulk action went; the log has what it did",
	saved_views: "a user's",
	stage_stays: "follows from the log; averages are made of it",
	settlement_lines: "what platforms reported of payments, which are there",
};

export interface PersonalData {
	/** Rows by what they are called in the file. */
	rows: Record<string, Row[]>;
	/** What is in the store: a picture, documents, letters. */
	files: { objectKey: string; name: string }[];
}

/** Reads everything that is held about an applicant, each kind by an index, in one batch. */
export const readPersonalData = async (
	{ db, organisationId }: OrgContext,
	applicantIds: readonly string[],
): Promise<PersonalData> => {
	const whose = { organisationId, ids: JSON.stringify(applicantIds) };
	const read = await Promise.all(
		personalParts.map(async ({ table, name, of, without = [], show = (row) => row }) => {
			const found: Row[] = await db
				.select()
				.from(table)
				.where(sql`organisation_id = ${organisationId} AND ${of(whose)}`);
			const hidden = new Set(["organisationId", ...without]);
			const shown = found.map((row) =>
				Object.fromEntries(Object.entries(show(row, applicantIds)).filter(([column]) => !hidden.has(column))),
			);
			return { name, found, shown };
		}),
	);
	const foundOf = (wanted: string) => read.find(({ name }) => name === wanted)?.found ?? [];
	return {
		rows: Object.fromEntries(read.map(({ name, shown }) => [name, shown])),
		files: [
			...foundOf("record").flatMap(({ photoKey }) =>
				typeof photoKey === "string" ? { objectKey: photoKey, name: `Passport picture${ending(photoKey)}` } : [],
			),
			...foundOf("documents").map(({ objectKey, name }) => ({
				objectKey: String(objectKey),
				name: `documents/${safe(String(name))}`,
			})),
			...foundOf("letters").map(({ objectKey, templateName, createdAt }) => ({
				objectKey: String(objectKey),
				name: `letters/${new Date(Number(createdAt)).toISOString().slice(0, 10)} ${safe(String(templateName))}.pdf`,
			})),
		],
	};
};

const ending = (key: string): string => /\.\w{1,5}$/.exec(key)?.[0] ?? "";
const safe = (name: string): string => name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").slice(0, 120);

/** Returns the ids of these applicants with those of everybody who was merged into them. */
export const withMerged = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	ids: readonly string[],
): Promise<string[]> => {
	const rows = await db.all<{ id: string }>(sql`
		WITH RECURSIVE part(id) AS (SELECT value FROM json_each(${JSON.stringify(ids)})
			UNION SELECT merges.source_id FROM part CROSS JOIN merges ON merges.organisation_id = ${organisationId}
				AND merges.target_id = part.id AND merges.undone_at IS NULL)
		SELECT id FROM part`);
	return rows.map(({ id }) => id);
};

/** Reads by what payments of these applicants are known. */
export const readReferences = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	ids: readonly string[],
) =>
	db.all<{ id: string; reference: string; rrr: string | null; providerReference: string | null }>(sql`
		SELECT id, reference, rrr, provider_reference AS providerReference FROM transactions
		WHERE organisation_id = ${organisationId} AND ${own({ ids: JSON.stringify(ids), organisationId })}`);

/** The names of the tables that are part of an applicant's data. */
export const personalTables = (): string[] => personalParts.map(({ table }) => getTableConfig(table).name);
