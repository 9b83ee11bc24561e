CREATE TABLE `form_design_steps` (
	`organisation_id` text NOT NULL,
	`form_design_id` text NOT NULL,
	`step` integer NOT NULL,
	`layout` text NOT NULL,
	`what` text NOT NULL,
	`actor_name` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `form_design_id`, `step`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `form_design_versions` ADD `actor_name` text;--> statement-breakpoint
ALTER TABLE `form_designs` ADD `draft_step` integer;--> statement-breakpoint
ALTER TABLE `form_designs` ADD `updated_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `submissions_by_design` ON `submissions` (`organisation_id`,`form_design_id`,`design_version`);--> statement-breakpoint
UPDATE form_designs SET updated_at = max(created_at, 1);
