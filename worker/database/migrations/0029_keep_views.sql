-- The last 1,000 applicants that a user opened are kept: changes since are marked only on these.
CREATE TRIGGER views_kept AFTER INSERT ON applicant_views BEGIN
	DELETE FROM applicant_views
	WHERE organisation_id = NEW.organisation_id AND user_id = NEW.user_id AND viewed_at < (
		SELECT viewed_at FROM applicant_views
		WHERE organisation_id = NEW.organisation_id AND user_id = NEW.user_id
		ORDER BY viewed_at DESC LIMIT 1 OFFSET 999);
END;
