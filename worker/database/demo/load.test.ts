import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { fieldTypes } from "#worker/contract/forms/form-schema";
import { exceptionKinds } from "#worker/contract/payment-exceptions";
import { stageTypes } from "#worker/contract/stage-types";
import { readLetterCode } from "#worker/contract/text/letter-code";
import { namedFields } from "#worker/contract/text/merge-text";
import { differencesOf } from "#worker/database/kept-sums";
import { type EventType, eventPayloads } from "#worker/events/catalogue";
import { verifyPassword } from "#worker/services/auth/password";
import { storedFiles } from "./files";
import { layoutOf } from "./form-designs";
import { demoAccounts } from "./institution";
import { accountsIn, isLoaded, loadDemo } from "./load";

const migrations = "worker/database/migrations";
const now = Date.UTC(2026, 10, 20, 9);

const emptyDatabase = () => {
	const database = new DatabaseSync(":memory:");
	for (const file of readdirSync(migrations).sort())
		if (file.endsWith(".sql")) database.exec(readFileSync(`${migrations}/${file}`, "utf8"));
	return database;
};
const load = (database: DatabaseSync, applicants: number, organisation = "crestfield") =>
	loadDemo(database, { applicants, organisation, seed: 1, now, fileSize: () => 1_000, origin: "https://portal.test" });
const loaded = (applicants: number) => {
	const database = emptyDatabase();
	load(database, applicants);
	return database;
};
const all = (database: DatabaseSync, sql: string) =>
	database
		.prepare(sql)
		.all()
		.map((row) => ({ ...row }));

