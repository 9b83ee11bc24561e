import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { testClock } from "#tests/support/clock";
import { testDb } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import { sweeps } from "#worker/background";
import { dayMs } from "#worker/contract/day-ms";
import { workflowStepAttachments } from "#worker/database/schema/workflows";
import { fieldsOfStep, type StepFields, type Workflow } from "#worker/services/workflows/contract";
import type { WorkflowDraft } from "#worker/services/workflows/drafts.contract";
import { sweep } from "#worker/sweep/sweep";

let staff: ServicesFixture;
let path: string;
beforeEach(async () => {
	staff = await openServicesFixture({ stages: ["Registration", "In_review", "Accepted"] });
	path = `/workflow/${(await staff.send<Workflow>("POST", "/workflow", { name: "Diploma" })).body.id}`;
});

const draft = async () => (await staff.get<WorkflowDraft>(`${path}/draft`)).body;
const written = async (): Promise<StepFields[]> => (await draft()).steps.map(fieldsOfStep);
const save = async (steps: readonly object[]) =>
	(await staff.send<WorkflowDraft>("PUT", `${path}/draft`, { steps })).body;
const step = (to: "undo" | "redo", version?: number) =>
	staff.send<WorkflowDraft>("POST", `${path}/draft/step`, { to, version });
const discard = () => staff.send("DELETE", `${path}/draft`);
const publish = async () => (await staff.send("POST", `${path}/draft/publish`, {})).status;
const remove = async () => (await staff.send("DELETE", path)).status;

/** Adds a file to a stage of the draft. @returns its id */
const attach = async (stepId: string | undefined, name: string): Promise<string> => {
	const form = new FormData();
	form.set("data", "{}");
	form.set("file", new File([pdf()], name, { type: "application/pdf" }));
	const response = await staff.upload(`${path}/draft/steps/${stepId}/attachments`, form);
	const { steps } = (await response.json()) as Pick<Workflow, "steps">;
	return steps.flatMap(({ attachments }) => attachments).find((file) => file.name === name)?.id ?? "";
};

/** Adds a stage to the draft, with a file. */
const addWithFile = async (name = "Senate") => {
	const { steps } = await save([...(await written()), { name, type: "RECOMMENDED_THREE" }]);
	return { stepId: steps.at(-1)?.id ?? "", fileId: await attach(steps.at(-1)?.id, `${name}.pdf`) };
};
const without = async (stepId: string) => save((await written()).filter(({ id }) => id !== stepId));

/** The names of the files that have a row, and how many are stored. */
const kept = async () => {
	const { id } = staff.organisation;
	const rows = await testDb()
		.select()
		.from(workflowStepAttachments)
		.where(eq(workflowStepAttachments.organisationId, id));
	const stored = (await env.FILES.list({ prefix: `stages/${id}/` })).objects.length;
	return { rows: rows.map(({ name }) => name).sort(), stored };
};
const nothing = { rows: [], stored: 0 };

