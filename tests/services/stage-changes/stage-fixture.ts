import { eq } from "drizzle-orm";
import { deliverEvents, deliverJobs } from "#tests/events/delivery";
import { openMailFixture } from "#tests/services/emails/mail-fixture";
import { testDb } from "#tests/support/factories";
import { jobs } from "#worker/background";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { applicants } from "#worker/database/schema/applicants";
import { notifications } from "#worker/database/schema/records";
import { runRows, runs } from "#worker/database/schema/runs";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

interface FixtureOptions {
	applicants?: number;
	privileges?: Parameters<typeof openMailFixture>[0] extends { privileges?: infer P } ? P : never;
	template?: Partial<typeof templates.$inferInsert>;
	layout?: FormLayout;
}

interface StageChangeBody {
	code?: string;
	error?: string;
	run: { id: string; undoUntil: number; emails: number };
	taskId: string | null;
	changed: number;
	version: number;
	outcomes: { id: string; outcome: string }[];
}

interface UndoBody {
	code?: string;
	undone: number;
	kept: number;
	keptNames: string[];
	emails: number;
	taskId: string | null;
	stageName: string;
}

/** Opens a fixture whose stage Accepted emails everybody who enters it; all applicants are at Registration. */
export const openStageFixture = async ({ applicants: count = 3, template, ...options }: FixtureOptions = {}) => {
	const fixture = await openMailFixture({ applicants: count, ...options });
	const { staff, organisationId, bindings, sentJobs, sentEvents } = fixture;
	const [registration, accepted] = staff.application.steps;
	if (!registration || !accepted) throw new Error("the application has two steps");
	const email = {
		organisationId,
		id: `template-${organisationId}`,
		name: "Admission",
		type: "email" as const,
		subject: "Admitted, {{firstName}}",
		content: "<p>Welcome to {{stageName}}: {{comment}}</p>",
		createdAt: 1,
		updatedAt: 1,
		...template,
	};
	await testDb().batch([
		testDb().insert(templates).values(email),
		testDb().update(workflowSteps).set({ emailTemplateId: email.id }).where(eq(workflowSteps.id, accepted.id)),
		testDb().update(applicants).set({ stepId: registration.id }).where(eq(applicants.organisationId, organisationId)),
	]);
	const allJobs = [...fixture.jobs, ...jobs.filter(({ type }) => type !== "EMAIL_CANDIDATE")];
	return {
		...fixture,
		registration,
		accepted,
		moveOne: (id: string | undefined, more: Record<string, unknown> = {}, key?: string) =>
			staff.send<StageChangeBody>(
				"PATCH",
				`/candidates/${id}`,
				{ stageId: accepted.id, reason: "Council", ...more },
				key,
			),
		moveMany: (candidateIds: readonly string[], more: Record<string, unknown> = {}, key?: string) =>
			staff.send<StageChangeBody>(
				"PATCH",
				"/candidates",
				{ candidateIds, stageId: accepted.id, reason: "Council", ...more },
				key,
			),
		undo: (id: string | null) => staff.send<UndoBody>("POST", `/batches/${id}/undo`),
		/** Runs the events and jobs in the queues, and those that they lead to, but no delayed ones. */
		work: async () => {
			await deliverEvents(sentEvents.splice(0), { bindings, clock: staff.clock });
			await deliverJobs(sentJobs.splice(0), { bindings, clock: staff.clock, jobs: allJobs });
			await deliverEvents(sentEvents.splice(0), { bindings, clock: staff.clock });
		},
		allJobs,
		stagesById: async () =>
			Object.fromEntries(
				(
					await testDb()
						.select({ id: applicants.id, stepId: applicants.stepId })
						.from(applicants)
						.where(eq(applicants.organisationId, organisationId))
				).map(({ id, stepId }) => [id, stepId === accepted.id ? "Accepted" : "Registration"]),
			),
		counted: async () => {
			const path = `/statistics/candidate-stages?applicationId=${staff.application.id}`;
			const { body } = await staff.get<{ stages: { applicants: number }[] }>(path);
			return body.stages.map(({ applicants }) => applicants);
		},
		runs: () => testDb().select().from(runs).where(eq(runs.organisationId, organisationId)),
		rows: () =>
			testDb().select().from(runRows).where(eq(runRows.organisationId, organisationId)).orderBy(runRows.position),
		notices: async () =>
			(await testDb().select().from(notifications).where(eq(notifications.organisationId, organisationId))).map(
				({ message }) => JSON.parse(message) as Record<string, unknown>,
			),
	};
};
