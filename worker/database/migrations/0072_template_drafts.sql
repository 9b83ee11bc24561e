CREATE TABLE `template_drafts` (
	`organisation_id` text NOT NULL,
	`template_id` text NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`base` text,
	`steps` text NOT NULL,
	`step` integer NOT NULL,
	`page_key` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `template_id`, `user_id`, `type`)
) STRICT;
