CREATE TABLE `revenue_periods` (
	`organisation_id` text NOT NULL,
	`period` text NOT NULL,
	`application_id` text NOT NULL,
	`course_id` text NOT NULL,
	`currency` text NOT NULL,
	`price` integer NOT NULL,
	`payments` integer NOT NULL,
	`charges` integer NOT NULL,
	`fees` integer NOT NULL,
	`reversals` integer NOT NULL,
	`reversed` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `period`, `application_id`, `course_id`, `currency`, `price`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `submission_spans` (
	`organisation_id` text NOT NULL,
	`width` integer NOT NULL,
	`span` integer NOT NULL,
	`application_id` text NOT NULL,
	`course_id` text NOT NULL,
	`applicants` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `width`, `span`, `application_id`, `course_id`)
) STRICT;
--> statement-breakpoint
-- Every change adds to the sums, with a minus for what no longer counts: the order of triggers does not matter.
CREATE TRIGGER revenue_paid AFTER INSERT ON transactions WHEN NEW.paid_day IS NOT NULL BEGIN
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT NEW.organisation_id, period.value, NEW.application_id, coalesce(NEW.course_id, ''), NEW.currency,
			NEW.amount + NEW.gateway_charge, 1, NEW.gateway_charge, coalesce(NEW.fee, 0), 0, 0
		FROM json_each(json_array(NEW.paid_day, substr(NEW.paid_day, 1, 7), '')) AS period WHERE true
		ON CONFLICT DO UPDATE SET payments = payments + 1, charges = charges + excluded.charges, fees = fees + excluded.fees;
END;
--> statement-breakpoint
CREATE TRIGGER revenue_changed
AFTER UPDATE OF paid_day, amount, gateway_charge, fee, currency, application_id, course_id ON transactions
WHEN (OLD.paid_day, OLD.amount, OLD.gateway_charge, OLD.fee, OLD.currency, OLD.application_id, OLD.course_id)
	IS NOT (NEW.paid_day, NEW.amount, NEW.gateway_charge, NEW.fee, NEW.currency, NEW.application_id, NEW.course_id) BEGIN
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT OLD.organisation_id, period.value, OLD.application_id, coalesce(OLD.course_id, ''), OLD.currency,
			OLD.amount + OLD.gateway_charge, -1, -OLD.gateway_charge, -coalesce(OLD.fee, 0), 0, 0
		FROM json_each(json_array(OLD.paid_day, substr(OLD.paid_day, 1, 7), '')) AS period
		WHERE OLD.paid_day IS NOT NULL
		ON CONFLICT DO UPDATE SET payments = payments - 1, charges = charges + excluded.charges, fees = fees + excluded.fees;
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT NEW.organisation_id, period.value, NEW.application_id, coalesce(NEW.course_id, ''), NEW.currency,
			NEW.amount + NEW.gateway_charge, 1, NEW.gateway_charge, coalesce(NEW.fee, 0), 0, 0
		FROM json_each(json_array(NEW.paid_day, substr(NEW.paid_day, 1, 7), '')) AS period
		WHERE NEW.paid_day IS NOT NULL
		ON CONFLICT DO UPDATE SET payments = payments + 1, charges = charges + excluded.charges, fees = fees + excluded.fees;
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT OLD.organisation_id, period.value, OLD.application_id, coalesce(OLD.course_id, ''), OLD.currency,
			OLD.amount + OLD.gateway_charge, 0, 0, 0, -1, -reversal.amount
		FROM payment_reversals AS reversal
		CROSS JOIN json_each(json_array(reversal.day, substr(reversal.day, 1, 7), '')) AS period
		WHERE reversal.organisation_id = OLD.organisation_id AND reversal.transaction_id = OLD.id
		ON CONFLICT DO UPDATE SET reversals = reversals - 1, reversed = reversed + excluded.reversed;
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT NEW.organisation_id, period.value, NEW.application_id, coalesce(NEW.course_id, ''), NEW.currency,
			NEW.amount + NEW.gateway_charge, 0, 0, 0, 1, reversal.amount
		FROM payment_reversals AS reversal
		CROSS JOIN json_each(json_array(reversal.day, substr(reversal.day, 1, 7), '')) AS period
		WHERE reversal.organisation_id = NEW.organisation_id AND reversal.transaction_id = NEW.id
		ON CONFLICT DO UPDATE SET reversals = reversals + 1, reversed = reversed + excluded.reversed;
