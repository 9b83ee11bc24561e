import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { defaultTimeZone } from "#worker/contract/text/dates";
import { Day } from "#worker/contract/text/day";
import { addDays, momentOf } from "#worker/local-time";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { organisationById } from "#worker/services/organisation/queries";
import type { exportTransactions as exporting } from "#worker/services/transactions/contract";
import { countExported } from "#worker/services/transactions/export.queries";
import { startTask } from "#worker/tasks/start-task";

export const exportTask = "EXPORT_TRANSACTIONS";

/** The most rows of a file. */
export const maxExported = 200_000;

/** Starts an export of payments (§7 POST /payments/export); its job is in `export.job.ts`. */
export const exportTransactions = async (ctx: OrgContext, asked: EndpointRequest<typeof exporting>["body"]) => {
	const { applicationId } = asked;
	const { startAt, endAt } = await momentsOf(ctx, asked);
	if (startAt !== undefined && endAt !== undefined && endAt < startAt)
		return fail("dates_reversed", { fields: { endAt: ["The end must not be before the beginning."] } });
	const title = applicationId === undefined ? null : await findApplicationTitle(ctx, applicationId);
	if (title === undefined) return fail("application_unavailable");
	const exported = { ...asked, startAt, endAt };
	const total = await countExported(ctx, exported, maxExported + 1);
	if (total === 0) return fail("no_transactions");
	if (total > maxExported) return fail("export_too_large");
	const task = await startTask(ctx, {
		type: exportTask,
		input: exported,
		total,
		makesFile: true,
		applicationTitle: title,
	});
	return task.ok ? ok({ taskId: task.value }) : task;
};

/** Returns the moments of an export: a day begins and ends in the zone of the institution. */
const momentsOf = async (ctx: OrgContext, { startAt, endAt }: { startAt?: string; endAt?: string }) => {
	const isDay = (typed: string | undefined) => typed !== undefined && v.is(Day, typed);
	const [organisation] = isDay(startAt) || isDay(endAt) ? await organisationById(ctx.db, ctx.organisationId) : [];
	const zone = organisation?.timeZone ?? defaultTimeZone;
	const at = (typed: string | undefined, daysLater: 0 | 1) => {
		if (typed === undefined) return undefined;
		return isDay(typed) ? momentOf(addDays(typed, daysLater), "00:00", zone) - daysLater : Date.parse(typed);
	};
	return { startAt: at(startAt, 0), endAt: at(endAt, 1) };
};
