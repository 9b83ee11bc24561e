CREATE TABLE `form_facts` (
	`organisation_id` text NOT NULL,
	`form_design_id` text NOT NULL,
	`version` integer NOT NULL,
	`fact` text NOT NULL,
	`field_id` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `form_design_id`, `version`, `fact`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `applicants` ADD `score` real;--> statement-breakpoint
ALTER TABLE `applicants` ADD `state` text;--> statement-breakpoint
ALTER TABLE `applicants` ADD `gender` text;--> statement-breakpoint
ALTER TABLE `applicants` ADD `birth_date` text;--> statement-breakpoint
ALTER TABLE `applicants` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `applicants` ADD `submitted_at` integer;--> statement-breakpoint
ALTER TABLE `applicants` ADD `references_asked` integer;--> statement-breakpoint
ALTER TABLE `applicants` ADD `references_missing` integer;--> statement-breakpoint
ALTER TABLE `user_preferences` ADD `list_columns` text;--> statement-breakpoint
-- The first field of a form, outside referees' sections, that asks for a fact.

CREATE VIEW fields_of_facts AS
SELECT organisation_id, form_design_id, version, fact, field_id FROM (
	SELECT *, row_number() OVER (PARTITION BY organisation_id, form_design_id, version, fact ORDER BY place) AS nth FROM (
		SELECT version.organisation_id, version.form_design_id, version.version, field.value ->> 'fieldId' AS field_id,
			(section.key << 40) + (line.key << 20) + field.key AS place,
			CASE
				WHEN field.value ->> '$.props.source' = 'nigeria-states-lga' THEN 'state'
				WHEN field.value ->> 'type' = 'phone' THEN 'phone'
				WHEN field.value ->> 'type' = 'single-date' AND field.value ->> '$.props.label' LIKE '%birth%' THEN 'birthDate'
				WHEN field.value ->> 'type' IN ('radio', 'select', 'text')
					AND lower(field.value ->> '$.props.label') IN ('gender', 'sex') THEN 'gender'
				WHEN field.value ->> 'type' IN ('number', 'text')
					AND lower(' ' || (field.value ->> '$.props.label') || ' ') GLOB '*[^a-z]score[^a-z]*' THEN 'score'
			END AS fact
		FROM form_design_versions AS version
			CROSS JOIN json_each(version.layout, '$.sections') AS section
			CROSS JOIN json_each(section.value, '$.rows') AS line
			CROSS JOIN json_each(line.value, '$.cols') AS field
		WHERE section.value ->> 'refereeSectionType' IS NULL)
	WHERE fact IS NOT NULL)
WHERE nth = 1;
--> statement-breakpoint
-- The facts that a form has of its applicant.

CREATE VIEW facts_of_submissions AS
SELECT organisation_id, id, applicant_id, submitted_at,
	iif(json_type(score) IN ('integer', 'real') OR json_type(score) = 'text' AND trim(score ->> '$') GLOB '[0-9]*',
		CAST(trim(score ->> '$') AS REAL), NULL) AS score,
	iif(json_type(state) = 'object', state ->> 'state', NULL) AS state,
	CASE lower(gender ->> '$') WHEN '' THEN NULL WHEN 'female' THEN 'F' WHEN 'male' THEN 'M'
		WHEN 'f' THEN 'F' WHEN 'm' THEN 'M' ELSE gender ->> '$' END AS gender,
	iif(json_type(birth_date) = 'text', nullif(substr(birth_date ->> '$', 1, 10), ''), NULL) AS birth_date,
	iif(json_type(phone) = 'text', nullif(phone ->> '$', ''), NULL) AS phone
FROM (
	SELECT submissions.organisation_id, submissions.id, submissions.applicant_id, submissions.submitted_at,
		submissions.data -> (SELECT field_id FROM form_facts WHERE organisation_id = submissions.organisation_id
			AND form_design_id = submissions.form_design_id AND version = submissions.design_version AND fact = 'score') AS score,
		submissions.data -> (SELECT field_id FROM form_facts WHERE organisation_id = submissions.organisation_id
			AND form_design_id = submissions.form_design_id AND version = submissions.design_version AND fact = 'state') AS state,
		submissions.data -> (SELECT field_id FROM form_facts WHERE organisation_id = submissions.organisation_id
			AND form_design_id = submissions.form_design_id AND version = submissions.design_version AND fact = 'gender') AS gender,
		submissions.data -> (SELECT field_id FROM form_facts WHERE organisation_id = submissions.organisation_id
			AND form_design_id = submissions.form_design_id AND version = submissions.design_version AND fact = 'birthDate') AS birth_date,
		submissions.data -> (SELECT field_id FROM form_facts WHERE organisation_id = submissions.organisation_id
			AND form_design_id = submissions.form_design_id AND version = submissions.design_version AND fact = 'phone') AS phone
	FROM submissions);
--> statement-breakpoint
CREATE TRIGGER form_facts_found AFTER INSERT ON form_design_versions BEGIN
	INSERT INTO form_facts SELECT * FROM fields_of_facts WHERE organisation_id = NEW.organisation_id
		AND form_design_id = NEW.form_design_id AND version = NEW.version;
END;
--> statement-breakpoint
CREATE TRIGGER form_facts_found_again AFTER UPDATE OF layout ON form_design_versions WHEN OLD.layout <> NEW.layout BEGIN
	DELETE FROM form_facts WHERE organisation_id = NEW.organisation_id
		AND form_design_id = NEW.form_design_id AND version = NEW.version;
	INSERT INTO form_facts SELECT * FROM fields_of_facts WHERE organisation_id = NEW.organisation_id
		AND form_design_id = NEW.form_design_id AND version = NEW.version;
END;
--> statement-breakpoint
CREATE TRIGGER form_facts_forgotten AFTER DELETE ON form_design_versions BEGIN
	DELETE FROM form_facts WHERE organisation_id = OLD.organisation_id
		AND form_design_id = OLD.form_design_id AND version = OLD.version;
END;
--> statement-breakpoint
-- Applicants carry what lists are filtered and sorted by, kept exact by triggers at every write to the form or the references.

CREATE TRIGGER facts_given AFTER INSERT ON submissions BEGIN
	UPDATE applicants SET (score, state, gender, birth_date, phone, submitted_at) = (
			SELECT score, state, gender, birth_date, phone, submitted_at FROM facts_of_submissions
			WHERE organisation_id = NEW.organisation_id AND id = NEW.id)
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id AND submission_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER facts_corrected AFTER UPDATE OF data, design_version, form_design_id, submitted_at, applicant_id ON submissions BEGIN
	UPDATE applicants SET (score, state, gender, birth_date, phone, submitted_at) = (
			SELECT score, state, gender, birth_date, phone, submitted_at FROM facts_of_submissions
			WHERE organisation_id = NEW.organisation_id AND id = NEW.id)
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id AND submission_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER facts_of_another_form AFTER UPDATE OF submission_id ON applicants
WHEN OLD.submission_id IS NOT NEW.submission_id BEGIN
	UPDATE applicants SET (score, state, gender, birth_date, phone, submitted_at) = (
			SELECT score, state, gender, birth_date, phone, submitted_at FROM facts_of_submissions
			WHERE organisation_id = NEW.organisation_id AND id = NEW.submission_id)
		WHERE seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER facts_restored AFTER INSERT ON applicants
WHEN EXISTS (SELECT 1 FROM submissions WHERE organisation_id = NEW.organisation_id AND id = NEW.submission_id) BEGIN
	UPDATE applicants SET (score, state, gender, birth_date, phone, submitted_at) = (
			SELECT score, state, gender, birth_date, phone, submitted_at FROM facts_of_submissions
			WHERE organisation_id = NEW.organisation_id AND id = NEW.submission_id)
		WHERE seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER references_counted AFTER INSERT ON referees BEGIN
	UPDATE applicants SET (references_asked, references_missing) = (
			SELECT nullif(count(*), 0), sum(status <> 'submitted') FROM referees
			WHERE organisation_id = NEW.organisation_id AND applicant_id = NEW.applicant_id)
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id;
END;
--> statement-breakpoint
CREATE TRIGGER references_recounted AFTER UPDATE OF status, applicant_id ON referees
WHEN OLD.status <> NEW.status OR OLD.applicant_id <> NEW.applicant_id BEGIN
	UPDATE applicants SET (references_asked, references_missing) = (
			SELECT nullif(count(*), 0), sum(status <> 'submitted') FROM referees
			WHERE organisation_id = applicants.organisation_id AND applicant_id = applicants.id)
		WHERE organisation_id = NEW.organisation_id AND id IN (OLD.applicant_id, NEW.applicant_id);
END;
--> statement-breakpoint
CREATE TRIGGER references_uncounted AFTER DELETE ON referees BEGIN
	UPDATE applicants SET (references_asked, references_missing) = (
			SELECT nullif(count(*), 0), sum(status <> 'submitted') FROM referees
			WHERE organisation_id = OLD.organisation_id AND applicant_id = OLD.applicant_id)
		WHERE organisation_id = OLD.organisation_id AND id = OLD.applicant_id;
END;
--> statement-breakpoint
CREATE TRIGGER references_restored AFTER INSERT ON applicants
WHEN EXISTS (SELECT 1 FROM referees WHERE organisation_id = NEW.organisation_id AND applicant_id = NEW.id) BEGIN
	UPDATE applicants SET (references_asked, references_missing) = (
			SELECT nullif(count(*), 0), sum(status <> 'submitted') FROM referees
			WHERE organisation_id = NEW.organisation_id AND applicant_id = NEW.id)
		WHERE seq = NEW.seq;
END;
--> statement-breakpoint
INSERT INTO form_facts SELECT * FROM fields_of_facts;--> statement-breakpoint
UPDATE applicants SET (score, state, gender, birth_date, phone, submitted_at) = (
	SELECT score, state, gender, birth_date, phone, submitted_at FROM facts_of_submissions
	WHERE organisation_id = applicants.organisation_id AND id = applicants.submission_id);
--> statement-breakpoint
UPDATE applicants SET (references_asked, references_missing) = (
			SELECT nullif(count(*), 0), sum(status <> 'submitted') FROM referees
	WHERE organisation_id = applicants.organisation_id AND applicant_id = applicants.id);
--> statement-breakpoint
DROP INDEX `applicants_by_application`;--> statement-breakpoint
CREATE INDEX `applicants_by_application` ON `applicants` (`organisation_id`,`application_id`,`seq`,`step_id`,`course_id`,`score`,`state`,`gender`,`submitted_at`,`references_missing`,`location_id`);--> statement-breakpoint
CREATE INDEX `applicants_by_name` ON `applicants` (`organisation_id`,`application_id`,substr(search_text, 1, 60),`seq`);--> statement-breakpoint
CREATE INDEX `applicants_by_length_of_number` ON `applicants` (`organisation_id`,`application_id`,substr('0' || length(application_number), -2) || application_number,`seq`);--> statement-breakpoint
CREATE INDEX `applicants_by_score` ON `applicants` (`organisation_id`,`application_id`,`score`,`seq`);
