import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { applicantCounts, applicationSizes } from "#worker/database/schema/applicants";
import { revenuePeriods, submissionSpans } from "#worker/database/schema/statistics";
import { candidateGroups } from "#worker/database/schema/uploaded-candidates";

interface KeptSums {
	table: SQLiteTable;
	/** What is counted from the rows themselves (migrations 0048, 0054, 0074 and 0087). */
	view: string;
	sums: readonly string[];
	/** The key of a table that holds more than its sums: these alone are compared and made anew. */
	key?: readonly string[];
}

/** The sums that triggers keep for the dashboard. */
const keptSums: readonly KeptSums[] = [
	{
		table: revenuePeriods,
		view: "counted_revenue_periods",
		sums: ["payments", "charges", "fees", "reversals", "reversed"],
	},
	{ table: submissionSpans, view: "counted_submission_spans", sums: ["applicants"] },
	{
		table: applicantCounts,
		view: "counted_applicant_counts",
		sums: ["applicants", "since_seconds", "submitted", "reached_seconds", "departed", "stayed_seconds"],
	},
	{ table: applicationSizes, view: "counted_application_sizes", sums: ["applicants"] },
	{
		table: candidateGroups,
		view: "counted_candidate_groups",
		sums: ["candidates", "applied"],
		key: ["organisation_id", "id"],
	},
];

const columnsOf = ({ table, sums, key }: KeptSums): string =>
	(key ? [...key, ...sums] : Object.values(getTableColumns(table)).map(({ name }) => name)).join(", ");

/** The statements that make the sums anew, for one transaction: what is written meanwhile comes before or after it. */
export const rebuildStatements: readonly string[] = keptSums.flatMap((kept) => {
	const { table, view, sums, key } = kept;
	const [name, columns] = [getTableName(table), columnsOf(kept)];
	if (key) {
		const isOfRow = key.map((column) => `counted.${column} = ${name}.${column}`).join(" AND ");
		const countedOf = (sum: string) => `coalesce((SELECT ${sum} FROM ${view} AS counted WHERE ${isOfRow}), 0)`;
		return [`UPDATE ${name} SET ${sums.map((sum) => `${sum} = ${countedOf(sum)}`).join(", ")} WHERE true`];
	}
	return [`DELETE FROM ${name} WHERE true`, `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${view}`];
});

/**
 * Returns the query for how many sums are not what they have to be, by table. A sum of nothing may stay where something was.
 * @param only SQL that says of which rows; all unless given
 */
export const differencesOf = (only = "true"): string =>
	keptSums
		.map((one) => {
			const { table, view, sums } = one;
			const [name, columns] = [getTableName(table), columnsOf(one)];
			const isAny = sums.map((sum) => `${sum} <> 0`).join(" OR ");
			const kept = `SELECT ${columns} FROM ${name} WHERE (${isAny}) AND ${only}`;
			const counted = `SELECT ${columns} FROM ${view} WHERE ${only}`;
			return `SELECT '${name}' AS name, (SELECT count(*) FROM (${kept} EXCEPT ${counted}))
				+ (SELECT count(*) FROM (${counted} EXCEPT ${kept})) AS differences`;
		})
		.join(" UNION ALL ");
