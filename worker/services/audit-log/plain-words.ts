import * as v from "valibot";
import { capitalise } from "#worker/contract/text/capitalise";

/** Makes words of a name in code: `undoWindowSeconds` and `payment_day` become "undo window seconds" and "payment day". */
const wordsOf = (name: string): string =>
	name
		.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
		.replaceAll(/[_\-.]+/g, " ")
		.replaceAll(/\s+/g, " ")
		.trim()
		.toLowerCase();

/** Puts the institution's word for a course into words that were made of names in code. */
const called = (words: string, course: string): string =>
	words.replaceAll(/\b([Cc])ourse(s?)\b/g, (_, first: string, many: string) => {
		return (first === "C" ? capitalise(course) : course) + many;
	});

/** Returns what kind of record something is, in words: "Candidate group". */
export const kindInWords = (kind: string, course: string): string =>
	called(capitalise(wordsOf(kind === "organisation" ? "institution" : kind)), course);

/** Names that the words of code would not say. */
const fieldNames: Readonly<Record<string, string>> = { courseAlias: "Word for a course" };

/** Returns a field in words: "Undo window seconds", and of a repeated section "School (2)". */
export const fieldInWords = (field: string, course: string): string => {
	const known = fieldNames[field];
	if (known !== undefined) return known;
	const [, name = field, repeat] = /^(.+?)__(\d+)$/.exec(field) ?? [];
	const words = called(capitalise(wordsOf(name)), course) || field;
	return repeat === undefined ? words : `${words} (${repeat})`;
};

/** What was done, by the last part of an action. */
const verbs: Readonly<Record<string, string>> = {
	created: "Created",
	updated: "Changed",
	restored: "Restored a former state of",
	deleted: "Deleted",
	imported: "Imported",
	import_undone: "Undid the import of",
	corrected: "Corrected",
	removed: "Removed",
	added: "Added",
	answered: "Received the answer of",
	revoked: "Revoked",
	disabled: "Disabled",
	resent: "Sent again an event to",
	published: "Published",
	closed: "Closed",
	blocked: "Blocked",
	unblocked: "Unblocked",
	invited: "Invited",
};

/** Actions that those verbs do not say. */
const sentences: Readonly<Record<string, string>> = {
	login: "Signed in",
	logout: "Signed out",
	password_reset_requested: "Asked for a new password",
	password_reset: "Chose a new password",
	email_confirmed: "Confirmed the email address",
	refresh_token_reused: "A session was ended: its token was used twice",
	"applicants.stage_changed": "Changed the stage",
	"applicants.stage_change_undone": "Undid a change of stage",
	"applicants.course_changed": "Changed the course",
	"applicants.course_change_undone": "Undid a change of course",
	"applicants.posted": "Posted to a location",
	"applicants.posting_undone": "Undid a posting",
	"applicants.assigned": "Assigned a reviewer",
	"applicants.assignment_undone": "Undid an assignment of a reviewer",
	"applicants.merged": "Merged two applicants",
	"applicants.merge_undone": "Undid a merge",
	"applicants.pair_reviewed": "Reviewed possible duplicates",
	"applicants.registered": "Registered",
	"applicants.form_updated": "Updated the form",
	"applicants.identity_corrected": "Corrected names or the email address",
	"applicants.noted": "Added a note",
	"applicants.letters_made": "Made an offer letter",
	"applicants.erased": "Erased applicants",
	"retention.announced": "Announced which applicants a retention rule erases",
	"applicants.answers_revealed": "Revealed sensitive answers",
	"applicants.answers_disclosed": "Put sensitive answers into a file",
	"applicants.data_downloaded": "Downloaded all data of an applicant",
	"applicants.emailed": "Sent an email",
	"applicants.texted": "Sent an SMS",
	"referees.notified": "Asked referees",
	"task.started": "Started work in the background",
	"task.finished": "Work in the background ended",
	"payment.started": "Started a payment",
	"payment.succeeded": "A payment succeeded",
	"payment.failed": "A payment failed",
	"payment.reversed": "A payment was reversed",
	"payment.questioned": "A payment has to be looked at",
	"payment.dispute_decided": "A dispute was decided",
	"payment_exception.refund_requested": "Asked for a refund",
	"payment_exception.resolved": "Resolved an exception of payments",
	"release.prepared": "Prepared a release",
	"release.rows_changed": "Changed the applicants of a release",
	"release.proposed": "Proposed a release",
	"release.approved": "Approved a release",
	"release.returned": "Sent a release back",
	"release.scheduled": "Chose the time of a release",
	"release.cancelled": "Cancelled a release",
	"release.begun": "A release began",
	"payment_day.closed": "Closed a day of payments",
	"webhook.secret_replaced": "Replaced the secret of a webhook",
	"user.invitation_sent": "Sent an invitation to a user",
	"user.password_reset_sent": "Sent a user a link for a new password",
	"user.sessions_ended": "Signed a user out everywhere",
	"logs.purged": "Old log entries were deleted",
};

