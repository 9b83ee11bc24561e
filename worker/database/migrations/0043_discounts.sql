CREATE TABLE `add_ons` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`price` integer NOT NULL,
	`currency` text NOT NULL,
	`application_ids` text NOT NULL,
	`enabled` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `add_ons_by_name` ON `add_ons` (`organisation_id`,lower("name"));--> statement-breakpoint
CREATE TABLE `coupon_codes` (
	`organisation_id` text NOT NULL,
	`coupon_id` text NOT NULL,
	`position` integer NOT NULL,
	`code` text NOT NULL,
	`folded` text NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `coupon_id`, `position`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_codes_by_text` ON `coupon_codes` (`organisation_id`,`folded`);--> statement-breakpoint
CREATE TABLE `coupon_uses` (
	`organisation_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`coupon_id` text NOT NULL,
	`position` integer NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`taken_at` integer NOT NULL,
	`released_at` integer,
	PRIMARY KEY(`organisation_id`, `transaction_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `coupon_uses_by_age` ON `coupon_uses` (`organisation_id`,`coupon_id`,`taken_at`,`transaction_id`) WHERE released_at IS NULL;--> statement-breakpoint
CREATE INDEX `coupon_uses_by_code` ON `coupon_uses` (`organisation_id`,`coupon_id`,`position`,`taken_at`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`organisation_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`codes` integer NOT NULL,
	`own_code` text,
	`uses_per_code` integer,
	`uses_per_applicant` integer,
	`percent` integer,
	`amount` integer,
	`currency` text,
	`application_ids` text NOT NULL,
	`payment_kinds` text NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`active` integer NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `id`),
	CONSTRAINT "coupons_discount" CHECK((percent IS NULL) <> (amount IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_by_name` ON `coupons` (`organisation_id`,lower("name"));--> statement-breakpoint
-- A use counts until it is released; deleting one takes it off too.
CREATE TRIGGER coupon_uses_taken AFTER INSERT ON coupon_uses WHEN NEW.released_at IS NULL BEGIN
	UPDATE coupon_codes SET uses = uses + 1 WHERE organisation_id = NEW.organisation_id
		AND coupon_id = NEW.coupon_id AND position = NEW.position;
	UPDATE coupons SET uses = uses + 1 WHERE organisation_id = NEW.organisation_id AND id = NEW.coupon_id;
END;
--> statement-breakpoint
CREATE TRIGGER coupon_uses_changed AFTER UPDATE OF released_at ON coupon_uses
WHEN (OLD.released_at IS NULL) <> (NEW.released_at IS NULL) BEGIN
	UPDATE coupon_codes SET uses = uses + iif(NEW.released_at IS NULL, 1, -1)
		WHERE organisation_id = NEW.organisation_id AND coupon_id = NEW.coupon_id AND position = NEW.position;
	UPDATE coupons SET uses = uses + iif(NEW.released_at IS NULL, 1, -1)
		WHERE organisation_id = NEW.organisation_id AND id = NEW.coupon_id;
END;
--> statement-breakpoint
CREATE TRIGGER coupon_uses_deleted AFTER DELETE ON coupon_uses WHEN OLD.released_at IS NULL BEGIN
	UPDATE coupon_codes SET uses = uses - 1 WHERE organisation_id = OLD.organisation_id
		AND coupon_id = OLD.coupon_id AND position = OLD.position;
	UPDATE coupons SET uses = uses - 1 WHERE organisation_id = OLD.organisation_id AND id = OLD.coupon_id;
END;
