import { beforeEach, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import { roles } from "#worker/database/schema/auth";
import { templates } from "#worker/database/schema/workflows";
import type { Workflow } from "#worker/services/workflows/contract";
import type { WorkflowFile } from "#worker/services/workflows/files.contract";

interface Refused {
	code?: string;
	fields?: Record<string, string[]>;
}

let staff: ServicesFixture;
let other: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture({ stages: ["Registration", "In_review", "Accepted"] });
	other = await openServicesFixture({ courseCount: 1 });
});

const bring = (to: ServicesFixture, workflow: object, leaveOut?: boolean) =>
	to.send<Workflow & Refused>("POST", "/workflow/import", { workflow, leaveOut });

/** Gives an institution the same templates and the same role, under ids of its own. */
const furnish = async ({ organisation: { id: organisationId } }: ServicesFixture) => {
	const idOf = (name: string) => `${organisationId}-${name}`;
	const ofType = (type: "email" | "document" | "sms") =>
		({ organisationId, id: idOf(type), name: `The ${type}`, type, content: "", createdAt: 1, updatedAt: 1 }) as const;
	await testDb()
		.insert(templates)
		.values([ofType("email"), ofType("document"), ofType("sms")]);
	await testDb()
		.insert(roles)
		.values({ organisationId, id: idOf("dean"), name: "Dean", privileges: [], createdAt: 1, updatedAt: 1 });
	return idOf;
};

/** Exports a workflow whose last stage has everything that a stage can have. */
const exportWhole = async () => {
	const idOf = await furnish(staff);
	const path = `/workflow/${staff.application.workflowId}`;
	const [apply, review, accepted] = (await staff.get<Workflow>(path)).body.steps.map(({ id, name, type }) => ({
		id,
		name,
		type,
	}));
	await staff.send("PUT", `${path}/steps`, {
		steps: [
			apply,
			{ ...review, nextStepIds: [accepted?.id] },
			{
				...accepted,
				emailTemplateId: idOf("email"),
				pdfTemplateId: idOf("document"),
				smsTemplateId: idOf("sms"),
				roleIds: [idOf("dean")],
				requirements: ["submitted", "paid"],
				needsApproval: true,
			},
		],
	});
	return (await staff.get<WorkflowFile>(`${path}/export`)).body;
};

test("a workflow is exported by names, and imported at another institution with its rules and what it has there", async () => {
	const file = await exportWhole();
	expect(file).toMatchObject({
		format: "matricula-workflow-1",
		steps: [
			{ name: "Registration", type: "REGISTRATION", emailTemplate: null, nextSteps: null, roles: [] },
			{ nextSteps: ["Accepted"] },
			{
				emailTemplate: "The email",
				pdfTemplate: "The document",
				smsTemplate: "The sms",
				roles: ["Dean"],
				requirements: ["submitted", "paid"],
				needsApproval: true,
			},
		],
	});
	const idOf = await furnish(other);
	const { status, body } = await bring(other, file);
	expect(status).toBe(201);
	expect(body.steps.map(({ name, type }) => [name, type])).toEqual([
		["Registration", "REGISTRATION"],
		["In review", "IN_REVIEW"],
		["Accepted", "ACCEPTED"],
	]);
	expect(body.steps[1]?.nextStepIds).toEqual([body.steps[2]?.id]);
	expect(body.steps[2]).toMatchObject({
		emailTemplate: { id: idOf("email") },
		pdfTemplate: { id: idOf("document") },
		smsTemplate: { id: idOf("sms") },
		roles: [{ id: idOf("dean") }],
		requirements: ["submitted", "paid"],
		needsApproval: true,
	});
	expect((await other.get(`/workflow/${body.id}/export`)).body, "and back").toEqual(file);
	expect((await bring(other, file)).body).toMatchObject({
		code: "workflow_exists",
		fields: { name: ["Workflow name already exists"] },
	});
	expect((await other.get(`/workflow/${staff.application.workflowId}/export`)).status).toBe(404);
});

test("what the institution does not have is refused, each with its place, or left out", async () => {
	const file = await exportWhole();
	await testDb().insert(templates).values({
		organisationId: other.organisation.id,
		id: "one-name-another-type",
		name: "The email",
		type: "sms",
		content: "",
		createdAt: 1,
		updatedAt: 1,
	});
	const refused = await bring(other, file);
	expect([refused.status, refused.body.code, refused.body.fields?.steps]).toEqual([
		422,
		"workflow_refers_wrongly",
		[
			"Stage 3, “Accepted”: there is no role “Dean” here.",
			"Stage 3, “Accepted”: there is no email template “The email” here.",
			"Stage 3, “Accepted”: there is no document template “The document” here.",
			"Stage 3, “Accepted”: there is no SMS template “The sms” here.",
		],
	]);
	const created = await bring(other, file, true);
	expect(created.status).toBe(201);
	expect(created.body.steps[2]).toMatchObject({
		emailTemplate: null,
		pdfTemplate: null,
		smsTemplate: null,
		roles: [],
		requirements: ["submitted", "paid"],
		needsApproval: true,
	});
});

test("the files of a stage are named in the export, and added again by hand", async () => {
	const { workflowId, steps } = staff.application;
	const form = new FormData();
	form.set("data", "{}");
	form.set("file", new File([pdf()], "Rules.pdf", { type: "application/pdf" }));
	await staff.upload(`/workflow/${workflowId}/steps/${steps[2]?.id}/attachments`, form);
	const file = (await staff.get<WorkflowFile>(`/workflow/${workflowId}/export`)).body;
	expect(file.steps.map(({ attachments }) => attachments)).toEqual([[], [], ["Rules.pdf"]]);
	const refused = await bring(other, file);
	expect(refused.body.fields?.steps).toEqual(["Stage 3, “Accepted”: its file “Rules.pdf” must be added again."]);
	expect((await bring(other, file, true)).body.steps[2]?.attachments).toEqual([]);
});

test("what is no workflow is refused with its place", async () => {
	const apply = { name: "Apply", type: "REGISTRATION" };
	const file = { format: "matricula-workflow-1", name: "Diploma", steps: [apply] };
	const refused: [file: object, field: string, text: RegExp][] = [
		[{ ...file, format: "matricula-template-1" }, "workflow.format", /The format must be “matricula-workflow-1”/],
		[{ ...file, name: "" }, "workflow.name", /Enter a name/],
		[{ ...file, steps: [{ ...apply, colour: "red" }] }, "workflow.steps.0.colour", /./],
		[{ ...file, steps: [{ ...apply, requirements: ["rich"] }] }, "workflow.steps.0.requirements.0", /Unknown/],
		[{ ...file, steps: [apply, { ...apply, name: "APPLY" }] }, "workflow.steps", /same name/],
		[{ ...file, steps: [{ ...apply, nextSteps: ["Gone"] }] }, "workflow.steps", /“Gone”, which may follow “Apply”/],
		[{ ...file, steps: Array.from({ length: 41 }, () => apply) }, "workflow.steps", /at most 40 stages/],
		[{ ...file, steps: [] }, "steps", /Apply is missing/],
		[{ ...file, steps: [apply, { name: "Odd", type: "NONSENSE" }] }, "steps", /“Odd” has a type that does not exist/],
	];
	for (const [given, field, text] of refused) {
		const { status, body } = await bring(staff, given);
		expect([status, body.fields?.[field]?.[0]]).toEqual([422, expect.stringMatching(text)]);
	}
});
