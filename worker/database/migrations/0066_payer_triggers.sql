-- What a payer has paid is looked for among the payer's payments. The plus signs keep SQLite from the index of the status,
-- in which it walked all successful or pending payments of the institution, each time one of them was settled.
DROP TRIGGER applicants_paid;
--> statement-breakpoint
CREATE TRIGGER applicants_paid AFTER UPDATE OF status, applicant_id ON transactions
WHEN OLD.status <> NEW.status OR OLD.applicant_id IS NOT NEW.applicant_id BEGIN
	UPDATE applicants SET paid_at = (SELECT min(paid_at) FROM transactions WHERE organisation_id = NEW.organisation_id
			AND applicant_id = applicants.id AND +status = 'success')
		WHERE organisation_id = NEW.organisation_id AND id IN (OLD.applicant_id, NEW.applicant_id);
END;
--> statement-breakpoint
DROP TRIGGER payments_clear;
--> statement-breakpoint
CREATE TRIGGER payments_clear AFTER UPDATE OF status ON transactions
WHEN OLD.status = 'pending' AND NEW.status <> 'pending' BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'payment', seq FROM applicants
			WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = NEW.organisation_id
			AND applicant_id = NEW.applicant_id AND +status = 'pending');
END;
--> statement-breakpoint
DROP TRIGGER payments_forgotten;
--> statement-breakpoint
CREATE TRIGGER payments_forgotten AFTER DELETE ON transactions WHEN OLD.status = 'pending' BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'payment', seq FROM applicants
			WHERE organisation_id = OLD.organisation_id AND id = OLD.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = OLD.organisation_id
			AND applicant_id = OLD.applicant_id AND +status = 'pending');
END;
--> statement-breakpoint
DROP TRIGGER payments_moved;
--> statement-breakpoint
CREATE TRIGGER payments_moved AFTER UPDATE OF applicant_id ON transactions
WHEN OLD.applicant_id IS NOT NEW.applicant_id AND NEW.status = 'pending' BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'payment', seq FROM applicants
			WHERE organisation_id = OLD.organisation_id AND id = OLD.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = OLD.organisation_id
			AND applicant_id = OLD.applicant_id AND +status = 'pending');
	INSERT INTO applicant_needs SELECT organisation_id, application_id, 'payment', seq FROM applicants
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
		ON CONFLICT DO NOTHING;
END;
