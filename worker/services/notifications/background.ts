import type { Background } from "#worker/feature-background";
import { releaseNotices } from "#worker/services/notifications/release-notices.writes";
import {
	assignmentNotices,
	referenceNotices,
	retentionNotices,
	submissionNotices,
	taskNotices,
	webhookNotices,
} from "#worker/services/notifications/writes";

export const notificationsBackground: Background = {
	subscribers: [
		taskNotices,
		referenceNotices,
		submissionNotices,
		assignmentNotices,
		webhookNotices,
		releaseNotices,
		retentionNotices,
	],
};
