CREATE INDEX `user_roles_by_item` ON `user_roles` (`organisation_id`,`admin_level_item_id`);--> statement-breakpoint
-- Whom reminders reminded that have been deleted: referees are named by their addresses.
DELETE FROM reminder_sends WHERE NOT EXISTS (SELECT 1 FROM reminders AS reminder
	WHERE reminder.organisation_id = reminder_sends.organisation_id AND reminder.id = reminder_sends.reminder_id);
