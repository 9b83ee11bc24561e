import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { transactions } from "#worker/database/schema/transactions";
import { andWithin } from "#worker/database/scope";
import { selectTransactions, toTransaction } from "#worker/services/transactions/queries";

export interface ExportedTransactions {
	applicationId?: string | undefined;
	statuses?: readonly string[] | undefined;
	/** UTC milliseconds, both within. */
	startAt?: number | undefined;
	endAt?: number | undefined;
}

/** The newest payment that was not read yet. */
export interface Place {
	createdAt: number;
	seq: number;
}

const matching = (ctx: OrgContext, { applicationId, statuses, startAt, endAt }: ExportedTransactions): SQL => {
	const among = statuses && JSON.stringify(statuses.map((status) => status.toLowerCase()));
	return sql`organisation_id = ${ctx.organisationId}
		${applicationId === undefined ? sql`` : sql`AND application_id = ${applicationId}`}
		${among === undefined ? sql`` : sql`AND +status IN (SELECT value FROM json_each(${among}))`}
		${startAt === undefined ? sql`` : sql`AND created_at >= ${startAt}`}
		${endAt === undefined ? sql`` : sql`AND created_at <= ${endAt}`} ${andWithin(ctx, sql`payment.course_id`)}`;
};

const source = ({ applicationId }: ExportedTransactions): SQL =>
	sql`transactions AS payment INDEXED BY ${sql.raw(
		applicationId === undefined ? "transactions_by_age" : "transactions_by_application",
	)}`;

export const countExported = async (ctx: OrgContext, asked: ExportedTransactions, atMost: number): Promise<number> => {
	const [counted] = await ctx.db.all<{ payments: number }>(sql`SELECT count(*) AS payments FROM (
		SELECT 1 FROM ${source(asked)} WHERE ${matching(ctx, asked)} LIMIT ${atMost})`);
	return counted?.payments ?? 0;
};

/** Reads the next payments of an export, newest first, and the place of the last. */
export const nextExported = async (
	ctx: OrgContext,
	asked: ExportedTransactions,
	{ below, limit }: { below: Place | null; limit: number },
) => {
	const page = await ctx.db.all<Place>(sql`SELECT created_at AS createdAt, seq FROM ${source(asked)}
		WHERE ${matching(ctx, asked)}
			${below === null ? sql`` : sql`AND (created_at, seq) < (${below.createdAt}, ${below.seq})`}
		ORDER BY created_at DESC, seq DESC LIMIT ${limit}`);
	const seqs = JSON.stringify(page.map(({ seq }) => seq));
	const rows = await selectTransactions(
		ctx,
		sql`+${transactions.organisationId} = ${ctx.organisationId}
			AND ${transactions.seq} IN (SELECT value FROM json_each(${seqs}))`,
	).orderBy(sql`${transactions.createdAt} DESC, ${transactions.seq} DESC`);
	return { rows: rows.map(toTransaction), last: page.at(-1) };
};
