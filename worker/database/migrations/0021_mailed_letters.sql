ALTER TABLE `emails` ADD `letter_id` text;--> statement-breakpoint
ALTER TABLE `mailings` ADD `letter` text;