export interface Choice {
	value: string;
	label: string;
	/** A hint in a combobox's list. */
	hint?: string;
	disabled?: boolean;
}
