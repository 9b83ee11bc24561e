/** What a form without fields of its own says over itself: the first thing that is wrong. */
export const firstError = ({ error }: { error?: Record<string, string[] | null> | null | undefined }): string | null =>
	Object.values(error ?? {})
		.flat()
		.find((text) => typeof text === "string") ?? null;
