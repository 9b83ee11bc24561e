import type { Background } from "#worker/feature-background";
import { referenceNotices } from "#worker/services/notifications/reference-notices.writes";
import { taskNotices } from "#worker/services/notifications/task-notices.writes";

export const notificationsBackground: Background = { subscribers: [taskNotices, referenceNotices] };
