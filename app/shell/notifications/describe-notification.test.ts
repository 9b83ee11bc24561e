import { expect, test } from "vitest";
import { describeNotification } from "#app/shell/notifications/describe-notification";
import type { Notification } from "#worker/services/notifications/contract";

const described = (type: Notification["type"], message: object) =>
	describeNotification({ id: "n1", type, message: JSON.stringify(message), read: false, createdAt: 0 }, "programme");

const task = (type: string, status: "STARTED" | "FAILED" | "SUCCESS", more = {}) =>
	described("BACKGROUND_TASK", { type, status, ...more });

test.each([
	["EMAIL_CANDIDATE", "STARTED", "Email(s) are being sent", "neutral"],
	["EMAIL_CANDIDATE", "FAILED", "Email(s) failed to send", "error"],
	["EMAIL_CANDIDATE", "SUCCESS", "Email(s) sent", "success"],
	["SMS_CANDIDATE", "STARTED", "SMS is being sent", "neutral"],
	["SMS_CANDIDATE", "FAILED", "SMS failed to send", "error"],
	["SMS_CANDIDATE", "SUCCESS", "SMS sent", "success"],
	["EXPORT_CANDIATE", "FAILED", "Candidate export failed", "error"],
	["STAGE_CHANGE", "SUCCESS", "Applicants were moved", "success"],
	["PRINT_FORMS", "STARTED", "Applicant forms are being made", "neutral"],
	["PRINT_FORMS", "SUCCESS", "Applicant forms are ready to download", "success"],
	["LETTERS", "FAILED", "Offer letters could not be made", "error"],
	["SOMETHING_NEW", "FAILED", "A task failed", "error"],
] as const)("%s %s is “%s”", (type, status, title, tone) => {
	expect(task(type, status)).toMatchObject({ title, tone });
});

test("a task whose change was undone says that it had no effect", () => {
	const about = { applicationTitle: "Undergraduate", sent: 0, undone: true };
	expect(task("EMAIL_CANDIDATE", "SUCCESS", about)).toEqual({
		title: "No email was sent: the stage change was undone",
		detail: "Undergraduate",
		tone: "neutral",
	});
	expect(task("STAGE_CHANGE", "SUCCESS", { undone: true }).title).toBe("The stage change was undone");
});

test("a failure links to the page that retries it, a batch to its results", () => {
	expect(task("LETTERS", "FAILED", { applicationId: "a1" }).path).toBe("tasks");
	expect(task("EMAIL_CANDIDATE", "FAILED", { candidateIds: ["c1"] }).path).toBe("applicants/c1/emails");
	expect(task("STAGE_CHANGE", "FAILED", { path: "batches/b1" }).path).toBe("batches/b1");
});

test("a task that made a file links to it", () => {
	const about = { applicationId: "a1", taskId: "t1" };
	expect(task("PRINT_FORMS", "SUCCESS", about).path).toBe("downloads/t1");
});

test("drawn forms link to their progress, and say how many there are and how many are missing", () => {
	expect(task("PRINT_FORMS", "STARTED", { taskId: "t1" }).path).toBe("downloads/t1");
	const all = { applicationTitle: "Undergraduate", drawn: 1, leftOut: 0 };
	expect(task("PRINT_FORMS", "SUCCESS", all).detail).toBe("Undergraduate · 1 form made.");
	expect(task("PRINT_FORMS", "SUCCESS", { drawn: 48, leftOut: 2 }).detail).toBe(
		"48 forms made, 2 applicants left out: no longer there.",
	);
});

test("a task's reason comes before its application, to which it links", () => {
	const about = { applicationId: "a1", applicationTitle: "Undergraduate" };
	expect(task("STAGE_CHANGE", "SUCCESS", about)).toMatchObject({
		detail: "Undergraduate",
		path: "applicants?application=a1",
	});
	expect(task("EMAIL_CANDIDATE", "FAILED", { ...about, reason: "No server." }).detail).toBe("No server.");
});

