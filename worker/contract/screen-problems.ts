import type { Problem } from "#worker/contract/problems";

/** The problems whose texts are in the code of screens (§8). why: the whole table is too large for a page. */
export const screenProblems = {
	internal: { status: 500, message: "An error occured. Please reload the page to try again." },
	network: { status: 600, message: "Poor internet connections" },
	too_large: { status: 413, message: "What was sent is too large. It can have at most 1 MB of text." },
	too_many_requests: { status: 429, message: "Too many attempts. Wait a few minutes and try again." },
	reset_failed: { status: 400, message: "Unable to reset users password" },
	reset_request_failed: { status: 500, message: "Unable to reset password" },
	verification_failed: { status: 400, message: "Unable to verify user" },
	google_user_not_found: { status: 404, message: "User Not Found" },
	organisation_not_found: { status: 404, message: "Organisation could not be found" },
	applicants_unavailable: { status: 500, message: "Failed to Fetch Apllicants" },
	stale_applicant: { status: 409, message: "This applicant was changed by somebody else since you opened the page." },
	course_unchanged: { status: 422, message: "Unable to change course" },
	stale_form: { status: 409, message: "These answers were changed by somebody else since you opened the form." },
	dates_reversed: { status: 422, message: "The end must not be before the beginning." },
	unread_unavailable: { status: 500, message: "Unable to get unread notifications" },
	notifications_unavailable: { status: 500, message: "Unable to fetch notifications" },
} as const satisfies Record<string, { status: number; message: string }>;

/** The toast of an error: 'Error {status}: {message}'; poor internet shows the message only (§8). */
export const problemToast = ({ code, status, error }: Problem): string =>
	code === "network" ? error : `Error ${status}: ${error}`;

/** The text of a download that failed (§8). */
export const failedToDownload = (message: string): string => `Failed to download: ${message}`;

/** The page of a candidate group, or of their list, that could not be read (§8). */
export const unableToFetchGroup = {
	title: "Unable to fetch candidate group",
	message: screenProblems.internal.message,
} as const;
