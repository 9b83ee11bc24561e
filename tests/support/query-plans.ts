import { plainDatabase } from "#tests/support/statements";

interface Statement {
	sql: string;
	params: readonly unknown[];
}

interface Step {
	id: number;
	parent: number;
	detail: string;
}

/** Tables that stay small within an institution, by reason. why not the others: a table that is new grows. */
const smallTables = new Set(
	Object.entries({
		"the institution itself": "organisations log_purges",
		"what an administrator sets up by hand":
			"add_ons admin_levels admin_level_items api_keys bank_accounts applications application_courses application_groups application_group_items " +
			"application_tags candidate_groups coupons courses form_designs form_design_versions locations ranking_schemes reasons reminders report_schedules roles templates " +
			"payment_configurations sensitive_fields webhooks workflows workflow_steps workflow_step_attachments",
		"its staff, and what each of them keeps": "users user_preferences saved_views export_choices column_choices",
		"what staff decide one by one": "dismissed_pairs",
		"what lives for days, one row for each form, template and workflow that somebody edits":
			"form_drafts template_drafts workflow_drafts",
		"counts, one row for each application, course, platform and status of payments": "transaction_counts",
		"counts, one row for each application": "application_sizes",
		"sums, one row for each day, platform and currency of payments": "payment_day_sums",
		"decisions of two persons, some dozens a year": "releases",
		"rules by which applicants are erased, two for an application": "retention_rules",
		"counts, one row for each kind, platform and course of exceptions": "payment_exception_counts",
		"counts, one row for each application, stage and course":
			"applicant_counts duplicate_counts location_counts reason_counts",
		"counts, one row for each course of a ranking": "ranking_courses",
		"one row for each thousand applicants": "applicant_blocks",
		"what one commit erases, and nothing otherwise": "erasing",
	}).flatMap(([, names]) => names.split(" ")),
);

/** Columns that have the same value in more rows than a page shows. */
const wideColumns = new Set([
	"organisation_id",
	"application_id",
	"step_id",
	"course_id",
	"location_id",
	"scope",
	"status",
	"mailing_id",
	"run_id",
	"import_id",
	"group_id",
	"target",
]);

/** Plans that are as they should be, by a part of the plan, a part of the statement and the reason. */
const accepted: { plan: string; sql: string; reason: string }[] = [
	{
		plan: "SCAN waiting USING INDEX tasks_unfinished",
		sql: "UPDATE tasks",
		reason: "the index holds the few tasks that run or wait",
	},
	{
		plan: "SCAN running USING INDEX tasks_unfinished",
		sql: "tasks",
		reason: "the index holds the few tasks that run",
	},
	{
		plan: "SEARCH run USING INDEX runs_by_undo_task (organisation_id=?)",
		sql: "'undo_failed'",
		reason: "the index holds the few runs of ninety days that a task undoes",
	},
	{
		plan: "SEARCH outbox_mails USING INDEX outbox_mails_by_age (organisation_id=?)",
		sql: "limit ?",
		reason: "a page of the newest, in the order of the index",
	},
	{
		plan: "SEARCH payment USING COVERING INDEX transactions_by_",
		sql: "ORDER BY created_at DESC, seq DESC LIMIT",
		reason: "a page of the newest, in the order of the index",
	},
	{
		plan: "SEARCH payment USING COVERING INDEX transactions_by_",
		sql: "SELECT count(*) AS payments FROM (",
		reason: "the count of a re-query or an export stops at the most that these take",
	},
	{
		plan: "SEARCH one USING INDEX events_of_mailings (organisation_id=? AND <expr>=?)",
		sql: "'$.mailingId'",
		reason: "a mailing has one event; the plan does not name what an index of an expression compares",
	},
	{
		plan: "SCAN erased_applicants USING INDEX erased_applicants_with_files",
		sql: "erased_applicants",
		reason: "the index holds those whose files are not deleted yet",
	},
	{
		plan: "SEARCH erased USING",
		sql: "LIMIT 10000",
		reason: "ten thousand of the newest at most, in the order of the index",
	},
	{
		plan: "SEARCH mailings USING",
		sql: "LIMIT 10000",
		reason: "ten thousand of the newest at most, in the order of the index",
	},
	{
		plan: "SEARCH runs USING",
		sql: "LIMIT 10000",
		reason: "ten thousand of the newest at most, in the order of the index",
	},
	{
		plan: "SEARCH counted USING",
		sql: "AS newest",
		reason: "the counts of one mailing, for each mailing of a page",
	},
	{
		plan: "SEARCH file USING INDEX mailing_attachments_by_mailing (organisation_id=? AND mailing_id=?)",
		sql: "ORDER BY mailing_id, position",
		reason: "a mail has a few files at most",
	},
	{
		plan: "USE TEMP B-TREE FOR ORDER BY",
		sql: "INDEXED BY applicants_by_course",
		reason: "a few courses chosen by hand, each read in order from an index that holds all columns asked for",
	},
	{
		plan: "SEARCH identity_keys USING COVERING INDEX identity_keys_by_owner (organisation_id=? AND scope=?)",
		sql: 'delete from "identity_keys"',
		reason: "the keys of an import that is discarded go all at once",
	},
	{
		plan: "SEARCH known USING COVERING INDEX identity_keys_by_owner (organisation_id=? AND scope=?)",
		sql: 'delete from "identity_keys"',
		reason: "the keys of idle imports go in slices",
	},
	{
		plan: "SCAN organisations",
		sql: 'from "organisations" where instr',
		reason: "there are hundreds of institutions, and the first ones found end the search",
	},
	{
		plan: "SCAN own",
		sql: "FROM organisations AS own WHERE EXISTS",
		reason: "there are hundreds of institutions, and of each one entry of the index of due payments is looked at",
	},
	{
		plan: "INDEX outbox_mails_by_",
		sql: 'select count(*) from "outbox_mails"',
		reason: "mails are kept in development only",
	},
];

