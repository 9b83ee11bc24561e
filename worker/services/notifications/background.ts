import type { Background } from "#worker/feature-background";
import {
	assignmentNotices,
	referenceNotices,
	taskNotices,
	webhookNotices,
} from "#worker/services/notifications/writes";

export const notificationsBackground: Background = {
	subscribers: [taskNotices, referenceNotices, assignmentNotices, webhookNotices],
};
