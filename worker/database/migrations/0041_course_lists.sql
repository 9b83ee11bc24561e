DROP INDEX `courses_by_title`;--> statement-breakpoint
CREATE INDEX `courses_by_text` ON `courses` (`organisation_id`,lower("code" || ' ' || "title"));--> statement-breakpoint
CREATE INDEX `courses_by_title` ON `courses` (`organisation_id`,lower("title"),`id`);--> statement-breakpoint
DROP INDEX `user_roles_by_role`;--> statement-breakpoint
CREATE INDEX `user_roles_by_role` ON `user_roles` (`organisation_id`,`role_id`,`user_id`);