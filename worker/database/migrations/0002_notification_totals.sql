CREATE TABLE `notification_totals` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`notifications` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`, `type`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_user` ON `one_time_tokens` (`organisation_id`,`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`organisation_id`,lower("first_name"),lower("last_name"),`id`);--> statement-breakpoint
CREATE INDEX `users_by_blocked` ON `users` (`organisation_id`,`blocked`);--> statement-breakpoint
CREATE INDEX `organisations_by_name` ON `organisations` (lower("name"));--> statement-breakpoint
CREATE INDEX `notifications_by_type` ON `notifications` (`organisation_id`,`user_id`,`type`,`created_at`,`id`);