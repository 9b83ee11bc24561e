import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { ClosedSums } from "#worker/contract/settlements";
import {
	type DaySums,
	type LateArrival,
	maxListed,
	type PaymentDay,
	type Reversal,
	type UnmatchedLine,
} from "#worker/services/settlements/contract";

type Sums = Omit<ClosedSums, "currency">;

const sumColumns = sql`sums.payments, sums.expected, sums.reversals, sums.reversed, sums.lines, sums.settled, sums.fees,
	sums.unmatched`;

/** Returns sums with their difference: what was settled, less what was expected without what went back. */
export const withDifference = ({
	payments,
	expected,
	reversals,
	reversed,
	lines,
	settled,
	fees,
	unmatched,
}: Sums): DaySums => ({
	payments,
	expected,
	reversals,
	reversed,
	lines,
	settled,
	fees,
	unmatched,
	difference: settled - (expected - reversed),
});

interface DayFilter {
	platform?: string | undefined;
	state?: "OPEN" | "CLOSED" | undefined;
	startDate?: string | undefined;
	endDate?: string | undefined;
}

/** The days that a filter matches, with their closes; not those that a line has left empty. why an index by name: a platform's days are few among all. */
const matchingDays = ({ organisationId }: OrgContext, { platform, state, startDate, endDate }: DayFilter): SQL => sql`
	FROM payment_day_sums AS sums INDEXED BY ${sql.raw(platform === undefined ? "payment_day_sums_newest" : "payment_day_sums_of_platform")}
		LEFT JOIN payment_day_closes AS closed ON closed.organisation_id = ${organisationId}
			AND closed.day = sums.day AND closed.platform = sums.platform
	WHERE sums.organisation_id = ${organisationId}
		${platform === undefined ? sql`` : sql`AND sums.platform = ${platform}`}
		${startDate === undefined ? sql`` : sql`AND sums.day >= ${startDate}`}
		${endDate === undefined ? sql`` : sql`AND sums.day <= ${endDate}`}
		AND (sums.payments > 0 OR sums.reversals > 0 OR sums.lines > 0 OR closed.day IS NOT NULL)
		${state === undefined ? sql`` : state === "OPEN" ? sql`AND closed.day IS NULL` : sql`AND closed.day IS NOT NULL`}`;

type DayRow = Sums & Pick<PaymentDay, "day" | "platform" | "currency" | "closedAt" | "closedByName">;

/** Reads one page of days, newest first. why counted: there is one row for a day, platform and currency. */
export const pageOfDays = async (
	ctx: OrgContext,
	{ page, size, ...filter }: DayFilter & { page: number; size: number },
) => {
	const [rows, [total]] = await Promise.all([
		ctx.db.all<DayRow>(sql`
			SELECT sums.day, sums.platform, sums.currency, ${sumColumns}, closed.closed_at AS closedAt,
				closed.closed_by_name AS closedByName
			${matchingDays(ctx, filter)}
			ORDER BY sums.day DESC, sums.platform, sums.currency LIMIT ${size} OFFSET ${page * size}`),
		ctx.db.all<{ days: number }>(sql`SELECT count(*) AS days ${matchingDays(ctx, filter)}`),
	]);
	const data = rows.map(
		({ day, platform, currency, closedAt, closedByName, ...sums }): PaymentDay => ({
			day,
			platform,
			currency,
			...withDifference(sums),
			closedAt,
			closedByName,
		}),
	);
	return { data, resultTotal: total?.days ?? 0, page, size };
};

interface DayOfPlatform {
	day: string;
	platform: string;
}

/** Reads the sums of a day and its close, in one batch with what is listed below them. */
export const readDay = async ({ db, organisationId }: OrgContext, { day, platform }: DayOfPlatform) => {
	const [sums, [close], reversals, unmatched, late, [counted]] = await Promise.all([
		db.all<ClosedSums & { version: number }>(sql`
			SELECT sums.currency, ${sumColumns}, sums.version FROM payment_day_sums AS sums
			WHERE sums.organisation_id = ${organisationId} AND sums.day = ${day} AND sums.platform = ${platform}
			ORDER BY sums.currency`),
		db.all<{ sums: string; note: string; closedAt: number; closedByName: string }>(sql`
			SELECT sums, note, closed_at AS closedAt, closed_by_name AS closedByName FROM payment_day_closes
			WHERE organisation_id = ${organisationId} AND day = ${day} AND platform = ${platform}`),
		db.all<Reversal>(sql`
			SELECT gone.id, gone.transaction_id AS transactionId, payment.reference, gone.currency, gone.amount
			FROM payment_reversals AS gone INDEXED BY payment_reversals_by_day
				CROSS JOIN transactions AS payment INDEXED BY transactions_by_id
					ON payment.organisation_id = ${organisationId} AND payment.id = gone.transaction_id
			WHERE gone.organisation_id = ${organisationId} AND gone.day = ${day} AND gone.platform = ${platform}
			ORDER BY gone.rowid LIMIT ${maxListed}`),
		db.all<UnmatchedLine>(sql`
			SELECT reference, currency, amount, fee, transaction_id AS transactionId, result, import_id AS importId,
				row_number AS rowNumber
			FROM settlement_lines INDEXED BY settlement_lines_unmatched
			WHERE organisation_id = ${organisationId} AND day = ${day} AND platform = ${platform} AND result <> 'matched'
			ORDER BY seq LIMIT ${maxListed}`),
		db.all<LateArrival>(sql`
			SELECT kind, reference, currency, amount, fee, transaction_id AS transactionId, created_at AS arrivedAt
			FROM payment_late_arrivals
			WHERE organisation_id = ${organisationId} AND day = ${day} AND platform = ${platform}
			ORDER BY seq LIMIT ${maxListed}`),
		db.all<{ late: number }>(sql`
			SELECT count(*) AS late FROM payment_late_arrivals
			WHERE organisation_id = ${organisationId} AND day = ${day} AND platform = ${platform}`),
	]);
	return { sums, close, reversals, unmatched, late, lateTotal: counted?.late ?? 0 };
};