describe("the demo data", () => {
	const database = loaded(400);

	test("has the requested number of applicants, in both institutions", () => {
		const counts = all(database, "SELECT organisation_id, count(*) AS n FROM applicants GROUP BY 1 ORDER BY 1");
		expect(counts).toEqual([
			{ organisation_id: "crestfield", n: 328 },
			{ organisation_id: "lagoon", n: 72 },
		]);
	});

	test("gives every applicant a public id that cannot be guessed: 24 letters of 64", () => {
		const ids = all(database, "SELECT public_id FROM applicants").map(({ public_id }) => String(public_id));
		expect(ids.filter((id) => !/^[\w-]{24}$/.test(id))).toEqual([]);
		expect(new Set(ids).size).toBe(400);
		for (let place = 0; place < 24; place++) expect(new Set(ids.map((id) => id[place])).size).toBeGreaterThan(40);
	});

	test("has ids in the order in which applicants registered, so that neighbours are read and written together", () => {
		for (const organisation of ["crestfield", "lagoon"]) {
			const ids = all(
				database,
				`SELECT id, submission_id FROM applicants WHERE organisation_id = '${organisation}' ORDER BY seq`,
			);
			for (const column of ["id", "submission_id"] as const) {
				const inOrder = ids.map((row) => String(row[column]));
				expect(inOrder).toEqual(inOrder.toSorted());
			}
		}
	});

	test("is the same for the same seed and time", () => {
		const everything = "SELECT a.*, s.data FROM applicants a JOIN submissions s ON s.id = a.submission_id ORDER BY seq";
		expect(all(loaded(400), everything)).toEqual(all(database, everything));
	});

	test("has settled days: closed and open ones, a difference, a late arrival, and lines of every kind", () => {
		const of = "organisation_id = 'crestfield'";
		const [days] = all(
			database,
			`SELECT count(*) AS days, sum(settled <> expected) AS different, sum(unmatched > 0) AS unmatched,
				(SELECT count(*) FROM payment_day_closes WHERE ${of}) AS closed FROM payment_day_sums WHERE ${of} AND lines > 0`,
		);
		expect(days).toMatchObject({ closed: expect.any(Number), unmatched: expect.any(Number) });
		for (const count of Object.values(days ?? {})) expect(count).toBeGreaterThan(0);
		const kinds = all(database, `SELECT DISTINCT kind FROM payment_late_arrivals WHERE ${of} ORDER BY 1`);
		expect(kinds).toEqual(expect.arrayContaining([{ kind: "payment" }, { kind: "settlement" }]));
		const outcomes = all(
			database,
			`SELECT DISTINCT outcome FROM import_rows WHERE ${of} AND import_id IN
				(SELECT id FROM imports WHERE target = ':settlements') ORDER BY 1`,
		);
		expect(outcomes.map(({ outcome }) => outcome)).toEqual([
			"already_imported",
			"amount_differs",
			"matched",
			"not_successful",
			"unknown_reference",
			"wrong",
		]);
		const apart = all(
			database,
			`SELECT day FROM payment_day_closes AS closed, json_each(sums) AS one WHERE ${of}
				AND (one.value ->> 'expected') + (SELECT coalesce(sum(amount), 0) FROM payment_late_arrivals AS late
					WHERE late.${of} AND late.day = closed.day AND late.platform = closed.platform AND kind = 'payment')
				<> (SELECT expected FROM payment_day_sums AS now WHERE now.${of} AND now.day = closed.day
					AND now.platform = closed.platform AND now.currency = one.value ->> 'currency')`,
		);
		expect(apart).toEqual([]);
	});

	test("has a reminder of each kind, one sent and one disabled, and a daily and a monthly report", () => {
		const reminders =
			"SELECT audience, enabled, last_sent > 0 AS sent FROM reminders WHERE organisation_id = 'crestfield'";
		expect(all(database, `${reminders} ORDER BY audience`)).toEqual([
			{ audience: "deadline", enabled: 1, sent: null },
			{ audience: "incomplete", enabled: 1, sent: 1 },
			{ audience: "referees", enabled: 0, sent: null },
			{ audience: "unpaid", enabled: 1, sent: null },
		]);
		expect(
			all(
				database,
				`SELECT count(*) AS n FROM reminder_sends AS sent JOIN emails
				ON emails.organisation_id = sent.organisation_id AND emails.mailing_id = sent.mailing_id
					AND emails.applicant_id = sent.subject_id
				JOIN reminders ON reminders.organisation_id = sent.organisation_id AND reminders.id = sent.reminder_id
				WHERE sent.organisation_id = 'crestfield' AND sent.mailing_id IS NOT NULL GROUP BY reminders.last_sent HAVING count(*) = reminders.last_sent`,
			),
		).toHaveLength(1);
		const schedules = "SELECT frequency FROM report_schedules WHERE organisation_id = 'crestfield' ORDER BY 1";
		expect(all(database, schedules)).toEqual([
			{ frequency: "daily" },
			{ frequency: "monthly" },
			{ frequency: "weekly" },
		]);
	});

	test("has an upload of courses in each state, with its rows and the courses that it added", () => {
		const uploads = `SELECT status, rows, (SELECT count(*) FROM import_rows AS row
				WHERE row.organisation_id = imports.organisation_id AND row.import_id = imports.id) AS kept,
			(SELECT count(*) FROM import_rows AS row JOIN courses ON courses.organisation_id = row.organisation_id
				AND courses.id = row.record_id AND courses.updated_at = row.made_version
				WHERE row.organisation_id = imports.organisation_id AND row.import_id = imports.id) AS unchanged
			FROM imports WHERE target = ':courses' AND organisation_id = 'crestfield' ORDER BY created_at DESC`;
		expect(all(database, uploads)).toEqual([
			{ status: "ready", rows: 5, kept: 5, unchanged: 0 },
			{ status: "refused", rows: 0, kept: 0, unchanged: 0 },
			{ status: "added", rows: 6, kept: 6, unchanged: 3 },
			{ status: "undone", rows: 3, kept: 3, unchanged: 0 },
		]);
	});

	test("has a release in each state, proposed and approved by two persons", () => {
		const releases = `SELECT state, proposed_by = approved_by AS alone, (SELECT count(*) FROM release_rows AS row
				WHERE row.organisation_id = releases.organisation_id AND row.release_id = releases.id) > 0 AS filled,
			EXISTS (SELECT 1 FROM runs WHERE runs.organisation_id = releases.organisation_id AND runs.id = releases.id) AS ran
			FROM releases WHERE organisation_id = 'crestfield' ORDER BY state`;
		expect(all(database, releases)).toEqual([
			{ state: "approved", alone: 0, filled: 1, ran: 0 },
			{ state: "cancelled", alone: null, filled: 1, ran: 0 },
			{ state: "prepared", alone: null, filled: 1, ran: 0 },
			{ state: "proposed", alone: null, filled: 1, ran: 0 },
			{ state: "released", alone: 0, filled: 1, ran: 1 },
			{ state: "scheduled", alone: 0, filled: 1, ran: 0 },
		]);
	});

	test("has saved views of every kind: some pinned, one shared", () => {
		const views = `SELECT v.name, v.holder = '' AS shared, v.is_pinned AS pinned FROM saved_views v
			JOIN users u ON u.organisation_id = v.organisation_id AND u.id = v.owner_id AND v.holder IN ('', u.id)
			JOIN applications a ON a.organisation_id = v.organisation_id AND a.id = v.filter ->> 'applicationId'
			WHERE (SELECT count(*) FROM json_each(v.filter)) > 1
				AND (v.filter ->> 'stage' IS NULL OR EXISTS (SELECT 1 FROM workflow_steps s
					WHERE s.organisation_id = v.organisation_id AND s.workflow_id = a.workflow_id
						AND s.type = v.filter ->> 'stage'))`;
		const found = all(database, views);
		expect(found).toHaveLength(
			Number(all(database, "SELECT count(*) AS n FROM saved_views WHERE list = 'applicants'")[0]?.n),
		);
		expect(found.filter(({ shared, pinned }) => shared && pinned)).toHaveLength(1);
		expect(found.filter(({ pinned }) => pinned).length).toBeGreaterThan(2);
		const ofTransactions = "SELECT holder = '' AS shared FROM saved_views WHERE list = 'transactions' ORDER BY 1";
		expect(all(database, ofTransactions)).toEqual([{ shared: 0 }, { shared: 1 }]);
	});

	test("has applicants who were judged by criteria, of each verdict, and criteria that were saved", () => {
		const judged = `SELECT met, not_met AS notMet, cannot_tell AS cannotTell, (SELECT count(*) FROM criteria_verdicts AS one
				WHERE one.organisation_id = session.organisation_id AND one.session_id = session.id) AS n
			FROM criteria_sessions AS session`;
		const [session, ...others] = all(database, judged).map((row) => Object.values(row).map(Number));
		expect(others).toEqual([]);
		const [met = 0, notMet = 0, cannotTell = 0, verdicts] = session ?? [];
		expect(met + notMet + cannotTell).toBe(verdicts);
		for (const count of [met, notMet, cannotTell]) expect(count).toBeGreaterThan(0);
		const saved = "SELECT holder = '' AS shared FROM saved_views WHERE list = 'criteria' ORDER BY 1";
		expect(all(database, saved)).toEqual([{ shared: 0 }, { shared: 1 }]);
	});

	test("has a ranking whose seats are given, with everybody in a place, and a scheme without one", () => {
		const schemes = `SELECT name, (SELECT count(*) FROM rankings AS one WHERE one.organisation_id = scheme.organisation_id
			AND one.scheme_id = scheme.id) AS n FROM ranking_schemes AS scheme ORDER BY 2`;
		expect(all(database, schemes).map(({ n }) => n)).toEqual([0, 1]);
		const courses = all(
			database,
			`SELECT seats, filled, proposed, ranked, cannot_tell AS unknown, (SELECT count(*) FROM ranked_applicants AS one
				WHERE one.organisation_id = course.organisation_id AND one.course_id = course.course_id) AS places,
				(SELECT count(*) FROM ranked_applicants AS one WHERE one.organisation_id = course.organisation_id
					AND one.course_id = course.course_id AND one.quota IS NOT NULL) AS listed FROM ranking_courses AS course`,
		);
		expect(courses.length).toBeGreaterThan(3);
		for (const course of courses.map((row) =>
			Object.fromEntries(Object.entries(row).map(([name, n]) => [name, Number(n)])),
		)) {
			const { seats = 0, filled = 0, proposed = 0, ranked = 0, unknown = 0, places, listed } = course;
			expect([ranked + unknown + filled, proposed]).toEqual([places, listed]);
			expect(proposed).toBe(Math.min(ranked, Math.max(0, seats - filled)));
		}
	});

	test("has bulk changes of some applicants, and exact counts of every mailing", () => {
		const runs = all(
			database,
			"SELECT organisation_id AS office, size, (SELECT count(*) FROM run_rows WHERE run_id = runs.id) AS n FROM runs",
		);
		expect(runs.filter(({ office }) => office === "crestfield").length).toBeGreaterThan(1);
		expect(runs.filter(({ size, n }) => size !== n)).toEqual([]);
		const counted = `SELECT organisation_id, mailing_id, count(*), sum(status = 'sent'), sum(status = 'failed')
			FROM emails GROUP BY 1, 2`;
		expect(all(database, counted).length).toBeGreaterThan(1);
		expect(all(database, `${counted} EXCEPT SELECT * FROM mailing_counts`)).toEqual([]);
	});

	test("stores exact counts of every stage, and how long applicants took", () => {
		for (const { name, differences } of all(database, differencesOf())) expect([name, differences]).toEqual([name, 0]);
		const [stays] = all(database, "SELECT count(*) AS stays, min(seconds) AS shortest FROM stage_stays");
		expect([Number(stays?.stays) > 500, Number(stays?.shortest) > 0]).toEqual([true, true]);
	});

	test("orders applicants by registration, with no history before it or in the future", () => {
		const faults = `SELECT a.id FROM applicants a JOIN applicant_log l
			ON l.organisation_id = a.organisation_id AND l.applicant_id = a.id
			WHERE l.created_at < a.registered_at OR l.created_at > ${now}
			UNION ALL SELECT a.id FROM applicants a JOIN applicants b
			ON b.organisation_id = a.organisation_id AND b.seq = a.seq + 1 AND b.registered_at < a.registered_at`;
		expect(all(database, faults)).toEqual([]);
	});

	test("leaves every applicant at the last stage of their log", () => {
		const faults = `SELECT a.id FROM applicants a WHERE a.step_id <> (
			SELECT l.step_id FROM applicant_log l WHERE l.organisation_id = a.organisation_id AND l.applicant_id = a.id
			AND l.type = 'STAGE_CHANGE' ORDER BY l.created_at DESC, l.rowid DESC LIMIT 1)`;
		expect(all(database, faults)).toEqual([]);
	});

	test("uses every stage type, in workflows of 12 steps", () => {
		const types = all(database, "SELECT DISTINCT type FROM workflow_steps").map(({ type }) => type);
		expect(types.sort()).toEqual(Object.keys(stageTypes).sort());
		const sizes = all(
			database,
			"SELECT DISTINCT count(*) AS n FROM workflow_steps GROUP BY organisation_id, workflow_id",
		);
		expect(sizes).toEqual([{ n: 12 }]);
	});

	test("has a workflow with each kind of rule, about steps and roles that are there", () => {
		const ruled = (rule: string) => `(SELECT count(*) FROM workflow_steps WHERE ${rule})`;
		const [rules] = all(
			database,
			`SELECT ${ruled("requirements IS NOT NULL")} AS needs, ${ruled("next_step_ids IS NOT NULL")} AS follows,
				${ruled("role_ids IS NOT NULL")} AS roles, ${ruled("needs_approval")} AS approval`,
		);
		expect(rules).toEqual({ needs: 2, follows: 1, roles: 1, approval: 1 });
		const strange = `SELECT s.name, named.value FROM workflow_steps s, json_each(s.next_step_ids) AS named
			WHERE NOT EXISTS (SELECT 1 FROM workflow_steps n WHERE n.organisation_id = s.organisation_id
				AND n.workflow_id = s.workflow_id AND n.id = named.value)
			UNION ALL SELECT s.name, named.value FROM workflow_steps s, json_each(s.role_ids) AS named
			WHERE NOT EXISTS (SELECT 1 FROM roles r WHERE r.organisation_id = s.organisation_id AND r.id = named.value)`;
		expect(all(database, strange)).toEqual([]);
	});

	test("has stored files with the templates of the stages that invite and offer", () => {
		const rows = all(
			database,
			`SELECT DISTINCT s.type, a.name, a.object_key AS "key", a.size FROM workflow_step_attachments a
				JOIN workflow_steps s ON s.organisation_id = a.organisation_id AND s.id = a.step_id ORDER BY s.type`,
		);
		const [guide, form] = ["Screening guide.pdf", "Acceptance form.pdf"];
		expect(rows.map(({ type, name }) => [type, name])).toEqual([
			["ACCEPTED", form],
			["CONDITIONAL_OFFER", form],
			["INVITATION", guide],
		]);
		const stored = storedFiles.map(({ key }) => key);
		for (const { key, size } of rows) expect([stored.includes(String(key)), size]).toEqual([true, 1_000]);
	});

	test("has SMS that were sent to numbers of the forms, and some that failed", () => {
		const sms = all(
			database,
			`SELECT email.status, count(*) AS messages, sum(email.recipient GLOB '+234*' AND email.segments > 0) AS numbered,
				sum(email.reason IS NOT NULL) AS explained FROM emails AS email JOIN mailings AS mailing
				ON mailing.organisation_id = email.organisation_id AND mailing.id = email.mailing_id
				WHERE mailing.channel = 'sms' GROUP BY 1 ORDER BY 1`,
		);
		expect(sms.map(({ status }) => status)).toEqual(["failed", "sent"]);
		for (const { status, messages, numbered, explained } of sms)
			expect(status === "sent" ? numbered : explained).toBe(messages);
	});

	test("has a download with its file, an export that failed, and the sent emails in the outbox", () => {
		const { files, letters } = load(emptyDatabase(), 400);
		const kept = all(database, 'SELECT object_key AS "key" FROM letters').map(({ key }) => key);
		expect(letters.map(({ key }) => key).sort()).toEqual(kept.sort());
		const tasks = all(
			database,
			`SELECT t.organisation_id AS institution, t.status, t.result ->> 'objectKey' AS "key", t.result ->> 'size' AS size
				FROM tasks t JOIN users u ON u.organisation_id = t.organisation_id AND u.id = t.created_by
				WHERE t.type NOT IN ('PROCESS_APPLICANTS', 'RANK_APPLICANTS') ORDER BY 1, 2`,
		);
		expect(tasks.map(({ institution, status }) => [institution, status])).toEqual([
			["crestfield", "FAILED"],
			["crestfield", "SUCCESS"],
			["lagoon", "FAILED"],
			["lagoon", "SUCCESS"],
		]);
		const ready = tasks.filter(({ status }) => status === "SUCCESS").map(({ key, size }) => [key, size]);
		expect(files.map(({ key, bytes }) => [key, bytes.length])).toEqual(ready);
		const [mails] = all(
			database,
			`SELECT (SELECT count(*) FROM outbox_mails) AS kept, (SELECT count(*) FROM emails JOIN mailings USING (organisation_id)
					WHERE mailings.id = mailing_id AND channel = 'email' AND emails.status = 'sent') AS sent,
				(SELECT count(*) FROM outbox_mails WHERE instr(text, '{{') > 0) AS unfilled`,
		);
		expect([mails?.kept, mails?.unfilled]).toEqual([mails?.sent, 0]);
		const logos = all(
			database,
			`SELECT organisation_id AS id, count(*) AS kept, sum(instr(html,
				'src="https://portal.test/api/organisation/' || organisation_id || '/logo?version=' || organisation_id || '-logo.png"') > 0)
				AS shown FROM outbox_mails GROUP BY 1`,
		);
		expect(logos.length).toBeGreaterThan(0);
		for (const { kept, shown } of logos) expect(shown).toBe(kept);
		expect(mails?.sent).toBeGreaterThan(10);
	});

	test("has letters of each kind: in force, conditional, withdrawn, and former ones that were replaced", () => {
		const letters = all(
			database,
			`SELECT s.type AS stage, l.template_name AS letter, l.stage_name = s.name AS own, a.letter_url LIKE '%/' || l.id AS force,
				l.withdrawn_at > l.created_at AS withdrawn, l.checks > 0 AS checked
				FROM letters l JOIN applicants a ON a.organisation_id = l.organisation_id AND a.id = l.applicant_id
				JOIN workflow_steps s ON s.organisation_id = a.organisation_id AND s.id = a.step_id
				WHERE l.organisation_id = 'crestfield' AND l.created_at BETWEEN a.registered_at AND ${now}`,
		);
		const [offer, admission] = ["Provisional offer letter", "Admission letter"];
		for (const one of [
			{ stage: "ACCEPTED", letter: admission, own: 1, force: 1 },
			{ stage: "ACCEPTED", letter: admission, own: 1, force: 0 },
			{ stage: "ACCEPTED", letter: offer, own: 0, force: 0 },
			{ stage: "CONDITIONAL_OFFER", letter: offer, own: 1, force: 1 },
		])
			expect(letters).toContainEqual(expect.objectContaining(one));
		const withdrawn = { letter: offer, withdrawn: 1, force: null, checked: 1 };
		expect(letters).toContainEqual(expect.objectContaining(withdrawn));
		const codes = all(database, "SELECT code FROM letters").map(({ code }) => readLetterCode(String(code)));
		expect(new Set(codes).size, "each a code of its own").toBe(codes.length);
		expect(codes).not.toContain(undefined);
		const inForce =
			"SELECT count(*) AS n FROM applicants WHERE letter_url IS NOT NULL AND organisation_id = 'crestfield'";
		expect(all(database, inForce)).toEqual([{ n: letters.filter(({ force }) => force === 1).length }]);
	});

	test("has a form with every field type, repeating rows and sections, both sources and a referee's section", () => {
		const { sections } = layoutOf("undergraduate");
		const fields = sections.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols));
		expect(new Set(fields.map(({ type }) => type))).toEqual(new Set(fieldTypes));
		expect(fields.map(({ props }) => props.source)).toEqual(
			expect.arrayContaining(["countries", "nigeria-states-lga"]),
		);
		expect(new Set(fields.map(({ fieldId }) => fieldId)).size).toBe(fields.length);
		expect(sections.some(({ repeatable }) => repeatable)).toBe(true);
		expect(sections.some(({ rows }) => rows.some(({ repeatable }) => repeatable))).toBe(true);
		expect(sections.some(({ refereeSectionType }) => refereeSectionType)).toBe(true);
	});

	test("lets every account log in with the password that is shown for it", () => {
		const find = database.prepare("SELECT password_hash AS stored FROM users WHERE organisation_id = ? AND email = ?");
		for (const { organisation, email, password } of demoAccounts) {
			const stored = String(find.get(organisation, email)?.stored);
			expect(verifyPassword(password, stored, 16_384)).toEqual({ matches: true, outdated: false });
		}
	});

	test("has applicants reviewed by staff who see them: by role at their course's department, faculty or anywhere", () => {
		const outOfReach = (userId: string, from: string) => `SELECT a.id FROM ${from}
			JOIN courses c ON c.organisation_id = a.organisation_id AND c.id = a.course_id
			JOIN admin_level_items department
				ON department.organisation_id = c.organisation_id AND department.id = c.admin_level_item_id
			JOIN user_roles held ON held.organisation_id = a.organisation_id AND held.user_id = ${userId}
			WHERE held.admin_level_item_id NOT IN (department.id, department.parent_item_id)`;
		expect(all(database, outOfReach("a.reviewer_id", "applicants a"))).toEqual([]);
		const log = "applicant_log l JOIN applicants a ON a.organisation_id = l.organisation_id AND a.id = l.applicant_id";
		expect(all(database, outOfReach("l.actor_id", log))).toEqual([]);
		expect(
			all(database, "SELECT user_id FROM user_roles WHERE admin_level_item_id IS NOT NULL").length,
		).toBeGreaterThan(5);
	});

	test("has paid application fees for everybody who submitted, none before that or in the future", () => {
		const faults = `SELECT a.id FROM applicants a JOIN submissions s
			ON s.organisation_id = a.organisation_id AND s.id = a.submission_id
			WHERE s.submitted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM transactions t
				WHERE t.organisation_id = a.organisation_id AND t.applicant_id = a.id AND t.status = 'success')
			UNION ALL SELECT a.id FROM applicants a JOIN transactions t
			ON t.organisation_id = a.organisation_id AND t.applicant_id = a.id
			WHERE t.created_at < a.registered_at OR t.created_at > ${now}
				OR (t.platform = 'REMITA') <> (t.rrr IS NOT NULL)`;
		expect(all(database, faults)).toEqual([]);
		const kinds = all(database, "SELECT DISTINCT platform, status FROM transactions");
		expect(kinds, "one of them by Stripe, which is disputed").toHaveLength(10);
	});

	test("has an open exception of every kind that the desk knows", () => {
		const open = all(database, "SELECT DISTINCT kind FROM payment_exceptions WHERE resolved_at IS NULL ORDER BY kind");
		expect(open.map(({ kind }) => kind)).toEqual(exceptionKinds.toSorted());
	});

	test("keeps the old and the new answer of corrections, which the staff have not seen", () => {
		const entries = all(
			database,
			`SELECT m.field, m.old_value AS old, m.new_value AS new, s.data FROM modification_entries m
				JOIN applicant_log l ON l.organisation_id = m.organisation_id AND l.applicant_id = m.entity_id
					AND l.event_id = m.event_id AND l.type = 'DATA_UPDATE'
				JOIN submissions s ON s.organisation_id = m.organisation_id AND s.applicant_id = m.entity_id`,
		);
		expect(entries.length).toBeGreaterThan(5);
		for (const { field, old, new: now, data } of entries) {
			expect(JSON.parse(String(data))[String(field)]).toEqual(JSON.parse(String(now)));
			expect([field, old]).not.toEqual([field, undefined]);
		}
		const unnamed = `SELECT m.id FROM modification_entries m LEFT JOIN users u
			ON u.organisation_id = m.organisation_id AND u.id = m.user_id AND u.email = m.username WHERE u.id IS NULL`;
		expect(all(database, unnamed), "each by a member of the staff, who can be filtered by").toEqual([]);
		const news = all(
			database,
			`SELECT DISTINCT v.organisation_id FROM applicant_views v JOIN applicants a
				ON a.organisation_id = v.organisation_id AND a.id = v.applicant_id AND a.updated_at > v.viewed_at`,
		);
		expect(news).toHaveLength(2);
	});

	test("has given its reasons, as often as they are counted", () => {
		const counts = all(database, "SELECT reason_id AS id, sum(applicants) AS n FROM reason_counts GROUP BY reason_id");
		expect(counts.length).toBeGreaterThan(5);
		const given = all(
			database,
			`SELECT r.id AS id, count(*) AS n FROM reasons r JOIN applicant_log l
				ON l.organisation_id = r.organisation_id AND l.reason = r.text AND l.type = 'STAGE_CHANGE' GROUP BY r.id`,
		);
		expect(counts).toEqual(given);
	});

	test("has asked every referee for the section of their kind, with no answer before that or in the future", () => {
		const faults = `SELECT id FROM referees WHERE kind IS NULL OR invited_at IS NULL OR invited_at > ${now}
			OR (status = 'submitted') <> (answered_at IS NOT NULL) OR answered_at < invited_at OR answered_at > ${now}`;
		expect(all(database, faults)).toEqual([]);
		expect(all(database, "SELECT DISTINCT kind, status FROM referees")).toHaveLength(4);
	});

	test("has emailed some applicants after they registered, with values for every merge field", () => {
		const written = all(
			database,
			`SELECT e.status, e.merge_values AS kept, m.subject || m.content AS text, e.sent_at AS sent, l.reason
				FROM emails e JOIN mailings m ON m.organisation_id = e.organisation_id AND m.id = e.mailing_id
				JOIN applicants a ON a.organisation_id = e.organisation_id AND a.id = e.applicant_id
					AND a.registered_at < e.created_at
				JOIN applicant_log l ON l.organisation_id = e.organisation_id AND l.applicant_id = a.id AND l.id = e.id`,
		);
		expect(all(database, "SELECT count(*) AS n FROM emails")).toEqual([{ n: written.length }]);
		expect(new Set(written.map(({ status }) => status))).toEqual(new Set(["sent", "failed"]));
		for (const { status, kept, text, sent } of written) {
			if (status !== "sent") continue;
			expect(Object.keys(JSON.parse(String(kept))).sort()).toEqual(namedFields(String(text)).sort());
			expect(sent).toBeLessThan(now);
		}
		expect(all(database, "SELECT DISTINCT object_key AS key FROM mailing_attachments")).toEqual([
			{ key: "demo/files/screening-guide.pdf" },
		]);
	});

	test("has duplicates of several kinds, and some applicants who only share a phone number", () => {
		const pairs = all(
			database,
			`SELECT pair.organisation_id AS organisation, group_concat(DISTINCT substr(mine.key, 1, instr(mine.key, ':') - 1)) AS kinds,
				first.last_name = second.last_name AS same
			FROM duplicate_pairs pair
			JOIN applicants first ON first.organisation_id = pair.organisation_id AND first.id = pair.first_id
			JOIN applicants second ON second.organisation_id = pair.organisation_id AND second.id = pair.second_id
				AND second.seq > first.seq AND second.email <> first.email
			JOIN identity_keys mine ON mine.organisation_id = pair.organisation_id AND mine.owner_id = first.id
			JOIN identity_keys theirs ON theirs.organisation_id = pair.organisation_id AND theirs.owner_id = second.id
				AND theirs.scope = mine.scope AND theirs.key = mine.key
			WHERE pair.application_id = mine.scope GROUP BY pair.rowid HAVING count(*) = pair.strength`,
		);
		expect(pairs).toHaveLength(Number(all(database, "SELECT count(*) AS n FROM duplicate_pairs")[0]?.n));
		for (const organisation of ["crestfield", "lagoon"])
			for (const like of [{ kinds: "person", same: 1 }, { kinds: "phone" }])
				expect(pairs).toContainEqual(expect.objectContaining({ organisation, ...like }));
		expect(pairs).toContainEqual({ organisation: "crestfield", kinds: "exam,phone", same: 1 });
		const counted = "SELECT organisation_id, application_id, count(*), 0 FROM duplicate_pairs GROUP BY 1, 2";
		expect(all(database, `${counted} EXCEPT SELECT * FROM duplicate_counts`)).toEqual([]);
	});

	test("shows one account more than 99 unread notifications", () => {
		const [{ most } = {}] = all(database, "SELECT max(unread) AS most FROM notification_counts");
		expect(most).toBeGreaterThan(99);
	});
});

