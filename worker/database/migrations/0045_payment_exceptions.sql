CREATE TABLE `payment_exception_counts` (
	`organisation_id` text NOT NULL,
	`is_open` integer NOT NULL,
	`kind` text NOT NULL,
	`platform` text NOT NULL,
	`course_id` text NOT NULL,
	`exceptions` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `is_open`, `kind`, `platform`, `course_id`)
) STRICT;
--> statement-breakpoint
DROP INDEX `payment_exceptions_open`;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `rrr` text;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `provider_reference` text;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `configuration_id` text;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `refund_of` text;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `resolved_by_name` text;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `action` text;--> statement-breakpoint
CREATE INDEX `payment_exceptions_of_transaction` ON `payment_exceptions` (`organisation_id`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_of_refund` ON `payment_exceptions` (`organisation_id`,`refund_of`) WHERE refund_of IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payment_exceptions_open` ON `payment_exceptions` (`organisation_id`,`resolved_at`,`created_at`,`id`,`kind`,`platform`,`course_id`);--> statement-breakpoint
DROP INDEX `payment_reversals_of_transaction`;--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `total` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `payment_reversals` SET `total` = `amount`;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_reversals_of_transaction` ON `payment_reversals` (`organisation_id`,`transaction_id`,`total`);--> statement-breakpoint
ALTER TABLE `payment_days` ADD `reversed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER payments_of_day_paid;
--> statement-breakpoint
DROP TRIGGER payments_of_day_changed;
--> statement-breakpoint
-- As before, by the columns' names, and also when the currency is put right.
CREATE TRIGGER payments_of_day_paid AFTER INSERT ON transactions WHEN NEW.paid_day IS NOT NULL BEGIN
	INSERT INTO payment_days (organisation_id, day, platform, currency, application_id, course_id, payments, amount, gateway_charge, fee)
		VALUES (NEW.organisation_id, NEW.paid_day, NEW.platform, NEW.currency, NEW.application_id,
			coalesce(NEW.course_id, ''), 1, NEW.amount, NEW.gateway_charge, coalesce(NEW.fee, 0))
		ON CONFLICT DO UPDATE SET payments = payments + 1, amount = amount + excluded.amount,
			gateway_charge = gateway_charge + excluded.gateway_charge, fee = fee + excluded.fee;
END;
--> statement-breakpoint
CREATE TRIGGER payments_of_day_changed
AFTER UPDATE OF paid_day, amount, gateway_charge, fee, currency, application_id, course_id
ON transactions WHEN OLD.paid_day IS NOT NULL OR NEW.paid_day IS NOT NULL BEGIN
	UPDATE payment_days SET payments = payments - 1, amount = amount - OLD.amount,
			gateway_charge = gateway_charge - OLD.gateway_charge, fee = fee - coalesce(OLD.fee, 0)
		WHERE organisation_id = OLD.organisation_id AND day = OLD.paid_day AND platform = OLD.platform
			AND currency = OLD.currency AND application_id = OLD.application_id AND course_id = coalesce(OLD.course_id, '');
	INSERT INTO payment_days (organisation_id, day, platform, currency, application_id, course_id, payments, amount, gateway_charge, fee)
		SELECT NEW.organisation_id, NEW.paid_day, NEW.platform, NEW.currency, NEW.application_id,
			coalesce(NEW.course_id, ''), 1, NEW.amount, NEW.gateway_charge, coalesce(NEW.fee, 0)
		WHERE NEW.paid_day IS NOT NULL
		ON CONFLICT DO UPDATE SET payments = payments + 1, amount = amount + excluded.amount,
			gateway_charge = gateway_charge + excluded.gateway_charge, fee = fee + excluded.fee;
END;
--> statement-breakpoint
-- What went back counts on the day of the reversal, under what the payment is booked for.
CREATE TRIGGER payments_of_day_reversed AFTER INSERT ON payment_reversals BEGIN
	INSERT INTO payment_days (organisation_id, day, platform, currency, application_id, course_id, payments, amount, gateway_charge, fee, reversed)
		SELECT NEW.organisation_id, NEW.day, NEW.platform, NEW.currency, application_id, coalesce(course_id, ''), 0, 0, 0, 0, NEW.amount
		FROM transactions WHERE organisation_id = NEW.organisation_id AND id = NEW.transaction_id
		ON CONFLICT DO UPDATE SET reversed = reversed + excluded.reversed;
END;
--> statement-breakpoint
CREATE TRIGGER payments_of_day_reversed_moved AFTER UPDATE OF application_id, course_id ON transactions
WHEN NEW.reversed_amount > 0 AND (OLD.application_id <> NEW.application_id OR OLD.course_id IS NOT NEW.course_id) BEGIN
	UPDATE payment_days SET reversed = reversed - (SELECT sum(gone.amount) FROM payment_reversals AS gone
			WHERE gone.organisation_id = OLD.organisation_id AND gone.transaction_id = OLD.id AND gone.day = payment_days.day)
		WHERE organisation_id = OLD.organisation_id AND platform = OLD.platform AND currency = OLD.currency
			AND application_id = OLD.application_id AND course_id = coalesce(OLD.course_id, '')
			AND day IN (SELECT gone.day FROM payment_reversals AS gone
				WHERE gone.organisation_id = OLD.organisation_id AND gone.transaction_id = OLD.id);
	INSERT INTO payment_days (organisation_id, day, platform, currency, application_id, course_id, payments, amount, gateway_charge, fee, reversed)
		SELECT organisation_id, day, platform, currency, NEW.application_id, coalesce(NEW.course_id, ''), 0, 0, 0, 0, amount
		FROM payment_reversals WHERE organisation_id = NEW.organisation_id AND transaction_id = NEW.id
		ON CONFLICT DO UPDATE SET reversed = reversed + excluded.reversed;
END;
--> statement-breakpoint
INSERT INTO payment_days (organisation_id, day, platform, currency, application_id, course_id, payments, amount, gateway_charge, fee, reversed)
	SELECT gone.organisation_id, gone.day, gone.platform, gone.currency, paid.application_id, coalesce(paid.course_id, ''),
		0, 0, 0, 0, gone.amount
	FROM payment_reversals AS gone JOIN transactions AS paid
		ON paid.organisation_id = gone.organisation_id AND paid.id = gone.transaction_id
	WHERE true
	ON CONFLICT DO UPDATE SET reversed = reversed + excluded.reversed;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_counted AFTER INSERT ON payment_exceptions BEGIN
	INSERT INTO payment_exception_counts VALUES (NEW.organisation_id, NEW.resolved_at IS NULL, NEW.kind, NEW.platform,
			coalesce(NEW.course_id, ''), 1)
		ON CONFLICT DO UPDATE SET exceptions = exceptions + 1;
END;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_recounted AFTER UPDATE OF resolved_at, course_id ON payment_exceptions
WHEN (OLD.resolved_at IS NULL) <> (NEW.resolved_at IS NULL) OR OLD.course_id IS NOT NEW.course_id BEGIN
	UPDATE payment_exception_counts SET exceptions = exceptions - 1
		WHERE organisation_id = OLD.organisation_id AND is_open = (OLD.resolved_at IS NULL) AND kind = OLD.kind
			AND platform = OLD.platform AND course_id = coalesce(OLD.course_id, '');
	INSERT INTO payment_exception_counts VALUES (NEW.organisation_id, NEW.resolved_at IS NULL, NEW.kind, NEW.platform,
			coalesce(NEW.course_id, ''), 1)
		ON CONFLICT DO UPDATE SET exceptions = exceptions + 1;
END;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_uncounted AFTER DELETE ON payment_exceptions BEGIN
	UPDATE payment_exception_counts SET exceptions = exceptions - 1
		WHERE organisation_id = OLD.organisation_id AND is_open = (OLD.resolved_at IS NULL) AND kind = OLD.kind
			AND platform = OLD.platform AND course_id = coalesce(OLD.course_id, '');
END;
--> statement-breakpoint
INSERT INTO payment_exception_counts SELECT organisation_id, resolved_at IS NULL, kind, platform, coalesce(course_id, ''), count(*)
	FROM payment_exceptions GROUP BY 1, 2, 3, 4, 5;