END;
--> statement-breakpoint
CREATE TRIGGER revenue_deleted AFTER DELETE ON transactions BEGIN
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT OLD.organisation_id, period.value, OLD.application_id, coalesce(OLD.course_id, ''), OLD.currency,
			OLD.amount + OLD.gateway_charge, -1, -OLD.gateway_charge, -coalesce(OLD.fee, 0), 0, 0
		FROM json_each(json_array(OLD.paid_day, substr(OLD.paid_day, 1, 7), '')) AS period
		WHERE OLD.paid_day IS NOT NULL
		ON CONFLICT DO UPDATE SET payments = payments - 1, charges = charges + excluded.charges, fees = fees + excluded.fees;
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT OLD.organisation_id, period.value, OLD.application_id, coalesce(OLD.course_id, ''), OLD.currency,
			OLD.amount + OLD.gateway_charge, 0, 0, 0, -1, -reversal.amount
		FROM payment_reversals AS reversal
		CROSS JOIN json_each(json_array(reversal.day, substr(reversal.day, 1, 7), '')) AS period
		WHERE reversal.organisation_id = OLD.organisation_id AND reversal.transaction_id = OLD.id
		ON CONFLICT DO UPDATE SET reversals = reversals - 1, reversed = reversed + excluded.reversed;
END;
--> statement-breakpoint
CREATE TRIGGER revenue_went_back AFTER INSERT ON payment_reversals BEGIN
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT payment.organisation_id, period.value, payment.application_id, coalesce(payment.course_id, ''),
			payment.currency, payment.amount + payment.gateway_charge, 0, 0, 0, 1, NEW.amount
		FROM transactions AS payment CROSS JOIN json_each(json_array(NEW.day, substr(NEW.day, 1, 7), '')) AS period
		WHERE payment.organisation_id = NEW.organisation_id AND payment.id = NEW.transaction_id
		ON CONFLICT DO UPDATE SET reversals = reversals + 1, reversed = reversed + excluded.reversed;
END;
--> statement-breakpoint
CREATE TRIGGER revenue_went_back_otherwise AFTER UPDATE OF transaction_id, amount, day ON payment_reversals BEGIN
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT payment.organisation_id, period.value, payment.application_id, coalesce(payment.course_id, ''),
			payment.currency, payment.amount + payment.gateway_charge, 0, 0, 0, -1, -OLD.amount
		FROM transactions AS payment CROSS JOIN json_each(json_array(OLD.day, substr(OLD.day, 1, 7), '')) AS period
		WHERE payment.organisation_id = OLD.organisation_id AND payment.id = OLD.transaction_id
		ON CONFLICT DO UPDATE SET reversals = reversals - 1, reversed = reversed + excluded.reversed;
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT payment.organisation_id, period.value, payment.application_id, coalesce(payment.course_id, ''),
			payment.currency, payment.amount + payment.gateway_charge, 0, 0, 0, 1, NEW.amount
		FROM transactions AS payment CROSS JOIN json_each(json_array(NEW.day, substr(NEW.day, 1, 7), '')) AS period
		WHERE payment.organisation_id = NEW.organisation_id AND payment.id = NEW.transaction_id
		ON CONFLICT DO UPDATE SET reversals = reversals + 1, reversed = reversed + excluded.reversed;
