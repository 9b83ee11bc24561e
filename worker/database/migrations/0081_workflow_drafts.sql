CREATE TABLE `workflow_drafts` (
	`organisation_id` text NOT NULL,
	`workflow_id` text NOT NULL,
	`base` text NOT NULL,
	`states` text NOT NULL,
	`state` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `workflow_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `workflow_drafts_discarded` ON `workflow_drafts` (`updated_at`) WHERE state < 0;
