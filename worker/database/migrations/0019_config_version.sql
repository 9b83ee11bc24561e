ALTER TABLE `organisations` ADD `config_version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- why random: an institution that is deleted and made anew under the same id must not meet what is remembered of the old one.
CREATE TRIGGER organisations_config_insert AFTER INSERT ON organisations BEGIN
	UPDATE organisations SET config_version = abs(random() >> 11) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER organisations_config_update AFTER UPDATE OF
	name, short_name, search_key, logo_url, logo_key, signature_key, signatory_name, signatory_title, address, email, phone,
	time_zone, course_alias, applicant_site_url, undo_window_seconds, platform_charge_enabled, created_at
ON organisations BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER locations_config_insert AFTER INSERT ON locations BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER locations_config_update AFTER UPDATE ON locations BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER locations_config_delete AFTER DELETE ON locations BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER admin_levels_config_insert AFTER INSERT ON admin_levels BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER admin_levels_config_update AFTER UPDATE ON admin_levels BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER admin_levels_config_delete AFTER DELETE ON admin_levels BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER applications_config_insert AFTER INSERT ON applications BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER applications_config_update AFTER UPDATE ON applications BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER applications_config_delete AFTER DELETE ON applications BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER application_courses_config_insert AFTER INSERT ON application_courses BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER application_courses_config_update AFTER UPDATE ON application_courses BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER application_courses_config_delete AFTER DELETE ON application_courses BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER application_tags_config_insert AFTER INSERT ON application_tags BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER application_tags_config_update AFTER UPDATE ON application_tags BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER application_tags_config_delete AFTER DELETE ON application_tags BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER application_group_items_config_insert AFTER INSERT ON application_group_items BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER application_group_items_config_update AFTER UPDATE ON application_group_items BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER application_group_items_config_delete AFTER DELETE ON application_group_items BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER courses_config_insert AFTER INSERT ON courses BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER courses_config_update AFTER UPDATE ON courses BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER courses_config_delete AFTER DELETE ON courses BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER workflows_config_insert AFTER INSERT ON workflows BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER workflows_config_update AFTER UPDATE ON workflows BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER workflows_config_delete AFTER DELETE ON workflows BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER workflow_steps_config_insert AFTER INSERT ON workflow_steps BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER workflow_steps_config_update AFTER UPDATE ON workflow_steps BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER workflow_steps_config_delete AFTER DELETE ON workflow_steps BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER saved_views_config_insert AFTER INSERT ON saved_views BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER saved_views_config_update AFTER UPDATE ON saved_views BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER saved_views_config_delete AFTER DELETE ON saved_views BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
-- why names alone: they stand beside the views that their users share.
CREATE TRIGGER users_config_update AFTER UPDATE OF first_name, last_name ON users BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER users_config_delete AFTER DELETE ON users BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
