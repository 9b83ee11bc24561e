-- Reminders and report schedules, and the hours in which no reminder is sent.
CREATE TABLE `reminder_sends` (
	`organisation_id` text NOT NULL,
	`reminder_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`occasion` text NOT NULL,
	`mailing_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `reminder_id`, `subject_id`, `occasion`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `reminder_sends_by_mailing` ON `reminder_sends` (`organisation_id`,`mailing_id`,`subject_id`) WHERE mailing_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reminder_sends_by_age` ON `reminder_sends` (`organisation_id`,`reminder_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reminder_sends_due` ON `reminder_sends` (`organisation_id`,`reminder_id`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `reminders` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`audience` text NOT NULL,
	`timing` text NOT NULL,
	`days` integer NOT NULL,
	`time` text NOT NULL,
	`template_id` text NOT NULL,
	`application_id` text,
	`enabled` integer NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`ran_at` integer DEFAULT 0 NOT NULL,
	`last_sent_at` integer,
	`last_sent` integer,
	`problem` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_by_name` ON `reminders` (`organisation_id`,lower("name"));--> statement-breakpoint
CREATE INDEX `reminders_due` ON `reminders` (`next_at`) WHERE enabled = 1;--> statement-breakpoint
CREATE TABLE `report_periods` (
	`organisation_id` text NOT NULL,
	`schedule_id` text NOT NULL,
	`day` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `schedule_id`, `day`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `report_schedules` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`application_id` text NOT NULL,
	`frequency` text NOT NULL,
	`weekday` integer,
	`month_day` integer,
	`time` text NOT NULL,
	`recipients` text NOT NULL,
	`enabled` integer NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`last_sent_at` integer,
	`last_sent` integer,
	`problem` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `report_schedules_by_name` ON `report_schedules` (`organisation_id`,lower("name"));--> statement-breakpoint
CREATE INDEX `report_schedules_due` ON `report_schedules` (`next_at`) WHERE enabled = 1;--> statement-breakpoint
ALTER TABLE `mailings` ADD `reminder_id` text;--> statement-breakpoint
CREATE INDEX `mailings_of_reminders` ON `mailings` (`organisation_id`,`reminder_id`,`created_at`) WHERE reminder_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `organisations` ADD `quiet_from` text DEFAULT '21:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `organisations` ADD `quiet_until` text DEFAULT '07:00' NOT NULL;
--> statement-breakpoint
CREATE TRIGGER organisations_quiet_config AFTER UPDATE OF quiet_from, quiet_until ON organisations BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = NEW.id;
END;
--> statement-breakpoint
-- What is due at a time of day is due at another moment by now.
CREATE TRIGGER organisations_replan AFTER UPDATE OF time_zone, quiet_from, quiet_until ON organisations
WHEN OLD.time_zone <> NEW.time_zone OR OLD.quiet_from <> NEW.quiet_from OR OLD.quiet_until <> NEW.quiet_until BEGIN
	UPDATE reminders SET next_at = 0 WHERE organisation_id = NEW.id;
	UPDATE report_schedules SET next_at = 0 WHERE organisation_id = NEW.id;
END;
