CREATE TABLE `erased_applicants` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`application_number` text NOT NULL,
	`application_id` text NOT NULL,
	`course_id` text NOT NULL,
	`step_id` text NOT NULL,
	`registered_at` integer NOT NULL,
	`submitted_at` integer,
	`removed` text NOT NULL,
	`files` text,
	`reason` text NOT NULL,
	`run_id` text NOT NULL,
	`erased_by` text NOT NULL,
	`erased_by_name` text NOT NULL,
	`erased_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `erased_applicants_by_age` ON `erased_applicants` (`organisation_id`,`erased_at`,`id`);--> statement-breakpoint
CREATE INDEX `erased_applicants_with_files` ON `erased_applicants` (`erased_at`) WHERE files IS NOT NULL;--> statement-breakpoint
CREATE TABLE `erasing` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_mails_by_recipient` ON `outbox_mails` (`organisation_id`,`recipient`);
--> statement-breakpoint
-- Whoever was erased has applied nevertheless: their submission stays counted where it was.
CREATE TRIGGER erased_applicants_counted AFTER INSERT ON erased_applicants WHEN NEW.submitted_at IS NOT NULL BEGIN
	INSERT INTO submission_spans (organisation_id, width, span, application_id, course_id, applicants)
		SELECT NEW.organisation_id, width.value, NEW.submitted_at / 900000 / width.value, NEW.application_id, NEW.course_id, 1
		FROM json_each('[1,96,3072]') AS width WHERE true
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
DROP VIEW counted_submission_spans;
--> statement-breakpoint
CREATE VIEW counted_submission_spans AS
	SELECT organisation_id, width.value AS width, submitted_at / 900000 / width.value AS span, application_id, course_id,
		count(*) AS applicants
	FROM (
		SELECT organisation_id, submitted_at, application_id, course_id FROM applicants
		UNION ALL SELECT organisation_id, submitted_at, application_id, course_id FROM erased_applicants
	) AS applied CROSS JOIN json_each('[1,96,3072]') AS width
	WHERE submitted_at IS NOT NULL
	GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
-- An erasure is final, but for the list of files that are still to be deleted.
CREATE TRIGGER erased_applicants_are_final BEFORE UPDATE OF organisation_id, id, application_number, application_id, course_id,
	step_id, registered_at, submitted_at, removed, reason, run_id, erased_by, erased_by_name, erased_at ON erased_applicants BEGIN
	SELECT RAISE(ABORT, 'an erasure is final');
END;
--> statement-breakpoint
-- The logs and the ledger stay as they are; an erasure alone empties what is personal in them, and nothing else.
DROP TRIGGER audit_events_are_final;
--> statement-breakpoint
CREATE TRIGGER audit_events_are_final BEFORE UPDATE OF organisation_id, id, user_id, username, action, status, request_id, created_at
ON audit_events BEGIN
	SELECT RAISE(ABORT, 'audit events are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_events_are_erased BEFORE UPDATE OF actor_name, actor_kind, subject, address, user_agent, details ON audit_events
WHEN NEW.actor_kind IS NOT OLD.actor_kind
	OR NOT EXISTS (SELECT 1 FROM erasing WHERE organisation_id = OLD.organisation_id AND (id = OLD.subject
		OR EXISTS (SELECT 1 FROM applicant_log WHERE applicant_log.organisation_id = OLD.organisation_id
			AND applicant_log.applicant_id = erasing.id AND applicant_log.event_id = OLD.id))) BEGIN
	SELECT RAISE(ABORT, 'audit events are append-only');
END;
--> statement-breakpoint
DROP TRIGGER modification_entries_are_final;
--> statement-breakpoint
CREATE TRIGGER modification_entries_are_final BEFORE UPDATE OF
	organisation_id, id, entity, subject, field, user_id, username, event_id, created_at
ON modification_entries BEGIN
	SELECT RAISE(ABORT, 'modification entries are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER modification_entries_are_erased BEFORE UPDATE OF old_value, new_value ON modification_entries
WHEN NEW.old_value IS NOT NULL OR NEW.new_value IS NOT NULL OR OLD.entity <> 'applicant'
	OR NOT EXISTS (SELECT 1 FROM erasing WHERE organisation_id = OLD.organisation_id AND id = OLD.entity_id) BEGIN
	SELECT RAISE(ABORT, 'modification entries are append-only');
END;
--> statement-breakpoint
DROP TRIGGER payment_events_stay;
--> statement-breakpoint
CREATE TRIGGER payment_events_stay BEFORE UPDATE OF seq, organisation_id, id, transaction_id, platform, source, key, actor_id,
	actor_name, says, outcome, note, created_at ON payment_events BEGIN
	SELECT RAISE(ABORT, 'the ledger is only added to');
END;
--> statement-breakpoint
CREATE TRIGGER payment_events_are_erased BEFORE UPDATE OF exchanges ON payment_events
WHEN NEW.exchanges <> '[]' OR NOT EXISTS (SELECT 1 FROM transactions CROSS JOIN erasing
	ON erasing.organisation_id = transactions.organisation_id AND erasing.id = transactions.applicant_id
	WHERE transactions.organisation_id = OLD.organisation_id AND transactions.id = OLD.transaction_id) BEGIN
	SELECT RAISE(ABORT, 'the ledger is only added to');
END;
