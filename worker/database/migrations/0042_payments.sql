CREATE TABLE `payment_configurations` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`config_id` text NOT NULL,
	`platform` text NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`is_charge_enabled` integer DEFAULT false NOT NULL,
	`charge` integer DEFAULT 0 NOT NULL,
	`settings` text NOT NULL,
	`sealed_keys` text NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_configurations_by_config_id` ON `payment_configurations` (`organisation_id`,lower(config_id));--> statement-breakpoint
CREATE UNIQUE INDEX `payment_configurations_by_token` ON `payment_configurations` (`organisation_id`,`token`);--> statement-breakpoint
CREATE TABLE `payment_days` (
	`organisation_id` text NOT NULL,
	`day` text NOT NULL,
	`platform` text NOT NULL,
	`currency` text NOT NULL,
	`application_id` text NOT NULL,
	`course_id` text NOT NULL,
	`payments` integer NOT NULL,
	`amount` integer NOT NULL,
	`gateway_charge` integer NOT NULL,
	`fee` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `day`, `platform`, `currency`, `application_id`, `course_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `payment_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`transaction_id` text,
	`platform` text NOT NULL,
	`source` text NOT NULL,
	`key` text,
	`actor_id` text,
	`actor_name` text,
	`exchanges` text NOT NULL,
	`says` text,
	`outcome` text NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_events_by_key` ON `payment_events` (`organisation_id`,`platform`,`key`) WHERE key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payment_events_of_transaction` ON `payment_events` (`organisation_id`,`transaction_id`,`seq`);--> statement-breakpoint
CREATE TABLE `payment_exceptions` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`transaction_id` text,
	`platform` text NOT NULL,
	`reference` text NOT NULL,
	`course_id` text,
	`reason` text NOT NULL,
	`amount` integer,
	`currency` text,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	`resolution` text,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_exceptions_once` ON `payment_exceptions` (`organisation_id`,`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_open` ON `payment_exceptions` (`organisation_id`,`resolved_at`,`created_at`);--> statement-breakpoint
CREATE TABLE `payment_reversals` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`platform` text NOT NULL,
	`day` text NOT NULL,
	`description` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_reversals_of_transaction` ON `payment_reversals` (`organisation_id`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `payment_reversals_by_day` ON `payment_reversals` (`organisation_id`,`day`);--> statement-breakpoint
CREATE TABLE `transaction_counts` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`course_id` text NOT NULL,
	`platform` text NOT NULL,
	`status` text NOT NULL,
	`transactions` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `application_id`, `course_id`, `platform`, `status`)
) STRICT;
--> statement-breakpoint
DROP INDEX `applicants_by_application`;--> statement-breakpoint
ALTER TABLE `applicants` ADD `paid_at` integer;--> statement-breakpoint
CREATE INDEX `applicants_by_application` ON `applicants` (`organisation_id`,`application_id`,`seq`,`step_id`,`course_id`,`score`,`state`,`gender`,`submitted_at`,`references_missing`,`location_id`,`reviewer_id`,`paid_at`);--> statement-breakpoint
CREATE TABLE `__new_transactions` (
	`seq` integer PRIMARY KEY NOT NULL,
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
	`provider_reference` text,
	`amount` integer NOT NULL,
	`gateway_charge` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'NGN' NOT NULL,
	`platform` text NOT NULL,
	`configuration_id` text,
	`status` text NOT NULL,
	`items` text NOT NULL,
	`page_url` text,
	`page_fields` text,
	`return_url` text,
	`provider_status` text,
	`paid_amount` integer,
	`paid_at` integer,
	`paid_day` text,
	`fee` integer,
	`reversed_amount` integer DEFAULT 0 NOT NULL,
	`checks` integer DEFAULT 0 NOT NULL,
	`checked_at` integer,
	`due_at` integer,
	`search_text` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
-- Words as worker/contract/text/search-text.ts makes them, as far as SQL can: references whole, names by their parts.
INSERT INTO `__new_transactions`("seq", "organisation_id", "id", "reference", "applicant_id", "application_id", "course_id", "email", "name", "username", "rrr", "amount", "gateway_charge", "currency", "platform", "status", "items", "paid_amount", "paid_at", "paid_day", "fee", "due_at", "search_text", "created_at", "updated_at")
	SELECT row_number() OVER (ORDER BY old.created_at, old.id), old.organisation_id, old.id, reference, applicant_id,
		application_id, course_id, old.email, old.name, username, rrr, amount, gateway_charge, currency, platform, state, items,
		CASE state WHEN 'success' THEN amount + gateway_charge END, CASE state WHEN 'success' THEN old.updated_at END,
		CASE state WHEN 'success' THEN date(old.updated_at / 1000 + 3600, 'unixepoch') END, NULL,
		CASE state WHEN 'pending' THEN old.updated_at END,
		search_key || replace(replace(replace(lower(reference), '-', ''), '.', ''), '=', '')
			|| ' ' || search_key || replace(lower(trim(old.name)), ' ', ' ' || search_key)
			|| ' ' || search_key || replace(replace(replace(replace(replace(lower(old.email), '@', ''), '.', ''), '-', ''), '_', ''), '+', '')
			|| coalesce(' ' || search_key || rrr, ''),
		old.created_at, old.updated_at
	FROM (SELECT *, CASE WHEN lower(status) IN ('success', 'failed') THEN lower(status) ELSE 'pending' END AS state
		FROM transactions) AS old
	JOIN organisations ON organisations.id = old.organisation_id;--> statement-breakpoint
DROP TABLE `transactions`;--> statement-breakpoint
ALTER TABLE `__new_transactions` RENAME TO `transactions`;--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_by_id` ON `transactions` (`organisation_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_by_reference` ON `transactions` (`organisation_id`,`reference`);--> statement-breakpoint
CREATE INDEX `transactions_by_rrr` ON `transactions` (`organisation_id`,`rrr`);--> statement-breakpoint
CREATE INDEX `transactions_by_provider_reference` ON `transactions` (`organisation_id`,`provider_reference`);--> statement-breakpoint
CREATE INDEX `transactions_by_applicant` ON `transactions` (`organisation_id`,`applicant_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `transactions_by_age` ON `transactions` (`organisation_id`,`created_at`,`seq`,`status`,`platform`,`course_id`,`application_id`);--> statement-breakpoint
CREATE INDEX `transactions_by_status` ON `transactions` (`organisation_id`,`status`,`created_at`,`seq`,`platform`,`course_id`,`application_id`);--> statement-breakpoint
CREATE INDEX `transactions_by_platform` ON `transactions` (`organisation_id`,`platform`,`created_at`,`seq`,`status`,`course_id`,`application_id`);--> statement-breakpoint
CREATE INDEX `transactions_by_application` ON `transactions` (`organisation_id`,`application_id`,`created_at`,`seq`,`status`,`platform`,`course_id`);--> statement-breakpoint
CREATE INDEX `transactions_by_paid_day` ON `transactions` (`organisation_id`,`paid_day`,`platform`,`seq`);--> statement-breakpoint
CREATE INDEX `transactions_due` ON `transactions` (`due_at`) WHERE due_at IS NOT NULL;
--> statement-breakpoint
-- Whose payment is unclear, as before; the triggers went with the former table.
CREATE TRIGGER payments_begun AFTER INSERT ON transactions WHEN NEW.status = 'pending' BEGIN
	INSERT INTO applicant_needs SELECT organisation_id, application_id, 'payment', seq FROM applicants
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_clear AFTER UPDATE OF status ON transactions
WHEN OLD.status = 'pending' AND NEW.status <> 'pending' BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'payment', seq FROM applicants
			WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = NEW.organisation_id
			AND applicant_id = NEW.applicant_id AND status = 'pending');
END;
--> statement-breakpoint
CREATE TRIGGER payments_forgotten AFTER DELETE ON transactions WHEN OLD.status = 'pending' BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'payment', seq FROM applicants
			WHERE organisation_id = OLD.organisation_id AND id = OLD.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = OLD.organisation_id
			AND applicant_id = OLD.applicant_id AND status = 'pending');
END;
--> statement-breakpoint
CREATE TRIGGER payments_moved AFTER UPDATE OF applicant_id ON transactions
WHEN OLD.applicant_id IS NOT NEW.applicant_id AND NEW.status = 'pending' BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'payment', seq FROM applicants
			WHERE organisation_id = OLD.organisation_id AND id = OLD.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = OLD.organisation_id
			AND applicant_id = OLD.applicant_id AND status = 'pending');
	INSERT INTO applicant_needs SELECT organisation_id, application_id, 'payment', seq FROM applicants
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A payment that has succeeded stays so: what goes back is a row of its own.
CREATE TRIGGER payments_stay_paid BEFORE UPDATE OF status ON transactions
WHEN OLD.status = 'success' AND NEW.status <> 'success' BEGIN
	SELECT RAISE(ABORT, 'a successful payment stays successful');
END;
--> statement-breakpoint
CREATE TRIGGER payment_events_stay BEFORE UPDATE ON payment_events BEGIN
	SELECT RAISE(ABORT, 'the ledger is only added to');
END;
--> statement-breakpoint
CREATE TRIGGER payments_counted AFTER INSERT ON transactions BEGIN
	INSERT INTO transaction_counts VALUES (NEW.organisation_id, NEW.application_id, coalesce(NEW.course_id, ''),
			NEW.platform, NEW.status, 1)
		ON CONFLICT DO UPDATE SET transactions = transactions + 1;
END;
--> statement-breakpoint
CREATE TRIGGER payments_recounted AFTER UPDATE OF status, application_id, course_id ON transactions
WHEN OLD.status <> NEW.status OR OLD.application_id <> NEW.application_id OR OLD.course_id IS NOT NEW.course_id BEGIN
	UPDATE transaction_counts SET transactions = transactions - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
			AND course_id = coalesce(OLD.course_id, '') AND platform = OLD.platform AND status = OLD.status;
	INSERT INTO transaction_counts VALUES (NEW.organisation_id, NEW.application_id, coalesce(NEW.course_id, ''),
			NEW.platform, NEW.status, 1)
		ON CONFLICT DO UPDATE SET transactions = transactions + 1;
END;
--> statement-breakpoint
CREATE TRIGGER payments_uncounted AFTER DELETE ON transactions BEGIN
	UPDATE transaction_counts SET transactions = transactions - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
			AND course_id = coalesce(OLD.course_id, '') AND platform = OLD.platform AND status = OLD.status;
END;
--> statement-breakpoint
CREATE TRIGGER payments_of_day_paid AFTER INSERT ON transactions WHEN NEW.paid_day IS NOT NULL BEGIN
	INSERT INTO payment_days VALUES (NEW.organisation_id, NEW.paid_day, NEW.platform, NEW.currency, NEW.application_id,
			coalesce(NEW.course_id, ''), 1, NEW.amount, NEW.gateway_charge, coalesce(NEW.fee, 0))
		ON CONFLICT DO UPDATE SET payments = payments + 1, amount = amount + excluded.amount,
			gateway_charge = gateway_charge + excluded.gateway_charge, fee = fee + excluded.fee;
END;
--> statement-breakpoint
CREATE TRIGGER payments_of_day_changed AFTER UPDATE OF paid_day, amount, gateway_charge, fee, application_id, course_id
ON transactions WHEN OLD.paid_day IS NOT NULL OR NEW.paid_day IS NOT NULL BEGIN
	UPDATE payment_days SET payments = payments - 1, amount = amount - OLD.amount,
			gateway_charge = gateway_charge - OLD.gateway_charge, fee = fee - coalesce(OLD.fee, 0)
		WHERE organisation_id = OLD.organisation_id AND day = OLD.paid_day AND platform = OLD.platform
			AND currency = OLD.currency AND application_id = OLD.application_id AND course_id = coalesce(OLD.course_id, '');
	INSERT INTO payment_days SELECT NEW.organisation_id, NEW.paid_day, NEW.platform, NEW.currency, NEW.application_id,
			coalesce(NEW.course_id, ''), 1, NEW.amount, NEW.gateway_charge, coalesce(NEW.fee, 0)
		WHERE NEW.paid_day IS NOT NULL
		ON CONFLICT DO UPDATE SET payments = payments + 1, amount = amount + excluded.amount,
			gateway_charge = gateway_charge + excluded.gateway_charge, fee = fee + excluded.fee;
END;
--> statement-breakpoint
CREATE TRIGGER payments_of_day_deleted AFTER DELETE ON transactions WHEN OLD.paid_day IS NOT NULL BEGIN
	UPDATE payment_days SET payments = payments - 1, amount = amount - OLD.amount,
			gateway_charge = gateway_charge - OLD.gateway_charge, fee = fee - coalesce(OLD.fee, 0)
		WHERE organisation_id = OLD.organisation_id AND day = OLD.paid_day AND platform = OLD.platform
			AND currency = OLD.currency AND application_id = OLD.application_id AND course_id = coalesce(OLD.course_id, '');
END;
--> statement-breakpoint
CREATE TRIGGER applicants_paid_at_once AFTER INSERT ON transactions WHEN NEW.status = 'success' BEGIN
	UPDATE applicants SET paid_at = NEW.paid_at WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
		AND (paid_at IS NULL OR paid_at > NEW.paid_at);
END;
--> statement-breakpoint
CREATE TRIGGER applicants_paid AFTER UPDATE OF status, applicant_id ON transactions
WHEN OLD.status <> NEW.status OR OLD.applicant_id IS NOT NEW.applicant_id BEGIN
	UPDATE applicants SET paid_at = (SELECT min(paid_at) FROM transactions WHERE organisation_id = NEW.organisation_id
			AND applicant_id = applicants.id AND status = 'success')
		WHERE organisation_id = NEW.organisation_id AND id IN (OLD.applicant_id, NEW.applicant_id);
END;
--> statement-breakpoint
-- Words carry their organisation's three-letter key, so prefixes of 1 to 4 typed letters are 4 to 7 long.
CREATE VIRTUAL TABLE transaction_search USING fts5(
	search_text, content = 'transactions', content_rowid = 'seq',
	tokenize = 'ascii', detail = 'none', columnsize = 0, prefix = '4 5 6 7'
);
--> statement-breakpoint
CREATE TRIGGER payments_indexed AFTER INSERT ON transactions BEGIN
	INSERT INTO transaction_search (rowid, search_text) VALUES (NEW.seq, NEW.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER payments_reindexed AFTER UPDATE OF search_text ON transactions
WHEN OLD.search_text <> NEW.search_text BEGIN
	INSERT INTO transaction_search (transaction_search, rowid, search_text) VALUES ('delete', OLD.seq, OLD.search_text);
	INSERT INTO transaction_search (rowid, search_text) VALUES (NEW.seq, NEW.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER payments_unindexed AFTER DELETE ON transactions BEGIN
	INSERT INTO transaction_search (transaction_search, rowid, search_text) VALUES ('delete', OLD.seq, OLD.search_text);
END;
--> statement-breakpoint
INSERT INTO transaction_search (transaction_search) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO transaction_counts SELECT organisation_id, application_id, coalesce(course_id, ''), platform, status, count(*)
	FROM transactions GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO payment_days SELECT organisation_id, paid_day, platform, currency, application_id, coalesce(course_id, ''),
		count(*), sum(amount), sum(gateway_charge), sum(coalesce(fee, 0))
	FROM transactions WHERE paid_day IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
UPDATE applicants SET paid_at = (SELECT min(paid_at) FROM transactions
		WHERE transactions.organisation_id = applicants.organisation_id AND applicant_id = applicants.id AND status = 'success')
	WHERE EXISTS (SELECT 1 FROM transactions WHERE transactions.organisation_id = applicants.organisation_id
		AND applicant_id = applicants.id AND status = 'success');
