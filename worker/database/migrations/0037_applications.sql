CREATE TABLE `application_numbers` (
	`organisation_id` text NOT NULL,
	`series` text NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `series`)
) STRICT;
--> statement-breakpoint
DROP INDEX `applications_by_title`;--> statement-breakpoint
ALTER TABLE `applications` ADD `number_format` text DEFAULT '{SHORT}/{YY}/#####' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `introduction` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `confirmation` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `updated_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Titles become unique: of applications with the same one, the newer ones get the beginning of their id.
UPDATE applications SET title = title || ' (' || substr(id, 1, 8) || ')' WHERE EXISTS (
	SELECT 1 FROM applications AS older WHERE older.organisation_id = applications.organisation_id
		AND lower(older.title) = lower(applications.title)
		AND (older.created_at, older.id) < (applications.created_at, applications.id));
--> statement-breakpoint
CREATE INDEX `transactions_by_application` ON `transactions` (`organisation_id`,`application_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `applications_by_title` ON `applications` (`organisation_id`,lower("title"));--> statement-breakpoint
ALTER TABLE `application_courses` ADD `position` integer DEFAULT 0 NOT NULL;