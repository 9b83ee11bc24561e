CREATE TABLE `workflow_step_attachments` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`step_id` text NOT NULL,
	`name` text NOT NULL,
	`mimetype` text NOT NULL,
	`size` integer NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `workflow_step_attachments_by_step` ON `workflow_step_attachments` (`organisation_id`,`step_id`,`created_at`);