import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import type { ClosedSums } from "#worker/contract/settlements";
import { formatDateInput } from "#worker/contract/text/dates";
import { commit } from "#worker/database/commit";
import { organisationById } from "#worker/services/organisation/queries";
import type { PaymentDayDetails } from "#worker/services/settlements/contract";
import { readDay, withDifference } from "#worker/services/settlements/days.queries";
import { insertClose } from "#worker/services/settlements/writes";

interface DayOfPlatform {
	day: string;
	platform: string;
}

const measures = ["payments", "expected", "reversals", "reversed", "lines", "settled", "fees", "unmatched"] as const;

const nothing = { payments: 0, expected: 0, reversals: 0, reversed: 0, lines: 0, settled: 0, fees: 0, unmatched: 0 };

/** Returns what has been added to sums since they were closed. */
const since = (now: Omit<ClosedSums, "currency">, closed: Omit<ClosedSums, "currency">) => {
	const late = { ...nothing };
	for (const measure of measures) late[measure] = now[measure] - closed[measure];
	return late;
};

/** Today in the institution's time zone, YYYY-MM-DD. */
const todayOf = async (ctx: OrgContext): Promise<string> => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	return formatDateInput(ctx.now(), organisation?.timeZone);
};

/** Reads a day of a platform: what came after its close is the difference of the sums now and then. */
export const openDay = async (ctx: OrgContext, of: DayOfPlatform) => {
	const [{ sums, close, ...lists }, today] = await Promise.all([readDay(ctx, of), todayOf(ctx)]);
	if (sums.length === 0) return fail("not_found");
	const closed = close && new Map((JSON.parse(close.sums) as ClosedSums[]).map((one) => [one.currency, one]));
	return ok({
		day: of.day,
		platform: of.platform,
		isOver: of.day < today,
		version: sums.reduce((all, { version }) => all + version, 0),
		close: close ? { closedAt: close.closedAt, closedByName: close.closedByName, note: close.note } : null,
		currencies: sums.map((now) => ({
			currency: now.currency,
			now: withDifference(now),
			closed: closed ? withDifference(closed.get(now.currency) ?? nothing) : null,
			late: closed ? withDifference(since(now, closed.get(now.currency) ?? nothing)) : null,
		})),
		...lists,
	} satisfies PaymentDayDetails);
};

/** Closes a day of a platform with the sums that were seen; of several at the same time one does. */
export const closeDay = async (
	ctx: OrgContext,
	{ day, platform }: DayOfPlatform,
	{ version, note }: { version: number; note: string },
) => {
	const found = await openDay(ctx, { day, platform });
	if (!found.ok) return found;
	if (!found.value.isOver) return fail("day_not_over");
	if (found.value.close) return fail("day_closed");
	const closed = await commit(ctx, {
		guarded: { write: insertClose(ctx, { day, platform, version, note }), expectedChanges: 1 },
		event: { type: "payment_day.closed", payload: { day, platform } },
	});
	const after = await openDay(ctx, { day, platform });
	if (closed || !after.ok) return after;
	return fail(after.value.close ? "day_closed" : "day_changed");
};
