CREATE TABLE `mailing_counts` (
	`organisation_id` text NOT NULL,
	`mailing_id` text NOT NULL,
	`recipients` integer NOT NULL,
	`sent` integer NOT NULL,
	`failed` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `mailing_id`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `runs` ADD `size` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `runs_of_many` ON `runs` (`organisation_id`,`created_at`,`id`) WHERE size > 1;--> statement-breakpoint
CREATE INDEX `mailings_written` ON `mailings` (`organisation_id`,`created_at`,`id`) WHERE event_id IS NULL AND status <> 'gathering';--> statement-breakpoint
CREATE INDEX `mailings_of_stages` ON `mailings` (`organisation_id`,`created_at`,`id`) WHERE event_id IS NOT NULL AND status <> 'gathering';--> statement-breakpoint
UPDATE runs SET size = (SELECT count(*) FROM run_rows
	WHERE run_rows.organisation_id = runs.organisation_id AND run_rows.run_id = runs.id) WHERE status = 'ready';
--> statement-breakpoint
INSERT INTO mailing_counts (organisation_id, mailing_id, recipients, sent, failed)
	SELECT organisation_id, mailing_id, count(*), sum(status = 'sent'), sum(status = 'failed')
	FROM emails GROUP BY organisation_id, mailing_id;
--> statement-breakpoint
CREATE TRIGGER emails_counted AFTER INSERT ON emails BEGIN
	INSERT INTO mailing_counts (organisation_id, mailing_id, recipients, sent, failed)
		VALUES (NEW.organisation_id, NEW.mailing_id, 1, NEW.status = 'sent', NEW.status = 'failed')
		ON CONFLICT DO UPDATE SET recipients = recipients + 1,
			sent = sent + (NEW.status = 'sent'), failed = failed + (NEW.status = 'failed');
END;
--> statement-breakpoint
CREATE TRIGGER emails_recounted AFTER UPDATE OF status ON emails WHEN OLD.status <> NEW.status BEGIN
	UPDATE mailing_counts SET sent = sent + (NEW.status = 'sent') - (OLD.status = 'sent'),
		failed = failed + (NEW.status = 'failed') - (OLD.status = 'failed')
		WHERE organisation_id = NEW.organisation_id AND mailing_id = NEW.mailing_id;
END;
--> statement-breakpoint
CREATE TRIGGER emails_uncounted AFTER DELETE ON emails BEGIN
	UPDATE mailing_counts SET recipients = recipients - 1,
		sent = sent - (OLD.status = 'sent'), failed = failed - (OLD.status = 'failed')
		WHERE organisation_id = OLD.organisation_id AND mailing_id = OLD.mailing_id;
END;
--> statement-breakpoint
CREATE TRIGGER mailings_uncounted AFTER DELETE ON mailings BEGIN
	DELETE FROM mailing_counts WHERE organisation_id = OLD.organisation_id AND mailing_id = OLD.id;
END;
