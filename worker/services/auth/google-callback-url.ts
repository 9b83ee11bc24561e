/**
 * The page a Google sign-in returns to, `{portal}/{orgName}/auth`, or undefined when it is any other (ASVS 3.7.2).
 * It may bring a `state` of the portal's own, which comes back beside the code.
 */
export const readCallbackUrl = (portalOrigin: string, organisationId: string, text: string): URL | undefined => {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	if (url.origin !== new URL(portalOrigin).origin || url.pathname !== `/${organisationId}/auth`) return undefined;
	if (url.username || url.password || url.hash) return undefined;
	const isOwnState = [...url.searchParams].every(([name, value]) => name === "state" && /^[\w-]{1,100}$/.test(value));
	return isOwnState && url.searchParams.size <= 1 ? url : undefined;
};
