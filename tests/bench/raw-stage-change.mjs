// The reference of R5: the same rows into the same tables, with their indexes and triggers, and nothing around it.
import { DatabaseSync } from "node:sqlite";

const eventsOf = 1_000;

const moveSql = `UPDATE applicants SET step_id = :step, stage_changed_at = :now, last_reviewed_at = :now,
		last_reviewed_by = 'Bench', version = version + 1, updated_at = :now
	WHERE seq IN (SELECT found.seq FROM json_each(:ids) AS seen
		CROSS JOIN applicants AS found ON found.organisation_id = :organisation AND found.id = seen.value)`;

const logSql = `INSERT INTO applicant_log
	SELECT :organisation, seen.value, :event, 'STAGE_CHANGE', :step, 'To', 'From', :reason, 'bench', 'Bench', :event, :now
	FROM json_each(:ids) AS seen`;

const eventSql = `INSERT INTO events (organisation_id, id, type, payload, occurred_at)
	VALUES (:organisation, :event, 'applicants.stage_changed', :payload, :now)`;

/** @returns {number[]} milliseconds from BEGIN to COMMIT, one a round after a first one that warms up */
export const writeRaw = (file, { organisation, ids, targets, reason, rounds }) => {
	const database = new DatabaseSync(file);
	database.exec("PRAGMA journal_mode = WAL");
	const [move, log, event] = [moveSql, logSql, eventSql].map((sql) => database.prepare(sql));
	const samples = [];
	for (let round = 0; round <= rounds; round++) {
		const startedAt = performance.now();
		database.exec("BEGIN");
		const [now, step] = [Date.now(), targets[round % 2]];
		for (let at = 0; at < ids.length; at += eventsOf) {
			const slice = ids.slice(at, at + eventsOf);
			const change = { organisation, step, now, ids: JSON.stringify(slice) };
			const { changes } = move.run(change);
			if (changes !== slice.length) throw new Error(`${changes} of ${slice.length} were moved.`);
			const { step: stepId, ...others } = change;
			const id = `bench-${round}-${at}`;
			log.run({ ...others, step: stepId, event: id, reason });
			const payload = JSON.stringify({ applicantIds: slice, fromStepIds: slice.map(() => step), stepId, reason });
			event.run({ organisation, event: id, payload, now });
		}
		database.exec("COMMIT");
		if (round > 0) samples.push(performance.now() - startedAt);
	}
	database.close();
	return samples;
};
