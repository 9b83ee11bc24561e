type Errors = Record<string, string[]>;

/** Returns the errors that the edit has caused, by field id. */
export const newErrors = ({ errors, errorsBefore }: { errors: Errors; errorsBefore: Errors }): Errors =>
	Object.fromEntries(
		Object.entries(errors).filter(
			([fieldId, texts]) =>
				!Object.hasOwn(errorsBefore, fieldId) || JSON.stringify(errorsBefore[fieldId]) !== JSON.stringify(texts),
		),
	);
