export const firstError = ({ error }: { error?: Record<string, string[] | null> | null | undefined }): string | null =>
	Object.values(error ?? {})
		.flat()
		.find((text) => typeof text === "string") ?? null;
