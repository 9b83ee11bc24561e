import type { Subscriber } from "#worker/events/subscriber";
import type { RunHandlers } from "#worker/services/batches/open-batch";
import type { Sweep } from "#worker/sweep/sweep";
import type { Errand } from "#worker/tasks/errand";
import type { Job } from "#worker/tasks/job";

/** What a feature does without a request; `worker/background.ts` passes it to the kernels. */
export interface Background {
	/** Its bulk actions, whose jobs come with them. */
	runs?: RunHandlers;
	jobs?: readonly Job[];
	errands?: readonly Errand[];
	subscribers?: readonly Subscriber[];
	sweeps?: readonly Sweep[];
}