END;
--> statement-breakpoint
CREATE TRIGGER revenue_did_not_go_back AFTER DELETE ON payment_reversals BEGIN
	INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
			payments, charges, fees, reversals, reversed)
		SELECT payment.organisation_id, period.value, payment.application_id, coalesce(payment.course_id, ''),
			payment.currency, payment.amount + payment.gateway_charge, 0, 0, 0, -1, -OLD.amount
		FROM transactions AS payment CROSS JOIN json_each(json_array(OLD.day, substr(OLD.day, 1, 7), '')) AS period
		WHERE payment.organisation_id = OLD.organisation_id AND payment.id = OLD.transaction_id
		ON CONFLICT DO UPDATE SET reversals = reversals - 1, reversed = reversed + excluded.reversed;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_submitted AFTER INSERT ON applicants WHEN NEW.submitted_at IS NOT NULL BEGIN
	INSERT INTO submission_spans (organisation_id, width, span, application_id, course_id, applicants)
		SELECT NEW.organisation_id, width.value, NEW.submitted_at / 900000 / width.value, NEW.application_id, NEW.course_id, 1
		FROM json_each('[1,96,3072]') AS width WHERE true
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_resubmitted AFTER UPDATE OF submitted_at, course_id ON applicants
WHEN OLD.submitted_at IS NOT NEW.submitted_at OR OLD.course_id <> NEW.course_id BEGIN
	INSERT INTO submission_spans (organisation_id, width, span, application_id, course_id, applicants)
		SELECT OLD.organisation_id, width.value, OLD.submitted_at / 900000 / width.value, OLD.application_id, OLD.course_id, -1
		FROM json_each('[1,96,3072]') AS width WHERE OLD.submitted_at IS NOT NULL
		ON CONFLICT DO UPDATE SET applicants = applicants - 1;
	INSERT INTO submission_spans (organisation_id, width, span, application_id, course_id, applicants)
		SELECT NEW.organisation_id, width.value, NEW.submitted_at / 900000 / width.value, NEW.application_id, NEW.course_id, 1
		FROM json_each('[1,96,3072]') AS width WHERE NEW.submitted_at IS NOT NULL
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_unsubmitted AFTER DELETE ON applicants WHEN OLD.submitted_at IS NOT NULL BEGIN
	INSERT INTO submission_spans (organisation_id, width, span, application_id, course_id, applicants)
		SELECT OLD.organisation_id, width.value, OLD.submitted_at / 900000 / width.value, OLD.application_id, OLD.course_id, -1
		FROM json_each('[1,96,3072]') AS width WHERE true
		ON CONFLICT DO UPDATE SET applicants = applicants - 1;
END;
--> statement-breakpoint
-- What the sums have to be, from the rows themselves: to rebuild them, and to prove them equal.
CREATE VIEW counted_revenue_periods AS
	SELECT organisation_id, period.value AS period, application_id, course_id, currency, price,
		sum(payments) AS payments, sum(charges) AS charges, sum(fees) AS fees,
		sum(reversals) AS reversals, sum(reversed) AS reversed
	FROM (
		SELECT organisation_id, paid_day AS day, application_id, coalesce(course_id, '') AS course_id, currency,
			amount + gateway_charge AS price, 1 AS payments, gateway_charge AS charges, coalesce(fee, 0) AS fees,
			0 AS reversals, 0 AS reversed
		FROM transactions WHERE paid_day IS NOT NULL
		UNION ALL
		SELECT payment.organisation_id, reversal.day, payment.application_id, coalesce(payment.course_id, ''), payment.currency,
			payment.amount + payment.gateway_charge, 0, 0, 0, 1, reversal.amount
		FROM payment_reversals AS reversal CROSS JOIN transactions AS payment
			ON payment.organisation_id = reversal.organisation_id AND payment.id = reversal.transaction_id
	) AS booked
	CROSS JOIN json_each(json_array(day, substr(day, 1, 7), '')) AS period
	GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
CREATE VIEW counted_submission_spans AS
	SELECT organisation_id, width.value AS width, submitted_at / 900000 / width.value AS span, application_id, course_id,
		count(*) AS applicants
	FROM applicants CROSS JOIN json_each('[1,96,3072]') AS width
	WHERE submitted_at IS NOT NULL
	GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO revenue_periods (organisation_id, period, application_id, course_id, currency, price,
		payments, charges, fees, reversals, reversed)
	SELECT organisation_id, period, application_id, course_id, currency, price, payments, charges, fees, reversals, reversed
	FROM counted_revenue_periods;
--> statement-breakpoint
INSERT INTO submission_spans (organisation_id, width, span, application_id, course_id, applicants)
	SELECT organisation_id, width, span, application_id, course_id, applicants FROM counted_submission_spans;
