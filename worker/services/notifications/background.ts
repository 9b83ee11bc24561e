import type { Background } from "#worker/feature-background";
import {
	assignmentNotices,
	referenceNotices,
	submissionNotices,
	taskNotices,
	webhookNotices,
} from "#worker/services/notifications/writes";

export const notificationsBackground: Background = {
	subscribers: [taskNotices, referenceNotices, submissionNotices, assignmentNotices, webhookNotices],
};
