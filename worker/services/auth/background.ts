import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { deleteExpiredSessions } from "#worker/http/sessions.writes";
import { deleteExpiredTokens } from "#worker/services/auth/writes";

export const authBackground: Background = {
	sweeps: [
		{ name: "expired tokens", run: ({ db, now }) => deleteExpiredTokens(db, now) },
		{ name: "expired sessions", run: ({ db, now }) => deleteExpiredSessions(db, now - dayMs) },
	],
};
