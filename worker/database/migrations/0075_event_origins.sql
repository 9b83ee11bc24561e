-- The modification log reads from its events where a change came from: who, when and from where stays as it was written.
CREATE TRIGGER events_are_final BEFORE UPDATE OF organisation_id, id, type, actor_id, request_id, occurred_at ON events BEGIN
	SELECT RAISE(ABORT, 'events are append-only');
END;
--> statement-breakpoint
-- An erasure alone empties what is personal in them.
CREATE TRIGGER events_are_erased BEFORE UPDATE OF actor_name, address, user_agent, payload ON events
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE organisation_id = OLD.organisation_id) BEGIN
	SELECT RAISE(ABORT, 'events are append-only');
END;
