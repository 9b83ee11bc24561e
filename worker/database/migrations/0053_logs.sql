CREATE TABLE `log_purges` (
	`organisation_id` text PRIMARY KEY NOT NULL,
	`before` integer NOT NULL,
	`activities` integer DEFAULT 0 NOT NULL,
	`modifications` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
) STRICT;
--> statement-breakpoint
ALTER TABLE `organisations` ADD `log_retention_months` integer;--> statement-breakpoint
CREATE INDEX `organisations_by_log_retention` ON `organisations` (`log_retention_months`) WHERE log_retention_months IS NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `actor_name` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `actor_kind` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `user_agent` text;--> statement-breakpoint
CREATE INDEX `audit_events_by_status` ON `audit_events` (`organisation_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_events_by_subject` ON `audit_events` (`organisation_id`,`subject`,`created_at`);--> statement-breakpoint
ALTER TABLE `events` ADD `user_agent` text;--> statement-breakpoint
ALTER TABLE `modification_entries` ADD `subject` text;--> statement-breakpoint
CREATE INDEX `modification_entries_by_user` ON `modification_entries` (`organisation_id`,`username`,`created_at`);--> statement-breakpoint
CREATE INDEX `modification_entries_by_field` ON `modification_entries` (`organisation_id`,`field`,`created_at`);--> statement-breakpoint
CREATE INDEX `modification_entries_by_subject` ON `modification_entries` (`organisation_id`,`entity_id`,`created_at`);
--> statement-breakpoint
-- Nothing of the two logs is changed, and only what a purge has named is deleted. A merge moves modifications.
DROP TRIGGER audit_events_are_kept;--> statement-breakpoint
CREATE TRIGGER audit_events_are_kept BEFORE DELETE ON audit_events
WHEN NOT EXISTS (SELECT 1 FROM log_purges
	WHERE organisation_id = OLD.organisation_id AND finished_at IS NULL AND before > OLD.created_at) BEGIN
	SELECT RAISE(ABORT, 'audit events are append-only');
END;--> statement-breakpoint
CREATE TRIGGER modification_entries_are_kept BEFORE DELETE ON modification_entries
WHEN NOT EXISTS (SELECT 1 FROM log_purges
	WHERE organisation_id = OLD.organisation_id AND finished_at IS NULL AND before > OLD.created_at) BEGIN
	SELECT RAISE(ABORT, 'modification entries are append-only');
END;--> statement-breakpoint
CREATE TRIGGER modification_entries_are_final BEFORE UPDATE OF
	organisation_id, id, entity, subject, field, old_value, new_value, user_id, username, event_id, created_at
ON modification_entries BEGIN
	SELECT RAISE(ABORT, 'modification entries are append-only');
END;--> statement-breakpoint
-- A changed set-up record has an entry for each field. The settings of the institution write their own.
CREATE TRIGGER record_changes_noted AFTER INSERT ON record_changes
WHEN NEW.action IN ('updated', 'restored') AND NEW.kind <> 'organisation' BEGIN
	INSERT INTO modification_entries (organisation_id, id, entity, entity_id, subject, field, old_value, new_value,
		user_id, username, event_id, created_at)
	SELECT NEW.organisation_id, lower(hex(randomblob(16))), NEW.kind, NEW.record_id,
		coalesce(NEW.after ->> '$.name', NEW.after ->> '$.title', NEW.after ->> '$.code',
			NEW.before ->> '$.name', NEW.before ->> '$.title'),
		field.key, iif(was.type IN ('true', 'false'), was.type, was.value),
		iif(field.type IN ('true', 'false'), field.type, field.value), NEW.actor_id,
		(SELECT email FROM users WHERE organisation_id = NEW.organisation_id AND id = NEW.actor_id),
		NEW.id, NEW.created_at
	FROM json_each(NEW.after) AS field
	LEFT JOIN json_each(NEW.before) AS was ON was.key = field.key
	WHERE was.value IS NOT field.value;
END;--> statement-breakpoint
CREATE TRIGGER organisations_retention_config AFTER UPDATE OF log_retention_months ON organisations BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.id;
END;
