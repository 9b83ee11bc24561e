ALTER TABLE `events` ADD `address` text;--> statement-breakpoint
ALTER TABLE `events` ADD `request_id` text;