DROP INDEX `applicants_by_application`;--> statement-breakpoint
DROP INDEX `applicants_by_reviewer`;--> statement-breakpoint
CREATE INDEX `applicants_by_application` ON `applicants` (`organisation_id`,`application_id`,`seq`,`step_id`,`course_id`,`score`,`state`,`gender`,`submitted_at`,`references_missing`,`location_id`,`reviewer_id`);--> statement-breakpoint
CREATE INDEX `applicants_by_reviewer` ON `applicants` (`organisation_id`,`application_id`,`reviewer_id`,`step_id`,`seq`);