ALTER TABLE `submissions` ADD `hidden` text;--> statement-breakpoint
-- An answer that a condition hides gives no fact, as no screen shows it.

DROP VIEW facts_of_submissions;
--> statement-breakpoint
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
	SELECT form.organisation_id, form.id, form.applicant_id, form.submitted_at,
		form.data -> (SELECT field_id FROM form_facts WHERE organisation_id = form.organisation_id
			AND form_design_id = form.form_design_id AND version = form.design_version AND fact = 'score'
			AND field_id NOT IN (SELECT value FROM json_each(form.hidden))) AS score,
		form.data -> (SELECT field_id FROM form_facts WHERE organisation_id = form.organisation_id
			AND form_design_id = form.form_design_id AND version = form.design_version AND fact = 'state'
			AND field_id NOT IN (SELECT value FROM json_each(form.hidden))) AS state,
		form.data -> (SELECT field_id FROM form_facts WHERE organisation_id = form.organisation_id
			AND form_design_id = form.form_design_id AND version = form.design_version AND fact = 'gender'
			AND field_id NOT IN (SELECT value FROM json_each(form.hidden))) AS gender,
		form.data -> (SELECT field_id FROM form_facts WHERE organisation_id = form.organisation_id
			AND form_design_id = form.form_design_id AND version = form.design_version AND fact = 'birthDate'
			AND field_id NOT IN (SELECT value FROM json_each(form.hidden))) AS birth_date,
		form.data -> (SELECT field_id FROM form_facts WHERE organisation_id = form.organisation_id
			AND form_design_id = form.form_design_id AND version = form.design_version AND fact = 'phone'
			AND field_id NOT IN (SELECT value FROM json_each(form.hidden))) AS phone
	FROM submissions AS form);
--> statement-breakpoint
DROP TRIGGER facts_corrected;
--> statement-breakpoint
CREATE TRIGGER facts_corrected AFTER UPDATE OF data, hidden, design_version, form_design_id, submitted_at, applicant_id ON submissions BEGIN
	UPDATE applicants SET (score, state, gender, birth_date, phone, submitted_at) = (
			SELECT score, state, gender, birth_date, phone, submitted_at FROM facts_of_submissions
			WHERE organisation_id = NEW.organisation_id AND id = NEW.id)
		WHERE organisation_id = NEW.organisation_id AND id = NEW.applicant_id AND submission_id = NEW.id;
END;
