DROP INDEX `roles_by_name`;--> statement-breakpoint
CREATE UNIQUE INDEX `roles_by_name` ON `roles` (`organisation_id`,lower("name"));