ALTER TABLE `log_purges` ADD `next_at` integer DEFAULT 0 NOT NULL;
