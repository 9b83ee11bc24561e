DROP INDEX `api_keys_by_name`;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_by_name` ON `api_keys` (`organisation_id`,coalesce("name_key", lower("name"))) WHERE revoked_at IS NULL;--> statement-breakpoint
DROP INDEX `application_group_items_by_name`;--> statement-breakpoint
ALTER TABLE `application_group_items` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `application_group_items_by_name` ON `application_group_items` (`organisation_id`,`group_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `application_groups_by_name`;--> statement-breakpoint
ALTER TABLE `application_groups` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `application_groups_by_name` ON `application_groups` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `applications_by_title`;--> statement-breakpoint
ALTER TABLE `applications` ADD `title_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `applications_by_title` ON `applications` (`organisation_id`,coalesce("title_key", lower("title")));--> statement-breakpoint
DROP INDEX `roles_by_name`;--> statement-breakpoint
ALTER TABLE `roles` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `roles_by_name` ON `roles` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `add_ons_by_name`;--> statement-breakpoint
ALTER TABLE `add_ons` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `add_ons_by_name` ON `add_ons` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `coupons_by_name`;--> statement-breakpoint
ALTER TABLE `coupons` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_by_name` ON `coupons` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `locations_by_name`;--> statement-breakpoint
ALTER TABLE `locations` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `locations_by_name` ON `locations` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `retention_rules_by_name`;--> statement-breakpoint
ALTER TABLE `retention_rules` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `retention_rules_by_name` ON `retention_rules` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `ranking_schemes_by_name`;--> statement-breakpoint
ALTER TABLE `ranking_schemes` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `ranking_schemes_by_name` ON `ranking_schemes` (`organisation_id`,`application_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `reasons_by_text`;--> statement-breakpoint
ALTER TABLE `reasons` ADD `text_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `reasons_by_text` ON `reasons` (`organisation_id`,coalesce("text_key", lower("text")));--> statement-breakpoint
DROP INDEX `reminders_by_name`;--> statement-breakpoint
ALTER TABLE `reminders` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_by_name` ON `reminders` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `report_schedules_by_name`;--> statement-breakpoint
ALTER TABLE `report_schedules` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `report_schedules_by_name` ON `report_schedules` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `saved_views_by_name`;--> statement-breakpoint
ALTER TABLE `saved_views` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_by_name` ON `saved_views` (`organisation_id`,`list`,`holder`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `admin_level_items_by_name`;--> statement-breakpoint
ALTER TABLE `admin_level_items` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `admin_level_items_by_name` ON `admin_level_items` (`organisation_id`,`level_id`,coalesce("parent_item_id", ''),coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `courses_by_title`;--> statement-breakpoint
DROP INDEX `courses_by_text`;--> statement-breakpoint
ALTER TABLE `courses` ADD `code_key` text;--> statement-breakpoint
ALTER TABLE `courses` ADD `title_key` text;--> statement-breakpoint
-- Codes that differ in their case alone, which only another program can have written, do not stop this.
UPDATE `courses` SET `code_key` = `code` WHERE (`organisation_id`, lower(`code`)) IN
	(SELECT `organisation_id`, lower(`code`) FROM `courses` GROUP BY 1, 2 HAVING count(*) > 1);--> statement-breakpoint
CREATE UNIQUE INDEX `courses_by_folded_code` ON `courses` (`organisation_id`,coalesce("code_key", lower("code")));--> statement-breakpoint
CREATE INDEX `courses_by_title` ON `courses` (`organisation_id`,coalesce("title_key", lower("title")),`id`);--> statement-breakpoint
CREATE INDEX `courses_by_text` ON `courses` (`organisation_id`,coalesce("code_key", lower("code")) || ' ' || coalesce("title_key", lower("title")));--> statement-breakpoint
DROP INDEX `webhooks_by_name`;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_by_name` ON `webhooks` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
DROP INDEX `workflows_by_name`;--> statement-breakpoint
ALTER TABLE `workflows` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `workflows_by_name` ON `workflows` (`organisation_id`,coalesce("name_key", lower("name")));--> statement-breakpoint
ALTER TABLE `form_designs` ADD `title_key` text;--> statement-breakpoint
ALTER TABLE `templates` ADD `name_key` text;--> statement-breakpoint
-- The keys of the names that are there: SQLite lowers A to Z alone, so other letters, composed or not, are written out. In
-- several statements, because D1 bounds how deep an expression may be.
CREATE TABLE `folded_names` (`name` text PRIMARY KEY, `key` text NOT NULL) STRICT;--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `add_ons` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `admin_level_items` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `api_keys` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `application_group_items` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `application_groups` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `title`, lower(`title`) FROM `applications` WHERE `title` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `coupons` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `code`, lower(`code`) FROM `courses` WHERE `code` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `title`, lower(`title`) FROM `courses` WHERE `title` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `title`, lower(`title`) FROM `form_designs` WHERE `title` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `locations` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `ranking_schemes` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `text`, lower(`text`) FROM `reasons` WHERE `text` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `reminders` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `report_schedules` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `retention_rules` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `roles` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `saved_views` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `templates` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `webhooks` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
INSERT OR IGNORE INTO `folded_names` SELECT `name`, lower(`name`) FROM `workflows` WHERE `name` GLOB '*[^ -~]*';--> statement-breakpoint
UPDATE `folded_names` SET `key` =
	replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`key`
		, 'À', 'à'), 'Á', 'á'), 'Â', 'â'), 'Ã', 'ã'), 'Ä', 'ä'), 'Å', 'å'), 'Æ', 'æ'), 'Ç', 'ç'), 'È', 'è'), 'É', 'é'), 'Ê', 'ê')
		, 'Ë', 'ë'), 'Ì', 'ì'), 'Í', 'í'), 'Î', 'î'), 'Ï', 'ï'), 'Ð', 'ð'), 'Ñ', 'ñ'), 'Ò', 'ò'), 'Ó', 'ó');--> statement-breakpoint
UPDATE `folded_names` SET `key` =
	replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`key`
		, 'Ô', 'ô'), 'Õ', 'õ'), 'Ö', 'ö'), 'Ø', 'ø'), 'Ù', 'ù'), 'Ú', 'ú'), 'Û', 'û'), 'Ü', 'ü'), 'Ý', 'ý'), 'Þ', 'þ'), 'Ẹ', 'ẹ')
		, 'Ọ', 'ọ'), 'Ṣ', 'ṣ'), 'Ị', 'ị'), 'Ụ', 'ụ'), 'Ń', 'ń'), 'Ǹ', 'ǹ'), 'Ṅ', 'ṅ'), 'Ḿ', 'ḿ'), 'Ɓ', 'ɓ');--> statement-breakpoint
UPDATE `folded_names` SET `key` =
	replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`key`
		, 'Ɗ', 'ɗ'), 'Ƙ', 'ƙ'), 'Ƴ', 'ƴ'), 'Ŋ', 'ŋ'), 'Ɛ', 'ɛ'), 'Ɔ', 'ɔ'), 'Ǝ', 'ǝ'), 'Ẽ', 'ẽ'), 'Ĩ', 'ĩ'), 'Ũ', 'ũ')
		, char(768) || char(803), char(803) || char(768)), char(769) || char(803), char(803) || char(769)), 'e' || char(803), 'ẹ')
		, 'o' || char(803), 'ọ'), 's' || char(803), 'ṣ'), 'i' || char(803), 'ị'), 'u' || char(803), 'ụ'), 'a' || char(768), 'à')
		, 'e' || char(768), 'è'), 'i' || char(768), 'ì');--> statement-breakpoint
UPDATE `folded_names` SET `key` =
	replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`key`
		, 'o' || char(768), 'ò'), 'u' || char(768), 'ù'), 'n' || char(768), 'ǹ'), 'a' || char(769), 'á'), 'e' || char(769), 'é')
		, 'i' || char(769), 'í'), 'o' || char(769), 'ó'), 'u' || char(769), 'ú'), 'm' || char(769), 'ḿ'), 'n' || char(769), 'ń')
		, 'n' || char(775), 'ṅ'), 'n' || char(771), 'ñ'), 'a' || char(771), 'ã'), 'o' || char(771), 'õ'), 'a' || char(776), 'ä')
		, 'o' || char(776), 'ö'), 'u' || char(776), 'ü');--> statement-breakpoint
DELETE FROM `folded_names` WHERE `key` = lower(`name`);--> statement-breakpoint
-- Two that are alike already stay as they are, until one of them is renamed.
UPDATE OR IGNORE `add_ons` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `add_ons`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `admin_level_items` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `admin_level_items`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `api_keys` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `api_keys`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `application_group_items` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `application_group_items`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `application_groups` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `application_groups`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `applications` SET `title_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `applications`.`title`)
	WHERE `title` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `coupons` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `coupons`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `courses` SET `code_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `courses`.`code`)
	WHERE `code` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `courses` SET `title_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `courses`.`title`)
	WHERE `title` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `form_designs` SET `title_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `form_designs`.`title`)
	WHERE `title` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `locations` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `locations`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `ranking_schemes` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `ranking_schemes`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `reasons` SET `text_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `reasons`.`text`)
	WHERE `text` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `reminders` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `reminders`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `report_schedules` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `report_schedules`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `retention_rules` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `retention_rules`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `roles` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `roles`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `saved_views` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `saved_views`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `templates` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `templates`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `webhooks` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `webhooks`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
UPDATE OR IGNORE `workflows` SET `name_key` = (SELECT `key` FROM `folded_names` AS `folded` WHERE `folded`.`name` = `workflows`.`name`)
	WHERE `name` IN (SELECT `name` FROM `folded_names`);--> statement-breakpoint
DROP TABLE `folded_names`;
