ALTER TABLE `emails` ADD `segments` integer;--> statement-breakpoint
ALTER TABLE `emails` ADD `provider_id` text;--> statement-breakpoint
ALTER TABLE `mailings` ADD `channel` text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE `workflow_steps` ADD `sms_template_id` text;