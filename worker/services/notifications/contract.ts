import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";

/** §3 Notification; `message` is JSON text. */
export const Notification = v.object({
	id: v.string(),
	type: v.picklist(["APPLICATION_SUBMISSION_SUMMARY", "BACKGROUND_TASK", "RE_QUERY_PAYMENT"]),
	message: v.string(),
	read: v.boolean(),
	createdAt: v.number(),
});
export type Notification = v.InferOutput<typeof Notification>;

/** The content of `message`, by type (§3). */
export const NotificationMessage = v.object({
	applicationId: v.optional(v.string()),
	candidateIds: v.optional(v.array(v.string())),
	/** Where it leads, below the organisation. */
	path: v.optional(v.string()),
	applicationName: v.optional(v.string()),
	applicationTitle: v.optional(v.string()),
	type: v.optional(v.string()),
	status: v.optional(v.string()),
	reason: v.optional(v.string()),
	/** Set when the task makes, or has made, a file for download. */
	taskId: v.optional(v.string()),
	/** How many applicants the file contains, and how many it leaves out. */
	drawn: v.optional(v.number()),
	/** Applicants of a table. */
	rows: v.optional(v.number()),
	leftOut: v.optional(v.number()),
	/** Of a task that sent emails: how many were sent, and how many were not. */
	sent: v.optional(v.number()),
	failed: v.optional(v.number()),
	/** Whether the task's change was undone. */
	undone: v.optional(v.boolean()),
	PENDING: v.optional(v.number()),
	SUCCESS: v.optional(v.number()),
	FAILED: v.optional(v.number()),
});

const Counts = v.object({ newNotifications: v.number(), unread: v.number() });
const section = "§7 Notifications";

export const listNotifications = defineEndpoint({
	method: "GET",
	path: "/notifications",
	summary: "The user's own notifications, newest first, in pages of 15; `name` keeps one type.",
	section,
	access: "signed-in",
	query: v.strictObject({ name: v.optional(Keyword, ""), page: PageIndex, size: PageSize(15) }),
	response: PageOf(Notification),
	problems: [],
});

export const updateNotification = defineEndpoint({
	method: "PATCH",
	path: "/notifications/:id",
	summary: "Mark one as read or unread.",
	section,
	access: "signed-in",
	params: IdParams,
	body: v.strictObject({ read: v.boolean() }),
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
	response: v.object({ id: v.string() }),
	problems: ["notification_undeletable"],
});

export const markAllRead = defineEndpoint({
	method: "POST",
	path: "/notifications/read",
	summary: "Mark all as read.",
	section: "§2 Notifications side sheet",
	access: "signed-in",
	response: Counts,
	problems: [],
});

export const markSeen = defineEndpoint({
	method: "POST",
	path: "/notifications/seen",
	summary: "Reset the bell's count to 0: the panel was opened.",
	section,
	access: "signed-in",
	response: Counts,
	problems: [],
});

export const notificationStatistics = defineEndpoint({
	method: "GET",
	path: "/statistics/notifications",
	summary: "How many are new since the panel was last opened, and how many unread.",
	section,
	access: "signed-in",
	response: Counts,
	problems: [],
});

export const createSocketTicket = defineEndpoint({
	method: "POST",
	path: "/notifications/socket-ticket",
	summary:
		"A single-use ticket of 30 seconds for the live connection `GET /notifications/{userId}?ticket=…` (WebSocket).",
	section,
	access: "signed-in",
	response: v.object({ userId: v.string(), ticket: v.string() }),
	problems: [],
});
