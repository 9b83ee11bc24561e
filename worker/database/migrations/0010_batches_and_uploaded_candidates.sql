CREATE TABLE `batch_rows` (
	`organisation_id` text NOT NULL,
	`batch_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`position` integer NOT NULL,
	`outcome` text NOT NULL,
	`from_step_id` text,
	`from_location_id` text,
	`from_changed_at` integer,
	`version` integer,
	PRIMARY KEY(`organisation_id`, `batch_id`, `applicant_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `batch_rows_by_outcome` ON `batch_rows` (`organisation_id`,`batch_id`,`outcome`,`position`);
--> statement-breakpoint
CREATE TABLE `batches` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`target_id` text NOT NULL,
	`target_name` text NOT NULL,
	`subject` text NOT NULL,
	`input` text,
	`task_id` text,
	`held_until` integer,
	`undone_at` integer,
	`undo_task_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `batches_by_owner` ON `batches` (`organisation_id`,`created_by`,`created_at`);
--> statement-breakpoint
CREATE INDEX `batches_by_age` ON `batches` (`created_at`);
--> statement-breakpoint
CREATE TABLE `candidate_groups` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`application_id` text,
	`candidates` integer DEFAULT 0 NOT NULL,
	`applied` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `candidate_groups_by_name` ON `candidate_groups` (`organisation_id`,`name_key`);
--> statement-breakpoint
CREATE INDEX `candidate_groups_by_age` ON `candidate_groups` (`organisation_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `candidate_groups_by_application` ON `candidate_groups` (`organisation_id`,`application_id`);
--> statement-breakpoint
CREATE TABLE `candidate_imports` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`group_id` text NOT NULL,
	`file_name` text NOT NULL,
	`format` text NOT NULL,
	`size` integer NOT NULL,
	`object_key` text,
	`status` text NOT NULL,
	`refusal` text,
	`columns` text,
	`rows` integer DEFAULT 0 NOT NULL,
	`counts` text,
	`adds_duplicates` integer DEFAULT false NOT NULL,
	`task_id` text,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`added_at` integer,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `candidate_imports_by_group` ON `candidate_imports` (`organisation_id`,`group_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `candidate_imports_unfinished` ON `candidate_imports` (`created_at`) WHERE status IN ('mapping', 'ready', 'refused', 'discarded');
--> statement-breakpoint
CREATE TABLE `column_choices` (
	`organisation_id` text NOT NULL,
	`header_key` text NOT NULL,
	`field` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `header_key`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `group_candidates` (
	`seq` integer PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`group_id` text NOT NULL,
	`id` text NOT NULL,
	`exam_key` text NOT NULL,
	`data` text NOT NULL,
	`search_text` text NOT NULL,
	`applicant_id` text,
	`import_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `group_candidates_by_id` ON `group_candidates` (`organisation_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `group_candidates_by_exam` ON `group_candidates` (`organisation_id`,`group_id`,`exam_key`);
--> statement-breakpoint
CREATE INDEX `group_candidates_by_arrival` ON `group_candidates` (`organisation_id`,`group_id`,`seq`);
--> statement-breakpoint
CREATE INDEX `group_candidates_applied` ON `group_candidates` (`organisation_id`,`applicant_id`) WHERE applicant_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `identity_keys` (
	`organisation_id` text NOT NULL,
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`owner_id` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `scope`, `key`, `owner_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `identity_keys_by_owner` ON `identity_keys` (`organisation_id`,`scope`,`owner_id`);
--> statement-breakpoint
CREATE TABLE `import_rows` (
	`organisation_id` text NOT NULL,
	`import_id` text NOT NULL,
	`position` integer NOT NULL,
	`row_number` integer NOT NULL,
	`cells` text NOT NULL,
	`outcome` text,
	`reasons` text,
	`data` text,
	`candidate_id` text,
	`seen_version` integer,
	`state` text,
	`before` text,
	`made_version` integer,
	PRIMARY KEY(`organisation_id`, `import_id`, `position`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `import_rows_by_outcome` ON `import_rows` (`organisation_id`,`import_id`,`outcome`,`position`);
--> statement-breakpoint
CREATE INDEX `import_rows_by_state` ON `import_rows` (`organisation_id`,`import_id`,`state`,`position`) WHERE state IS NOT NULL;
