DROP INDEX `workflows_by_name`;--> statement-breakpoint
ALTER TABLE `workflows` ADD `updated_at` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Names become unique in any case: of workflows with the same one, the newer ones get the beginning of their id.
UPDATE workflows SET name = name || ' (' || substr(id, 1, 8) || ')' WHERE EXISTS (
	SELECT 1 FROM workflows AS older WHERE older.organisation_id = workflows.organisation_id
		AND lower(older.name) = lower(workflows.name)
		AND (older.created_at, older.id) < (workflows.created_at, workflows.id));
--> statement-breakpoint
CREATE UNIQUE INDEX `workflows_by_name` ON `workflows` (`organisation_id`,lower("name"));--> statement-breakpoint
ALTER TABLE `workflow_step_attachments` ADD `removed_at` integer;--> statement-breakpoint
ALTER TABLE `workflow_steps` ADD `next_step_ids` text;--> statement-breakpoint
ALTER TABLE `workflow_steps` ADD `role_ids` text;--> statement-breakpoint
ALTER TABLE `workflow_steps` ADD `requirements` text;--> statement-breakpoint
CREATE INDEX `applications_by_workflow` ON `applications` (`organisation_id`,`workflow_id`);
