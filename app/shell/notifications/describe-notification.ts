import * as v from "valibot";
import { inAlias } from "#app/format/in-alias";
import { formatCount, formatNumber } from "#app/format/numbers";
import { formatDrawn, formatExported } from "#app/shell/notifications/task-files";
import { notices } from "#worker/contract/notices";
import { type Notification, NotificationMessage } from "#worker/services/notifications/contract";

export interface NotificationText {
	title: string;
	detail?: string;
	/** Where it leads, below the organisation. */
	path?: string;
	tone: "neutral" | "success" | "error";
}

type Message = v.InferOutput<typeof NotificationMessage>;

/** Describes a notification (§3, §8 Background notices). @param courseAlias what the institution calls a course */
export const describeNotification = (notification: Notification, courseAlias: string): NotificationText => {
	const { title, ...text } = textOf(notification);
	return { ...text, title: inAlias(title, courseAlias) };
};

/** One that it cannot read still shows its type. */
const textOf = ({ type, message }: Notification): NotificationText => {
	const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), NotificationMessage), message);
	if (!parsed.success) return { title: type.toLowerCase().replaceAll("_", " "), tone: "neutral" };
	const about = parsed.output;
	const application = about.applicationTitle ?? about.applicationName;
	const path = about.applicationId ? `applicants?application=${about.applicationId}` : undefined;
	switch (type) {
		case "APPLICATION_SUBMISSION_SUMMARY": {
			const count = about.total ?? about.candidateIds?.length ?? 0;
			return { title: formatCount(count, "new submission"), detail: application, path, tone: "neutral" };
		}
		case "RE_QUERY_PAYMENT":
			return {
				title: "Payments were queried again",
				path: "transactions",
				detail: `${formatNumber(about.SUCCESS ?? 0)} succeeded, ${formatNumber(about.PENDING ?? 0)} pending, ${formatNumber(about.FAILED ?? 0)} failed`,
				// why: that some payments failed is what was asked, and no fault.
				tone: "neutral",
			};
		case "BACKGROUND_TASK":
			return {
				...describeTask(about),
				detail: about.reason ?? ([application, outcomeOf(about)].filter(Boolean).join(" · ") || undefined),
				path: about.taskId
					? `downloads/${about.taskId}`
					: (pathOfResult(about) ?? pathOfRecord(about) ?? (about.status === "FAILED" ? "tasks" : path)),
			};
	}
};

/** why not the letters of a stage change that failed: their results say nothing of it, and cannot be tried again. */
const pathOfResult = ({ type, status, path }: Message) =>
	type === "LETTERS" && status === "FAILED" ? undefined : path;

const outcomeOf = (about: Message): string | undefined => {
	const { type = "", drawn, rows, leftOut = 0, sent, failed = 0, changed, undone } = about;
	if (undone) return undefined;
	if (changed !== undefined && taskTexts[type] === letterTexts) return formatCount(changed, "letter");
	if (rows !== undefined) return formatExported({ rows, leftOut });
	if (drawn !== undefined) return formatDrawn({ drawn, leftOut });
	if (sent === undefined) return undefined;
	return failed > 0 ? `${formatNumber(sent)} sent, ${formatNumber(failed)} not sent` : `${formatNumber(sent)} sent`;
};

/** Tabs of the record on which a reference arrived, or an email to one applicant is kept. */
const tabs: Partial<Record<string, string>> = {
	REFEREE_ASKING: "referees",
	REFERENCE: "referees",
	EMAIL_CANDIDATE: "emails",
	SMS_CANDIDATE: "emails",
};

const pathOfRecord = ({ type = "", candidateIds = [] }: Message) => {
	const [id, ...others] = candidateIds;
	const tab = Object.hasOwn(tabs, type) ? tabs[type] : undefined;
	return id && tab && others.length === 0 ? `applicants/${id}/${tab}` : undefined;
};

/** What a task says when it has started, when it has failed, and when it is done. */
type TaskTexts = readonly [started: string, failed: string, done: string];

const letterTexts: TaskTexts = [
	"Offer letters are being made",
	"Offer letters could not be made",
	"Offer letters were made",
];

const unknownTexts: TaskTexts = ["A task started", "A task failed", "A task is done"];

/** why the same failure: §8 has one text for it. */
const oneEmailTexts: TaskTexts = [notices.emailStarted, notices.emailsFailed, "Email sent"];

