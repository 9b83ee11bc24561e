CREATE TABLE `emails` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`mailing_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`recipient` text,
	`merge_values` text,
	`reason` text,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `emails_once` ON `emails` (`organisation_id`,`mailing_id`,`applicant_id`);--> statement-breakpoint
CREATE INDEX `emails_by_applicant` ON `emails` (`organisation_id`,`applicant_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `emails_to_send` ON `emails` (`organisation_id`,`mailing_id`,`due_at`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `emails_failed` ON `emails` (`organisation_id`,`created_at`) WHERE status = 'failed';--> statement-breakpoint
CREATE TABLE `mailing_attachments` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`mailing_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`mimetype` text NOT NULL,
	`size` integer NOT NULL,
	`object_key` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `mailing_attachments_by_mailing` ON `mailing_attachments` (`organisation_id`,`mailing_id`,`position`);--> statement-breakpoint
CREATE TABLE `mailings` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`application_id` text NOT NULL,
	`step_id` text,
	`template_id` text,
	`event_id` text,
	`comment` text,
	`subject` text NOT NULL,
	`content` text NOT NULL,
	`status` text NOT NULL,
	`held_until` integer NOT NULL,
	`task_id` text,
	`created_by` text NOT NULL,
	`sender_username` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `mailings_by_event` ON `mailings` (`organisation_id`,`event_id`) WHERE event_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mailings_gathering` ON `mailings` (`created_at`) WHERE status = 'gathering';--> statement-breakpoint
CREATE TABLE `outbox_texts` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`recipient` text NOT NULL,
	`sender` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_texts_by_age` ON `outbox_texts` (`organisation_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `organisations` ADD `hold_seconds` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox_mails` ADD `reply_to` text;--> statement-breakpoint
ALTER TABLE `outbox_mails` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `outbox_mails` ADD `attachments` text;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_mails_once` ON `outbox_mails` (`organisation_id`,`message_id`) WHERE message_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tasks_by_owner` ON `tasks` (`organisation_id`,`created_by`,`created_at`,`id`);