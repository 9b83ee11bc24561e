import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { SettlementResult } from "#worker/contract/settlements";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { paymentDayCloses, settlementLines } from "#worker/database/schema/settlements";
import type { SettledPayment } from "#worker/services/settlements/judge-line";
import { settledBy } from "#worker/services/settlements/lines.queries";
import type { SettlementLine } from "#worker/services/settlements/read-line";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

interface NewClose {
	day: string;
	platform: string;
	/** The version of the sums that was seen. */
	version: number;
	note: string;
}

/** Closes a day with its sums as they are in this statement, if they are those that were seen and it is open. */
export const insertClose = (
	{ db, organisationId, actor, now }: OrgContext,
	{ day, platform, version, note }: NewClose,
): Write =>
	insertFrom(
		db,
		paymentDayCloses,
		{
			organisationId,
			day,
			platform,
			note,
			closedBy: actor.id,
			closedByName: actor.name,
			closedAt: now(),
			sums: sql`json_group_array(json_object('currency', currency, 'payments', payments, 'expected', expected,
				'reversals', reversals, 'reversed', reversed, 'lines', lines, 'settled', settled, 'fees', fees,
				'unmatched', unmatched))`,
		},
		sql`FROM payment_day_sums WHERE organisation_id = ${organisationId} AND day = ${day} AND platform = ${platform}
			HAVING sum(version) = ${version}`,
	).onConflictDoNothing();

export interface NewLine {
	reference: string;
	rrr: string | null;
	providerReference: string | null;
	day: string;
	currency: string;
	amount: number;
	fee: number;
	result: SettlementResult;
	transactionId: string | null;
	rowNumber: number;
}

/**
 * The condition that a task still stands where it read the lines of a file, and that no other payments have their names than
 * those that were found, which are as they were.
 */
export const isAsCompared = (
	ctx: OrgContext,
	task: OpenTask,
	{ platform, lines, named }: { platform: string; lines: readonly SettlementLine[]; named: readonly SettledPayment[] },
): SQL => sql`${taskStandsAt(ctx, task)} AND NOT EXISTS (
	SELECT id, status, total, currency, paidDay FROM (${settledBy(ctx, platform, lines)})
	EXCEPT SELECT value ->> 'id', value ->> 'status', value ->> 'total', value ->> 'currency', value ->> 'paidDay'
		FROM json_each(${JSON.stringify(named)}))`;

/** Keeps lines of a settlement file; a reference is settled once. @param onlyIf must hold */
export const insertLines = (
	ctx: OrgContext,
	{ importId, platform, lines }: { importId: string; platform: string; lines: readonly NewLine[] },
	onlyIf: SQL,
): Write =>
	insertFrom(
		ctx.db,
		settlementLines,
		{
			seq: sql`NULL`,
			organisationId: ctx.organisationId,
			platform,
			importId,
			createdAt: ctx.now(),
			reference: sql`value ->> 'reference'`,
			rrr: sql`value ->> 'rrr'`,
			providerReference: sql`value ->> 'providerReference'`,
			day: sql`value ->> 'day'`,
			currency: sql`value ->> 'currency'`,
			amount: sql`value ->> 'amount'`,
			fee: sql`value ->> 'fee'`,
			result: sql`value ->> 'result'`,
			transactionId: sql`value ->> 'transactionId'`,
			rowNumber: sql`value ->> 'rowNumber'`,
		},
		sql`FROM json_each(${JSON.stringify(lines)}) WHERE ${onlyIf}`,
	).onConflictDoNothing();
