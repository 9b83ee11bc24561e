-- All levels are written at once, and compared with each other then.
DROP INDEX `admin_levels_by_name`;
--> statement-breakpoint
CREATE INDEX `applicants_of_course` ON `applicants` (`organisation_id`,`course_id`,`seq`);
