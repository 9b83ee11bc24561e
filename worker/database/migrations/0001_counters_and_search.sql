-- Counts, blocks and the full-text index follow the applicants by trigger: exact, whoever writes.

CREATE TRIGGER applicants_counted AFTER INSERT ON applicants BEGIN
	INSERT INTO applicant_counts VALUES (NEW.organisation_id, NEW.application_id, NEW.step_id, NEW.course_id, 1)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
	INSERT INTO applicant_blocks VALUES
		(NEW.organisation_id, NEW.application_id, NEW.step_id, NEW.seq >> 12, 1),
		(NEW.organisation_id, NEW.application_id, '', NEW.seq >> 12, 1)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_recounted AFTER UPDATE OF step_id, course_id ON applicants
WHEN OLD.step_id <> NEW.step_id OR OLD.course_id <> NEW.course_id BEGIN
	UPDATE applicant_counts SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
			AND step_id = OLD.step_id AND course_id = OLD.course_id;
	INSERT INTO applicant_counts VALUES (NEW.organisation_id, NEW.application_id, NEW.step_id, NEW.course_id, 1)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_reblocked AFTER UPDATE OF step_id ON applicants
WHEN OLD.step_id <> NEW.step_id BEGIN
	UPDATE applicant_blocks SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
			AND step_id = OLD.step_id AND block = OLD.seq >> 12;
	INSERT INTO applicant_blocks VALUES (NEW.organisation_id, NEW.application_id, NEW.step_id, NEW.seq >> 12, 1)
		ON CONFLICT DO UPDATE SET applicants = applicants + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_uncounted AFTER DELETE ON applicants BEGIN
	UPDATE applicant_counts SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
			AND step_id = OLD.step_id AND course_id = OLD.course_id;
	UPDATE applicant_blocks SET applicants = applicants - 1
		WHERE organisation_id = OLD.organisation_id AND application_id = OLD.application_id
			AND step_id IN (OLD.step_id, '') AND block = OLD.seq >> 12;
END;
--> statement-breakpoint
CREATE TRIGGER applicants_stay_in_application BEFORE UPDATE OF application_id, organisation_id, seq ON applicants
WHEN OLD.application_id <> NEW.application_id OR OLD.organisation_id <> NEW.organisation_id OR OLD.seq <> NEW.seq BEGIN
	SELECT RAISE(ABORT, 'an applicant stays in their application');
END;
--> statement-breakpoint
-- Words carry their organisation's three-letter key, so prefixes of 1 to 4 typed letters are 4 to 7 long.
CREATE VIRTUAL TABLE applicant_search USING fts5(
	search_text, content = 'applicants', content_rowid = 'seq',
	tokenize = 'ascii', detail = 'none', columnsize = 0, prefix = '4 5 6 7'
);
--> statement-breakpoint
CREATE TRIGGER applicants_indexed AFTER INSERT ON applicants BEGIN
	INSERT INTO applicant_search (rowid, search_text) VALUES (NEW.seq, NEW.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER applicants_reindexed AFTER UPDATE OF search_text ON applicants
WHEN OLD.search_text <> NEW.search_text BEGIN
	INSERT INTO applicant_search (applicant_search, rowid, search_text) VALUES ('delete', OLD.seq, OLD.search_text);
	INSERT INTO applicant_search (rowid, search_text) VALUES (NEW.seq, NEW.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER applicants_unindexed AFTER DELETE ON applicants BEGIN
	INSERT INTO applicant_search (applicant_search, rowid, search_text) VALUES ('delete', OLD.seq, OLD.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER notifications_counted AFTER INSERT ON notifications BEGIN
	INSERT INTO notification_counts VALUES (NEW.organisation_id, NEW.user_id, 1 - NEW.read, 1 - NEW.seen)
		ON CONFLICT DO UPDATE SET unread = unread + 1 - NEW.read, unseen = unseen + 1 - NEW.seen;
END;
--> statement-breakpoint
CREATE TRIGGER notifications_recounted AFTER UPDATE OF read, seen ON notifications
WHEN OLD.read <> NEW.read OR OLD.seen <> NEW.seen BEGIN
	UPDATE notification_counts SET unread = unread + OLD.read - NEW.read, unseen = unseen + OLD.seen - NEW.seen
		WHERE organisation_id = NEW.organisation_id AND user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER notifications_uncounted AFTER DELETE ON notifications BEGIN
	UPDATE notification_counts SET unread = unread - 1 + OLD.read, unseen = unseen - 1 + OLD.seen
		WHERE organisation_id = OLD.organisation_id AND user_id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER audit_events_are_kept BEFORE DELETE ON audit_events BEGIN
	SELECT RAISE(ABORT, 'audit events are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_events_are_final BEFORE UPDATE ON audit_events BEGIN
	SELECT RAISE(ABORT, 'audit events are append-only');
END;
