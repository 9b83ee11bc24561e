-- Charges were added to payments whatever this switch said. Now it decides, and what was added stays added.
UPDATE organisations SET platform_charge_enabled = 1;
