CREATE TABLE `ranked_applicants` (
	`organisation_id` text NOT NULL,
	`ranking_id` text NOT NULL,
	`seq` integer NOT NULL,
	`course_id` text NOT NULL,
	`standing` text NOT NULL,
	`points_hundredths` integer NOT NULL,
	`most_hundredths` integer NOT NULL,
	`utme_hundredths` integer NOT NULL,
	`submitted_at` integer NOT NULL,
	`is_catchment` integer NOT NULL,
	`is_elds` integer NOT NULL,
	`place` integer DEFAULT 0 NOT NULL,
	`quota` text,
	PRIMARY KEY(`organisation_id`, `ranking_id`, `seq`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `ranked_applicants_by_place` ON `ranked_applicants` (`organisation_id`,`ranking_id`,`course_id`,`standing`,`place`,"most_hundredths" DESC,"utme_hundredths" DESC,`submitted_at`,`seq`);--> statement-breakpoint
CREATE INDEX `ranked_applicants_proposed` ON `ranked_applicants` (`organisation_id`,`ranking_id`,`course_id`,`place`) WHERE quota IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ranked_applicants_listed` ON `ranked_applicants` (`organisation_id`,`ranking_id`,`seq`,`quota`) WHERE quota IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ranked_applicants_by_quota` ON `ranked_applicants` (`organisation_id`,`ranking_id`,`quota`,`seq`) WHERE quota IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ranking_courses` (
	`organisation_id` text NOT NULL,
	`ranking_id` text NOT NULL,
	`course_id` text NOT NULL,
	`seats` integer NOT NULL,
	`shares` text NOT NULL,
	`ranked` integer DEFAULT 0 NOT NULL,
	`cannot_tell` integer DEFAULT 0 NOT NULL,
	`filled` integer DEFAULT 0 NOT NULL,
	`proposed` integer DEFAULT 0 NOT NULL,
	`fallback` integer DEFAULT 0 NOT NULL,
	`quotas` text,
	PRIMARY KEY(`organisation_id`, `ranking_id`, `course_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `ranking_schemes` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`application_id` text NOT NULL,
	`name` text NOT NULL,
	`stage` text,
	`parts` text NOT NULL,
	`shares` text NOT NULL,
	`quotas` text NOT NULL,
	`catchment_states` text NOT NULL,
	`elds_states` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ranking_schemes_by_name` ON `ranking_schemes` (`organisation_id`,`application_id`,lower("name"));--> statement-breakpoint
CREATE TABLE `rankings` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`scheme_id` text NOT NULL,
	`application_id` text NOT NULL,
	`scheme_version` integer NOT NULL,
	`stage` text,
	`parts` text NOT NULL,
	`catchment_states` text NOT NULL,
	`elds_states` text NOT NULL,
	`task_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `rankings_by_scheme` ON `rankings` (`organisation_id`,`scheme_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `rankings_by_application` ON `rankings` (`organisation_id`,`application_id`);--> statement-breakpoint
CREATE INDEX `rankings_by_age` ON `rankings` (`created_at`);