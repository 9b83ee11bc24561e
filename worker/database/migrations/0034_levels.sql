-- All levels are written at once, and compared with each other then.
DROP INDEX `admin_levels_by_name`;
