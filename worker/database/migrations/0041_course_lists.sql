DROP INDEX `courses_by_title`;--> statement-breakpoint
CREATE INDEX `courses_by_text` ON `courses` (`organisation_id`,lower("code" || ' ' || "title"));--> statement-breakpoint
CREATE INDEX `courses_by_title` ON `courses` (`organisation_id`,lower("title"),`id`);--> statement-breakpoint
DROP INDEX `user_roles_by_role`;--> statement-breakpoint
CREATE INDEX `user_roles_by_role` ON `user_roles` (`organisation_id`,`role_id`,`user_id`);--> statement-breakpoint
ALTER TABLE `import_rows` RENAME COLUMN `candidate_id` TO `record_id`;
--> statement-breakpoint
-- An upload of courses can be undone: its rows know what they added, and how it was then.
UPDATE import_rows SET (record_id, made_version) = (
	SELECT course.id, course.created_at FROM imports AS list
		JOIN courses AS course ON course.organisation_id = list.organisation_id AND course.code = import_rows.key
	WHERE list.organisation_id = import_rows.organisation_id AND list.id = import_rows.import_id
		AND course.created_at BETWEEN list.created_at AND list.added_at)
WHERE state = 'added' AND key IS NOT NULL AND record_id IS NULL;
