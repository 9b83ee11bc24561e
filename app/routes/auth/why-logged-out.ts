/** Why a user is at the login page, when that is not what they asked for. */
const reasons = {
	idle: "You were logged out because you were away for 13 minutes. Log in to continue where you left off.",
	cancelled: "Login with Google was cancelled. Nothing was changed.",
} as const;
type WhyLoggedOut = keyof typeof reasons;

/** Returns the sentence for the `why` of an address; undefined without one. */
export const sentenceOf = (why: string | null): string | undefined =>
	why !== null && Object.hasOwn(reasons, why) ? reasons[why as WhyLoggedOut] : undefined;

/**
 * Returns the address of an institution's login page. @param to where it leads back to. why encoded: a segment like
 * `\elsewhere.example` must not become another site's address.
 */
export const loginAddress = (orgName: string, { to, why }: { to?: string | null; why?: WhyLoggedOut } = {}): string => {
	const search = new URLSearchParams({ ...(to && { to }), ...(why && { why }) }).toString();
	return `/${encodeURIComponent(orgName)}${search && `?${search}`}`;
};