let tables: Promise<Set<string>> | undefined;

const readTables = async () => {
	const { results } = await plainDatabase
		.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
		.all<{ name: string }>();
	return new Set(results.map(({ name }) => name));
};

/** The tables that a plan may mean by a name: the table itself, or those that the statement gives it as an alias. */
const tablesOf = (name: string, sql: string, all: ReadonlySet<string>): string[] =>
	all.has(name)
		? [name]
		: [...sql.matchAll(new RegExp(`(\\w+)"?\\s+(?:AS\\s+)?"?${name.replaceAll(/\W/g, "\\$&")}\\b`, "gi"))]
				.map(([, table = ""]) => table)
				.filter((table) => all.has(table));

/** The columns that a search compares: by equality, and by their order. */
const comparedColumns = (detail: string) => {
	const [, compared = ""] = /\(([^()]*\?[^()]*)\)/.exec(detail) ?? [];
	const by = (sign: RegExp) => [...compared.matchAll(sign)].map(([, column = ""]) => column);
	return { equal: by(/(\w+)=\?/g), ordered: by(/(\w+)[<>]\?/g) };
};

/** Whether a statement asks only if the institution has any row of a table: the first one found ends the search. */
const isAskedForOne = (table: string, sql: string) =>
	sql.split(new RegExp(`\\b${table}\\b`)).length === 2 &&
	sql.includes(`EXISTS (SELECT 1 FROM ${table} WHERE organisation_id = ?)`);

const faultOf = (step: Step, steps: readonly Step[], sql: string, all: ReadonlySet<string>): string | undefined => {
	const [, kind = "", name = ""] = /^(SCAN|SEARCH) (\S+)/.exec(step.detail) ?? [];
	const read = kind ? tablesOf(name, sql, all) : [];
	if (read.length === 0) return undefined;
	const [, found] = / VIRTUAL TABLE INDEX (\S*)/.exec(step.detail) ?? [];
	// why: M stands for MATCH, = for one row; a list passed as JSON is a virtual table as well, and read whole.
	if (found !== undefined)
		return name.endsWith("_search") && !/[M=]/.test(found) ? "reads a whole search index" : undefined;
	if (kind === "SCAN") return "reads a table of all institutions";
	if (step.detail.includes(" AUTOMATIC ")) return "builds an index each time it runs";
	if (read.every((table) => smallTables.has(table) || isAskedForOne(table, sql))) return undefined;
	const { equal, ordered } = comparedColumns(step.detail);
	if (equal.some((column) => !wideColumns.has(column))) return undefined;
	const isSorted = steps.some(
		({ parent, detail }) => parent === step.parent && detail === "USE TEMP B-TREE FOR ORDER BY",
	);
	if (isSorted) return "sorts rows that grow with the institution (USE TEMP B-TREE FOR ORDER BY)";
	const isOfAll = equal.every((column) => column === "organisation_id" || column === "scope") && ordered.length === 0;
	return isOfAll ? "reads a whole institution" : undefined;
};

/** Returns what a statement's plan does that takes longer the more rows there are. */
export const planFaults = async ({ sql, params }: Statement): Promise<string[]> => {
	tables ??= readTables();
	const all = await tables;
	const { results: steps } = await plainDatabase
		.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<Step>();
	return steps.flatMap((step) => {
		const fault = faultOf(step, steps, sql, all);
		const isAccepted = accepted.some(
			({ plan, sql: part }) => `${step.detail} ${fault}`.includes(plan) && sql.includes(part),
		);
		return fault && !isAccepted ? [`${fault}: ${step.detail}\n${sql}`] : [];
	});
};
