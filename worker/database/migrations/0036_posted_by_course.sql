-- Posted applicants are counted by course, so that users of some places see the counts of theirs.
DROP TRIGGER applicants_placed;
--> statement-breakpoint
DROP TRIGGER applicants_replaced;
--> statement-breakpoint
DROP TRIGGER applicants_unplaced;
--> statement-breakpoint
DROP TABLE `location_counts`;
--> statement-breakpoint
CREATE TABLE `location_counts` (
	`organisation_id` text NOT NULL,
	`location_id` text NOT NULL,
	`application_id` text NOT NULL,
	`course_id` text NOT NULL,
	`applicants` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `location_id`, `application_id`, `course_id`)
) STRICT;
--> statement-breakpoint
INSERT INTO location_counts (organisation_id, location_id, application_id, course_id, applicants)
	SELECT organisation_id, location_id, application_id, course_id, count(*) FROM applicants
	WHERE location_id IS NOT NULL GROUP BY organisation_id, location_id, application_id, course_id;
--> statement-breakpoint
CREATE TRIGGER applicants_placed AFTER INSERT ON applicants WHEN NEW.location_id IS NOT NULL BEGIN
	INSERT INTO location_counts (organisation_id, location_id, application_id, course_id, applicants)
		VALUES (NEW.organisation_id, NEW.location_id, NEW.application_id, NEW.course_id, 1)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_replaced AFTER UPDATE OF location_id, course_id ON applicants
WHEN OLD.location_id IS NOT NEW.location_id OR OLD.course_id <> NEW.course_id BEGIN
	UPDATE location_counts SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND location_id = OLD.location_id
			AND application_id = OLD.application_id AND course_id = OLD.course_id;
	INSERT INTO location_counts (organisation_id, location_id, application_id, course_id, applicants)
		SELECT NEW.organisation_id, NEW.location_id, NEW.application_id, NEW.course_id, 1 WHERE NEW.location_id IS NOT NULL
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_unplaced AFTER DELETE ON applicants WHEN OLD.location_id IS NOT NULL BEGIN
	UPDATE location_counts SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND location_id = OLD.location_id
			AND application_id = OLD.application_id AND course_id = OLD.course_id;
END;
