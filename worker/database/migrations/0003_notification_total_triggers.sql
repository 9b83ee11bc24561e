-- The totals of the notification list follow the rows by trigger, as the bell's counts do.

CREATE TRIGGER notifications_totalled AFTER INSERT ON notifications BEGIN
	INSERT INTO notification_totals VALUES (NEW.organisation_id, NEW.user_id, NEW.type, 1)
		ON CONFLICT DO UPDATE SET notifications = notifications + 1;
END;
--> statement-breakpoint
CREATE TRIGGER notifications_untotalled AFTER DELETE ON notifications BEGIN
	UPDATE notification_totals SET notifications = notifications - 1
		WHERE organisation_id = OLD.organisation_id AND user_id = OLD.user_id AND type = OLD.type;
END;
