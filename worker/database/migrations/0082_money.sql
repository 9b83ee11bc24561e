-- The list without a filter is walked along three narrow columns; nothing reads the payments of a day in the order of their platforms.
DROP INDEX `transactions_by_paid_day`;--> statement-breakpoint
-- What is due is looked for within an institution: many that are due elsewhere are not walked.
DROP INDEX `transactions_due`;--> statement-breakpoint
CREATE INDEX `transactions_due` ON `transactions` (`organisation_id`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `transactions_by_start` ON `transactions` (`organisation_id`,`created_at`,`seq`);--> statement-breakpoint
-- A line of a settlement file follows its payment to the day on which that was paid, as a line that comes afterwards does.
DROP TRIGGER settlement_lines_matched;
--> statement-breakpoint
CREATE TRIGGER settlement_lines_matched AFTER UPDATE OF status, amount, gateway_charge, currency, paid_day ON transactions
WHEN NEW.status = 'success' BEGIN
	UPDATE settlement_lines SET day = coalesce(NEW.paid_day, day),
			result = iif(amount = NEW.amount + NEW.gateway_charge AND currency = NEW.currency, 'matched', 'amount_differs')
		WHERE organisation_id = NEW.organisation_id AND transaction_id = NEW.id AND transaction_id IS NOT NULL;
END;
--> statement-breakpoint
-- A payment has one line: a second one, by another of its names, stays unmatched, because it would be counted twice.
DROP TRIGGER settlement_lines_found;
--> statement-breakpoint
CREATE TRIGGER settlement_lines_found AFTER INSERT ON transactions BEGIN
	UPDATE settlement_lines SET transaction_id = NEW.id, day = iif(NEW.status = 'success', coalesce(NEW.paid_day, day), day),
			result = CASE WHEN NEW.status <> 'success' THEN 'not_successful'
				WHEN amount = NEW.amount + NEW.gateway_charge AND currency = NEW.currency THEN 'matched' ELSE 'amount_differs' END
		WHERE seq = (SELECT line.seq FROM settlement_lines AS line WHERE line.organisation_id = NEW.organisation_id
			AND line.platform = NEW.platform AND line.reference IN (NEW.reference, NEW.rrr, NEW.provider_reference)
			AND line.transaction_id IS NULL ORDER BY line.seq LIMIT 1);
END;
--> statement-breakpoint
CREATE TRIGGER settlement_lines_found_later AFTER UPDATE OF rrr, provider_reference ON transactions
WHEN OLD.rrr IS NOT NEW.rrr OR OLD.provider_reference IS NOT NEW.provider_reference BEGIN
	UPDATE settlement_lines SET transaction_id = NEW.id, day = iif(NEW.status = 'success', coalesce(NEW.paid_day, day), day),
			result = CASE WHEN NEW.status <> 'success' THEN 'not_successful'
				WHEN amount = NEW.amount + NEW.gateway_charge AND currency = NEW.currency THEN 'matched' ELSE 'amount_differs' END
		WHERE seq = (SELECT line.seq FROM settlement_lines AS line WHERE line.organisation_id = NEW.organisation_id
				AND line.platform = NEW.platform AND line.reference IN (NEW.rrr, NEW.provider_reference)
				AND line.transaction_id IS NULL ORDER BY line.seq LIMIT 1)
			AND NOT EXISTS (SELECT 1 FROM settlement_lines AS own WHERE own.organisation_id = NEW.organisation_id
				AND own.transaction_id = NEW.id AND own.transaction_id IS NOT NULL);
END;
--> statement-breakpoint
-- The sums of both days follow a line that moves; where one of them is closed, it is listed beside it.
DROP TRIGGER payment_day_sums_matched;
--> statement-breakpoint
CREATE TRIGGER payment_day_sums_matched AFTER UPDATE OF result ON settlement_lines
WHEN OLD.day = NEW.day AND (OLD.result = 'matched') <> (NEW.result = 'matched') BEGIN
	UPDATE payment_day_sums SET unmatched = unmatched + iif(NEW.result = 'matched', -1, 1), version = version + 1
		WHERE organisation_id = NEW.organisation_id AND day = NEW.day AND platform = NEW.platform
			AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER payment_day_sums_line_moved AFTER UPDATE OF day ON settlement_lines WHEN OLD.day <> NEW.day BEGIN
	UPDATE payment_day_sums SET lines = lines - 1, settled = settled - OLD.amount, fees = fees - OLD.fee,
			unmatched = unmatched - (OLD.result <> 'matched'), version = version + 1
		WHERE organisation_id = OLD.organisation_id AND day = OLD.day AND platform = OLD.platform
			AND currency = OLD.currency;
	INSERT INTO payment_day_sums (organisation_id, day, platform, currency, lines, settled, fees, unmatched, version)
		VALUES (NEW.organisation_id, NEW.day, NEW.platform, NEW.currency, 1, NEW.amount, NEW.fee,
			NEW.result <> 'matched', 1)
		ON CONFLICT DO UPDATE SET lines = lines + 1, settled = settled + excluded.settled, fees = fees + excluded.fees,
			unmatched = unmatched + excluded.unmatched, version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER settlement_lines_move_late AFTER UPDATE OF day ON settlement_lines WHEN OLD.day <> NEW.day BEGIN
	INSERT INTO payment_late_arrivals (organisation_id, day, platform, currency, kind, amount, fee, reference,
			transaction_id, created_at)
		SELECT closed.organisation_id, closed.day, NEW.platform, NEW.currency, 'settlement',
			iif(closed.day = OLD.day, -OLD.amount, NEW.amount), iif(closed.day = OLD.day, -OLD.fee, NEW.fee), NEW.reference,
			NEW.transaction_id, coalesce((SELECT payment.updated_at FROM transactions AS payment
				WHERE payment.organisation_id = NEW.organisation_id AND payment.id = NEW.transaction_id), NEW.created_at)
		FROM payment_day_closes AS closed WHERE closed.organisation_id = NEW.organisation_id
			AND closed.day IN (OLD.day, NEW.day) AND closed.platform = NEW.platform;
END;
--> statement-breakpoint
-- What was kept before this follows now.
UPDATE settlement_lines SET day = (SELECT payment.paid_day FROM transactions AS payment
		WHERE payment.organisation_id = settlement_lines.organisation_id AND payment.id = settlement_lines.transaction_id)
	WHERE transaction_id IS NOT NULL AND EXISTS (SELECT 1 FROM transactions AS payment
		WHERE payment.organisation_id = settlement_lines.organisation_id AND payment.id = settlement_lines.transaction_id
			AND +payment.status = 'success' AND payment.paid_day <> settlement_lines.day);
--> statement-breakpoint
UPDATE settlement_lines SET transaction_id = payment.id,
		day = iif(payment.status = 'success', coalesce(payment.paid_day, settlement_lines.day), settlement_lines.day),
		result = CASE WHEN payment.status <> 'success' THEN 'not_successful'
			WHEN settlement_lines.amount = payment.amount + payment.gateway_charge
				AND settlement_lines.currency = payment.currency THEN 'matched' ELSE 'amount_differs' END
	FROM transactions AS payment
	WHERE settlement_lines.transaction_id IS NULL AND payment.organisation_id = settlement_lines.organisation_id
		AND payment.rrr = settlement_lines.reference AND +payment.platform = settlement_lines.platform
		AND NOT EXISTS (SELECT 1 FROM settlement_lines AS own WHERE own.organisation_id = payment.organisation_id
			AND own.transaction_id = payment.id AND own.transaction_id IS NOT NULL);
--> statement-breakpoint
UPDATE settlement_lines SET transaction_id = payment.id,
		day = iif(payment.status = 'success', coalesce(payment.paid_day, settlement_lines.day), settlement_lines.day),
		result = CASE WHEN payment.status <> 'success' THEN 'not_successful'
			WHEN settlement_lines.amount = payment.amount + payment.gateway_charge
				AND settlement_lines.currency = payment.currency THEN 'matched' ELSE 'amount_differs' END
	FROM transactions AS payment
	WHERE settlement_lines.transaction_id IS NULL AND payment.organisation_id = settlement_lines.organisation_id
		AND payment.provider_reference = settlement_lines.reference AND +payment.platform = settlement_lines.platform
		AND NOT EXISTS (SELECT 1 FROM settlement_lines AS own WHERE own.organisation_id = payment.organisation_id
			AND own.transaction_id = payment.id AND own.transaction_id IS NOT NULL);
--> statement-breakpoint
-- A use that was given back is taken again while there is room, row by row: no count goes above its limit.
CREATE TRIGGER coupon_uses_within BEFORE UPDATE OF released_at ON coupon_uses
WHEN OLD.released_at IS NOT NULL AND NEW.released_at IS NULL AND EXISTS (
	SELECT 1 FROM coupons CROSS JOIN coupon_codes AS code ON code.organisation_id = NEW.organisation_id
			AND code.coupon_id = NEW.coupon_id AND code.position = NEW.position
	WHERE coupons.organisation_id = NEW.organisation_id AND coupons.id = NEW.coupon_id
		AND (code.uses >= coupons.uses_per_code OR coupons.uses_per_applicant <= (
			SELECT count(*) FROM transactions AS own CROSS JOIN transactions AS other
				ON other.organisation_id = NEW.organisation_id AND other.applicant_id = own.applicant_id
			CROSS JOIN coupon_uses AS used ON used.organisation_id = NEW.organisation_id
				AND used.transaction_id = other.id AND used.coupon_id = NEW.coupon_id AND used.released_at IS NULL
			WHERE own.organisation_id = NEW.organisation_id AND own.id = NEW.transaction_id)))
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- Uses that payments from long ago still hold, about which nobody asks their platforms any more.
UPDATE coupon_uses SET released_at = taken_at + 259200000
	WHERE released_at IS NULL AND taken_at < (unixepoch() - 259200) * 1000 AND EXISTS (SELECT 1 FROM transactions AS payment
		WHERE payment.organisation_id = coupon_uses.organisation_id AND payment.id = coupon_uses.transaction_id
			AND +payment.status = 'pending' AND payment.due_at IS NULL);
