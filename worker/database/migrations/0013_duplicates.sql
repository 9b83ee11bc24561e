CREATE TABLE `duplicate_counts` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`open` integer NOT NULL,
	`decided` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `application_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `duplicate_pairs` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	`strength` integer NOT NULL,
	`found_at` integer NOT NULL,
	`decided_by` text,
	`decided_by_name` text,
	`decided_at` integer,
	PRIMARY KEY(`organisation_id`, `first_id`, `second_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `duplicate_pairs_by_second` ON `duplicate_pairs` (`organisation_id`,`second_id`,`first_id`);--> statement-breakpoint
CREATE INDEX `duplicate_pairs_open` ON `duplicate_pairs` (`organisation_id`,`application_id`,`strength`,`found_at`) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX `duplicate_pairs_decided` ON `duplicate_pairs` (`organisation_id`,`application_id`,`decided_at`) WHERE decided_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `merges` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`application_id` text NOT NULL,
	`kept_id` text NOT NULL,
	`merged_id` text NOT NULL,
	`merged_public_id` text NOT NULL,
	`merged` text NOT NULL,
	`keys` text NOT NULL,
	`pairs` text NOT NULL,
	`taken` text NOT NULL,
	`before` text NOT NULL,
	`moved` text NOT NULL,
	`comment` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`undone_by` text,
	`undone_by_name` text,
	`undone_at` integer,
	`stayed` text,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `merges_by_kept` ON `merges` (`organisation_id`,`kept_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `merges_by_merged` ON `merges` (`organisation_id`,`merged_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `merges_by_public_id` ON `merges` (`merged_public_id`);--> statement-breakpoint
DROP INDEX `identity_keys_by_owner`;--> statement-breakpoint
CREATE INDEX `identity_keys_by_owner` ON `identity_keys` (`organisation_id`,`scope`,`owner_id`,`key`);--> statement-breakpoint
CREATE INDEX `batches_held` ON `batches` (`organisation_id`,`held_until`) WHERE held_until IS NOT NULL;
--> statement-breakpoint
-- Pairs follow what people are known by, and their counts follow the pairs: nothing is compared or counted at read time.
-- A key that more than ten have, as the phone of an agent, says of nobody that they are another.

CREATE TRIGGER identity_keys_paired AFTER INSERT ON identity_keys
WHEN EXISTS (SELECT 1 FROM applications WHERE organisation_id = NEW.organisation_id AND id = NEW.scope)
	AND EXISTS (SELECT 1 FROM identity_keys WHERE organisation_id = NEW.organisation_id AND scope = NEW.scope
		AND key = NEW.key AND owner_id <> NEW.owner_id) BEGIN
	UPDATE duplicate_pairs SET strength = strength + 1
		WHERE organisation_id = NEW.organisation_id AND first_id = NEW.owner_id
			AND EXISTS (SELECT 1 FROM identity_keys WHERE organisation_id = NEW.organisation_id AND scope = NEW.scope
				AND key = NEW.key AND owner_id = duplicate_pairs.second_id);
	UPDATE duplicate_pairs SET strength = strength + 1
		WHERE organisation_id = NEW.organisation_id AND second_id = NEW.owner_id
			AND EXISTS (SELECT 1 FROM identity_keys WHERE organisation_id = NEW.organisation_id AND scope = NEW.scope
				AND key = NEW.key AND owner_id = duplicate_pairs.first_id);
	INSERT INTO duplicate_pairs (organisation_id, application_id, first_id, second_id, strength, found_at)
		SELECT NEW.organisation_id, NEW.scope,
			iif(owner.seq < other.seq, owner.id, other.id), iif(owner.seq < other.seq, other.id, owner.id),
			(SELECT count(*) FROM identity_keys AS mine JOIN identity_keys AS theirs
				ON theirs.organisation_id = mine.organisation_id AND theirs.scope = mine.scope AND theirs.key = mine.key
					AND theirs.owner_id = other.id
				WHERE mine.organisation_id = NEW.organisation_id AND mine.scope = NEW.scope AND mine.owner_id = owner.id),
			max(owner.updated_at, other.updated_at)
		FROM applicants AS owner CROSS JOIN identity_keys AS held CROSS JOIN applicants AS other
		WHERE owner.organisation_id = NEW.organisation_id AND owner.id = NEW.owner_id
			AND owner.application_id = NEW.scope
			AND (SELECT count(*) FROM (SELECT 1 FROM identity_keys WHERE organisation_id = NEW.organisation_id
				AND scope = NEW.scope AND key = NEW.key LIMIT 11)) <= 10
			AND held.organisation_id = NEW.organisation_id AND held.scope = NEW.scope AND held.key = NEW.key
			AND held.owner_id <> NEW.owner_id
			AND other.organisation_id = NEW.organisation_id AND other.id = held.owner_id
			AND other.application_id = NEW.scope
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER identity_keys_parted AFTER DELETE ON identity_keys
WHEN EXISTS (SELECT 1 FROM duplicate_pairs WHERE organisation_id = OLD.organisation_id AND first_id = OLD.owner_id)
	OR EXISTS (SELECT 1 FROM duplicate_pairs WHERE organisation_id = OLD.organisation_id AND second_id = OLD.owner_id)
BEGIN
	UPDATE duplicate_pairs SET strength = strength - 1
		WHERE organisation_id = OLD.organisation_id AND first_id = OLD.owner_id
			AND EXISTS (SELECT 1 FROM identity_keys WHERE organisation_id = OLD.organisation_id AND scope = OLD.scope
				AND key = OLD.key AND owner_id = duplicate_pairs.second_id);
	UPDATE duplicate_pairs SET strength = strength - 1
		WHERE organisation_id = OLD.organisation_id AND second_id = OLD.owner_id
			AND EXISTS (SELECT 1 FROM identity_keys WHERE organisation_id = OLD.organisation_id AND scope = OLD.scope
				AND key = OLD.key AND owner_id = duplicate_pairs.first_id);
	DELETE FROM duplicate_pairs WHERE organisation_id = OLD.organisation_id AND first_id = OLD.owner_id
		AND strength <= 0 AND decided_at IS NULL;
	DELETE FROM duplicate_pairs WHERE organisation_id = OLD.organisation_id AND second_id = OLD.owner_id
		AND strength <= 0 AND decided_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER duplicate_pairs_counted AFTER INSERT ON duplicate_pairs BEGIN
	INSERT INTO duplicate_counts
		VALUES (NEW.organisation_id, NEW.application_id, NEW.decided_at IS NULL, NEW.decided_at IS NOT NULL)
		ON CONFLICT DO UPDATE SET open = open + excluded.open, decided = decided + excluded.decided;
END;
--> statement-breakpoint
CREATE TRIGGER duplicate_pairs_recounted AFTER UPDATE OF decided_at ON duplicate_pairs
WHEN (OLD.decided_at IS NULL) <> (NEW.decided_at IS NULL) BEGIN
	UPDATE duplicate_counts
		SET open = open + (NEW.decided_at IS NULL) - (OLD.decided_at IS NULL),
			decided = decided + (NEW.decided_at IS NOT NULL) - (OLD.decided_at IS NOT NULL)
		WHERE organisation_id = NEW.organisation_id AND application_id = NEW.application_id;
END;
--> statement-breakpoint
CREATE TRIGGER duplicate_pairs_uncounted AFTER DELETE ON duplicate_pairs BEGIN
	UPDATE duplicate_counts
		SET open = open - (OLD.decided_at IS NULL), decided = decided - (OLD.decided_at IS NOT NULL)
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id;
END;
--> statement-breakpoint
CREATE TRIGGER pairs_of_nobody AFTER DELETE ON applicants BEGIN
	DELETE FROM duplicate_pairs WHERE organisation_id = OLD.organisation_id AND first_id = OLD.id;
	DELETE FROM duplicate_pairs WHERE organisation_id = OLD.organisation_id AND second_id = OLD.id;
END;
--> statement-breakpoint
-- Referees and transactions go from one applicant to another when two are made one, and back when that is undone.

CREATE TRIGGER references_moved AFTER UPDATE OF applicant_id ON referees
WHEN OLD.applicant_id <> NEW.applicant_id AND NEW.status <> 'submitted' BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'referee', seq FROM applicants
			WHERE organisation_id = OLD.organisation_id AND id = OLD.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM referees WHERE organisation_id = OLD.organisation_id
			AND applicant_id = OLD.applicant_id AND status <> 'submitted');
	INSERT INTO applicant_needs SELECT organisation_id, application_id, 'referee', seq FROM applicants
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
			AND coalesce((SELECT type FROM workflow_steps WHERE organisation_id = applicants.organisation_id
				AND id = applicants.step_id), '') NOT IN ('ACCEPTED', 'DECLINED')
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_moved AFTER UPDATE OF applicant_id ON transactions
WHEN coalesce(OLD.applicant_id, '') <> coalesce(NEW.applicant_id, '')
	AND lower(NEW.status) NOT IN ('success', 'failed') BEGIN
	DELETE FROM applicant_needs WHERE (organisation_id, application_id, need, seq) IN (
			SELECT organisation_id, application_id, 'payment', seq FROM applicants
			WHERE organisation_id = OLD.organisation_id AND id = OLD.applicant_id)
		AND NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = OLD.organisation_id
			AND applicant_id = OLD.applicant_id AND lower(status) NOT IN ('success', 'failed'));
	INSERT INTO applicant_needs SELECT organisation_id, application_id, 'payment', seq FROM applicants
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id
		ON CONFLICT DO NOTHING;
END;
