type Errors = Record<string, string[]>;

/** What the changes made missing or wrong, by field id. */
export const newErrors = ({ errors, errorsBefore }: { errors: Errors; errorsBefore: Errors }): Errors =>
	Object.fromEntries(
		Object.entries(errors).filter(
			([fieldId, texts]) =>
				!Object.hasOwn(errorsBefore, fieldId) || JSON.stringify(errorsBefore[fieldId]) !== JSON.stringify(texts),
		),
	);
