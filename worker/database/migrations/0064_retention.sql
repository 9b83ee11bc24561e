CREATE TABLE `retention_rules` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`application_id` text NOT NULL,
	`outcome` text NOT NULL,
	`months` integer NOT NULL,
	`enabled` integer NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`announced_at` integer,
	`last_erased_at` integer,
	`last_erased` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `retention_rules_by_name` ON `retention_rules` (`organisation_id`,lower("name"));--> statement-breakpoint
CREATE INDEX `retention_rules_due` ON `retention_rules` (`next_at`) WHERE enabled = 1;--> statement-breakpoint
CREATE INDEX `import_rows_by_record` ON `import_rows` (`organisation_id`,`record_id`) WHERE record_id IS NOT NULL;