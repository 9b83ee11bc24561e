CREATE TABLE `applicant_needs` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`need` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `application_id`, `need`, `seq`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `saved_views` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`holder` text NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`is_pinned` integer NOT NULL,
	`application_id` text NOT NULL,
	`stage` text,
	`administration_level_item_ids` text,
	`course_ids` text,
	`keyword` text,
	`match` text,
	`needs` text,
	`sort` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_by_name` ON `saved_views` (`organisation_id`,`holder`,lower("name"));
--> statement-breakpoint
CREATE TABLE `user_preferences` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`single_keys` integer DEFAULT true NOT NULL,
	`goes_on` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `applicants_by_waiting` ON `applicants` (`organisation_id`,`application_id`,`step_id`,`stage_changed_at`);
--> statement-breakpoint
-- Whom somebody has to look after follows referees, transactions and stages by trigger: nothing is counted at read time.

CREATE TRIGGER references_awaited AFTER INSERT ON referees WHEN NEW.status <> 'submitted' BEGIN
	INSERT INTO applicant_needs SELECT organisation_id, application_id, 'referee', seq FROM applicants
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
			AND coalesce((SELECT type FROM workflow_steps WHERE organisation_id = applicants.organisation_id
				AND id = applicants.step_id), '') NOT IN ('ACCEPTED', 'DECLINED')
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER references_given AFTER UPDATE OF status ON referees WHEN NEW.status = 'submitted' BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'referee', seq FROM applicants
			WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM referees WHERE organisation_id = NEW.organisation_id
			AND applicant_id = NEW.applicant_id AND status <> 'submitted');
END;
--> statement-breakpoint
CREATE TRIGGER references_withdrawn AFTER UPDATE OF status ON referees WHEN NEW.status <> 'submitted' BEGIN
	INSERT INTO applicant_needs SELECT organisation_id, application_id, 'referee', seq FROM applicants
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
			AND coalesce((SELECT type FROM workflow_steps WHERE organisation_id = applicants.organisation_id
				AND id = applicants.step_id), '') NOT IN ('ACCEPTED', 'DECLINED')
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER references_forgotten AFTER DELETE ON referees WHEN OLD.status <> 'submitted' BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'referee', seq FROM applicants
			WHERE organisation_id = OLD.organisation_id AND id = OLD.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM referees WHERE organisation_id = OLD.organisation_id
			AND applicant_id = OLD.applicant_id AND status <> 'submitted');
END;
--> statement-breakpoint
CREATE TRIGGER references_settled AFTER UPDATE OF step_id ON applicants WHEN OLD.step_id <> NEW.step_id BEGIN
	DELETE FROM applicant_needs
		WHERE organisation_id = NEW.organisation_id AND application_id = NEW.application_id
			AND need = 'referee' AND seq = NEW.seq
			AND (SELECT type FROM workflow_steps WHERE organisation_id = NEW.organisation_id
				AND id = NEW.step_id) IN ('ACCEPTED', 'DECLINED');
	INSERT INTO applicant_needs SELECT NEW.organisation_id, NEW.application_id, 'referee', NEW.seq
		WHERE EXISTS (SELECT 1 FROM referees WHERE organisation_id = NEW.organisation_id
				AND applicant_id = NEW.id AND status <> 'submitted')
			AND coalesce((SELECT type FROM workflow_steps WHERE organisation_id = NEW.organisation_id
				AND id = NEW.step_id), '') NOT IN ('ACCEPTED', 'DECLINED')
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER needs_of_nobody AFTER DELETE ON applicants BEGIN
	DELETE FROM applicant_needs WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
		AND need IN ('referee', 'payment') AND seq = OLD.seq;
END;
--> statement-breakpoint
CREATE TRIGGER payments_begun AFTER INSERT ON transactions WHEN lower(NEW.status) NOT IN ('success', 'failed') BEGIN
	INSERT INTO applicant_needs SELECT organisation_id, application_id, 'payment', seq FROM applicants
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_reopened AFTER UPDATE OF status ON transactions
WHEN lower(NEW.status) NOT IN ('success', 'failed') BEGIN
	INSERT INTO applicant_needs SELECT organisation_id, application_id, 'payment', seq FROM applicants
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_clear AFTER UPDATE OF status ON transactions WHEN lower(NEW.status) IN ('success', 'failed') BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'payment', seq FROM applicants
			WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = NEW.organisation_id
			AND applicant_id = NEW.applicant_id AND lower(status) NOT IN ('success', 'failed'));
END;
--> statement-breakpoint
CREATE TRIGGER payments_forgotten AFTER DELETE ON transactions WHEN lower(OLD.status) NOT IN ('success', 'failed') BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'payment', seq FROM applicants
			WHERE organisation_id = OLD.organisation_id AND id = OLD.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = OLD.organisation_id
			AND applicant_id = OLD.applicant_id AND lower(status) NOT IN ('success', 'failed'));
END;
--> statement-breakpoint
INSERT INTO applicant_needs SELECT DISTINCT applicants.organisation_id, applicants.application_id, 'referee', applicants.seq
	FROM referees JOIN applicants
		ON applicants.organisation_id = referees.organisation_id AND applicants.id = referees.applicant_id
	LEFT JOIN workflow_steps
		ON workflow_steps.organisation_id = applicants.organisation_id AND workflow_steps.id = applicants.step_id
	WHERE referees.status <> 'submitted' AND coalesce(workflow_steps.type, '') NOT IN ('ACCEPTED', 'DECLINED');
--> statement-breakpoint
INSERT INTO applicant_needs SELECT DISTINCT applicants.organisation_id, applicants.application_id, 'payment', applicants.seq
	FROM transactions JOIN applicants
		ON applicants.organisation_id = transactions.organisation_id AND applicants.id = transactions.applicant_id
	WHERE lower(transactions.status) NOT IN ('success', 'failed');
