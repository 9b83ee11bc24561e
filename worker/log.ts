/** One JSON line. Never a body, a token or a query string: they hold personal data. */
export const log = (level: "info" | "error", entry: Record<string, unknown>): void => {
	console[level](JSON.stringify({ level, at: new Date().toISOString(), ...entry }));
};
