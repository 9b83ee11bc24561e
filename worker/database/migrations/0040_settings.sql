ALTER TABLE `organisations` ADD `portal_title` text;--> statement-breakpoint
ALTER TABLE `organisations` ADD `welcome_message` text;--> statement-breakpoint
ALTER TABLE `organisations` ADD `contacts` text;--> statement-breakpoint
DROP TRIGGER organisations_config_update;
--> statement-breakpoint
CREATE TRIGGER organisations_config_update AFTER UPDATE OF
	name, short_name, search_key, logo_key, signature_key, signatory_name, signatory_title, address, email, phone,
	time_zone, course_alias, applicant_site_url, undo_window_seconds, platform_charge_enabled, created_at,
	portal_title, welcome_message, contacts
ON organisations BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.id;
END;
