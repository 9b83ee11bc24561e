CREATE TRIGGER group_candidates_counted AFTER INSERT ON group_candidates BEGIN
	UPDATE candidate_groups SET candidates = candidates + 1, applied = applied + (NEW.applicant_id IS NOT NULL)
		WHERE organisation_id = NEW.organisation_id AND id = NEW.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER group_candidates_uncounted AFTER DELETE ON group_candidates BEGIN
	UPDATE candidate_groups SET candidates = candidates - 1, applied = applied - (OLD.applicant_id IS NOT NULL)
		WHERE organisation_id = OLD.organisation_id AND id = OLD.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER group_candidates_recounted AFTER UPDATE OF applicant_id ON group_candidates
WHEN (OLD.applicant_id IS NULL) <> (NEW.applicant_id IS NULL) BEGIN
	UPDATE candidate_groups
		SET applied = applied + (NEW.applicant_id IS NOT NULL) - (OLD.applicant_id IS NOT NULL)
		WHERE organisation_id = NEW.organisation_id AND id = NEW.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER identity_keys_applied AFTER INSERT ON identity_keys WHEN NEW.key LIKE 'exam:%' BEGIN
	UPDATE group_candidates SET applicant_id = NEW.owner_id
		WHERE organisation_id = NEW.organisation_id AND exam_key = substr(NEW.key, 6) AND applicant_id IS NULL
			AND group_id IN (SELECT id FROM candidate_groups
				WHERE organisation_id = NEW.organisation_id AND application_id = NEW.scope);
END;
--> statement-breakpoint
CREATE TRIGGER identity_keys_withdrawn AFTER DELETE ON identity_keys WHEN OLD.key LIKE 'exam:%' BEGIN
	UPDATE group_candidates SET applicant_id = NULL
		WHERE organisation_id = OLD.organisation_id AND applicant_id = OLD.owner_id AND exam_key = substr(OLD.key, 6);
END;
