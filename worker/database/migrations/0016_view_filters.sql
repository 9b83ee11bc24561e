ALTER TABLE `saved_views` ADD `filter` text NOT NULL DEFAULT '{}';
--> statement-breakpoint
-- A merge patch leaves out what is null: a key that filters nothing is not there.
UPDATE saved_views SET filter = json_patch('{}', json_object('applicationId', application_id, 'stage', stage,
	'administrationLevelItemIds', json(administration_level_item_ids), 'courseIds', json(course_ids),
	'keyword', keyword, 'needs', needs, 'sort', sort));
--> statement-breakpoint
ALTER TABLE `saved_views` DROP COLUMN `application_id`;
--> statement-breakpoint
ALTER TABLE `saved_views` DROP COLUMN `stage`;
--> statement-breakpoint
ALTER TABLE `saved_views` DROP COLUMN `administration_level_item_ids`;
--> statement-breakpoint
ALTER TABLE `saved_views` DROP COLUMN `course_ids`;
--> statement-breakpoint
ALTER TABLE `saved_views` DROP COLUMN `keyword`;
--> statement-breakpoint
ALTER TABLE `saved_views` DROP COLUMN `match`;
--> statement-breakpoint
ALTER TABLE `saved_views` DROP COLUMN `needs`;
--> statement-breakpoint
ALTER TABLE `saved_views` DROP COLUMN `sort`;
