CREATE TABLE `api_keys` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`hint` text NOT NULL,
	`privileges` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	`revoked_by_name` text,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_by_hash` ON `api_keys` (`organisation_id`,`key_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_by_name` ON `api_keys` (`organisation_id`,lower("name")) WHERE revoked_at IS NULL;
--> statement-breakpoint
CREATE TABLE `applicant_changes` (
	`change` integer PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`applicant_seq` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `applicant_changes_by_applicant` ON `applicant_changes` (`applicant_seq`);
--> statement-breakpoint
CREATE INDEX `applicant_changes_by_organisation` ON `applicant_changes` (`organisation_id`);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`event_id` text NOT NULL,
	`event_type` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`answer_status` integer,
	`answer` text,
	`attempted_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_once` ON `webhook_deliveries` (`organisation_id`,`webhook_id`,`event_id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_age` ON `webhook_deliveries` (`organisation_id`,`webhook_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_old` ON `webhook_deliveries` (`created_at`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`due_at`) WHERE due_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`secret_generation` integer DEFAULT 0 NOT NULL,
	`active` integer NOT NULL,
	`failing_since` integer,
	`disabled_at` integer,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_by_name` ON `webhooks` (`organisation_id`,lower("name"));
--> statement-breakpoint
ALTER TABLE `sessions` ADD `client` text DEFAULT 'portal' NOT NULL;
--> statement-breakpoint
CREATE TRIGGER applicant_changes_added AFTER INSERT ON applicants BEGIN
	INSERT INTO applicant_changes (change, organisation_id, applicant_seq)
		VALUES (
			max(NEW.updated_at * 100, (SELECT coalesce(max(change), 0) + 1 FROM applicant_changes)),
			NEW.organisation_id, NEW.seq)
		ON CONFLICT (applicant_seq) DO UPDATE
			SET change = excluded.change, organisation_id = excluded.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER applicant_changes_renewed AFTER UPDATE ON applicants
WHEN NEW.version <> OLD.version OR NEW.updated_at <> OLD.updated_at OR NEW.references_asked IS NOT OLD.references_asked
	OR NEW.references_missing IS NOT OLD.references_missing OR NEW.submitted_at IS NOT OLD.submitted_at
	OR NEW.score IS NOT OLD.score OR NEW.state IS NOT OLD.state OR NEW.gender IS NOT OLD.gender
	OR NEW.birth_date IS NOT OLD.birth_date OR NEW.phone IS NOT OLD.phone OR NEW.letter_url IS NOT OLD.letter_url BEGIN
	UPDATE applicant_changes
		SET change = max(NEW.updated_at * 100, (SELECT max(change) + 1 FROM applicant_changes))
		WHERE applicant_seq = NEW.seq;
END;
--> statement-breakpoint
INSERT INTO applicant_changes (change, organisation_id, applicant_seq)
	SELECT max(updated_at * 100 - place) OVER (ORDER BY place) + place, organisation_id, seq
	FROM (SELECT updated_at, organisation_id, seq, row_number() OVER (ORDER BY updated_at, seq) AS place FROM applicants);
