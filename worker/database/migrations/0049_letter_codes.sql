ALTER TABLE `letters` ADD `code` text;--> statement-breakpoint
ALTER TABLE `letters` ADD `holder_name` text;--> statement-breakpoint
ALTER TABLE `letters` ADD `course_name` text;--> statement-breakpoint
ALTER TABLE `letters` ADD `checks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `letters` ADD `last_checked_at` integer;--> statement-breakpoint
ALTER TABLE `letters` ADD `withdrawn_at` integer;--> statement-breakpoint
ALTER TABLE `letters` ADD `withdrawn_by` text;--> statement-breakpoint
ALTER TABLE `letters` ADD `withdrawn_by_name` text;--> statement-breakpoint
ALTER TABLE `letters` ADD `withdrawn_reason` text;--> statement-breakpoint
CREATE UNIQUE INDEX `letters_by_code` ON `letters` (`organisation_id`,`code`);