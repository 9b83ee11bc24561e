/** One sign-in attempt, as it travels to Google and back. */
export interface GoogleAttempt {
	/** Where Google sends the browser back to. */
	redirectUri: string;
	/** PKCE: the secret whose hash was sent ahead. */
	verifier: string;
	/** Ties the answer to this attempt. */
	nonce: string;
}

export interface GoogleSignIn {
	/** Google's page where the user chooses an account. */
	authorizeUrl(attempt: GoogleAttempt & { state: string }): Promise<string>;
	/** The verified email address behind a code (lower case), or undefined when Google's answer does not prove one. */
	verifiedEmail(attempt: GoogleAttempt & { code: string; now: number }): Promise<string | undefined>;
}
