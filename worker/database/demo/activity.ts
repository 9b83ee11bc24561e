import type { DatabaseSync } from "node:sqlite";
import { day } from "./times";

/** How many of the newest lines of applicants' logs the activity log has. */
const newestLines = 400;

const agents = [
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0",
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
	"Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
	"Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
];

/** Where the users of the demo work from, and what they are called. */
const from = "'102.89.' || (23 + user.rowid % 20) || '.' || (10 + user.rowid * 7 % 200)";
const agent = "json_extract(?, '$[' || (user.rowid % 4) || ']')";
const name = "user.first_name || ' ' || user.last_name";

/** Gives the modification log the events of its changes, which say where they came from. */
export const addOrigins = (database: DatabaseSync, organisationId: string): void => {
	database
		.prepare(
			`INSERT INTO events (organisation_id, id, type, actor_id, actor_name, address, user_agent, request_id, payload,
				occurred_at, dispatched_at)
			SELECT entry.organisation_id, entry.event_id,
				iif(applicant.id IS NULL, 'record.updated', 'applicants.form_updated'), user.id, ${name}, ${from}, ${agent},
				'demo-' || entry.event_id,
				iif(applicant.id IS NULL,
					json_object('kind', entry.entity, 'recordId', entry.entity_id, 'name', coalesce(entry.subject, '')),
					json_object('applicationId', applicant.application_id, 'applicantIds', json_array(applicant.id),
						'submissionId', applicant.submission_id, 'fieldIds', json_group_array(entry.field))),
				entry.created_at, entry.created_at
			FROM modification_entries AS entry
			JOIN users AS user ON user.organisation_id = entry.organisation_id AND user.id = entry.user_id
			LEFT JOIN applicants AS applicant ON applicant.organisation_id = entry.organisation_id
				AND applicant.id = entry.entity_id AND entry.entity = 'applicant'
			WHERE entry.organisation_id = ? GROUP BY entry.event_id`,
		)
		.run(JSON.stringify(agents), organisationId);
};

/** Fills the activity log: what staff did to applicants lately, their sign-ins of a week, and some that were refused. */
export const addActivity = (database: DatabaseSync, organisationId: string, now: number): void => {
	const kept = "user_id, username, actor_name, actor_kind, action, status, subject, address, user_agent, details";
	const insert = `INSERT INTO audit_events (organisation_id, id, ${kept}, created_at)`;
	database
		.prepare(
			`${insert} SELECT line.organisation_id, 'demo-' || line.applicant_id || line.id, user.id, user.email, ${name}, 'staff',
				CASE line.type WHEN 'STAGE_CHANGE' THEN 'applicants.stage_changed' WHEN 'NOTE' THEN 'applicants.noted'
					WHEN 'EMAIL' THEN 'applicants.emailed' ELSE 'applicants.form_updated' END,
				'SUCCESS', line.applicant_id, ${from}, ${agent},
				iif(line.type = 'STAGE_CHANGE', json_object('stageName', line.stage_name), NULL), line.created_at
			FROM applicant_log AS line
			JOIN users AS user ON user.organisation_id = line.organisation_id AND user.id = line.actor_id
			WHERE line.organisation_id = ? AND line.type IN ('STAGE_CHANGE', 'NOTE', 'EMAIL', 'DATA_UPDATE')
			ORDER BY line.created_at DESC, line.applicant_id, line.id LIMIT ${newestLines}`,
		)
		.run(JSON.stringify(agents), organisationId);
	database
		.prepare(
			`${insert} SELECT user.organisation_id, 'demo-login-' || ago.value || user.id, user.id, user.email,
				iif(ago.value = 3, NULL, ${name}), 'staff', 'login', iif(ago.value = 3, 'FAILED', 'SUCCESS'),
				iif(ago.value = 3, 'wrong password', NULL), ${from}, ${agent}, '{"method":"password"}',
				? - ago.value * ${day} - user.rowid * 137000
			FROM users AS user JOIN json_each('[0.1,1,2,3,4,5]') AS ago
			WHERE user.organisation_id = ? AND user.blocked = 0 AND (ago.value <> 3 OR user.rowid % 3 = 0)`,
		)
		.run(JSON.stringify(agents), now, organisationId);
};
