CREATE TABLE `payment_day_closes` (
	`organisation_id` text NOT NULL,
	`day` text NOT NULL,
	`platform` text NOT NULL,
	`sums` text NOT NULL,
	`note` text NOT NULL,
	`closed_by` text NOT NULL,
	`closed_by_name` text NOT NULL,
	`closed_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `day`, `platform`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `payment_day_sums` (
	`organisation_id` text NOT NULL,
	`day` text NOT NULL,
	`platform` text NOT NULL,
	`currency` text NOT NULL,
	`payments` integer DEFAULT 0 NOT NULL,
	`expected` integer DEFAULT 0 NOT NULL,
	`reversals` integer DEFAULT 0 NOT NULL,
	`reversed` integer DEFAULT 0 NOT NULL,
	`lines` integer DEFAULT 0 NOT NULL,
	`settled` integer DEFAULT 0 NOT NULL,
	`fees` integer DEFAULT 0 NOT NULL,
	`unmatched` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`organisation_id`, `day`, `platform`, `currency`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_day_sums_newest` ON `payment_day_sums` (`organisation_id`,day DESC,`platform`,`currency`);--> statement-breakpoint
CREATE INDEX `payment_day_sums_of_platform` ON `payment_day_sums` (`organisation_id`,`platform`,day DESC,`currency`);--> statement-breakpoint
CREATE TABLE `payment_late_arrivals` (
	`seq` integer PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`day` text NOT NULL,
	`platform` text NOT NULL,
	`currency` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`reference` text NOT NULL,
	`transaction_id` text,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_late_arrivals_of_day` ON `payment_late_arrivals` (`organisation_id`,`day`,`platform`,`seq`);--> statement-breakpoint
CREATE TABLE `settlement_lines` (
	`seq` integer PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`platform` text NOT NULL,
	`reference` text NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`result` text NOT NULL,
	`transaction_id` text,
	`import_id` text NOT NULL,
	`row_number` integer NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_lines_once` ON `settlement_lines` (`organisation_id`,`platform`,`reference`);--> statement-breakpoint
CREATE INDEX `settlement_lines_unmatched` ON `settlement_lines` (`organisation_id`,`day`,`platform`,`seq`) WHERE result <> 'matched';--> statement-breakpoint
CREATE INDEX `settlement_lines_of_transaction` ON `settlement_lines` (`organisation_id`,`transaction_id`) WHERE transaction_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `platform` text;--> statement-breakpoint
-- The sums of a day follow the payments of its applications and courses, its reversals and its settlement lines.
CREATE TRIGGER payment_day_sums_begun AFTER INSERT ON payment_days BEGIN
	INSERT INTO payment_day_sums (organisation_id, day, platform, currency, payments, expected, version)
		VALUES (NEW.organisation_id, NEW.day, NEW.platform, NEW.currency, NEW.payments, NEW.amount + NEW.gateway_charge, 1)
		ON CONFLICT DO UPDATE SET payments = payments + excluded.payments, expected = expected + excluded.expected,
			version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER payment_day_sums_changed AFTER UPDATE OF payments, amount, gateway_charge ON payment_days
WHEN OLD.payments <> NEW.payments OR OLD.amount + OLD.gateway_charge <> NEW.amount + NEW.gateway_charge BEGIN
	UPDATE payment_day_sums SET payments = payments + NEW.payments - OLD.payments, version = version + 1,
			expected = expected + NEW.amount + NEW.gateway_charge - OLD.amount - OLD.gateway_charge
		WHERE organisation_id = NEW.organisation_id AND day = NEW.day AND platform = NEW.platform
			AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER payment_day_sums_reversed AFTER INSERT ON payment_reversals BEGIN
	INSERT INTO payment_day_sums (organisation_id, day, platform, currency, reversals, reversed, version)
		VALUES (NEW.organisation_id, NEW.day, NEW.platform, NEW.currency, 1, NEW.amount, 1)
		ON CONFLICT DO UPDATE SET reversals = reversals + 1, reversed = reversed + excluded.reversed,
			version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER payment_day_sums_settled AFTER INSERT ON settlement_lines BEGIN
	INSERT INTO payment_day_sums (organisation_id, day, platform, currency, lines, settled, fees, unmatched, version)
		VALUES (NEW.organisation_id, NEW.day, NEW.platform, NEW.currency, 1, NEW.amount, NEW.fee,
			NEW.result <> 'matched', 1)
		ON CONFLICT DO UPDATE SET lines = lines + 1, settled = settled + excluded.settled, fees = fees + excluded.fees,
			unmatched = unmatched + excluded.unmatched, version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER payment_day_sums_matched AFTER UPDATE OF result ON settlement_lines
WHEN (OLD.result = 'matched') <> (NEW.result = 'matched') BEGIN
	UPDATE payment_day_sums SET unmatched = unmatched + iif(NEW.result = 'matched', -1, 1), version = version + 1
		WHERE organisation_id = NEW.organisation_id AND day = NEW.day AND platform = NEW.platform
			AND currency = NEW.currency;
END;
--> statement-breakpoint
-- A line follows its payment: one that is paid, booked or corrected later matches from then on.
CREATE TRIGGER settlement_lines_matched AFTER UPDATE OF status, amount, gateway_charge, currency ON transactions
WHEN NEW.status = 'success' BEGIN
	UPDATE settlement_lines SET result = iif(amount = NEW.amount + NEW.gateway_charge AND currency = NEW.currency,
			'matched', 'amount_differs')
		WHERE organisation_id = NEW.organisation_id AND transaction_id = NEW.id AND transaction_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER settlement_lines_found AFTER INSERT ON transactions BEGIN
	UPDATE settlement_lines SET transaction_id = NEW.id, result = CASE WHEN NEW.status <> 'success' THEN 'not_successful'
			WHEN amount = NEW.amount + NEW.gateway_charge AND currency = NEW.currency THEN 'matched' ELSE 'amount_differs' END
		WHERE organisation_id = NEW.organisation_id AND platform = NEW.platform
			AND reference IN (NEW.reference, NEW.rrr, NEW.provider_reference) AND transaction_id IS NULL;
END;
--> statement-breakpoint
-- A closed day stays as it was closed: what comes later is listed beside it.
CREATE TRIGGER payment_day_closes_stay BEFORE UPDATE ON payment_day_closes BEGIN
	SELECT RAISE(ABORT, 'a closed day stays closed');
END;
--> statement-breakpoint
CREATE TRIGGER payments_arrive_late AFTER UPDATE OF paid_day ON transactions
WHEN NEW.paid_day IS NOT NULL AND OLD.paid_day IS NOT NEW.paid_day BEGIN
	INSERT INTO payment_late_arrivals (organisation_id, day, platform, currency, kind, amount, fee, reference,
			transaction_id, created_at)
		SELECT NEW.organisation_id, NEW.paid_day, NEW.platform, NEW.currency, 'payment', NEW.amount + NEW.gateway_charge,
			0, NEW.reference, NEW.id, NEW.updated_at
		FROM payment_day_closes AS closed WHERE closed.organisation_id = NEW.organisation_id
			AND closed.day = NEW.paid_day AND closed.platform = NEW.platform;
END;
--> statement-breakpoint
CREATE TRIGGER payments_begin_late AFTER INSERT ON transactions WHEN NEW.paid_day IS NOT NULL BEGIN
	INSERT INTO payment_late_arrivals (organisation_id, day, platform, currency, kind, amount, fee, reference,
			transaction_id, created_at)
		SELECT NEW.organisation_id, NEW.paid_day, NEW.platform, NEW.currency, 'payment', NEW.amount + NEW.gateway_charge,
			0, NEW.reference, NEW.id, NEW.updated_at
		FROM payment_day_closes AS closed WHERE closed.organisation_id = NEW.organisation_id
			AND closed.day = NEW.paid_day AND closed.platform = NEW.platform;
END;
--> statement-breakpoint
-- What is corrected counts with what it changed.
CREATE TRIGGER payments_corrected_late AFTER UPDATE OF amount, gateway_charge, currency ON transactions
WHEN NEW.paid_day IS NOT NULL AND OLD.paid_day IS NEW.paid_day
	AND (OLD.amount + OLD.gateway_charge <> NEW.amount + NEW.gateway_charge OR OLD.currency <> NEW.currency) BEGIN
	INSERT INTO payment_late_arrivals (organisation_id, day, platform, currency, kind, amount, fee, reference,
			transaction_id, created_at)
		SELECT NEW.organisation_id, NEW.paid_day, NEW.platform, changed.value ->> 0, 'correction', changed.value ->> 1, 0,
			NEW.reference, NEW.id, NEW.updated_at
		FROM payment_day_closes AS closed, json_each(iif(OLD.currency = NEW.currency,
				json_array(json_array(NEW.currency, NEW.amount + NEW.gateway_charge - OLD.amount - OLD.gateway_charge)),
				json_array(json_array(OLD.currency, -OLD.amount - OLD.gateway_charge),
					json_array(NEW.currency, NEW.amount + NEW.gateway_charge)))) AS changed
		WHERE closed.organisation_id = NEW.organisation_id AND closed.day = NEW.paid_day
			AND closed.platform = NEW.platform;
END;
--> statement-breakpoint
CREATE TRIGGER reversals_arrive_late AFTER INSERT ON payment_reversals BEGIN
	INSERT INTO payment_late_arrivals (organisation_id, day, platform, currency, kind, amount, fee, reference,
			transaction_id, created_at)
		SELECT NEW.organisation_id, NEW.day, NEW.platform, NEW.currency, 'reversal', NEW.amount, 0,
			coalesce(payment.reference, ''), NEW.transaction_id, NEW.created_at
		FROM payment_day_closes AS closed LEFT JOIN transactions AS payment
			ON payment.organisation_id = NEW.organisation_id AND payment.id = NEW.transaction_id
		WHERE closed.organisation_id = NEW.organisation_id AND closed.day = NEW.day AND closed.platform = NEW.platform;
END;
--> statement-breakpoint
CREATE TRIGGER settlement_lines_arrive_late AFTER INSERT ON settlement_lines BEGIN
	INSERT INTO payment_late_arrivals (organisation_id, day, platform, currency, kind, amount, fee, reference,
			transaction_id, created_at)
		SELECT NEW.organisation_id, NEW.day, NEW.platform, NEW.currency, 'settlement', NEW.amount, NEW.fee,
			NEW.reference, NEW.transaction_id, NEW.created_at
		FROM payment_day_closes AS closed WHERE closed.organisation_id = NEW.organisation_id
			AND closed.day = NEW.day AND closed.platform = NEW.platform;
END;
--> statement-breakpoint
INSERT INTO payment_day_sums (organisation_id, day, platform, currency, payments, expected, version)
	SELECT organisation_id, day, platform, currency, sum(payments), sum(amount + gateway_charge), 1
	FROM payment_days GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO payment_day_sums (organisation_id, day, platform, currency, reversals, reversed, version)
	SELECT organisation_id, day, platform, currency, count(*), sum(amount), 1
	FROM payment_reversals WHERE true GROUP BY 1, 2, 3, 4
	ON CONFLICT DO UPDATE SET reversals = excluded.reversals, reversed = excluded.reversed;