describe("loading the demo", () => {
	test("replaces all former data", () => {
		const database = emptyDatabase();
		expect(isLoaded(database)).toBe(false);
		expect(accountsIn(database)).toEqual([]);
		load(database, 60);
		database.exec(
			"INSERT INTO audit_events (organisation_id, id, action, status, created_at) VALUES ('x', 'y', 'z', 'FAILED', 1)",
		);
		load(database, 20);
		expect(isLoaded(database)).toBe(true);
		expect(accountsIn(database)).toEqual(demoAccounts);
		expect(all(database, "SELECT count(*) AS n FROM applicants")).toEqual([{ n: 20 }]);
		expect(all(database, "SELECT count(*) AS n FROM audit_events WHERE organisation_id = 'x'")).toEqual([{ n: 0 }]);
		expect(() =>
			database.exec(
				"DELETE FROM organisations; INSERT INTO applicant_search (applicant_search) VALUES ('integrity-check')",
			),
		).not.toThrow();
	});

	test("has an activity log of every institution, with sign-ins that were refused", () => {
		const database = loaded(60);
		const statuses = "SELECT DISTINCT organisation_id, status FROM audit_events ORDER BY 1, 2";
		expect(all(database, statuses)).toHaveLength(4);
		expect(all(database, "SELECT 1 FROM audit_events WHERE address IS NULL OR user_agent IS NULL")).toEqual([]);
	});

	test("has a modification log that says where each change came from", () => {
		const database = loaded(300);
		const entries = "SELECT count(*) AS n FROM modification_entries AS entry";
		const [{ n } = {}] = all(database, entries);
		expect(n).toBeGreaterThan(20);
		const known = `${entries} JOIN events AS event ON event.organisation_id = entry.organisation_id
			AND event.id = entry.event_id AND event.actor_id = entry.user_id
			AND event.address IS NOT NULL AND event.user_agent IS NOT NULL AND event.dispatched_at IS NOT NULL`;
		expect(all(database, known)).toEqual([{ n }]);
		for (const { type, payload } of all(database, "SELECT DISTINCT type, payload FROM events LIMIT 200"))
			expect(v.is(eventPayloads[type as EventType], JSON.parse(String(payload))), `${type} ${payload}`).toBe(true);
	});

	test("gives the applicants beyond 5,000 to one application, before the others", () => {
		const database = loaded(5_300);
		expect(all(database, "SELECT organisation_id, count(*) AS n FROM applicants GROUP BY 1 ORDER BY 1")).toEqual([
			{ organisation_id: "crestfield", n: 4_400 },
			{ organisation_id: "lagoon", n: 900 },
		]);
	});

	test("creates the institutions even without applicants", () => {
		expect(all(loaded(0), "SELECT id FROM organisations ORDER BY 1")).toEqual([{ id: "crestfield" }, { id: "lagoon" }]);
	});
});
