import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { DayList, DayRow } from "#worker/services/settlements/day-rows.contract";

interface RowsOfDay {
	day: string;
	platform: string;
	currency?: string | undefined;
}

/** Where a source is read on; the numbers are those of its order. */
type Place = readonly number[];

interface Stretch {
	of: RowsOfDay;
	/** The row before the first one; undefined from the beginning. */
	after: Place | undefined;
	limit: number;
}

/** A row, and its place in the order of its source: its `seq`, of payments that were started at the same time. */
interface PlacedRow extends Omit<DayRow, "id"> {
	startedAt: number | null;
	seq: number;
}

/** The currency as a condition. why a plus: it is checked row by row, along an index in the order of the list. */
const inCurrency = (row: SQL, { currency }: RowsOfDay): SQL =>
	currency === undefined ? sql`` : sql`AND +${row}.currency = ${currency}`;

const noFile = sql`NULL AS importId, NULL AS rowNumber`;

/**
 * Selects settlement lines of a day in the order in which they were kept. The difference of a line is what was settled less
 * what was expected for it, which is nothing where its payment was not paid on that day in that currency.
 */
const selectLines = ({ db, organisationId }: OrgContext, { of, after, limit }: Stretch, index: SQL, only: SQL) =>
	db.all<PlacedRow>(sql`
		SELECT line.result AS kind, line.reference, line.currency, line.amount, line.fee,
			line.amount - coalesce(payment.amount + payment.gateway_charge, 0) AS difference,
			line.transaction_id AS transactionId, line.import_id AS importId, line.row_number AS rowNumber,
			NULL AS startedAt, line.seq AS seq
		FROM settlement_lines AS line INDEXED BY ${index}
			LEFT JOIN transactions AS payment ON payment.organisation_id = ${organisationId}
				AND payment.id = line.transaction_id AND +payment.paid_day = line.day
				AND +payment.platform = line.platform AND payment.currency = line.currency
		WHERE line.organisation_id = ${organisationId} AND line.day = ${of.day} AND line.platform = ${of.platform}
			AND line.seq > ${after?.[0] ?? 0} ${only} ${inCurrency(sql`line`, of)}
		ORDER BY line.seq LIMIT ${limit}`);

type Source = (ctx: OrgContext, stretch: Stretch) => Promise<PlacedRow[]>;

const allLines: Source = (ctx, stretch) => selectLines(ctx, stretch, sql`settlement_lines_of_day`, sql``);

const unmatchedLines: Source = (ctx, stretch) =>
	selectLines(ctx, stretch, sql`settlement_lines_unmatched`, sql`AND line.result <> 'matched'`);

/** The condition that a line of the same day and currency settles a payment. */
const isSettled = (organisationId: string): SQL => sql`EXISTS (SELECT 1 FROM settlement_lines AS line
	INDEXED BY settlement_lines_of_transaction
	WHERE line.organisation_id = ${organisationId} AND line.transaction_id = payment.id
		AND line.transaction_id IS NOT NULL AND line.day = payment.paid_day
		AND line.platform = payment.platform AND line.currency = payment.currency)`;

/** Reads payments of a day, those that were started first before others. What no line settles adds its amount to the difference. */
const selectPayments = ({ db, organisationId }: OrgContext, { of, after, limit }: Stretch, kind: SQL, only: SQL) =>
	db.all<PlacedRow>(sql`
		SELECT kind, reference, currency, amount, 0 AS fee, iif(kind = 'not_settled', -amount, 0) AS difference,
			transactionId, ${noFile}, startedAt, seq
		FROM (
			SELECT ${kind} AS kind, payment.reference, payment.currency, payment.amount + payment.gateway_charge AS amount,
				payment.id AS transactionId, payment.created_at AS startedAt, payment.seq AS seq
			FROM transactions AS payment INDEXED BY transactions_of_paid_day
			WHERE payment.organisation_id = ${organisationId} AND payment.paid_day = ${of.day}
				AND (payment.created_at, payment.seq) > (${after?.[0] ?? 0}, ${after?.[1] ?? 0})
				AND +payment.platform = ${of.platform} ${inCurrency(sql`payment`, of)} ${only}
			ORDER BY payment.created_at, payment.seq LIMIT ${limit})
		ORDER BY startedAt, seq`);

const allPayments: Source = (ctx, stretch) =>
	selectPayments(ctx, stretch, sql`iif(${isSettled(ctx.organisationId)}, 'settled', 'not_settled')`, sql``);

const unsettledPayments: Source = (ctx, stretch) =>
	selectPayments(ctx, stretch, sql`'not_settled'`, sql`AND NOT ${isSettled(ctx.organisationId)}`);

/** Reads what went back on a day, in the order in which it was heard of. */
const reversals: Source = ({ db, organisationId }, { of, after, limit }) =>
	db.all<PlacedRow>(sql`
		SELECT 'reversed' AS kind, payment.reference, gone.currency, gone.amount, 0 AS fee, gone.amount AS difference,
			gone.transaction_id AS transactionId, ${noFile}, NULL AS startedAt, gone.rowid AS seq
		FROM payment_reversals AS gone INDEXED BY payment_reversals_by_day
			CROSS JOIN transactions AS payment INDEXED BY transactions_by_id
				ON payment.organisation_id = ${organisationId} AND payment.id = gone.transaction_id
		WHERE gone.organisation_id = ${organisationId} AND gone.day = ${of.day} AND gone.platform = ${of.platform}
			AND gone.rowid > ${after?.[0] ?? 0} ${inCurrency(sql`gone`, of)}
		ORDER BY gone.rowid LIMIT ${limit}`);

/** What each list reads, one source after the other. */
const sourcesOf: Record<DayList, readonly Source[]> = {
	expected: [allPayments],
	settled: [allLines],
	difference: [unmatchedLines, unsettledPayments, reversals],
};

interface Page {
	list: DayList;
	after?: string | undefined;
	size: number;
}

/**
 * Reads a page of what the sums of a day are of. It reads on from a row, however many there are before it. Undefined for a day
 * without sums.
 */
export const pageOfDayRows = async (ctx: OrgContext, of: RowsOfDay, { list, after, size }: Page) => {
	const [begun = 0, ...place] = after?.split("-").map(Number) ?? [];
	const limit = size + 1;
	// why side by side, although the first may be enough: they are one batch.
	const [[sums], ...found] = await Promise.all([
		ctx.db.all(sql`
			SELECT 1 FROM payment_day_sums
			WHERE organisation_id = ${ctx.organisationId} AND day = ${of.day} AND platform = ${of.platform} LIMIT 1`),
		...sourcesOf[list].map(async (read, source) => {
			if (source < begun) return [];
			const rows = await read(ctx, { of, after: source === begun && after ? place : undefined, limit });
			return rows.map(({ startedAt, seq, ...row }): DayRow => {
				const id = [source, startedAt, seq].filter((one) => one !== null).join("-");
				return { id, ...row };
			});
		}),
	]);
	if (!sums) return undefined;
	const rows = found.flat();
	const data = rows.slice(0, size);
	return { data, nextAfter: rows.length > size ? (data.at(-1)?.id ?? null) : null };
};