describe("a file of a stage that only a draft has", () => {
	test("goes with the workflow when that is deleted, also from a draft that was discarded", async () => {
		await addWithFile();
		expect(await kept()).toEqual({ rows: ["Senate.pdf"], stored: 1 });
		await discard();
		expect(await remove()).toBe(200);
		expect(await kept()).toEqual(nothing);
	});

	test("stays with a workflow in use, which is not deleted", async () => {
		path = `/workflow/${staff.application.workflowId}`;
		const { fileId } = await addWithFile();
		expect(await remove()).toBe(409);
		expect(await kept()).toEqual({ rows: ["Senate.pdf"], stored: 1 });
		expect((await draft()).steps.at(-1)?.attachments.map(({ id }) => id)).toEqual([fileId]);
	});

	test("goes when the draft without the stage is published; that of a stage that is published stays", async () => {
		const { stepId } = await addWithFile();
		const { fileId } = await addWithFile("Council");
		await without(stepId);
		expect((await kept()).rows, "Undo brings the stage back").toEqual(["Council.pdf", "Senate.pdf"]);
		expect(await publish()).toBe(200);
		expect(await kept()).toEqual({ rows: ["Council.pdf"], stored: 1 });
		const live = (await staff.get<Workflow>(path)).body.steps.at(-1);
		expect(live?.attachments.map(({ id }) => id)).toEqual([fileId]);
		expect((await staff.request(`${path}/steps/${live?.id}/attachments/${fileId}`)).status).toBe(200);
	});

	test("stays in a draft that is refused", async () => {
		const { stepId } = await addWithFile();
		await without(stepId);
		const [apply] = await written();
		await save([{ ...apply, type: "SUBMITTED" }]);
		expect(await publish()).toBe(422);
		expect(await kept()).toEqual({ rows: ["Senate.pdf"], stored: 1 });
	});

	test("stays while Undo brings its discarded draft back, and goes when another draft begins", async () => {
		const { fileId } = await addWithFile();
		await discard();
		expect(await kept()).toEqual({ rows: ["Senate.pdf"], stored: 1 });
		const back = (await step("undo")).body.steps.at(-1);
		expect(back?.attachments.map(({ id }) => id)).toEqual([fileId]);
		expect((await staff.request(`${path}/steps/${back?.id}/attachments/${fileId}`)).status).toBe(200);
		await discard();
		await save([...(await written()), { name: "Council", type: "RECOMMENDED_THREE" }]);
		expect(await kept()).toEqual(nothing);
	});

	test("goes with its discarded draft after 90 days", async () => {
		await addWithFile();
		await discard();
		const sweepAt = (days: number) =>
			sweep({ ...env, ...keepingQueues().bindings }, { sweeps, clock: testClock(staff.clock.now() + days * dayMs) });
		await sweepAt(89);
		expect(await kept()).toEqual({ rows: ["Senate.pdf"], stored: 1 });
		await sweepAt(91);
		expect(await kept()).toEqual(nothing);
	});

	test("goes when the change that added it was undone, and another one takes its place", async () => {
		await addWithFile();
		await step("undo");
		expect((await kept()).rows, "Redo brings it back").toEqual(["Senate.pdf"]);
		await save([...(await written()), { name: "Council", type: "RECOMMENDED_TWO" }]);
		expect(await kept()).toEqual(nothing);
	});

	test("stays when it is brought back at the moment in which another change would take its place", async () => {
		await addWithFile();
		await step("undo");
		const steps = await written();
		const { version } = await draft();
		const [redone, saved] = await Promise.all([
			step("redo", version),
			staff.send("PUT", `${path}/draft`, { steps: [...steps, { name: "Council", type: "RECOMMENDED_TWO" }], version }),
		]);
		expect([redone.status, saved.status].sort()).toEqual([200, 409]);
		expect(await kept()).toEqual(redone.status === 200 ? { rows: ["Senate.pdf"], stored: 1 } : nothing);
	});
});

describe("a file of a stage that applicants went through", () => {
	test("keeps its row when the stage is removed, so that a former state has it, and what it holds for ever", async () => {
		const { stepId, fileId } = await addWithFile();
		await publish();
		await without(stepId);
		await publish();
		expect(await kept()).toEqual({ rows: ["Senate.pdf"], stored: 1 });
		await addWithFile("Council");
		await discard();
		const history = await staff.get<{ data: { id: string }[] }>(`${path}/history`);
		await staff.send("POST", `${path}/restore`, { changeId: history.body.data[1]?.id });
		const restored = (await staff.get<Workflow>(path)).body.steps.at(-1);
		expect(restored?.attachments.map(({ id }) => id)).toEqual([fileId]);
	});

	test("has no row when its workflow is deleted; what emails and copies name stays", async () => {
		const { stepId } = await addWithFile();
		await publish();
		const copy = await staff.send<Workflow>("POST", `${path}/copy`, { name: "Next year" });
		await without(stepId);
		await publish();
		await addWithFile("Council");
		expect(await remove()).toBe(200);
		expect(await kept(), "the copy's").toEqual({ rows: ["Senate.pdf"], stored: 1 });
		const [file] = (await staff.get<Workflow>(`/workflow/${copy.body.id}`)).body.steps.at(-1)?.attachments ?? [];
		const address = `/workflow/${copy.body.id}/steps/${copy.body.steps.at(-1)?.id}/attachments/${file?.id}`;
		expect((await staff.request(address)).status).toBe(200);
	});
});
