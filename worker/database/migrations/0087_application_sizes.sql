CREATE TABLE `application_sizes` (
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`applicants` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `application_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `application_sizes_by_applicants` ON `application_sizes` (`organisation_id`,`applicants`,`application_id`);--> statement-breakpoint
CREATE INDEX `runs_by_undo_task` ON `runs` (`organisation_id`,`undo_task_id`) WHERE undo_task_id IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER applicants_added_to_size AFTER INSERT ON applicants BEGIN
	INSERT INTO application_sizes (organisation_id, application_id, applicants)
		VALUES (NEW.organisation_id, NEW.application_id, 1)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_taken_from_size AFTER DELETE ON applicants BEGIN
	UPDATE application_sizes SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id;
END;
--> statement-breakpoint
CREATE VIEW counted_application_sizes AS
	SELECT organisation_id, application_id, count(*) AS applicants FROM applicants GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO application_sizes (organisation_id, application_id, applicants)
	SELECT organisation_id, application_id, sum(applicants) FROM applicant_counts GROUP BY 1, 2 HAVING sum(applicants) <> 0;
