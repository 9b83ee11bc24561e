CREATE TABLE `bank_accounts` (
	`organisation_id` text PRIMARY KEY NOT NULL,
	`holder_name` text NOT NULL,
	`holder_type` text NOT NULL,
	`bank_name` text NOT NULL,
	`currency` text NOT NULL,
	`routing_number` text,
	`last_four` text NOT NULL,
	`sealed_number` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `saved_views_by_name`;--> statement-breakpoint
ALTER TABLE `saved_views` ADD `list` text DEFAULT 'applicants' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_by_name` ON `saved_views` (`organisation_id`,`list`,`holder`,lower("name"));--> statement-breakpoint
ALTER TABLE `payment_configurations` ADD `charge_currency` text DEFAULT 'NGN' NOT NULL;
--> statement-breakpoint
-- Stripe took its charge in dollars, the first of its currencies.
UPDATE payment_configurations SET charge_currency = 'USD' WHERE platform = 'STRIPE';
