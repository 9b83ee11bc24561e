ALTER TABLE `settlement_lines` ADD `rrr` text;--> statement-breakpoint
ALTER TABLE `settlement_lines` ADD `provider_reference` text;--> statement-breakpoint
CREATE INDEX `settlement_lines_by_rrr` ON `settlement_lines` (`organisation_id`,`platform`,`rrr`) WHERE rrr IS NOT NULL AND transaction_id IS NULL;--> statement-breakpoint
CREATE INDEX `settlement_lines_by_provider_reference` ON `settlement_lines` (`organisation_id`,`platform`,`provider_reference`) WHERE provider_reference IS NOT NULL AND transaction_id IS NULL;
--> statement-breakpoint
-- A line follows its payment by every name that its file has, and not by the first alone.
DROP TRIGGER settlement_lines_found;
--> statement-breakpoint
CREATE TRIGGER settlement_lines_found AFTER INSERT ON transactions BEGIN
	UPDATE settlement_lines SET transaction_id = NEW.id, day = iif(NEW.status = 'success', coalesce(NEW.paid_day, day), day),
			result = CASE WHEN NEW.status <> 'success' THEN 'not_successful'
				WHEN amount = NEW.amount + NEW.gateway_charge AND currency = NEW.currency THEN 'matched' ELSE 'amount_differs' END
		WHERE seq = (SELECT min(seq) FROM (
			SELECT line.seq FROM settlement_lines AS line WHERE line.organisation_id = NEW.organisation_id
				AND line.platform = NEW.platform AND line.reference IN (NEW.reference, NEW.rrr, NEW.provider_reference)
				AND line.transaction_id IS NULL
			UNION ALL SELECT line.seq FROM settlement_lines AS line WHERE line.organisation_id = NEW.organisation_id
				AND line.platform = NEW.platform AND line.rrr = NEW.rrr AND line.transaction_id IS NULL
			UNION ALL SELECT line.seq FROM settlement_lines AS line WHERE line.organisation_id = NEW.organisation_id
				AND line.platform = NEW.platform AND line.provider_reference = NEW.provider_reference
				AND line.transaction_id IS NULL));
END;
--> statement-breakpoint
DROP TRIGGER settlement_lines_found_later;
--> statement-breakpoint
CREATE TRIGGER settlement_lines_found_later AFTER UPDATE OF rrr, provider_reference ON transactions
WHEN OLD.rrr IS NOT NEW.rrr OR OLD.provider_reference IS NOT NEW.provider_reference BEGIN
	UPDATE settlement_lines SET transaction_id = NEW.id, day = iif(NEW.status = 'success', coalesce(NEW.paid_day, day), day),
			result = CASE WHEN NEW.status <> 'success' THEN 'not_successful'
				WHEN amount = NEW.amount + NEW.gateway_charge AND currency = NEW.currency THEN 'matched' ELSE 'amount_differs' END
		WHERE seq = (SELECT min(seq) FROM (
			SELECT line.seq FROM settlement_lines AS line WHERE line.organisation_id = NEW.organisation_id
				AND line.platform = NEW.platform AND line.reference IN (NEW.rrr, NEW.provider_reference)
				AND line.transaction_id IS NULL
			UNION ALL SELECT line.seq FROM settlement_lines AS line WHERE line.organisation_id = NEW.organisation_id
				AND line.platform = NEW.platform AND line.rrr = NEW.rrr AND line.transaction_id IS NULL
			UNION ALL SELECT line.seq FROM settlement_lines AS line WHERE line.organisation_id = NEW.organisation_id
				AND line.platform = NEW.platform AND line.provider_reference = NEW.provider_reference
				AND line.transaction_id IS NULL))
			AND NOT EXISTS (SELECT 1 FROM settlement_lines AS own WHERE own.organisation_id = NEW.organisation_id
				AND own.transaction_id = NEW.id AND own.transaction_id IS NOT NULL);
END;
--> statement-breakpoint
-- What is odd about a payment is seen where the payment is.
CREATE TRIGGER payment_exceptions_follow AFTER UPDATE OF course_id ON transactions
WHEN OLD.course_id IS NOT NEW.course_id BEGIN
	UPDATE payment_exceptions SET course_id = NEW.course_id
		WHERE organisation_id = NEW.organisation_id AND transaction_id = NEW.id;
END;
--> statement-breakpoint
UPDATE payment_exceptions SET course_id = (SELECT payment.course_id FROM transactions AS payment
		WHERE payment.organisation_id = payment_exceptions.organisation_id AND payment.id = payment_exceptions.transaction_id)
	WHERE transaction_id IS NOT NULL AND EXISTS (SELECT 1 FROM transactions AS payment
		WHERE payment.organisation_id = payment_exceptions.organisation_id AND payment.id = payment_exceptions.transaction_id
			AND payment.course_id IS NOT payment_exceptions.course_id);