test("a reference names its applicant, and links to the record", () => {
	const about = { applicationId: "a1", applicationTitle: "Undergraduate", candidateIds: ["c1"] };
	expect(task("REFERENCE", "SUCCESS", { ...about, reason: "Dr Musa for Ada Eze" })).toEqual({
		title: "A reference has arrived",
		detail: "Dr Musa for Ada Eze",
		path: "applicants/c1/referees",
		tone: "success",
	});
});

test("an email to one applicant links to their emails, one to several to the list", () => {
	const about = { applicationId: "a1", applicationTitle: "Undergraduate" };
	const pathOf = (candidateIds?: string[]) => task("EMAIL_CANDIDATE", "SUCCESS", { ...about, candidateIds }).path;
	expect(pathOf(["c1"])).toBe("applicants/c1/emails");
	expect(pathOf(["c1", "c2"])).toBe("applicants?application=a1");
	expect(pathOf()).toBe("applicants?application=a1");
});

test("emails say how many were sent, and how many were not", () => {
	const about = { applicationId: "a1", applicationTitle: "Undergraduate" };
	expect(task("EMAIL_CANDIDATE", "SUCCESS", { ...about, sent: 1200, failed: 0 }).detail).toBe(
		"Undergraduate · 1,200 sent",
	);
	expect(task("EMAIL_CANDIDATE", "SUCCESS", { ...about, sent: 46, failed: 2 }).detail).toBe(
		"Undergraduate · 46 sent, 2 not sent",
	);
});

test("new submissions are counted and name their application, and payments are distinguished", () => {
	expect(
		described("APPLICATION_SUBMISSION_SUMMARY", { candidateIds: ["1"], applicationName: "Undergraduate" }),
	).toMatchObject({ title: "1 new submission", detail: "Undergraduate" });
	expect(described("APPLICATION_SUBMISSION_SUMMARY", { candidateIds: ["1", "2"] }).title).toBe("2 new submissions");
	expect(described("APPLICATION_SUBMISSION_SUMMARY", { candidateIds: ["1"], total: 140 }).title).toBe(
		"140 new submissions",
	);
	expect(described("RE_QUERY_PAYMENT", { SUCCESS: 1_200, PENDING: 0, FAILED: 3 })).toMatchObject({
		detail: "1,200 succeeded, 0 pending, 3 failed",
		tone: "neutral",
	});
});

test("calls a course what the institution calls it", () => {
	expect(task("COURSE_CHANGE", "SUCCESS").title).toBe("A change of programme was made");
	expect(task("COURSE_IMPORT", "SUCCESS").title).toBe("Programmes were added");
	expect(task("COURSE_LIST", "FAILED").title).not.toMatch(/[{}]/);
});

test("an unreadable notification says at least what kind it is", () => {
	const broken: Notification = { id: "n1", type: "BACKGROUND_TASK", message: "{", read: false, createdAt: 0 };
	expect(describeNotification(broken, "course")).toEqual({ title: "background task", tone: "neutral" });
});

test("made letters are counted and lead to their results; a failure leads to where they are tried again", () => {
	const about = { applicationTitle: "Undergraduate", changed: 12, path: "batches/b1" };
	expect(task("LETTERS", "SUCCESS", about)).toMatchObject({ detail: "Undergraduate · 12 letters", path: "batches/b1" });
	expect(task("SELECTION_LETTERS", "SUCCESS", { ...about, changed: 1 }).detail).toBe("Undergraduate · 1 letter");
	expect(task("LETTERS", "FAILED", { path: "batches/b1" }).path).toBe("tasks");
	expect(task("STAGE_CHANGE", "SUCCESS", about).detail).toBe("Undergraduate");
});

test("one email is spoken of as one", () => {
	const one = { candidateIds: ["c1"] };
	expect(task("EMAIL_CANDIDATE", "STARTED", one).title).toBe("Email is being sent");
	expect(task("EMAIL_CANDIDATE", "SUCCESS", one).title).toBe("Email sent");
	expect(task("EMAIL_CANDIDATE", "FAILED", one).title).toBe("Email(s) failed to send");
});
