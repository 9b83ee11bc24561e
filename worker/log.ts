/** One JSON line. Never a body, a token or a query string: they hold personal data. */
export const log = (level: "info" | "error", entry: Record<string, unknown>): void => {
	console[level](JSON.stringify({ level, at: new Date().toISOString(), ...entry }));
};

/**
 * Checks whether a page or a call of the API gets a line: it was refused, failed or was slow. why no others: the platform
 * counts every request already, and a line costs a twentieth of a page.
 */
export const isNotable = (status: number, ms: number): boolean => status >= 400 || ms >= 1_000;
