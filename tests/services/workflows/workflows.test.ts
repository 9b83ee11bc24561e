import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { templates, workflowStepAttachments, workflowSteps } from "#worker/database/schema/workflows";
import { workflowsRoutes } from "#worker/services/workflows/routes";
import { createApplication, createOrganisation, createUser, signIn, testDb } from "../../support/factories";
import { serviceApp } from "../../support/service-app";

const call = serviceApp([workflowsRoutes]);

const noRules = { nextStepIds: null, roles: [], requirements: [], needsApproval: false };

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["templates:r"] }));
	return { organisationId, headers };
};

test("returns a workflow's steps in order, with the names of their templates", async () => {
	const { organisationId, headers } = await openFixture();
	const { workflowId, steps } = await createApplication(organisationId, { stages: ["Registration", "Accepted"] });
	await testDb()
		.insert(templates)
		.values({ organisationId, id: "offer", name: "Offer", type: "email", content: "", createdAt: 1, updatedAt: 1 });
	await testDb()
		.update(workflowSteps)
		.set({ emailTemplateId: "offer" })
		.where(and(eq(workflowSteps.organisationId, organisationId), eq(workflowSteps.type, "ACCEPTED")));
	const response = await call(`/workflow/${workflowId}`, { headers });
	expect(await response.json()).toEqual({
		id: workflowId,
		name: workflowId,
		steps: [
			{
				id: steps[0]?.id,
				name: "Registration",
				type: "REGISTRATION",
				emailTemplate: null,
				pdfTemplate: null,
				smsTemplate: null,
				attachments: [],
				...noRules,
			},
			{
				id: steps[1]?.id,
				name: "Accepted",
				type: "ACCEPTED",
				emailTemplate: { id: "offer", name: "Offer" },
				pdfTemplate: null,
				smsTemplate: null,
				attachments: [],
				...noRules,
			},
		],
		applications: 1,
		hasDraft: false,
		version: 1,
	});
});

test("lists workflows by name in pages, each with its own steps", async () => {
	const { organisationId, headers } = await openFixture();
	for (const stages of [["Registration"], ["Registration", "Accepted"], ["Registration", "Declined"]])
		await createApplication(organisationId, { stages });
	const response = await call("/workflow?size=2&page=0", { headers });
	const { data, resultTotal } = await response.json<{
		data: { name: string; steps: { type: string }[] }[];
		resultTotal: number;
	}>();
	expect(resultTotal).toBe(3);
	expect(data.map(({ steps }) => steps.map(({ type }) => type))).toEqual([
		["REGISTRATION"],
		["REGISTRATION", "ACCEPTED"],
	]);
});

test("does not find another organisation's workflow", async () => {
	const { headers } = await openFixture();
	const { workflowId } = await createApplication((await createOrganisation()).id);
	const response = await call(`/workflow/${workflowId}`, { headers });
	expect(response.status).toBe(404);
	expect(await response.json()).toMatchObject({ code: "not_found", error: "Not Found" });
});

test("lists a step's own files in the order they were added, and no other organisation's", async () => {
	const { organisationId, headers } = await openFixture();
	const stages = ["Registration", "Accepted"];
	const { workflowId, steps } = await createApplication(organisationId, { stages });
	const stepId = steps[1]?.id ?? "";
	const file = { stepId, mimetype: "application/pdf", size: 120, objectKey: "key" };
	const elsewhere = await createOrganisation();
	await testDb()
		.insert(workflowStepAttachments)
		.values([
			{ ...file, organisationId, id: "second", name: "Map.pdf", createdAt: 2 },
			{ ...file, organisationId, id: "first", name: "Rules.pdf", createdAt: 1 },
			{ ...file, organisationId: elsewhere.id, id: "theirs", name: "Theirs.pdf", createdAt: 1 },
		]);
	type Step = { attachments: unknown[] };
	const one = await (await call(`/workflow/${workflowId}`, { headers })).json<{ steps: Step[] }>();
	const shown = { mimetype: "application/pdf", size: 120 };
	const expected = [
		[],
		[
			{ id: "first", name: "Rules.pdf", ...shown },
			{ id: "second", name: "Map.pdf", ...shown },
		],
	];
	expect(one.steps.map(({ attachments }) => attachments)).toEqual(expected);
	const page = await (await call("/workflow", { headers })).json<{ data: { steps: Step[] }[] }>();
	expect(page.data.map((workflow) => workflow.steps.map(({ attachments }) => attachments))).toEqual([expected]);
});
