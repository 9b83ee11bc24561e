import { expect, test } from "vitest";
import { templates } from "#worker/database/schema/workflows";
import { templatesRoutes } from "#worker/services/templates/routes";
import { createOrganisation, createUser, signIn, testDb } from "../../support/factories";
import { serviceApp } from "../../support/service-app";

const call = serviceApp([templatesRoutes]);

const addTemplate = (organisationId: string, name: string, type: "email" | "document") =>
	testDb()
		.insert(templates)
		.values({
			organisationId,
			id: name.replaceAll(" ", "-"),
			name,
			type,
			content: "secret",
			createdAt: 1,
			updatedAt: 1,
		});

const listed = { type: "email", origin: "user", active: true, hasDraft: false, updatedAt: 1, stages: 0, reminders: 0 };

test("lists the organisation's own templates of one type by name, without their contents", async () => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["templates:r"] }));
	await addTemplate(organisationId, "Offer mail", "email");
	await addTemplate(organisationId, "Decline mail", "email");
	await addTemplate(organisationId, "Offer letter", "document");
	await addTemplate((await createOrganisation()).id, "Foreign mail", "email");
	const emails = await (await call("/templates", { headers })).json();
	expect(emails).toEqual({
		data: [
			{ id: "Decline-mail", name: "Decline mail", ...listed },
			{ id: "Offer-mail", name: "Offer mail", ...listed },
		],
		resultTotal: 2,
		page: 0,
		size: 10,
		next: null,
	});
	const found = await call("/templates?type=document&name=offer", { headers });
	expect(await found.json()).toMatchObject({ data: [{ name: "Offer letter" }], resultTotal: 1 });
	const past = await call("/templates?index=1", { headers });
	expect(await past.json()).toMatchObject({ data: [], resultTotal: 2, page: 1 });
});

test("refuses an unknown type", async () => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId }));
	const response = await call("/templates?type=fax", { headers });
	expect(response.status).toBe(422);
	expect(await response.json()).toMatchObject({ fields: { type: ["The type must be email, document or sms."] } });
});

test("returns one template with its texts, and does not find another organisation's", async () => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["candiemail:c"] }));
	await addTemplate(organisationId, "Shown mail", "email");
	await addTemplate((await createOrganisation()).id, "Hidden mail", "email");
	expect(await (await call("/templates/Shown-mail", { headers })).json()).toEqual({
		id: "Shown-mail",
		name: "Shown mail",
		type: "email",
		origin: "user",
		active: true,
		subject: null,
		content: "secret",
		page: null,
		version: 1,
		uses: { stages: [], reminders: [], hasLetters: false },
	});
	for (const id of ["Hidden-mail", "none"]) expect((await call(`/templates/${id}`, { headers })).status).toBe(404);
});
