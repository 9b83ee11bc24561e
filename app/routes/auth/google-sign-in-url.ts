interface GoogleSignIn {
	portalOrigin: string;
	/** Without its `/auth`; below `portalOrigin` unless it has a host. */
	authServiceUrl: string;
	organisationId: string;
	/** Comes back beside the transfer code. */
	state: string;
}

/** Where 'Login with Google' goes (§7): the auth service, which comes back to the current page plus /auth. */
export const googleSignInUrl = ({ portalOrigin, authServiceUrl, organisationId, state }: GoogleSignIn): string => {
	const callback = new URL(`/${organisationId}/auth`, portalOrigin);
	callback.searchParams.set("state", state);
	const url = new URL(`${authServiceUrl.replace(/\/$/, "")}/auth/google/authorize`, portalOrigin);
	url.searchParams.set("callback_url", callback.href);
	url.searchParams.set("organization", organisationId);
	url.searchParams.set("product", "admissions");
	return url.href;
};