const taskTexts: Record<string, TaskTexts> = {
	WEBHOOK: [
		"A webhook is being sent",
		"A webhook was switched off: it had failed for three days",
		"A webhook was sent",
	],
	EMAIL_CANDIDATE: [notices.emailsStarted, notices.emailsFailed, "Email(s) sent"],
	SMS_CANDIDATE: [notices.smsStarted, notices.smsFailed, "SMS sent"],
	EXPORT_CANDIATE: ["Candidate export started", notices.exportFailed, "Candidate export is ready"],
	PROCESS_APPLICANTS: [
		"Applicants are being judged by criteria",
		"Applicants could not be judged by criteria",
		"Applicants were judged by criteria",
	],
	RANK_APPLICANTS: ["Applicants are being ranked", "Applicants could not be ranked", "Applicants were ranked"],
	EXPORT_RANKING: [
		"A ranking is being exported",
		"The ranking could not be exported",
		"The export of the ranking is ready",
	],
	APPLICATION_REPORT: [
		"An application report is being made",
		"The application report could not be made",
		"The application report is ready",
	],
	EXPORT_TRANSACTIONS: [
		"Transactions are being exported",
		"Transactions could not be exported",
		"The export of transactions is ready",
	],
	EXPORT_AUDIT_LOG: [
		"The activity log is being exported",
		"The activity log could not be exported",
		"The export of the activity log is ready",
	],
	EXPORT_MODIFICATION_LOG: [
		"The modification log is being exported",
		"The modification log could not be exported",
		"The export of the modification log is ready",
	],
	RETENTION: [
		"Applicants will be erased in a week",
		"Applicants could not be erased",
		"Applicants were erased by a retention rule",
	],
	ERASURE: ["Applicants are being erased", "Applicants could not be erased", "Applicants were erased"],
	APPLICANT_DATA: [
		"An applicant's data is being gathered",
		"An applicant's data could not be gathered",
		"An applicant's data is ready",
	],
	RE_QUERY_PAYMENT: [
		"Payments are being queried again",
		"Payments could not be queried again",
		"Payments were queried again",
	],
	PRINT_FORMS: [
		"Applicant forms are being made",
		"Applicant forms could not be made",
		"Applicant forms are ready to download",
	],
	LETTERS: letterTexts,
	REFEREE_ASKING: [
		"A referee will be asked for a reference",
		"A referee could not be asked for a reference",
		"A referee was asked for a reference",
	],
	REFERENCE: ["A reference was asked for", "A reference did not arrive", "A reference has arrived"],
	STAGE_UNDO: [
		"A stage change is being undone",
		"A stage change could not be undone altogether",
		"A stage change was undone",
	],
	CANDIDATE_LIST: [
		"A list of candidates is being read",
		"A list of candidates could not be read",
		"A list of candidates was read",
	],
	CANDIDATE_CHECK: [
		"A list of candidates is being checked",
		"A list of candidates could not be checked",
		"A list of candidates is ready to be imported",
	],
	CANDIDATE_IMPORT: ["Candidates are being imported", "Candidates could not be imported", "Candidates were imported"],
	CANDIDATE_IMPORT_UNDO: [
		"An import of candidates is being undone",
		"An import of candidates could not be undone",
		"An import of candidates was undone",
	],
	COURSE_LIST: [
		"A list of {courses} is being read",
		"A list of {courses} could not be read",
		"A list of {courses} is ready to be added",
	],
	SETTLEMENT_LIST: [
		"A settlement file is being matched",
		"A settlement file could not be matched",
		"A settlement file is ready to be imported",
	],
	SETTLEMENT_IMPORT: [
		"Settlement lines are being imported",
		"Settlement lines could not be imported",
		"Settlement lines were imported",
	],
	COURSE_IMPORT: ["{Courses} are being added", "{Courses} could not be added", "{Courses} were added"],
	COURSE_IMPORT_UNDO: [
		...(["An upload of {courses} is being undone", "An upload of {courses} could not be undone"] as const),
		"An upload of {courses} was undone",
	],
	SELECTION_LETTERS: letterTexts,
	COURSE_CHANGE: [
		"A change of {course} is being made",
		"A change of {course} could not be made",
		"A change of {course} was made",
	],
	COURSE_UNDO: [
		"A change of {course} is being undone",
		"A change of {course} could not be undone altogether",
		"A change of {course} was undone",
	],
	POSTING_UNDO: ["A posting is being undone", "A posting could not be undone altogether", "A posting was undone"],
	POSTING: ["Applicants are being posted", "Applicants could not be posted", "Applicants were posted"],
	STAGE_CHANGE: ["Applicants are being moved", "Applicants could not be moved", "Applicants were moved"],
	RELEASE_PROPOSED: ["A release is being proposed", "A release was not proposed", "A release waits for your approval"],
	RELEASE_APPROVED: ["A release is being approved", "A release was not approved", "Your release was approved"],
	RELEASE_RETURNED: ["A release is being sent back", "Your release was sent back", "A release was sent back"],
	RELEASE_BEGUN: ["Your release is beginning", "Your release could not begin", "Your release has begun"],
	REVIEWER_CHANGE: ["Applicants are being assigned", "Applicants could not be assigned", "Applicants were assigned"],
	REVIEWER_UNDO: [
		"An assignment is being undone",
		"An assignment could not be undone altogether",
		"An assignment was undone",
	],
};

const undoneNames: Partial<Record<string, string>> = {
	EMAIL_CANDIDATE: "No email was sent: the stage change was undone",
	SMS_CANDIDATE: "No SMS was sent: the stage change was undone",
	REFEREE_ASKING: "The referee was not asked: they were corrected or removed before",
	LETTERS: "No offer letter was made: the stage change was undone",
	STAGE_CHANGE: "The stage change was undone",
	COURSE_CHANGE: "The change of {course} was undone",
	POSTING: "The posting was undone",
	REVIEWER_CHANGE: "The assignment was undone",
};

const describeTask = (about: Message): Pick<NotificationText, "title" | "tone"> => {
	const { type = "", status, undone, total, candidateIds } = about;
	if (type === "ASSIGNMENT")
		return { title: `${formatCount(total ?? 1, "applicant was", "applicants were")} assigned to you`, tone: "neutral" };
	const isOneEmail = type === "EMAIL_CANDIDATE" && candidateIds?.length === 1;
	const [started, failed, done] = (isOneEmail ? oneEmailTexts : taskTexts[type]) ?? unknownTexts;
	if (status === "STARTED") return { title: started, tone: "neutral" };
	if (undone) return { title: undoneNames[type] ?? "A change was undone", tone: "neutral" };
	if (status === "FAILED") return { title: failed, tone: "error" };
	return { title: done, tone: "success" };
};
