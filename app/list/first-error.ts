/** Returns the first error of a form that shows errors above its fields. */
export const firstError = ({ error }: { error?: Record<string, string[] | null> | null | undefined }): string | null =>
	Object.values(error ?? {})
		.flat()
		.find((text) => typeof text === "string") ?? null;
