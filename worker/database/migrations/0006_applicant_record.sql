CREATE TABLE `letters` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`template_id` text NOT NULL,
	`template_name` text NOT NULL,
	`stage_name` text,
	`object_key` text NOT NULL,
	`size` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `letters_by_applicant` ON `letters` (`organisation_id`,`applicant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `referee_invitations` (
	`organisation_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`referee_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`organisation_id`, `token_hash`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `referee_invitations_by_referee` ON `referee_invitations` (`organisation_id`,`referee_id`);--> statement-breakpoint
CREATE TABLE `form_drafts` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`submission_id` text NOT NULL,
	`version` integer NOT NULL,
	`data` text NOT NULL,
	`repeats` text NOT NULL,
	`files` text NOT NULL,
	`removed_files` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`, `submission_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `form_drafts_by_age` ON `form_drafts` (`updated_at`);--> statement-breakpoint
CREATE TABLE `transactions` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`reference` text NOT NULL,
	`applicant_id` text,
	`application_id` text NOT NULL,
	`course_id` text,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`rrr` text,
	`amount` integer NOT NULL,
	`gateway_charge` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'NGN' NOT NULL,
	`platform` text NOT NULL,
	`status` text NOT NULL,
	`items` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_by_reference` ON `transactions` (`organisation_id`,`reference`);--> statement-breakpoint
CREATE INDEX `transactions_by_applicant` ON `transactions` (`organisation_id`,`applicant_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `applicant_views` ADD `previously_viewed_at` integer;--> statement-breakpoint
ALTER TABLE `referees` ADD `kind` text;--> statement-breakpoint
ALTER TABLE `referees` ADD `invited_at` integer;--> statement-breakpoint
ALTER TABLE `referees` ADD `answered_at` integer;--> statement-breakpoint
ALTER TABLE `organisations` ADD `logo_key` text;--> statement-breakpoint
ALTER TABLE `organisations` ADD `signature_key` text;--> statement-breakpoint
ALTER TABLE `organisations` ADD `signatory_name` text;--> statement-breakpoint
ALTER TABLE `organisations` ADD `signatory_title` text;