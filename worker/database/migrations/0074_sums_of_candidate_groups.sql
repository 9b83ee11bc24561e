CREATE VIEW counted_candidate_groups AS
	SELECT organisation_id, group_id AS id, count(*) AS candidates, count(applicant_id) AS applied
	FROM group_candidates GROUP BY organisation_id, group_id;--> statement-breakpoint
DROP TRIGGER record_changes_noted;--> statement-breakpoint
-- As before, and a change by an API key names it.
CREATE TRIGGER record_changes_noted AFTER INSERT ON record_changes
WHEN NEW.action IN ('updated', 'restored') AND NEW.kind <> 'organisation' BEGIN
	INSERT INTO modification_entries (organisation_id, id, entity, entity_id, subject, field, old_value, new_value,
		user_id, username, event_id, created_at)
	SELECT NEW.organisation_id, lower(hex(randomblob(16))), NEW.kind, NEW.record_id,
		coalesce(NEW.after ->> '$.name', NEW.after ->> '$.title', NEW.after ->> '$.code',
			NEW.before ->> '$.name', NEW.before ->> '$.title'),
		field.key, iif(was.type IN ('true', 'false'), was.type, was.value),
		iif(field.type IN ('true', 'false'), field.type, field.value), NEW.actor_id,
		coalesce((SELECT email FROM users WHERE organisation_id = NEW.organisation_id AND id = NEW.actor_id),
			(SELECT name || ' (API key)' FROM api_keys WHERE organisation_id = NEW.organisation_id AND id = NEW.actor_id)),
		NEW.id, NEW.created_at
	FROM json_each(NEW.after) AS field
	LEFT JOIN json_each(NEW.before) AS was ON was.key = field.key
	WHERE was.value IS NOT field.value;
END;
