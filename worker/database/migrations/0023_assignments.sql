ALTER TABLE `applicants` ADD `reviewer_id` text;--> statement-breakpoint
CREATE INDEX `applicants_by_reviewer` ON `applicants` (`organisation_id`,`application_id`,`reviewer_id`,`seq`);