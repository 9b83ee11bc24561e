-- Reasons are counted by course, so that users of some places see the counts of theirs.
CREATE TABLE `__new_reason_counts` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`reason_id` text NOT NULL,
	`step_id` text NOT NULL,
	`course_id` text DEFAULT '' NOT NULL,
	`applicants` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `application_id`, `reason_id`, `step_id`, `course_id`)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_reason_counts` (`organisation_id`, `application_id`, `reason_id`, `step_id`, `applicants`)
	SELECT `organisation_id`, `application_id`, `reason_id`, `step_id`, `applicants` FROM `reason_counts`;
--> statement-breakpoint
DROP TABLE `reason_counts`;
--> statement-breakpoint
ALTER TABLE `__new_reason_counts` RENAME TO `reason_counts`;
--> statement-breakpoint
CREATE INDEX `reason_counts_by_reason` ON `reason_counts` (`organisation_id`,`reason_id`);
--> statement-breakpoint
-- why items too: which courses are at a place of a user's roles is remembered with the configuration.
CREATE TRIGGER admin_level_items_config_insert AFTER INSERT ON admin_level_items BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER admin_level_items_config_update AFTER UPDATE ON admin_level_items BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER admin_level_items_config_delete AFTER DELETE ON admin_level_items BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
