CREATE TABLE `sensitive_fields` (
	`organisation_id` text NOT NULL,
	`form_design_id` text NOT NULL,
	`field_id` text NOT NULL,
	PRIMARY KEY(`organisation_id`, `form_design_id`, `field_id`)
) STRICT;
