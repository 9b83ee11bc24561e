CREATE TABLE `applicant_blocks` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`step_id` text NOT NULL,
	`block` integer NOT NULL,
	`applicants` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `application_id`, `step_id`, `block`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `applicant_counts` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`step_id` text NOT NULL,
	`course_id` text NOT NULL,
	`applicants` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `application_id`, `step_id`, `course_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `applicant_log` (
	`organisation_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`step_id` text,
	`stage_name` text,
	`from_stage_name` text,
	`reason` text,
	`actor_id` text,
	`reviewed_by` text,
	`event_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `applicant_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `applicant_log_by_age` ON `applicant_log` (`organisation_id`,`applicant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `applicant_views` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`viewed_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`, `applicant_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `applicant_views_by_age` ON `applicant_views` (`organisation_id`,`user_id`,`viewed_at`);--> statement-breakpoint
CREATE TABLE `applicants` (
	`seq` integer PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`application_id` text NOT NULL,
	`application_number` text NOT NULL,
	`reference` text NOT NULL,
	`first_name` text NOT NULL,
	`middle_name` text,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`course_id` text NOT NULL,
	`step_id` text NOT NULL,
	`location_id` text,
	`submission_id` text,
	`photo_key` text,
	`letter_url` text,
	`public_id` text NOT NULL,
	`registered_at` integer NOT NULL,
	`stage_changed_at` integer NOT NULL,
	`last_reviewed_at` integer,
	`last_reviewed_by` text,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	`search_text` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `applicants_by_id` ON `applicants` (`organisation_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `applicants_by_number` ON `applicants` (`organisation_id`,`application_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `applicants_by_public_id` ON `applicants` (`public_id`);--> statement-breakpoint
CREATE INDEX `applicants_by_application` ON `applicants` (`organisation_id`,`application_id`,`seq`);--> statement-breakpoint
CREATE INDEX `applicants_by_stage` ON `applicants` (`organisation_id`,`application_id`,`step_id`,`seq`);--> statement-breakpoint
CREATE INDEX `applicants_by_course` ON `applicants` (`organisation_id`,`application_id`,`course_id`,`seq`);--> statement-breakpoint
CREATE TABLE `referees` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`status` text NOT NULL,
	`data` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `referees_by_applicant` ON `referees` (`organisation_id`,`applicant_id`);--> statement-breakpoint
CREATE TABLE `application_courses` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`course_id` text NOT NULL,
	`form_design_id` text,
	PRIMARY KEY(`organisation_id`, `application_id`, `course_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `application_courses_by_course` ON `application_courses` (`organisation_id`,`course_id`);--> statement-breakpoint
CREATE TABLE `application_group_items` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`group_id` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `application_groups` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `application_tags` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`group_item_id` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `application_id`, `group_item_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `application_tags_by_item` ON `application_tags` (`organisation_id`,`group_item_id`);--> statement-breakpoint
CREATE TABLE `applications` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`form_design_id` text NOT NULL,
	`workflow_id` text NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `applications_by_age` ON `applications` (`organisation_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `applications_by_title` ON `applications` (`organisation_id`,`title`);--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`organisation_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`organisation_id`, `token_hash`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_expiry` ON `one_time_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`organisation_id` text NOT NULL,
	`bucket` text NOT NULL,
	`window_started_at` integer NOT NULL,
	`hits` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `bucket`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `rate_limits_by_window` ON `rate_limits` (`window_started_at`);--> statement-breakpoint
CREATE TABLE `roles` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`privileges` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `roles_by_name` ON `roles` (`organisation_id`,`name`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`rotated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`organisation_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `user_roles` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_id` text NOT NULL,
	`admin_level_item_id` text,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`, `role_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `user_roles_by_role` ON `user_roles` (`organisation_id`,`role_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`password_hash` text,
	`blocked` integer DEFAULT false NOT NULL,
	`email_confirmed_at` integer,
	`last_login_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_by_email` ON `users` (`organisation_id`,`email`);--> statement-breakpoint
CREATE TABLE `attachments` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`submission_id` text NOT NULL,
	`field_id` text NOT NULL,
	`title` text NOT NULL,
	`section` text NOT NULL,
	`name` text NOT NULL,
	`mimetype` text NOT NULL,
	`size` integer NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `attachments_by_submission` ON `attachments` (`organisation_id`,`submission_id`);--> statement-breakpoint
CREATE TABLE `form_design_versions` (
	`organisation_id` text NOT NULL,
	`form_design_id` text NOT NULL,
	`version` integer NOT NULL,
	`layout` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `form_design_id`, `version`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `form_designs` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`status` text DEFAULT 'published' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `submissions` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`form_design_id` text NOT NULL,
	`design_version` integer NOT NULL,
	`data` text NOT NULL,
	`repeats` text NOT NULL,
	`percent_complete` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`submitted_at` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `submissions_by_applicant` ON `submissions` (`organisation_id`,`applicant_id`);--> statement-breakpoint
CREATE TABLE `locations` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `organisations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`short_name` text NOT NULL,
	`search_key` text NOT NULL,
	`logo_url` text,
	`address` text,
	`email` text,
	`phone` text,
	`time_zone` text DEFAULT 'Africa/Lagos' NOT NULL,
	`course_alias` text DEFAULT 'course' NOT NULL,
	`applicant_site_url` text,
	`platform_charge_enabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `organisations_search_key_unique` ON `organisations` (`search_key`);--> statement-breakpoint
CREATE TABLE `audit_events` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text,
	`username` text,
	`action` text NOT NULL,
	`status` text NOT NULL,
	`subject` text,
	`address` text,
	`request_id` text,
	`details` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_events_by_age` ON `audit_events` (`organisation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_events_by_user` ON `audit_events` (`organisation_id`,`username`,`created_at`);--> statement-breakpoint
CREATE TABLE `event_receipts` (
	`organisation_id` text NOT NULL,
	`event_id` text NOT NULL,
	`subscriber` text NOT NULL,
	`handled_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `event_id`, `subscriber`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `events` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`payload` text NOT NULL,
	`expected_changes` integer DEFAULT 0 NOT NULL,
	`actual_changes` integer DEFAULT 0 NOT NULL,
	`occurred_at` integer NOT NULL,
	`dispatched_at` integer,
	PRIMARY KEY(`organisation_id`, `id`),
	CONSTRAINT "events_guard" CHECK(actual_changes = expected_changes)
) STRICT;
--> statement-breakpoint
CREATE INDEX `events_undispatched` ON `events` (`occurred_at`) WHERE dispatched_at IS NULL;--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`body` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`, `key`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `modification_entries` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`field` text NOT NULL,
	`old_value` text,
	`new_value` text,
	`user_id` text,
	`username` text,
	`event_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `modification_entries_by_entity` ON `modification_entries` (`organisation_id`,`entity`,`entity_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `modification_entries_by_age` ON `modification_entries` (`organisation_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notification_counts` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`unread` integer NOT NULL,
	`unseen` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `notifications` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`message` text NOT NULL,
	`read` integer DEFAULT false NOT NULL,
	`seen` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `notifications_by_age` ON `notifications` (`organisation_id`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `outbox_mails` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`recipient` text NOT NULL,
	`sender` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_mails_by_age` ON `outbox_mails` (`organisation_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`input` text NOT NULL,
	`total` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`result` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `tasks_unfinished` ON `tasks` (`updated_at`) WHERE status = 'STARTED';--> statement-breakpoint
CREATE TABLE `admin_level_items` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`level_id` text NOT NULL,
	`parent_item_id` text,
	`name` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `admin_level_items_by_level` ON `admin_level_items` (`organisation_id`,`level_id`);--> statement-breakpoint
CREATE INDEX `admin_level_items_by_parent` ON `admin_level_items` (`organisation_id`,`parent_item_id`);--> statement-breakpoint
CREATE TABLE `admin_levels` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`parent_id` text,
	`child_id` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `courses` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`code` text NOT NULL,
	`title` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`admin_level_item_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `courses_by_code` ON `courses` (`organisation_id`,`code`);--> statement-breakpoint
CREATE INDEX `courses_by_admin_level_item` ON `courses` (`organisation_id`,`admin_level_item_id`);--> statement-breakpoint
CREATE TABLE `templates` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`origin` text DEFAULT 'user' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`subject` text,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `templates_by_type` ON `templates` (`organisation_id`,`type`,`name`);--> statement-breakpoint
CREATE TABLE `workflow_steps` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`workflow_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`position` integer NOT NULL,
	`email_template_id` text,
	`pdf_template_id` text,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `workflow_steps_by_workflow` ON `workflow_steps` (`organisation_id`,`workflow_id`,`position`);--> statement-breakpoint
CREATE TABLE `workflows` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `workflows_by_name` ON `workflows` (`organisation_id`,`name`);