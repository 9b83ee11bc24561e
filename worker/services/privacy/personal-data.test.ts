import { globSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { leftOutOfData, personalTables } from "#worker/services/privacy/personal-data.queries";

/** Columns that name an applicant, or something that belongs to one. */
const naming =
	/^(applicant_id|applicant_seq|submission_id|transaction_id|referee_id|subject_id|entity_id|owner_id|first_id|source_id|seq)$/;
/** Columns of these names that name no applicant: the order of a table of its own, a record, a user. */
const otherwise = /^(transactions|group_candidates|payment_events|record_changes)\.seq$/;

const root = new URL("../../database/schema/", import.meta.url).pathname;

const tables = (
	await Promise.all(globSync("*.ts", { cwd: root }).map((file) => import(/* @vite-ignore */ root + file)))
)
	.flatMap((module) => Object.values(module))
	.filter((exported) => is(exported, SQLiteTable))
	.map(getTableConfig);
const known = [...personalTables(), ...Object.keys(leftOutOfData)];

test("every table with an applicant's id is part of their data, or left out for a reason", () => {
	expect(tables.length).toBeGreaterThan(80);
	const about = tables
		.filter(({ name, columns }) =>
			columns.some((one) => naming.test(one.name) && !otherwise.test(`${name}.${one.name}`)),
		)
		.map(({ name }) => name);
	expect(about.length).toBeGreaterThan(25);
	expect(about.filter((name) => !known.includes(name))).toEqual([]);
	expect(new Set(known).size).toBe(known.length);
	expect(known.filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
});

/** All other tables with their columns of text, by why no applicant is named in them. */
const ofNoApplicant: Record<string, readonly string[]> = {
	"what the institution sets up": [
		"add_ons: name name_key description currency",
		"admin_level_items: name name_key",
		"admin_levels: name",
		"application_group_items: name name_key",
		"application_groups: name name_key",
		"application_numbers: series",
		"applications: title title_key number_format introduction confirmation",
		"bank_accounts: holder_name holder_type bank_name currency routing_number last_four sealed_number",
		"candidate_groups: name name_key created_by",
		"coupon_codes: code folded",
		"coupons: name name_key own_code currency payment_kinds",
		"courses: code code_key title title_key",
		"form_design_steps: layout what actor_name",
		"form_design_versions: layout actor_name",
		"form_designs: title title_key status",
		"locations: name name_key",
		"organisations: name short_name search_key logo_key signature_key signatory_name signatory_title address email phone time_zone course_alias applicant_site_url portal_title welcome_message contacts quiet_from quiet_until",
		"payment_configurations: platform charge_currency settings sealed_keys token",
		"ranking_courses: shares quotas",
		"ranking_schemes: name name_key stage parts shares quotas catchment_states elds_states",
		"rankings: stage parts catchment_states elds_states created_by",
		"reasons: text text_key",
		"record_changes: kind before after actor_name",
		"reminders: name name_key time problem",
		"report_schedules: name name_key time recipients problem",
		"retention_rules: name name_key",
		"template_drafts: base steps page_key",
		"templates: name name_key subject content page",
		"webhooks: name name_key url events created_by created_by_name",
		"workflow_drafts: base states",
		"workflow_step_attachments: name mimetype object_key",
		"workflow_steps: name type requirements",
		"workflows: name name_key",
	],
	"members of staff, and programs": [
		"api_keys: name name_key key_hash hint privileges created_by created_by_name revoked_by_name",
		"one_time_tokens: token_hash",
		"rate_limits: bucket",
		"roles: name name_key privileges",
		"sessions: end_reason",
		"user_preferences: list_columns",
		"users: email first_name last_name password_hash",
	],
	"how the office works: choices, files and steps of staff": [
		"column_choices: header_key field",
		"event_receipts: subscriber",
		"export_choices: columns",
		"imports: target platform file_name object_key refusal columns counts created_by created_by_name",
		"payment_day_closes: day platform sums note closed_by closed_by_name",
		"releases: stage_name reason prepared_by prepared_by_name proposed_by proposed_by_name approved_by approved_by_name return_reason",
	],
	"words of staff, which are deleted after a day or 30 days": [
		"criteria_sessions: stage prompt criteria created_by",
		"model_answers: question answer",
	],
	"sums, and what is named in code": [
		"form_facts: fact",
		"model_readings: day",
		"notification_totals: type",
		"payment_day_sums: day platform currency",
		"payment_days: day platform currency",
		"payment_exception_counts: kind platform",
		"report_periods: day",
		"revenue_periods: period currency",
		"transaction_counts: platform status",
	],
};

test("every other column of text is of no applicant: a new one has to be looked at", () => {
	const isText = (column: (typeof tables)[number]["columns"][number]) =>
		column.getSQLType() === "text" && !column.enumValues?.length && !/(^|_)ids?$/.test(column.name);
	const texts = tables
		.filter(({ name }) => !known.includes(name))
		.map(({ name, columns }) => [name, columns.filter(isText).map((column) => column.name)] as const)
		.filter(([, columns]) => columns.length > 0)
		.map(([name, columns]) => `${name}: ${columns.join(" ")}`);
	expect(texts.sort()).toEqual(Object.values(ofNoApplicant).flat().sort());
});
