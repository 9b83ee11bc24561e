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
	/** A session of the assistant, and how it judged. */
	judged: { sessionId: string; verdict: string } | null;
	/** A ranking, and the share for which it proposes; null for any. */
	ranked: { rankingId: string; quota: string | null } | null;
}

/** Compiles the keys of a filter that ask for facts; null where there is none. */
export const compileFacts = (filter: ApplicantFilter, timeZone: string): Facts | null => {
	const { scoreFrom = null, scoreTo = null, submittedFrom, submittedTo, references = null, paid = null } = filter;
	const some = (ids: readonly string[] | undefined) => (ids?.length ? ids : null);
	const facts: Facts = {
		scoreFrom,
		scoreTo,
		references,
		paid,
		judged: judgedIn(filter),
		ranked: rankedIn(filter),
		states: some(filter.states),
		genders: some(filter.genders),
		locationIds: some(filter.locationIds),
		submittedSince: submittedFrom ? startOfDay(submittedFrom, timeZone).getTime() : null,
		submittedBefore: submittedTo ? addDays(startOfDay(submittedTo, timeZone), 1).getTime() : null,
	};
	return Object.values(facts).every((value) => value === null) ? null : facts;
};

const judgedIn = ({ judged }: ApplicantFilter): Facts["judged"] => {
	const [sessionId, verdict] = judged?.split(":", 2) ?? [];
	return sessionId && verdict ? { sessionId, verdict } : null;
};

const rankedIn = ({ ranked }: ApplicantFilter): Facts["ranked"] => {
	const [rankingId, quota] = ranked?.split(":", 2) ?? [];
	return rankingId && quota ? { rankingId, quota: quota === "proposed" ? null : quota } : null;
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
		${isAmong(sql`+${row}.location_id`, facts.locationIds)} ${isJudged(facts.judged, row)}
		${isRanked(facts.ranked, row)}`;
};

/** why the institution of the row: a session of another one judges nobody here. */
const isJudged = (judged: Facts["judged"], row: SQL): SQL =>
	judged === null
		? sql``
		: sql`AND EXISTS (SELECT 1 FROM criteria_verdicts AS verdicts WHERE verdicts.organisation_id = ${row}.organisation_id
			AND verdicts.session_id = ${judged.sessionId} AND verdicts.verdict = ${judged.verdict} AND verdicts.seq = ${row}.seq)`;

/** why the institution of the row: a ranking of another one proposes nobody here. */
const isRanked = (ranked: Facts["ranked"], row: SQL): SQL =>
	ranked === null
		? sql``
		: sql`AND EXISTS (SELECT 1 FROM ranked_applicants AS places WHERE places.organisation_id = ${row}.organisation_id
			AND places.ranking_id = ${ranked.rankingId} AND places.seq = ${row}.seq AND places.quota IS NOT NULL
			${ranked.quota === null ? sql`` : sql`AND places.quota = ${ranked.quota}`})`;

/** A list that was made before, along which the applicants are read. */
export type MadeList = { judged: NonNullable<Facts["judged"]> } | { ranked: NonNullable<Facts["ranked"]> };

/** Returns the list that a filter names, and what else it asks; of two, the ranking, which is shorter. */
export const madeListOf = (facts: Facts | null): { list: MadeList; others: Facts } | null => {
	if (facts?.ranked) return { list: { ranked: facts.ranked }, others: { ...facts, ranked: null } };
	return facts?.judged ? { list: { judged: facts.judged }, others: { ...facts, judged: null } } : null;
};

/** Selects from the applicants of such a list, as `made` and as `applicants`, in the order of lists. */
export const fromMadeList = (organisationId: string, list: MadeList): SQL => {
	if ("judged" in list)
		return sql`criteria_verdicts AS made CROSS JOIN applicants ON applicants.seq = made.seq
			WHERE made.organisation_id = ${organisationId} AND made.session_id = ${list.judged.sessionId}
				AND made.verdict = ${list.judged.verdict}`;
	const { rankingId, quota } = list.ranked;
	const index = sql.raw(quota === null ? "ranked_applicants_listed" : "ranked_applicants_by_quota");
	return sql`ranked_applicants AS made INDEXED BY ${index} CROSS JOIN applicants ON applicants.seq = made.seq
		WHERE made.organisation_id = ${organisationId} AND made.ranking_id = ${rankingId} AND made.quota IS NOT NULL
			${quota === null ? sql`` : sql`AND made.quota = ${quota}`}`;
};

const isAmong = (column: SQL, values: readonly string[] | null): SQL =>
	values === null ? sql`` : sql`AND ${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

const whereReferences: Record<ReferenceState, (row: SQL) => SQL> = {
	none: (row) => sql`+${row}.references_missing IS NULL`,
	outstanding: (row) => sql`+${row}.references_missing > 0`,
	received: (row) => sql`+${row}.references_missing = 0`,
};
