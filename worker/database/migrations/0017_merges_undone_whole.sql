-- Dismissed pairs become rows of their own, and the pairs that are left wait for a decision.

DROP TRIGGER identity_keys_paired;--> statement-breakpoint
DROP TRIGGER identity_keys_parted;--> statement-breakpoint
DROP TRIGGER duplicate_pairs_counted;--> statement-breakpoint
DROP TRIGGER duplicate_pairs_recounted;--> statement-breakpoint
DROP TRIGGER duplicate_pairs_uncounted;--> statement-breakpoint
DROP TRIGGER pairs_of_nobody;--> statement-breakpoint
CREATE TABLE `dismissed_pairs` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	`dismissed_by` text NOT NULL,
	`dismissed_by_name` text NOT NULL,
	`dismissed_at` integer NOT NULL,
	`merge_id` text,
	PRIMARY KEY(`organisation_id`, `first_id`, `second_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `dismissed_pairs_by_second` ON `dismissed_pairs` (`organisation_id`,`second_id`,`first_id`);--> statement-breakpoint
CREATE INDEX `dismissed_pairs_by_age` ON `dismissed_pairs` (`organisation_id`,`application_id`,`dismissed_at`);--> statement-breakpoint
INSERT INTO dismissed_pairs
	SELECT organisation_id, application_id, first_id, second_id, decided_by, decided_by_name, decided_at, NULL
	FROM duplicate_pairs WHERE decided_at IS NOT NULL;--> statement-breakpoint
DELETE FROM duplicate_pairs WHERE decided_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `duplicate_pairs_open`;--> statement-breakpoint
DROP INDEX `duplicate_pairs_decided`;--> statement-breakpoint
ALTER TABLE `duplicate_pairs` DROP COLUMN `decided_by`;--> statement-breakpoint
ALTER TABLE `duplicate_pairs` DROP COLUMN `decided_by_name`;--> statement-breakpoint
ALTER TABLE `duplicate_pairs` DROP COLUMN `decided_at`;--> statement-breakpoint
CREATE INDEX `duplicate_pairs_by_strength` ON `duplicate_pairs` (`organisation_id`,`application_id`,`strength`,`found_at`);--> statement-breakpoint
ALTER TABLE `duplicate_counts` RENAME COLUMN `decided` TO `dismissed`;
--> statement-breakpoint
-- A merge is undone as a whole, from its archive. Those made before have none, and cannot be undone any more.

DROP INDEX `merges_by_kept`;--> statement-breakpoint
DROP INDEX `merges_by_merged`;--> statement-breakpoint
DROP INDEX `merges_by_public_id`;--> statement-breakpoint
ALTER TABLE `merges` RENAME TO `former_merges`;--> statement-breakpoint
CREATE TABLE `merges` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`application_id` text NOT NULL,
	`source_id` text NOT NULL,
	`source_name` text NOT NULL,
	`source_number` text NOT NULL,
	`source_public_id` text NOT NULL,
	`source_keys` text NOT NULL,
	`target_id` text NOT NULL,
	`target_name` text NOT NULL,
	`target_number` text NOT NULL,
	`target_version` integer NOT NULL,
	`target_form_version` integer,
	`fields` text NOT NULL,
	`moved` text NOT NULL,
	`archive` text,
	`comment` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`undone_by` text,
	`undone_by_name` text,
	`undone_at` integer,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
INSERT INTO merges SELECT organisation_id, id, application_id,
	merged_id, trim(merged ->> '$.first_name' || ' ' || coalesce(merged ->> '$.middle_name' || ' ', '')
		|| (merged ->> '$.last_name')), merged ->> '$.application_number', merged_public_id, keys,
	kept_id, before ->> '$.name', before ->> '$.number', 0, NULL,
	(SELECT json_group_array(json_object('id', one.value ->> 'id', 'label', one.value ->> 'label',
		'before', one.value ->> 'before', 'after', one.value ->> 'after')) FROM json_each(taken) AS one),
	json_object('transactions', json_array_length(moved, '$.transactions'),
		'referees', json_array_length(moved, '$.referees'), 'letters', json_array_length(moved, '$.letters'),
		'emails', json_array_length(moved, '$.emails') + coalesce(json_array_length(moved, '$.shownEmails'), 0),
		'attachments', json_array_length(moved, '$.attachments'), 'logEntries', json_array_length(moved, '$.logEntries')),
	NULL, comment, created_by, created_by_name, created_at, undone_by, undone_by_name, undone_at
	FROM former_merges;--> statement-breakpoint
DROP TABLE `former_merges`;--> statement-breakpoint
CREATE INDEX `merges_by_target` ON `merges` (`organisation_id`,`target_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `merges_by_source` ON `merges` (`organisation_id`,`source_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `merges_by_public_id` ON `merges` (`source_public_id`);--> statement-breakpoint
CREATE INDEX `merges_archived` ON `merges` (`created_at`) WHERE archive IS NOT NULL;
--> statement-breakpoint
-- Pairs follow the identity keys, and the counts follow the pairs: nothing is compared or counted at read time.
-- A key that more than ten applicants have, such as an agent's phone, makes no pair. Nor do two who are not duplicates.

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
			AND NOT EXISTS (SELECT 1 FROM dismissed_pairs WHERE organisation_id = NEW.organisation_id
				AND first_id = iif(owner.seq < other.seq, owner.id, other.id)
				AND second_id = iif(owner.seq < other.seq, other.id, owner.id))
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
		AND strength <= 0;
	DELETE FROM duplicate_pairs WHERE organisation_id = OLD.organisation_id AND second_id = OLD.owner_id
		AND strength <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER duplicate_pairs_counted AFTER INSERT ON duplicate_pairs BEGIN
	INSERT INTO duplicate_counts VALUES (NEW.organisation_id, NEW.application_id, 1, 0)
		ON CONFLICT DO UPDATE SET open = open + 1;
END;
--> statement-breakpoint
CREATE TRIGGER duplicate_pairs_uncounted AFTER DELETE ON duplicate_pairs BEGIN
	UPDATE duplicate_counts SET open = open - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id;
END;
--> statement-breakpoint
CREATE TRIGGER dismissed_pairs_counted AFTER INSERT ON dismissed_pairs BEGIN
	INSERT INTO duplicate_counts VALUES (NEW.organisation_id, NEW.application_id, 0, 1)
		ON CONFLICT DO UPDATE SET dismissed = dismissed + 1;
	DELETE FROM duplicate_pairs WHERE organisation_id = NEW.organisation_id AND first_id = NEW.first_id
		AND second_id = NEW.second_id;
END;
--> statement-breakpoint
CREATE TRIGGER dismissed_pairs_uncounted AFTER DELETE ON dismissed_pairs BEGIN
	UPDATE duplicate_counts SET dismissed = dismissed - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id;
	INSERT INTO duplicate_pairs (organisation_id, application_id, first_id, second_id, strength, found_at)
		SELECT OLD.organisation_id, OLD.application_id, OLD.first_id, OLD.second_id, count(*),
			max(first.updated_at, second.updated_at)
		FROM applicants AS first CROSS JOIN applicants AS second CROSS JOIN identity_keys AS mine
			CROSS JOIN identity_keys AS theirs
		WHERE first.organisation_id = OLD.organisation_id AND first.id = OLD.first_id
			AND second.organisation_id = OLD.organisation_id AND second.id = OLD.second_id
			AND mine.organisation_id = OLD.organisation_id AND mine.scope = OLD.application_id AND mine.owner_id = first.id
			AND theirs.organisation_id = OLD.organisation_id AND theirs.scope = OLD.application_id
			AND theirs.key = mine.key AND theirs.owner_id = second.id
		GROUP BY first.id
		HAVING min((SELECT count(*) FROM (SELECT 1 FROM identity_keys WHERE organisation_id = OLD.organisation_id
			AND scope = OLD.application_id AND key = mine.key LIMIT 11))) <= 10
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER pairs_of_nobody AFTER DELETE ON applicants BEGIN
	DELETE FROM duplicate_pairs WHERE organisation_id = OLD.organisation_id AND first_id = OLD.id;
	DELETE FROM duplicate_pairs WHERE organisation_id = OLD.organisation_id AND second_id = OLD.id;
	DELETE FROM dismissed_pairs WHERE organisation_id = OLD.organisation_id AND first_id = OLD.id;
	DELETE FROM dismissed_pairs WHERE organisation_id = OLD.organisation_id AND second_id = OLD.id;
END;
