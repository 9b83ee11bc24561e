/** §8's texts that tell of something done, or of work in the background that failed; problems have theirs in `problems`. */
export const notices = {
	resetRequested: "Password reset submitted successfully, Please check your mail",
	passwordChanged: "Password changed successfully",
	emailsFailed: "Email(s) failed to send",
	exportFailed: "Candidate export failed",
} as const;
