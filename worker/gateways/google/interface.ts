/** One sign-in attempt, as it travels to Google and back. */
export interface GoogleAttempt {
	/** Google's return address. */
	redirectUri: string;
	/** PKCE: the secret whose hash was sent ahead. */
	verifier: string;
	/** Ties the response to this attempt. */
	nonce: string;
}

export interface GoogleSignIn {
	/** Returns Google's page where the user chooses an account. */
	authorizeUrl(attempt: GoogleAttempt & { state: string }): Promise<string>;
	/** Returns the verified email address of a code, or undefined when Google does not prove one. */
	verifiedEmail(attempt: GoogleAttempt & { code: string; now: number }): Promise<string | undefined>;
}
