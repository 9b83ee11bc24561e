-- A payment that went back whole is none: its applicant has paid by what is left.
DROP TRIGGER applicants_paid;
--> statement-breakpoint
CREATE TRIGGER applicants_paid AFTER UPDATE OF status, applicant_id, reversed_amount ON transactions
WHEN OLD.status <> NEW.status OR OLD.applicant_id IS NOT NEW.applicant_id OR OLD.reversed_amount <> NEW.reversed_amount BEGIN
	UPDATE applicants SET paid_at = (SELECT min(paid_at) FROM transactions WHERE organisation_id = NEW.organisation_id
			AND applicant_id = applicants.id AND +status = 'success' AND (reversed_amount = 0 OR reversed_amount < amount + gateway_charge))
		WHERE organisation_id = NEW.organisation_id AND id IN (OLD.applicant_id, NEW.applicant_id);
END;
--> statement-breakpoint
UPDATE applicants SET paid_at = (SELECT min(paid_at) FROM transactions WHERE organisation_id = applicants.organisation_id
		AND applicant_id = applicants.id AND +status = 'success' AND (reversed_amount = 0 OR reversed_amount < amount + gateway_charge))
	WHERE (organisation_id, id) IN (SELECT organisation_id, applicant_id FROM transactions
		WHERE status = 'success' AND reversed_amount > 0);
