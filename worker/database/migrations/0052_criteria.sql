CREATE TABLE `criteria_sessions` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`application_id` text NOT NULL,
	`stage` text,
	`prompt` text NOT NULL,
	`criteria` text NOT NULL,
	`met` integer DEFAULT 0 NOT NULL,
	`not_met` integer DEFAULT 0 NOT NULL,
	`cannot_tell` integer DEFAULT 0 NOT NULL,
	`task_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `criteria_sessions_by_owner` ON `criteria_sessions` (`organisation_id`,`created_by`,`application_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `criteria_sessions_by_age` ON `criteria_sessions` (`created_at`);--> statement-breakpoint
CREATE TABLE `criteria_verdicts` (
	`organisation_id` text NOT NULL,
	`session_id` text NOT NULL,
	`verdict` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `session_id`, `verdict`, `seq`)
) STRICT;