/** Why something was refused, by the word that the log keeps. */
const reasons: Readonly<Record<string, string>> = {
	forbidden: "the privilege is missing",
	throttled: "too many attempts",
	"unknown account": "there is no such account",
	"wrong password": "the password was wrong",
	blocked: "the user is blocked",
};

const Details = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		stageName: v.optional(v.string()),
		taskType: v.optional(v.string()),
		templateName: v.optional(v.string()),
		method: v.optional(v.string()),
		subject: v.optional(v.string()),
		applicationTitle: v.optional(v.nullable(v.string())),
		before: v.optional(v.unknown()),
	}),
);

interface Entry {
	action: string;
	status: "SUCCESS" | "FAILED";
	subject: string | null;
	/** JSON; null where it is long. */
	details: string | null;
}

const sentenceOf = (action: string): string => {
	const known = sentences[action];
	if (known !== undefined) return known;
	const [noun = action, ...rest] = action.split(".");
	const verb = rest.join("_");
	if (verb === "") return capitalise(wordsOf(noun));
	const what = wordsOf(noun === "organisation" ? "institution settings" : noun);
	return verbs[verb] === undefined ? `${capitalise(what)}: ${wordsOf(verb)}` : `${verbs[verb]} ${what}`;
};

const extraOf = (details: string | null, course: string): string | undefined => {
	const read = v.safeParse(Details, details);
	if (!read.success) return undefined;
	const { stageName, taskType, templateName, subject, method } = read.output;
	if (stageName !== undefined) return `to ${stageName}`;
	if (taskType !== undefined) return `(${called(wordsOf(taskType), course)})`;
	if (templateName !== undefined) return `from “${templateName}”`;
	if (subject !== undefined) return `“${subject}”`;
	return method === undefined ? undefined : `by ${wordsOf(method)}`;
};

/** Returns what happened in plain words, and whether the entry's subject names what it was about. */
export const inWords = (
	{ action, status, subject, details }: Entry,
	course: string,
): { what: string; names: boolean } => {
	const request = /^(GET|POST|PUT|PATCH|DELETE) (.+)$/.exec(action);
	const why = subject === null ? undefined : (reasons[subject] ?? wordsOf(subject));
	if (request) return { what: `Was refused ${request[1]} ${request[2]}${why ? `: ${why}` : ""}`, names: false };
	const sentence = called(sentenceOf(action), course);
	if (status === "FAILED" && !action.includes("."))
		return { what: `${action === "login" ? "Could not sign in" : sentence}${why ? `: ${why}` : ""}`, names: false };
	const extra = extraOf(details, course);
	return { what: extra === undefined ? sentence : `${sentence} ${extra}`, names: true };
};

/** Returns a value of the modification log as text. why: answers are stored as JSON, names as they are. */
export const valueInWords = (kept: string | null, course: string): string | null => {
	if (kept === null || kept === "") return null;
	const read = v.safeParse(v.pipe(v.string(), v.parseJson()), kept);
	return read.success ? textOf(read.output, course) : kept;
};

const textOf = (value: unknown, course: string): string | null => {
	if (value === null || value === undefined || value === "") return null;
	if (Array.isArray(value))
		return (
			value
				.map((one) => textOf(one, course))
				.filter(Boolean)
				.join("; ") || null
		);
	if (typeof value === "object")
		return (
			Object.entries(value)
				.flatMap(([name, inner]) => {
					const shown = textOf(inner, course);
					return shown === null ? [] : `${fieldInWords(name, course)}: ${shown}`;
				})
				.join(", ") || null
		);
	if (typeof value === "boolean") return value ? "Yes" : "No";
	return String(value);
};

const browsers: readonly (readonly [name: string, RegExp])[] = [
	["Edge", /\bEdg(?:e|A|iOS)?\/(\d+)/],
	["Opera", /\bOPR\/(\d+)/],
	["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
	["Chrome", /(?:Chrome|CriOS)\/(\d+)/],
	["Safari", /\bVersion\/(\d+)[\d.]* .*Safari\//],
];

const systems: readonly (readonly [name: string, RegExp])[] = [
	["iPhone", /\biPhone\b/],
	["iPad", /\biPad\b/],
	["Android", /\bAndroid\b/],
	["Windows", /\bWindows\b/],
	["macOS", /\bMac OS X\b/],
	["ChromeOS", /\bCrOS\b/],
	["Linux", /\bLinux\b/],
];

/** Returns a browser and its system in short, "Firefox 132 on Windows", or the beginning of what a program calls itself. */
export const deviceOf = (userAgent: string | null): string | null => {
	if (userAgent === null) return null;
	const browser = browsers.map(([name, sign]) => [name, sign.exec(userAgent)?.[1]]).find(([, version]) => version);
	const system = systems.find(([, sign]) => sign.test(userAgent))?.[0];
	if (!browser) return userAgent.slice(0, 40);
	return [browser.join(" "), system].filter(Boolean).join(" on ");
};
