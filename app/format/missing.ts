/** What stands for a value that is not there (§8). */
export const missing = "--/--";

/** The text itself, or the placeholder when it is absent or blank. */
export const orMissing = (value: string | number | null | undefined): string => {
	if (value === null || value === undefined) return missing;
	const text = String(value).trim();
	return text === "" ? missing : text;
};
