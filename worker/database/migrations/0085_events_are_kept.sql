-- What happened, and when, stays for ever: a purge of the logs empties events, and nothing deletes them.
CREATE TRIGGER events_are_kept BEFORE DELETE ON events BEGIN
	SELECT RAISE(ABORT, 'events are append-only');
END;
