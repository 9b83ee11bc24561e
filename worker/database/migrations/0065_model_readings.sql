CREATE TABLE `model_answers` (
	`organisation_id` text NOT NULL,
	`question` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `question`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `model_answers_by_age` ON `model_answers` (`created_at`);--> statement-breakpoint
CREATE TABLE `model_readings` (
	`organisation_id` text NOT NULL,
	`day` text NOT NULL,
	`readings` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `day`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `model_readings_by_day` ON `model_readings` (`day`);--> statement-breakpoint
CREATE INDEX `transactions_of_paid_day` ON `transactions` (`organisation_id`,`paid_day`,`created_at`,`seq`);