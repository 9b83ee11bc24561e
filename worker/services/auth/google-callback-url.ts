/**
 * Returns the page to which a Google sign-in returns, `{portal}/{orgName}/auth` of a known portal, or undefined for
 * any other (ASVS 3.7.2). It may carry a `state` of the portal's own, which comes back beside the code.
 */
export const readCallbackUrl = (
	portalOrigins: readonly string[],
	organisationId: string,
	text: string,
): URL | undefined => {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	const isKnown = portalOrigins.some((origin) => url.origin === new URL(origin).origin);
	if (!isKnown || url.pathname !== `/${organisationId}/auth`) return undefined;
	if (url.username || url.password || url.hash) return undefined;
	const isOwnState = [...url.searchParams].every(([name, value]) => name === "state" && /^[\w-]{1,100}$/.test(value));
	return isOwnState && url.searchParams.size <= 1 ? url : undefined;
};
