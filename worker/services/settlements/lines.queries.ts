import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { KnownLine, SettledPayment } from "#worker/services/settlements/judge-line";
import type { SettlementLine } from "#worker/services/settlements/read-line";

/** Selects the payments of a platform that lines name, by our reference, the RRR or the platform's own reference. */
export const settledBy = ({ organisationId }: OrgContext, platform: string, lines: readonly SettlementLine[]): SQL => {
	const select = (index: SQL, column: SQL, asked: readonly string[]) => sql`
		SELECT payment.id, payment.reference, payment.rrr, payment.provider_reference AS providerReference,
			payment.amount + payment.gateway_charge AS total, payment.currency, payment.status,
			payment.paid_day AS paidDay, payment.course_id AS courseId
		FROM json_each(${JSON.stringify([...new Set(asked)].filter(Boolean))}) AS asked
			CROSS JOIN transactions AS payment INDEXED BY ${index}
				ON payment.organisation_id = ${organisationId} AND ${column} = asked.value
		WHERE payment.platform = ${platform}`;
	const names = lines.flatMap(({ reference, rrr, providerReference }) => [reference, rrr, providerReference]);
	return sql`${select(sql`transactions_by_reference`, sql`payment.reference`, names)}
		UNION ALL ${select(sql`transactions_by_rrr`, sql`payment.rrr`, names)}
		UNION ALL ${select(sql`transactions_by_provider_reference`, sql`payment.provider_reference`, names)}`;
};

/**
 * Finds the payments of a platform that lines are about.
 * @returns all that have any of the names, and those that the names of a line lead to: one by whichever is known, several where
 * they differ
 */
export const findSettled = async (
	ctx: OrgContext,
	platform: string,
	lines: readonly SettlementLine[],
): Promise<{ named: SettledPayment[]; paymentsOf(line: SettlementLine): SettledPayment[] }> => {
	const rows = await ctx.db.all<SettledPayment>(settledBy(ctx, platform, lines));
	// why by id: a payment is found by each of its names.
	const named = [...new Map(rows.map((row) => [row.id, row])).values()];
	const by = (name: "reference" | "rrr" | "providerReference") =>
		Map.groupBy(
			named.filter((payment) => payment[name]),
			(payment) => payment[name],
		);
	const [byReference, byRrr, byProvider] = [by("reference"), by("rrr"), by("providerReference")];
	const paymentsOf = ({ reference, rrr, providerReference }: SettlementLine) => {
		const [first = [], ...others] = [
			// why in each place: files call an RRR and the platform's own reference a reference too.
			byReference.get(reference) ?? byRrr.get(reference) ?? byProvider.get(reference),
			byRrr.get(rrr),
			byProvider.get(providerReference),
		].flatMap((some) => (some ? [some] : []));
		const agreed = first.filter((payment) => others.every((some) => some.includes(payment)));
		return agreed.length === 1 ? agreed : [...new Set([first, ...others].flat())];
	};
	return { named, paymentsOf };
};

/** Returns the lines of a platform that were imported before by these references, or belong to one of these payments. */
export const findImported = async (
	{ db, organisationId }: OrgContext,
	platform: string,
	{ references, payments }: { references: readonly string[]; payments: readonly SettledPayment[] },
): Promise<Map<string, KnownLine>> => {
	const rows = await db.all<KnownLine & { reference: string }>(sql`
		SELECT line.reference, line.currency, line.amount, line.fee, line.day
		FROM json_each(${JSON.stringify(references)}) AS asked
			CROSS JOIN settlement_lines AS line INDEXED BY settlement_lines_once
				ON line.organisation_id = ${organisationId} AND line.platform = ${platform} AND line.reference = asked.value
		UNION ALL SELECT asked.value ->> 1, line.currency, line.amount, line.fee, line.day
		FROM json_each(${JSON.stringify(payments.map(({ id, reference }) => [id, reference]))}) AS asked
			CROSS JOIN settlement_lines AS line INDEXED BY settlement_lines_of_transaction
				ON line.organisation_id = ${organisationId} AND line.platform = ${platform}
					AND line.transaction_id = asked.value ->> 0 AND line.transaction_id IS NOT NULL`);
	return new Map(rows.map(({ reference, ...line }) => [reference, line]));
};

/** Returns the earlier rows of a file by these references. */
export const findEarlierRows = async (
	{ db, organisationId }: OrgContext,
	importId: string,
	references: readonly string[],
): Promise<Map<string, KnownLine>> => {
	const rows = await db.all<KnownLine & { reference: string }>(sql`
		SELECT earlier.key AS reference, earlier.data ->> 'currency' AS currency,
			CAST(earlier.data ->> 'amount' AS INTEGER) AS amount, CAST(earlier.data ->> 'fee' AS INTEGER) AS fee,
			earlier.data ->> 'day' AS day
		FROM json_each(${JSON.stringify(references)}) AS asked
			CROSS JOIN import_rows AS earlier ON earlier.organisation_id = ${organisationId}
				AND earlier.import_id = ${importId} AND earlier.key = asked.value AND earlier.key IS NOT NULL`);
	return new Map(rows.map(({ reference, ...line }) => [reference, line]));
};
