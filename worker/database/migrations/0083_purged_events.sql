ALTER TABLE `events` ADD `emptied_at` integer;--> statement-breakpoint
CREATE INDEX `events_by_age` ON `events` (`organisation_id`,`occurred_at`) WHERE emptied_at IS NULL;--> statement-breakpoint
ALTER TABLE `log_purges` ADD `events` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- What happened, and when, stays for ever. The rest may be emptied in two cases: an erasure empties what is personal of the applicant,
-- and a purge of the logs empties who did it, from where, and what it says.
DROP TRIGGER events_are_final;
--> statement-breakpoint
CREATE TRIGGER events_are_final BEFORE UPDATE OF organisation_id, id, type, occurred_at ON events BEGIN
	SELECT RAISE(ABORT, 'events are append-only');
END;
--> statement-breakpoint
DROP TRIGGER events_are_erased;
--> statement-breakpoint
CREATE TRIGGER events_are_emptied BEFORE UPDATE OF actor_id, actor_name, address, user_agent, request_id, payload, emptied_at ON events
WHEN NOT (
	NEW.actor_id IS OLD.actor_id AND NEW.request_id IS OLD.request_id AND NEW.emptied_at IS OLD.emptied_at
	AND EXISTS (SELECT 1 FROM erasing WHERE organisation_id = OLD.organisation_id)
) AND NOT (
	OLD.emptied_at IS NULL AND NEW.emptied_at IS NOT NULL AND NEW.payload = '{}'
	AND coalesce(NEW.actor_id, NEW.actor_name, NEW.address, NEW.user_agent, NEW.request_id) IS NULL
	AND EXISTS (SELECT 1 FROM log_purges
		WHERE organisation_id = OLD.organisation_id AND finished_at IS NULL AND before > OLD.occurred_at)
) BEGIN
	SELECT RAISE(ABORT, 'events are append-only');
END;
