-- why: what a user holds, and whether a form hides the phone number, is remembered with the configuration.
CREATE TRIGGER roles_config_insert AFTER INSERT ON roles BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER roles_config_update AFTER UPDATE ON roles BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER roles_config_delete AFTER DELETE ON roles BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER user_roles_config_insert AFTER INSERT ON user_roles BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER user_roles_config_update AFTER UPDATE ON user_roles BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER user_roles_config_delete AFTER DELETE ON user_roles BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER sensitive_fields_config_insert AFTER INSERT ON sensitive_fields BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER sensitive_fields_config_update AFTER UPDATE ON sensitive_fields BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER sensitive_fields_config_delete AFTER DELETE ON sensitive_fields BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER form_facts_config_insert AFTER INSERT ON form_facts BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER form_facts_config_update AFTER UPDATE ON form_facts BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = new.organisation_id;
END;
--> statement-breakpoint
CREATE TRIGGER form_facts_config_delete AFTER DELETE ON form_facts BEGIN
	UPDATE organisations SET config_version = config_version + 1 WHERE id = old.organisation_id;
END;
