-- Courses are imported as candidates are: what an import goes into is a group or the courses.
ALTER TABLE `candidate_imports` RENAME TO `imports`;
--> statement-breakpoint
ALTER TABLE `imports` RENAME COLUMN `group_id` TO `target`;
--> statement-breakpoint
DROP INDEX `candidate_imports_by_group`;
--> statement-breakpoint
DROP INDEX `candidate_imports_unfinished`;
--> statement-breakpoint
CREATE INDEX `imports_by_target` ON `imports` (`organisation_id`,`target`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `imports_unfinished` ON `imports` (`created_at`) WHERE status IN ('mapping', 'ready', 'refused', 'discarded');
--> statement-breakpoint
ALTER TABLE `import_rows` ADD `key` text;--> statement-breakpoint
CREATE INDEX `import_rows_by_key` ON `import_rows` (`organisation_id`,`import_id`,`key`) WHERE key IS NOT NULL;
