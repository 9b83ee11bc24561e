import type { Row, Rows } from "./insert";
import type { People } from "./people";
import { createRandom } from "./random";
import type { DemoApplication, Setup } from "./setup";
import { day } from "./times";

const none = { letters: 0, referees: 0, payments: 0, mergedRecords: 0 };

/** Former applicants of the main application who were erased: on request, and because their time was over. */
export const erasedOf = (
	{ organisation }: Setup,
	{ idByRole, rows }: People,
	{ application, seed, now }: { application: DemoApplication; seed: number; now: number },
): Rows => {
	const random = createRandom(seed, organisation.id, "erased");
	const [erasedBy] = idByRole("super-admin");
	const [step] = application.steps;
	const [course] = application.courses;
	const eraser = rows.users.find(({ id }) => id === erasedBy);
	if (erasedBy === undefined || !eraser || !step || !course) return {};
	const former = (index: number, values: Pick<Row<"erasedApplicants">, "removed" | "reason"> & { at: number }) => ({
		organisationId: organisation.id,
		id: random.id("a"),
		applicationId: application.id,
		courseId: course.id,
		applicationNumber: `${application.plan.year}/FORMER/${index}`,
		stepId: step.id,
		runId: random.id("r"),
		registeredAt: values.at - 400 * day,
		submittedAt: values.at - 399 * day,
		erasedAt: values.at,
		files: null,
		removed: values.removed,
		reason: values.reason,
		erasedBy,
		erasedByName: `${eraser.firstName} ${eraser.lastName}`,
	});
	const rule = (name: string, values: Pick<Row<"retentionRules">, "outcome" | "months" | "enabled">) => ({
		organisationId: organisation.id,
		id: random.id("t"),
		name,
		applicationId: application.id,
		...values,
		createdAt: now - 90 * day,
		updatedAt: now - 90 * day,
	});
	return {
		// why nobody is due: the application is open, and what a rule announces would be new to everybody who opens the demo.
		retentionRules: [
			rule("Forms that were never submitted", { outcome: "never_submitted", months: 12, enabled: true }),
			rule("Declined after two years", { outcome: "declined", months: 24, enabled: false }),
		],
		erasedApplicants: [
			former(1, {
				reason: "Request of the applicant",
				at: now - 40 * day,
				removed: {
					...none,
					answers: 1,
					documents: 4,
					logEntries: 12,
					changes: 3,
					emails: 5,
					letters: 1,
					referees: 2,
					identityKeys: 4,
					payments: 1,
					files: 6,
				},
			}),
			former(2, {
				reason: "Withdrew before the decision; kept for a year",
				at: now - 6 * day,
				removed: { ...none, answers: 1, documents: 1, logEntries: 4, changes: 0, emails: 1, identityKeys: 3, files: 2 },
			}),
		],
	};
};
