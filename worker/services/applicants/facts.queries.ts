import { TZDate } from "@date-fns/tz";
import { addDays } from "date-fns";
import { type SQL, sql } from "drizzle-orm";
import type { ApplicantFilter, PaidState, ReferenceState } from "#worker/contract/applicant-filter";

/** What a filter asks of the columns that the form and the references fill; null asks nothing. */
export interface Facts {
	scoreFrom: number | null;
	scoreTo: number | null;
	states: readonly string[] | null;
	genders: readonly string[] | null;
	/** UTC milliseconds: from the beginning of the first day to the end of the last. */
	submittedSince: number | null;
	submittedBefore: number | null;
	references: ReferenceState | null;
	paid: PaidState | null;
	locationIds: readonly string[] | null;
}

/** Compiles the keys of a filter that ask for facts; null where there is none. */
export const compileFacts = (filter: ApplicantFilter, timeZone: string): Facts | null => {
	const { scoreFrom = null, scoreTo = null, submittedFrom, submittedTo, references = null, paid = null } = filter;
	const some = (ids: readonly string[] | undefined) => (ids?.length ? ids : null);
	const facts: Facts = {
		...{ scoreFrom, scoreTo, references, paid },
		...{ states: some(filter.states), genders: some(filter.genders), locationIds: some(filter.locationIds) },
		submittedSince: submittedFrom ? startOfDay(submittedFrom, timeZone).getTime() : null,
		submittedBefore: submittedTo ? addDays(startOfDay(submittedTo, timeZone), 1).getTime() : null,
	};
	return Object.values(facts).every((value) => value === null) ? null : facts;
};

/** @param day YYYY-MM-DD. */
const startOfDay = (day: string, timeZone: string): TZDate => {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	return new TZDate(year, month - 1, date, timeZone);
};

/** Returns the facts as conditions on the columns of a row. why the plus: the order of the list chooses the index. */
export const isOfFacts = (facts: Facts | null, row: SQL): SQL => {
	if (facts === null) return sql``;
	const { scoreFrom, scoreTo, submittedSince, submittedBefore, references, paid } = facts;
	return sql`
		${scoreFrom === null ? sql`` : sql`AND +${row}.score >= ${scoreFrom}`}
		${scoreTo === null ? sql`` : sql`AND +${row}.score <= ${scoreTo}`}
		${isAmong(sql`+${row}.state`, facts.states)} ${isAmong(sql`+${row}.gender`, facts.genders)}
		${submittedSince === null ? sql`` : sql`AND +${row}.submitted_at >= ${submittedSince}`}
		${submittedBefore === null ? sql`` : sql`AND +${row}.submitted_at < ${submittedBefore}`}
		${references === null ? sql`` : sql`AND ${whereReferences[references](row)}`}
		${paid === null ? sql`` : sql`AND +${row}.paid_at ${paid === "paid" ? sql`IS NOT NULL` : sql`IS NULL`}`}
		${isAmong(sql`+${row}.location_id`, facts.locationIds)}`;
};

const isAmong = (column: SQL, values: readonly string[] | null): SQL =>
	values === null ? sql`` : sql`AND ${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

const whereReferences: Record<ReferenceState, (row: SQL) => SQL> = {
	none: (row) => sql`+${row}.references_missing IS NULL`,
	outstanding: (row) => sql`+${row}.references_missing > 0`,
	received: (row) => sql`+${row}.references_missing = 0`,
};
