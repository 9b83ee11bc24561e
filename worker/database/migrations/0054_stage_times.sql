CREATE TABLE `stage_stays` (
	`organisation_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`left_at` integer NOT NULL,
	`application_id` text NOT NULL,
	`step_id` text NOT NULL,
	`course_id` text NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `applicant_id`, `left_at`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `applicant_counts` ADD `since_seconds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applicant_counts` ADD `submitted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applicant_counts` ADD `reached_seconds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applicant_counts` ADD `departed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applicant_counts` ADD `stayed_seconds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER applicants_counted;--> statement-breakpoint
DROP TRIGGER applicants_recounted;--> statement-breakpoint
DROP TRIGGER applicants_uncounted;--> statement-breakpoint
-- What a row adds to the counts and times of its step and course, with a minus when it goes: the order of triggers does not matter.
CREATE TRIGGER applicants_counted AFTER INSERT ON applicants BEGIN
	INSERT INTO applicant_counts (organisation_id, application_id, step_id, course_id, applicants,
			since_seconds, submitted, reached_seconds)
		VALUES (NEW.organisation_id, NEW.application_id, NEW.step_id, NEW.course_id, 1,
			NEW.stage_changed_at / 1000, NEW.submitted_at IS NOT NULL,
			max(0, coalesce(NEW.stage_changed_at - NEW.submitted_at, 0)) / 1000)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1, since_seconds = since_seconds + excluded.since_seconds,
			submitted = submitted + excluded.submitted, reached_seconds = reached_seconds + excluded.reached_seconds;
	INSERT INTO applicant_blocks VALUES
		(NEW.organisation_id, NEW.application_id, NEW.step_id, NEW.seq >> 12, 1),
		(NEW.organisation_id, NEW.application_id, '', NEW.seq >> 12, 1)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_recounted AFTER UPDATE OF step_id, course_id, stage_changed_at, submitted_at ON applicants
WHEN (OLD.step_id, OLD.course_id, OLD.stage_changed_at, OLD.submitted_at)
	IS NOT (NEW.step_id, NEW.course_id, NEW.stage_changed_at, NEW.submitted_at) BEGIN
	UPDATE applicant_counts SET applicants = applicants - 1, since_seconds = since_seconds - OLD.stage_changed_at / 1000,
			submitted = submitted - (OLD.submitted_at IS NOT NULL),
			reached_seconds = reached_seconds - max(0, coalesce(OLD.stage_changed_at - OLD.submitted_at, 0)) / 1000
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
			AND step_id = OLD.step_id AND course_id = OLD.course_id;
	INSERT INTO applicant_counts (organisation_id, application_id, step_id, course_id, applicants,
			since_seconds, submitted, reached_seconds)
		VALUES (NEW.organisation_id, NEW.application_id, NEW.step_id, NEW.course_id, 1,
			NEW.stage_changed_at / 1000, NEW.submitted_at IS NOT NULL,
			max(0, coalesce(NEW.stage_changed_at - NEW.submitted_at, 0)) / 1000)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1, since_seconds = since_seconds + excluded.since_seconds,
			submitted = submitted + excluded.submitted, reached_seconds = reached_seconds + excluded.reached_seconds;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_uncounted AFTER DELETE ON applicants BEGIN
	UPDATE applicant_counts SET applicants = applicants - 1, since_seconds = since_seconds - OLD.stage_changed_at / 1000,
			submitted = submitted - (OLD.submitted_at IS NOT NULL),
			reached_seconds = reached_seconds - max(0, coalesce(OLD.stage_changed_at - OLD.submitted_at, 0)) / 1000
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
			AND step_id = OLD.step_id AND course_id = OLD.course_id;
	UPDATE applicant_blocks SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
			AND step_id IN (OLD.step_id, '') AND block = OLD.seq >> 12;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_left_stage AFTER UPDATE OF step_id ON applicants
WHEN OLD.step_id <> NEW.step_id AND NEW.stage_changed_at > OLD.stage_changed_at BEGIN
	INSERT INTO stage_stays (organisation_id, applicant_id, left_at, application_id, step_id, course_id, seconds)
		VALUES (NEW.organisation_id, NEW.id, NEW.stage_changed_at, OLD.application_id, OLD.step_id, OLD.course_id,
			(NEW.stage_changed_at - OLD.stage_changed_at) / 1000)
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Undone: the applicant is at the former stage since when they were, as if they had never left.
CREATE TRIGGER applicants_never_left_stage AFTER UPDATE OF step_id ON applicants
WHEN OLD.step_id <> NEW.step_id AND NEW.stage_changed_at < OLD.stage_changed_at BEGIN
	DELETE FROM stage_stays WHERE organisation_id = NEW.organisation_id AND applicant_id = NEW.id
		AND left_at = OLD.stage_changed_at AND step_id = NEW.step_id;
END;
--> statement-breakpoint
CREATE TRIGGER stays_summed AFTER INSERT ON stage_stays BEGIN
	INSERT INTO applicant_counts (organisation_id, application_id, step_id, course_id, applicants, departed, stayed_seconds)
		VALUES (NEW.organisation_id, NEW.application_id, NEW.step_id, NEW.course_id, 0, 1, NEW.seconds)
		ON CONFLICT DO UPDATE SET departed = departed + 1, stayed_seconds = stayed_seconds + excluded.stayed_seconds;
END;
--> statement-breakpoint
CREATE TRIGGER stays_taken_back AFTER DELETE ON stage_stays BEGIN
	INSERT INTO applicant_counts (organisation_id, application_id, step_id, course_id, applicants, departed, stayed_seconds)
		VALUES (OLD.organisation_id, OLD.application_id, OLD.step_id, OLD.course_id, 0, -1, -OLD.seconds)
		ON CONFLICT DO UPDATE SET departed = departed - 1, stayed_seconds = stayed_seconds + excluded.stayed_seconds;
END;
--> statement-breakpoint
CREATE VIEW counted_applicant_counts AS
	SELECT organisation_id, application_id, step_id, course_id, sum(applicants) AS applicants,
		sum(since_seconds) AS since_seconds, sum(submitted) AS submitted, sum(reached_seconds) AS reached_seconds,
		sum(departed) AS departed, sum(stayed_seconds) AS stayed_seconds
	FROM (
		SELECT organisation_id, application_id, step_id, course_id, 1 AS applicants,
			stage_changed_at / 1000 AS since_seconds, submitted_at IS NOT NULL AS submitted,
			max(0, coalesce(stage_changed_at - submitted_at, 0)) / 1000 AS reached_seconds, 0 AS departed, 0 AS stayed_seconds
		FROM applicants
		UNION ALL
		SELECT organisation_id, application_id, step_id, course_id, 0, 0, 0, 0, 1, seconds FROM stage_stays
	) AS present
	GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
UPDATE applicant_counts SET (since_seconds, submitted, reached_seconds) = (
	SELECT counted.since_seconds, counted.submitted, counted.reached_seconds FROM counted_applicant_counts AS counted
	WHERE counted.organisation_id = applicant_counts.organisation_id
		AND counted.application_id = applicant_counts.application_id
		AND counted.step_id = applicant_counts.step_id AND counted.course_id = applicant_counts.course_id)
WHERE applicants <> 0;
