CREATE TABLE `removed_candidates` (
	`organisation_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`candidate_id` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `applicant_id`, `candidate_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `events_of_mailings` ON `events` (`organisation_id`,payload ->> '$.mailingId') WHERE type = 'applicants.emailed';--> statement-breakpoint
CREATE INDEX `notifications_by_id` ON `notifications` (`organisation_id`,`id`);
--> statement-breakpoint
-- Of a candidate that is removed from a list it stays known whose it was: an erasure reaches what the logs and lists have of it.
CREATE TRIGGER group_candidates_removed AFTER DELETE ON group_candidates WHEN OLD.applicant_id IS NOT NULL BEGIN
	INSERT INTO removed_candidates (organisation_id, applicant_id, candidate_id)
		VALUES (OLD.organisation_id, OLD.applicant_id, OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- An erasure names what it empties, and for its commit only: applicants, the candidates that they were expected as, and the events that
-- are about them alone.
DROP TRIGGER audit_events_are_erased;
--> statement-breakpoint
CREATE TRIGGER audit_events_are_erased BEFORE UPDATE OF actor_name, actor_kind, subject, address, user_agent, details ON audit_events
WHEN NEW.actor_kind IS NOT OLD.actor_kind
	OR NOT EXISTS (SELECT 1 FROM erasing WHERE organisation_id = OLD.organisation_id AND id IN (OLD.subject, OLD.id)) BEGIN
	SELECT RAISE(ABORT, 'audit events are append-only');
END;
--> statement-breakpoint
DROP TRIGGER modification_entries_are_erased;
--> statement-breakpoint
CREATE TRIGGER modification_entries_are_erased BEFORE UPDATE OF old_value, new_value ON modification_entries
WHEN NEW.old_value IS NOT NULL OR NEW.new_value IS NOT NULL OR OLD.entity NOT IN ('applicant', 'uploaded_candidate')
	OR NOT EXISTS (SELECT 1 FROM erasing WHERE organisation_id = OLD.organisation_id AND id IN (OLD.entity_id, OLD.event_id)) BEGIN
	SELECT RAISE(ABORT, 'modification entries are append-only');
END;
