CREATE TABLE `release_rows` (
	`organisation_id` text NOT NULL,
	`release_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `release_id`, `applicant_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `releases` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`state` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`application_id` text NOT NULL,
	`stage_id` text NOT NULL,
	`stage_name` text NOT NULL,
	`reason` text NOT NULL,
	`reason_id` text,
	`location_id` text,
	`do_not_notify` integer NOT NULL,
	`prepared_by` text NOT NULL,
	`prepared_by_name` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`proposed_by` text,
	`proposed_by_name` text,
	`proposed_at` integer,
	`approved_by` text,
	`approved_by_name` text,
	`approved_at` integer,
	`return_reason` text,
	`due_at` integer,
	`released_at` integer,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `releases_newest` ON `releases` (`organisation_id`,`prepared_at`,`id`);--> statement-breakpoint
CREATE INDEX `releases_by_state` ON `releases` (`organisation_id`,`state`,`prepared_at`,`id`);--> statement-breakpoint
CREATE INDEX `releases_due` ON `releases` (`due_at`) WHERE state = 'scheduled';--> statement-breakpoint
ALTER TABLE `run_rows` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `workflow_steps` ADD `needs_approval` integer DEFAULT false NOT NULL;