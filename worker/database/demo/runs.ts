import type { Row } from "./insert";
import type { People } from "./people";
import { createRandom } from "./random";
import type { DemoApplication, Setup } from "./setup";
import { day, hour } from "./times";

interface Moved {
	application: DemoApplication;
	applicants: readonly Row<"applicants">[];
	seed: number;
	now: number;
}

/** Makes the results of bulk changes: applicants who were moved to their stage together, and one who was there already. */
export const runsOf = (
	{ organisation }: Setup,
	{ reviewers }: People,
	{ application, applicants, seed, now }: Moved,
): { runs: Row<"runs">[]; runRows: Row<"runRows">[] } => {
	const random = createRandom(seed, organisation.id, "runs");
	const made = application.steps
		.filter(({ type }) => type !== "REGISTRATION")
		.map((step) => ({ step, at: now - random.between(2 * hour, 6 * day) }))
		.map(({ step, at }) => ({
			step,
			at,
			id: random.id("b"),
			moved: applicants.filter(({ stepId, registeredAt }) => stepId === step.id && registeredAt < at),
		}))
		.filter(({ moved }) => moved.length > 1);
	return {
		runs: made.map(({ id, step, at, moved }) => ({
			organisationId: organisation.id,
			id,
			kind: "stage",
			status: "ready",
			targetId: step.id,
			targetName: step.name,
			subject: `${moved.length - 1} applicants`,
			size: moved.length,
			undoUntil: at + 30_000,
			createdBy: random.pick(reviewers).id,
			createdAt: at,
		})),
		runRows: made.flatMap(({ id, moved }) =>
			moved.map((applicant, position) => ({
				organisationId: organisation.id,
				runId: id,
				subjectId: applicant.id,
				position,
				outcome: position === 0 ? "unchanged" : "changed",
			})),
		),
	};
};
