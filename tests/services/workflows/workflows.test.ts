import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { templates, workflowSteps } from "#worker/database/schema/workflows";
import { workflowsRoutes } from "#worker/services/workflows/routes";
import { createApplication, createOrganisation, createUser, signIn, testDb } from "../../support/factories";
import { serviceApp } from "../../support/service-app";

const call = serviceApp([workflowsRoutes]);

const arrange = async () => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["templates:r"] }));
	return { organisationId, headers };
};

test("a workflow has its steps in order, with the names of their templates", async () => {
	const { organisationId, headers } = await arrange();
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
			{ id: steps[0]?.id, name: "Registration", type: "REGISTRATION", emailTemplate: null, pdfTemplate: null },
			{
				id: steps[1]?.id,
				name: "Accepted",
				type: "ACCEPTED",
				emailTemplate: { id: "offer", name: "Offer" },
				pdfTemplate: null,
			},
		],
	});
});

test("workflows come by name in pages, each with its own steps", async () => {
	const { organisationId, headers } = await arrange();
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

test("another organisation's workflow is absent", async () => {
	const { headers } = await arrange();
	const { workflowId } = await createApplication((await createOrganisation()).id);
	const response = await call(`/workflow/${workflowId}`, { headers });
	expect(response.status).toBe(404);
	expect(await response.json()).toMatchObject({ code: "not_found", error: "Not Found" });
});
