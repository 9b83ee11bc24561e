CREATE TABLE `export_choices` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`application_id` text NOT NULL,
	`columns` text NOT NULL,
	`format` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`, `application_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `reason_counts` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`reason_id` text NOT NULL,
	`step_id` text NOT NULL,
	`applicants` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `application_id`, `reason_id`, `step_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `reason_counts_by_reason` ON `reason_counts` (`organisation_id`,`reason_id`);
--> statement-breakpoint
CREATE TABLE `reasons` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`text` text NOT NULL,
	`is_private` integer NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reasons_by_text` ON `reasons` (`organisation_id`,lower("text"));
