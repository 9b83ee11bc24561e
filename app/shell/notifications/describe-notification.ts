import * as v from "valibot";
import { formatDrawn, formatExported } from "#app/format/drawn";
import { formatCount, formatNumber } from "#app/format/numbers";
import { notices } from "#worker/contract/notices";
import { type Notification, NotificationMessage } from "#worker/services/notifications/contract";

export interface NotificationText {
	title: string;
	detail?: string;
	/** Where it leads, below the organisation. */
	path?: string;
	tone: "neutral" | "success" | "error";
}

/** Describes a notification (§3, §8 Background notices). One that it cannot read still shows its type. */
export const describeNotification = ({ type, message }: Notification): NotificationText => {
	const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), NotificationMessage), message);
	if (!parsed.success) return { title: type.toLowerCase().replaceAll("_", " "), tone: "neutral" };
	const about = parsed.output;
	const application = about.applicationTitle ?? about.applicationName;
	const path = about.applicationId ? `applicants?application=${about.applicationId}` : undefined;
	switch (type) {
		case "APPLICATION_SUBMISSION_SUMMARY": {
			const count = about.candidateIds?.length ?? 0;
			return {
				title: formatCount(count, "new submission"),
				detail: application,
				path,
				tone: "neutral",
			};
		}
		case "RE_QUERY_PAYMENT":
			return {
				title: "Payments were queried again",
				detail: `${formatNumber(about.SUCCESS ?? 0)} succeeded, ${formatNumber(about.PENDING ?? 0)} pending, ${formatNumber(about.FAILED ?? 0)} failed`,
				tone: about.FAILED ? "error" : "success",
			};
		case "BACKGROUND_TASK":
			return {
				...describeTask(about),
				detail: about.reason ?? ([application, outcomeOf(about)].filter(Boolean).join(" · ") || undefined),
				path: about.taskId
					? `downloads/${about.taskId}`
					: (about.path ?? pathOfRecord(about) ?? (about.status === "FAILED" ? "tasks" : path)),
			};
	}
};

const outcomeOf = (about: v.InferOutput<typeof NotificationMessage>): string | undefined => {
	const { drawn, rows, leftOut = 0, sent, failed = 0, undone } = about;
	if (undone) return undefined;
	if (rows !== undefined) return formatExported({ rows, leftOut });
	if (drawn !== undefined) return formatDrawn({ drawn, leftOut });
	if (sent === undefined) return undefined;
	return failed > 0 ? `${formatNumber(sent)} sent, ${formatNumber(failed)} not` : `${formatNumber(sent)} sent`;
};

/** Tabs of the record on which a reference arrived, or an email to one applicant is kept. */
const tabs: Partial<Record<string, string>> = { REFERENCE: "referees", EMAIL_CANDIDATE: "emails" };

const pathOfRecord = ({ type = "", candidateIds = [] }: v.InferOutput<typeof NotificationMessage>) => {
	const [id, ...others] = candidateIds;
	const tab = Object.hasOwn(tabs, type) ? tabs[type] : undefined;
	return id && tab && others.length === 0 ? `applicants/${id}/${tab}` : undefined;
};

const taskNames: Record<string, { started: string; failed: string; done: string }> = {
	EMAIL_CANDIDATE: { started: notices.emailsStarted, failed: notices.emailsFailed, done: "Email(s) sent" },
	EXPORT_CANDIATE: {
		started: "Candidate export started",
		failed: notices.exportFailed,
		done: "Candidate export is ready",
	},
	APPLICATION_REPORT: {
		started: "An application report is being made",
		failed: "The application report could not be made",
		done: "The application report is ready",
	},
	PRINT_FORMS: {
		started: "Applicant forms are being drawn",
		failed: "Applicant forms could not be drawn",
		done: "Applicant forms are ready to download",
	},
	LETTERS: {
		started: "Offer letters are being made",
		failed: "Offer letters could not be made",
		done: "Offer letters were made",
	},
	REFERENCE: {
		started: "A reference was asked for",
		failed: "A reference did not arrive",
		done: "A reference has arrived",
	},
	STAGE_UNDO: {
		started: "A stage change is being undone",
		failed: "A stage change could not be undone altogether",
		done: "A stage change was undone",
	},
	CANDIDATE_LIST: {
		started: "A list of candidates is being read",
		failed: "A list of candidates could not be read",
		done: "A list of candidates was read",
	},
	CANDIDATE_CHECK: {
		started: "A list of candidates is being checked",
		failed: "A list of candidates could not be checked",
		done: "A list of candidates is ready to be imported",
	},
	CANDIDATE_IMPORT: {
		started: "Candidates are being imported",
		failed: "Candidates could not be imported",
		done: "Candidates were imported",
	},
	CANDIDATE_IMPORT_UNDO: {
		started: "An import of candidates is being undone",
		failed: "An import of candidates could not be undone",
		done: "An import of candidates was undone",
	},
	SELECTION_LETTERS: {
		started: "Offer letters are being made",
		failed: "Offer letters could not be made",
		done: "Offer letters were made",
	},
	COURSE_CHANGE: {
		started: "Courses are being changed",
		failed: "Courses could not be changed",
		done: "Courses were changed",
	},
	COURSE_UNDO: {
		started: "A change of courses is being undone",
		failed: "A change of courses could not be undone altogether",
		done: "A change of courses was undone",
	},
	POSTING_UNDO: {
		started: "A posting is being undone",
		failed: "A posting could not be undone altogether",
		done: "A posting was undone",
	},
	POSTING: {
		started: "Applicants are being posted",
		failed: "Applicants could not be posted",
		done: "Applicants were posted",
	},
	STAGE_CHANGE: {
		started: "Applicants are being moved",
		failed: "Applicants could not be moved",
		done: "Applicants were moved",
	},
};

/** Texts of tasks whose stage change was undone. */
const undoneNames: Partial<Record<string, string>> = {
	EMAIL_CANDIDATE: "No email was sent: the stage change was undone",
	LETTERS: "No offer letter was made: the stage change was undone",
	STAGE_CHANGE: "The stage change was undone",
	COURSE_CHANGE: "The change of courses was undone",
	POSTING: "The posting was undone",
};

const describeTask = ({
	type = "",
	status,
	undone,
}: v.InferOutput<typeof NotificationMessage>): Pick<NotificationText, "title" | "tone"> => {
	const names = taskNames[type] ?? { started: "A task started", failed: "A task failed", done: "A task is done" };
	if (status === "STARTED") return { title: names.started, tone: "neutral" };
	if (undone) return { title: undoneNames[type] ?? "A change was undone", tone: "neutral" };
	if (status === "FAILED") return { title: names.failed, tone: "error" };
	return { title: names.done, tone: "success" };
};
