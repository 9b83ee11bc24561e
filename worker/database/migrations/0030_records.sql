CREATE TABLE `location_counts` (
	`organisation_id` text NOT NULL,
	`location_id` text NOT NULL,
	`application_id` text NOT NULL,
	`applicants` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `location_id`, `application_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `record_changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`action` text NOT NULL,
	`before` text,
	`after` text,
	`actor_id` text,
	`actor_name` text,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `record_changes_by_record` ON `record_changes` (`organisation_id`,`kind`,`record_id`,`seq`);--> statement-breakpoint
ALTER TABLE `application_group_items` ADD `created_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `application_group_items` ADD `updated_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `application_group_items_by_name` ON `application_group_items` (`organisation_id`,`group_id`,lower("name"));--> statement-breakpoint
ALTER TABLE `application_groups` ADD `created_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `application_groups` ADD `updated_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `application_groups_by_name` ON `application_groups` (`organisation_id`,lower("name"));--> statement-breakpoint
ALTER TABLE `locations` ADD `created_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `locations` ADD `updated_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `locations_by_name` ON `locations` (`organisation_id`,lower("name"));--> statement-breakpoint
ALTER TABLE `admin_level_items` ADD `created_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `admin_level_items` ADD `updated_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `admin_level_items_by_name` ON `admin_level_items` (`organisation_id`,`level_id`,coalesce("parent_item_id", ''),lower("name"));--> statement-breakpoint
ALTER TABLE `admin_levels` ADD `created_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `admin_levels` ADD `updated_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `admin_levels_by_name` ON `admin_levels` (`organisation_id`,lower("name"));--> statement-breakpoint
ALTER TABLE `courses` ADD `updated_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `courses_by_title` ON `courses` (`organisation_id`,lower("title"));--> statement-breakpoint
CREATE INDEX `applicant_counts_by_course` ON `applicant_counts` (`organisation_id`,`course_id`,`application_id`);--> statement-breakpoint
-- The applicants at a location are counted by trigger, as those at a stage are (0001).
INSERT INTO location_counts (organisation_id, location_id, application_id, applicants)
	SELECT organisation_id, location_id, application_id, count(*) FROM applicants
	WHERE location_id IS NOT NULL GROUP BY organisation_id, location_id, application_id;
--> statement-breakpoint
CREATE TRIGGER applicants_placed AFTER INSERT ON applicants WHEN NEW.location_id IS NOT NULL BEGIN
	INSERT INTO location_counts VALUES (NEW.organisation_id, NEW.location_id, NEW.application_id, 1)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_replaced AFTER UPDATE OF location_id ON applicants
WHEN OLD.location_id IS NOT NEW.location_id BEGIN
	UPDATE location_counts SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND location_id = OLD.location_id AND application_id = OLD.application_id;
	INSERT INTO location_counts (organisation_id, location_id, application_id, applicants)
		SELECT NEW.organisation_id, NEW.location_id, NEW.application_id, 1 WHERE NEW.location_id IS NOT NULL
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_unplaced AFTER DELETE ON applicants WHEN OLD.location_id IS NOT NULL BEGIN
	UPDATE location_counts SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND location_id = OLD.location_id AND application_id = OLD.application_id;
END;
