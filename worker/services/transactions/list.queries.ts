import { desc, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { countedAtMost } from "#worker/contract/applicant-filter";
import { holdsAny } from "#worker/contract/permissions";
import { formatDateInput } from "#worker/contract/text/dates";
import { searchQuery } from "#worker/contract/text/search-text";
import { transactions } from "#worker/database/schema/transactions";
import { andWithin } from "#worker/database/scope";
import { addDays, momentOf } from "#worker/local-time";
import { organisationById } from "#worker/services/organisation/queries";
import type { FoundPayment, TransactionFilter } from "#worker/services/transactions/contract";
import { listExceptions } from "#worker/services/transactions/exceptions.contract";
import { countOpenExceptions } from "#worker/services/transactions/exceptions.queries";
import { selectTransactions, toTransaction } from "#worker/services/transactions/queries";
import { readPaymentWords } from "#worker/services/transactions/words.contract";

/** A filter as statements use it; null filters nothing. */
export interface CompiledTransactions {
	status: string | null;
	platform: string | null;
	applicationId: string | null;
	/** UTC milliseconds; `before` is not within. */
	since: number | null;
	before: number | null;
	/** The day on which they were paid, YYYY-MM-DD. */
	paidDay: string | null;
	/** The first and the last of the days on which they were paid. */
	paidFrom: string | null;
	paidTo: string | null;
	/** An FTS5 query. */
	match: string | null;
	/** Whether nothing can match. */
	isEmpty: boolean;
}

/** Compiles a filter; days are those of the institution. */
export const compileTransactions = async (
	ctx: OrgContext,
	filter: TransactionFilter,
): Promise<CompiledTransactions> => {
	const { name, startDate, endDate } = filter;
	const isPlain = !name && !startDate && !endDate;
	const [organisation] = isPlain ? [] : await organisationById(ctx.db, ctx.organisationId);
	return compileWith(organisation, filter);
};

type Institution = Awaited<ReturnType<typeof organisationById>>[number];

/** Compiles a filter for an institution that was read; for a plain filter none is needed. */
const compileWith = (organisation: Institution | undefined, filter: TransactionFilter): CompiledTransactions => {
	const { name, startDate, endDate } = filter;
	const zone = organisation?.timeZone ?? "UTC";
	const match = name ? (searchQuery(organisation?.searchKey ?? "", name) ?? null) : null;
	return {
		status: filter.status?.toLowerCase() ?? null,
		platform: filter.platform ?? null,
		applicationId: filter.applicationId ?? null,
		since: startDate ? momentOf(startDate, "00:00", zone) : null,
		before: endDate ? momentOf(addDays(endDate, 1), "00:00", zone) : null,
		paidDay: filter.paidDay ?? null,
		paidFrom: filter.paidFrom ?? null,
		paidTo: filter.paidTo ?? null,
		match,
		// why: a search without a letter or digit must not match everything.
		isEmpty: (Boolean(name) && match === null) || isNeverPaid(filter),
	};
};

/** Checks whether payments are asked for that were paid and were not. */
const isNeverPaid = ({ paidDay, paidFrom, paidTo, status }: TransactionFilter): boolean =>
	(paidDay ?? paidFrom ?? paidTo) !== undefined && status !== undefined && status !== "SUCCESS";

/** Checks whether payments of several days are asked for, by when they were paid. */
const isOfPaidDays = ({ paidFrom, paidTo }: CompiledTransactions): boolean => paidFrom !== null || paidTo !== null;

/** Checks whether the rows of a filter are counted, and only up to 1,000: no kept count is of such rows. */
const isCountedByRows = (filter: CompiledTransactions): boolean =>
	filter.match !== null || filter.since !== null || filter.before !== null || isOfPaidDays(filter);

/** Returns the filter as conditions on a row, to follow others. */
export const matchesFilter = (ctx: OrgContext, filter: CompiledTransactions, row = sql`payment`): SQL => {
	const { status, platform, applicationId, since, before, paidDay, paidFrom, paidTo } = filter;
	return sql`${status === null ? sql`` : sql`AND ${row}.status = ${status}`}
		${platform === null ? sql`` : sql`AND ${row}.platform = ${platform}`}
		${applicationId === null ? sql`` : sql`AND ${row}.application_id = ${applicationId}`}
		${since === null ? sql`` : sql`AND ${row}.created_at >= ${since}`}
		${before === null ? sql`` : sql`AND ${row}.created_at < ${before}`}
		${paidDay === null ? sql`` : sql`AND ${row}.paid_day = ${paidDay}`}
		${paidFrom === null ? sql`` : sql`AND ${row}.paid_day >= ${paidFrom}`}
		${paidTo === null ? sql`` : sql`AND ${row}.paid_day <= ${paidTo}`}
		${andWithin(ctx, sql`${row}.course_id`)}`;
};

/** The index in whose order a filter is walked: that of what filters most. */
const indexOf = ({ scope }: OrgContext, filter: CompiledTransactions): SQL => {
	const { status, platform, applicationId, paidDay } = filter;
	if (paidDay !== null || isOfPaidDays(filter)) return sql.raw("transactions_of_paid_day");
	if (applicationId !== null) return sql.raw("transactions_by_application");
	if (status === "pending" || status === "failed") return sql.raw("transactions_by_status");
	if (platform !== null) return sql.raw("transactions_by_platform");
	if (status !== null) return sql.raw("transactions_by_status");
	return sql.raw(scope.courseIds === null ? "transactions_by_start" : "transactions_by_age");
};

/** The order of the list. why the day first where there are several: the index has them so, and nothing is sorted. */
const orderOf = (filter: CompiledTransactions): SQL =>
	isOfPaidDays(filter) ? sql`paid_day DESC, created_at DESC, seq DESC` : sql`created_at DESC, seq DESC`;

/** Selects the rows of a stretch of the list, newest first, by `seq`. */
const selectSeqs = (
	ctx: OrgContext,
	filter: CompiledTransactions,
	{ offset, limit, most = countedAtMost + 1 }: { offset: number; limit: number; most?: number },
): SQL =>
	filter.match === null
		? sql`SELECT seq FROM transactions AS payment INDEXED BY ${indexOf(ctx, filter)}
			WHERE organisation_id = ${ctx.organisationId} ${matchesFilter(ctx, filter)}
			ORDER BY ${orderOf(filter)} LIMIT ${limit} OFFSET ${offset}`
		: // why the newest rows: the words carry the organisation's key, so that nearly every match is its own.
			sql`SELECT seq FROM (SELECT payment.seq, payment.created_at, payment.paid_day FROM transaction_search
				CROSS JOIN transactions AS payment ON payment.seq = transaction_search.rowid
					AND +payment.organisation_id = ${ctx.organisationId} ${matchesFilter(ctx, filter)}
				WHERE transaction_search MATCH ${filter.match}
				ORDER BY transaction_search.rowid DESC LIMIT ${most})
			ORDER BY ${orderOf(filter)} LIMIT ${limit} OFFSET ${offset}`;

/** Counts what a filter matches: kept counts where there are some, otherwise up to 1,000. */
const countMatching = (ctx: OrgContext, filter: CompiledTransactions): SQL => {
	const { status, platform, applicationId, paidDay } = filter;
	if (isCountedByRows(filter)) {
		const some = selectSeqs(ctx, filter, { offset: 0, limit: countedAtMost + 1 });
		return sql`SELECT count(*) AS payments FROM (${some})`;
	}
	if (paidDay !== null)
		return sql`SELECT coalesce(sum(payments), 0) AS payments FROM payment_days AS kept
			WHERE organisation_id = ${ctx.organisationId} AND day = ${paidDay}
				${platform === null ? sql`` : sql`AND platform = ${platform}`}
				${applicationId === null ? sql`` : sql`AND application_id = ${applicationId}`}
				${andWithin(ctx, sql`kept.course_id`)}`;
	return sql`SELECT coalesce(sum(transactions), 0) AS payments FROM transaction_counts AS kept
		WHERE organisation_id = ${ctx.organisationId}
			${applicationId === null ? sql`` : sql`AND application_id = ${applicationId}`}
			${platform === null ? sql`` : sql`AND platform = ${platform}`}
			${status === null ? sql`` : sql`AND status = ${status}`} ${andWithin(ctx, sql`kept.course_id`)}`;
};

const selectChosen = (ctx: OrgContext, seqs: SQL, filter: CompiledTransactions) =>
	selectTransactions(
		ctx,
		// why the plus: the few rows are found by their key; the organisation is only checked.
		sql`+${transactions.organisationId} = ${ctx.organisationId} AND ${transactions.seq} IN (${seqs})`,
	).orderBy(
		...(isOfPaidDays(filter) ? [desc(transactions.paidDay)] : []),
		...[desc(transactions.createdAt), desc(transactions.seq)],
	);

/** why: an RRR is printed in groups of four digits, and known as one word. */
const joinDigits = (typed: string): string => (/^[\d\s-]+$/.test(typed) ? typed.replaceAll(/\D/g, "") : typed);

/**
 * Finds the newest payments with a word that begins with each typed word; without a text the newest of all. Words that name
 * a status, a platform or days narrow what is found; where that finds nothing, they are searched for like any other.
 */
export const findPayments = async (ctx: OrgContext, typed: string, limit: number): Promise<FoundPayment[]> => {
	if (typed === "") return findBy(ctx, compileWith(undefined, {}), limit);
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	const { rest, ...named } = readPaymentWords(typed, formatDateInput(ctx.now(), organisation?.timeZone));
	const all = compileWith(organisation, { name: joinDigits(typed) });
	if (Object.keys(named).length === 0) return findBy(ctx, all, limit);
	const narrowed = compileWith(organisation, { ...named, ...(rest && { name: joinDigits(rest) }) });
	const found = await findBy(ctx, narrowed, limit);
	// why: "Success" and "Today" are names too.
	return found.length > 0 ? found : findBy(ctx, all, limit);
};

const findBy = async (ctx: OrgContext, compiled: CompiledTransactions, limit: number): Promise<FoundPayment[]> => {
	if (compiled.isEmpty) return [];
	const rows = await selectChosen(ctx, selectSeqs(ctx, compiled, { offset: 0, limit, most: limit }), compiled);
	return rows.map(({ id, reference, rrr, name, email, amount, gatewayCharge, ...row }) => ({
		id,
		reference,
		rrr,
		name,
		email,
		total: amount + gatewayCharge,
		currency: row.currency,
		platform: row.platform,
		status: row.status,
		createdAt: row.createdAt,
		applicantId: row.applicantId,
	}));
};

/** Reads one page of the payments that match, newest first. */
export const pageOfPayments = async (
	ctx: OrgContext,
	{ page, size, ...filter }: TransactionFilter & { page: number; size: number },
) => {
	const compiled = await compileTransactions(ctx, filter);
	const mayRead = holdsAny(ctx.actor.privileges, listExceptions.access);
	const openExceptions = mayRead ? countOpenExceptions(ctx, ctx.scopeFor(listExceptions.access)) : null;
	if (compiled.isEmpty)
		return { data: [], resultTotal: 0, resultTotalIsExact: true, openExceptions: await openExceptions, page, size };
	const seqs = selectSeqs(ctx, compiled, { offset: page * size, limit: size });
	const [rows, [counted], open] = await Promise.all([
		selectChosen(ctx, seqs, compiled),
		ctx.db.all<{ payments: number }>(countMatching(ctx, compiled)),
		openExceptions,
	]);
	const found = counted?.payments ?? 0;
	const isCapped = isCountedByRows(compiled);
	return {
		data: rows.map(toTransaction),
		resultTotal: isCapped ? Math.min(found, countedAtMost) : found,
		resultTotalIsExact: !isCapped || found <= countedAtMost,
		openExceptions: open,
		page,
		size,
	};
};
