import type { Limit } from "#worker/http/rate-limit";

/** How often somebody may try before they have to wait. */
export const limits = {
	loginAccount: { name: "login-account", attempts: 10, windowMs: 15 * 60_000 },
	loginAddress: { name: "login-address", attempts: 100, windowMs: 15 * 60_000 },
	resetAccount: { name: "reset-account", attempts: 3, windowMs: 3_600_000 },
	resetAddress: { name: "reset-address", attempts: 30, windowMs: 3_600_000 },
	/** why separate: opening a link, or making others open it, must not keep anybody from using theirs. */
	tokenLook: { name: "token-look", attempts: 100, windowMs: 15 * 60_000 },
	tokenAddress: { name: "token-address", attempts: 30, windowMs: 15 * 60_000 },
} satisfies Record<string, Limit>;
