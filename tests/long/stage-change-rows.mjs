// The rows that a stage change leaves in the database, and what can be wrong with them.

const tasksAndEvents = "organisation_id = :organisation AND rowid > :after";

/** Returns applicants at other steps than the target, and the last rows before the change. */
export const chooseApplicants = (database, { organisation, application }, { target, limit }) => {
	const applicants = database
		.prepare(
			`SELECT id, step_id AS stepId, version FROM applicants
				WHERE organisation_id = ? AND application_id = ? AND step_id <> ? ORDER BY seq DESC LIMIT ?`,
		)
		.all(organisation, application, target, limit);
	const last = (table) => database.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${table}`).get().last;
	return { applicants, lastTask: last("tasks"), lastEvent: last("events") };
};

/**
 * Returns the faults of slices that are written in part: applicants, log, event and the task's progress belong
 * together.
 */
export const faultsInSlices = (database, state, chosen, target) => {
	const slices = readSlices(database, state, chosen);
	const task = readTask(database, state, chosen);
	const faults = [];
	for (const { id, expected, actual, named, logged } of slices)
		if (new Set([expected, actual, named, logged]).size > 1)
			faults.push(`Event ${id}: ${expected} expected, ${actual} changed, ${named} named, ${logged} log entries.`);
	const done = slices.reduce((sum, { actual }) => sum + actual, 0);
	if (done !== (task?.done ?? 0)) faults.push(`The task tells ${task?.done} done; its events tell ${done}.`);
	return { done, faults: [...faults, ...faultsInApplicants(database, state, chosen, target, done)] };
};

/**
 * Returns the faults of the finished task: every applicant is moved once, with no notification or audit line twice.
 */
export const faultsAtTheEnd = (database, state, chosen, target) => {
	const task = readTask(database, state, chosen);
	const { done, faults } = faultsInSlices(database, state, chosen, target);
	const expect = (what, found, wanted) => found !== wanted && faults.push(`${what}: ${found}, not ${wanted}.`);
	if (!task) return faults;
	expect("The task's status", task.status, "SUCCESS");
	expect("Moved", done, chosen.applicants.length);
	const count = (sql, ...values) => database.prepare(`SELECT count(*) AS rows FROM ${sql}`).get(...values).rows;
	for (const type of ["task.started", "task.finished"])
		expect(type, count("events WHERE type = ? AND payload ->> 'taskId' = ?", type, task.id), 1);
	expect("Notices", count("notifications WHERE id = ?", `task-${task.id}`), 1);
	expect(
		"Notices that tell of success",
		count("notifications WHERE id = ? AND message ->> 'status' = 'SUCCESS'", `task-${task.id}`),
		1,
	);
	const events = count("events WHERE rowid > ?", chosen.lastEvent);
	expect(
		"Audit lines",
		count("audit_events WHERE id IN (SELECT id FROM events WHERE rowid > ?)", chosen.lastEvent),
		events,
	);
	return faults;
};

/** Checks whether the task that started since then is past so many applicants, or over. */
export const isPast = (database, _state, { since, done }) =>
	database
		.prepare("SELECT 1 FROM tasks WHERE created_at >= ? AND (done >= ? OR status <> 'STARTED')")
		.get(since, done) !== undefined;

/** Returns the unfinished tasks, and the events that have not reached their subscribers. */
export const countUnfinished = (database) =>
	database
		.prepare(
			`SELECT (SELECT count(*) FROM tasks WHERE status = 'STARTED')
				+ (SELECT count(*) FROM events WHERE dispatched_at IS NULL) AS things`,
		)
		.get().things;

/**
 * Makes tasks and events old enough for the sweep. why: it retries after two minutes, and the local queue loses its
 * messages when it is killed.
 */
export const letTimePass = (database) => {
	database.exec("UPDATE tasks SET updated_at = updated_at - 180000 WHERE status = 'STARTED'");
	database.exec("UPDATE events SET occurred_at = occurred_at - 180000 WHERE dispatched_at IS NULL");
};

const readTask = (database, { organisation }, { lastTask }) =>
	database.prepare(`SELECT id, status, done FROM tasks WHERE ${tasksAndEvents}`).get({ organisation, after: lastTask });

const readSlices = (database, { organisation }, { lastEvent }) =>
	database
		.prepare(
			`SELECT id, expected_changes AS expected, actual_changes AS actual,
				json_array_length(payload, '$.applicantIds') AS named,
				(SELECT count(*) FROM json_each(payload, '$.applicantIds') AS mover
					CROSS JOIN applicant_log ON applicant_log.organisation_id = events.organisation_id
						AND applicant_id = mover.value AND applicant_log.id = events.id) AS logged
			FROM events WHERE ${tasksAndEvents} AND type = 'applicants.stage_changed'`,
		)
		.all({ organisation, after: lastEvent });

/** Returns the faults of applicants moved twice, and of stored counts that differ from the rows. */
const faultsInApplicants = (database, { organisation, application }, { applicants }, target, done) => {
	const faults = [];
	const now = database.prepare(
		"SELECT step_id AS stepId, version FROM applicants WHERE organisation_id = ? AND id = ?",
	);
	let moved = 0;
	for (const { id, stepId, version } of applicants) {
		const found = now.get(organisation, id);
		const isMoved = found.stepId === target && found.version === version + 1;
		if (isMoved) moved += 1;
		else if (found.stepId !== stepId || found.version !== version)
			faults.push(`Applicant ${id}: ${stepId} ${version} became ${found.stepId} ${found.version}.`);
	}
	if (moved !== done) faults.push(`${moved} applicants were moved; the events tell ${done}.`);
	const wrong = database
		.prepare(
			`SELECT count(*) AS steps FROM
				(SELECT step_id, count(*) AS rows FROM applicants WHERE organisation_id = :o AND application_id = :a GROUP BY 1)
				NATURAL LEFT JOIN (SELECT step_id, sum(applicants) AS kept FROM applicant_counts
					WHERE organisation_id = :o AND application_id = :a GROUP BY 1)
			WHERE rows IS NOT kept`,
		)
		.get({ o: organisation, a: application });
	if (wrong.steps > 0) faults.push(`The kept counts of ${wrong.steps} steps are wrong.`);
	return faults;
};
