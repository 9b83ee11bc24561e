import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";

/** §3 Notification; `message` is JSON text. */
export const Notification = v.object({
	id: text("The id of the notification."),
	type: described(
		v.picklist(["APPLICATION_SUBMISSION_SUMMARY", "BACKGROUND_TASK", "RE_QUERY_PAYMENT"]),
		"What the notification is about.",
	),
	message: text("JSON text; what it holds depends on the type."),
	read: flag("Whether the user has read it."),
	createdAt: moment("When it was made."),
});
export type Notification = v.InferOutput<typeof Notification>;

/** The content of `message`, by type (§3). */
export const NotificationMessage = v.object({
	applicationId: v.optional(text("The application that it is about.")),
	candidateIds: described(v.optional(v.array(v.string())), "The applicants that it is about."),
	path: v.optional(text("Where it leads, below the organisation.")),
	applicationName: v.optional(text("The name of the application.")),
	applicationTitle: v.optional(text("The title of the application.")),
	type: v.optional(text("The type of the task.")),
	status: v.optional(text("How the task ended, or that it was started.")),
	reason: v.optional(text("Why the task failed.")),
	taskId: v.optional(text("Set when the task makes, or has made, a file for download.")),
	total: v.optional(whole("How many applicants it is about; `candidateIds` may name fewer.")),
	drawn: v.optional(whole("How many applicants the file contains.")),
	rows: v.optional(whole("How many applicants the table contains.")),
	leftOut: v.optional(whole("How many applicants the file leaves out.")),
	sent: v.optional(whole("How many emails were sent.")),
	failed: v.optional(whole("How many emails were not sent.")),
	changed: v.optional(whole("How many applicants the task has changed, or made letters for.")),
	undone: v.optional(flag("Whether the change of the task was undone.")),
	PENDING: v.optional(whole("How many payments are pending.")),
	SUCCESS: v.optional(whole("How many payments succeeded.")),
	FAILED: v.optional(whole("How many payments failed.")),
});

const Counts = v.object({
	newNotifications: whole("How many are new since the user opened the panel last."),
	unread: whole("How many are unread."),
});
const section = "§7 Notifications";

export const listNotifications = defineEndpoint({
	method: "GET",
	path: "/notifications",
	summary: "The user's own notifications, newest first, in pages of 15; `name` lists one type only.",
	section,
	access: "signed-in",
	query: v.strictObject({
		name: described(v.optional(Keyword, ""), "Only notifications of this type."),
		page: PageIndex,
		size: PageSize(15),
	}),
	response: PageOf(Notification),
});

export const updateNotification = defineEndpoint({
	method: "PATCH",
	path: "/notifications/:id",
	summary: "Mark one as read or unread.",
	section,
	access: "signed-in",
	params: IdParams,
	body: v.strictObject({ read: flag("Whether it counts as read.") }),
	response: Notification,
	problems: ["notification_unreadable"],
});

export const deleteNotification = defineEndpoint({
	method: "DELETE",
	path: "/notifications/:id",
	summary: "Delete one.",
	section,
	access: "signed-in",
	params: IdParams,
	response: v.object({ id: text("The id of the deleted notification.") }),
	problems: ["notification_undeletable"],
});

export const markAllRead = defineEndpoint({
	method: "POST",
	path: "/notifications/read",
	summary: "Mark all as read.",
	section: "§2 Notifications side sheet",
	access: "signed-in",
	response: Counts,
});

export const markSeen = defineEndpoint({
	method: "POST",
	path: "/notifications/seen",
	summary: "Reset the bell's count to 0: the panel was opened.",
	section,
	access: "signed-in",
	response: Counts,
});

export const notificationStatistics = defineEndpoint({
	method: "GET",
	path: "/statistics/notifications",
	summary: "How many are new since the panel was last opened, and how many are unread.",
	section,
	access: "signed-in",
	response: Counts,
});

export const createSocketTicket = defineEndpoint({
	method: "POST",
	path: "/notifications/socket-ticket",
	summary:
		"A single-use ticket of 30 seconds for the live connection `GET /notifications/{userId}?ticket=…` (WebSocket).",
	section,
	access: "signed-in",
	usersOnly: true,
	response: v.object({ userId: text("The user that the ticket is for."), ticket: text("The ticket.") }),
});
