import type { Background } from "#worker/feature-background";
import { deleteExpiredSessions, deleteExpiredTokens } from "#worker/services/auth/expired.writes";

const dayMs = 86_400_000;

export const authBackground: Background = {
	sweeps: [
		{ name: "expired tokens", run: ({ db, now }) => deleteExpiredTokens(db, now) },
		{ name: "expired sessions", run: ({ db, now }) => deleteExpiredSessions(db, now - dayMs) },
	],
};
