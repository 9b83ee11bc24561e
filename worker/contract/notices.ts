/** §8's texts about completed or failed background work; problems have theirs in `problems`. */
export const notices = {
	resetRequested: "Password reset submitted successfully, Please check your mail",
	passwordChanged: "Password changed successfully",
	detailsSaved: "Details saved",
	emailStarted: "Email is being sent",
	emailsStarted: "Email(s) are being sent",
	emailsFailed: "Email(s) failed to send",
	smsStarted: "SMS is being sent",
	smsFailed: "SMS failed to send",
	exportFailed: "Candidate export failed",
	referenceReceived: "Thank you. Your reference has been received.",
} as const;
