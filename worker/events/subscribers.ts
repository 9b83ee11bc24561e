import { auditTrail } from "#worker/events/audit-trail.writes";
import type { Subscriber } from "#worker/events/subscriber";
import { stageLetters } from "#worker/services/letters/stage-letters";
import { referenceNotices } from "#worker/services/notifications/reference-notices.writes";
import { taskNotices } from "#worker/services/notifications/task-notices.writes";
import { countedReasons } from "#worker/services/reasons/reason-counts.writes";

/** Everything that reacts to events, in the order in which it does. */
export const subscribers: readonly Subscriber[] = [
	auditTrail,
	taskNotices,
	referenceNotices,
	stageLetters,
	countedReasons,
];
