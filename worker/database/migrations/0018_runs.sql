DROP TABLE `batch_rows`;--> statement-breakpoint
DROP TABLE `batches`;--> statement-breakpoint
CREATE TABLE `run_rows` (
	`organisation_id` text NOT NULL,
	`run_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`position` integer NOT NULL,
	`outcome` text NOT NULL,
	`before` text,
	`version` integer,
	PRIMARY KEY(`organisation_id`, `run_id`, `subject_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `run_rows_by_outcome` ON `run_rows` (`organisation_id`,`run_id`,`outcome`,`position`);--> statement-breakpoint
CREATE TABLE `runs` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`target_id` text NOT NULL,
	`target_name` text NOT NULL,
	`subject` text NOT NULL,
	`input` text,
	`task_id` text,
	`undo_until` integer,
	`undone_at` integer,
	`undo_task_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `runs_by_owner` ON `runs` (`organisation_id`,`created_by`,`created_at`);--> statement-breakpoint
CREATE INDEX `runs_by_age` ON `runs` (`created_at`);--> statement-breakpoint
CREATE INDEX `runs_undoable` ON `runs` (`organisation_id`,`undo_until`) WHERE undo_until IS NOT NULL;--> statement-breakpoint
ALTER TABLE `organisations` RENAME COLUMN `hold_seconds` TO `undo_window_seconds`;--> statement-breakpoint
ALTER TABLE `mailings` RENAME COLUMN `held_until` TO `send_after`;
