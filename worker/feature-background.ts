import type { Subscriber } from "#worker/events/subscriber";
import type { Sweep } from "#worker/sweep/sweep";
import type { Job } from "#worker/tasks/job";

/** What a feature does without a request; `worker/background.ts` passes it to the kernels. */
export interface Background {
	jobs?: readonly Job[];
	subscribers?: readonly Subscriber[];
	sweeps?: readonly Sweep[];
}
