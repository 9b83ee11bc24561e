import { expect, test } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplication } from "#tests/support/factories";
import type { AddOn } from "#worker/services/add-ons/contract";

const openFixture = async () => {
	const staff = await openServicesFixture();
	const create = async (body: object) => {
		const made = await staff.send<AddOn>("POST", "/addons", { name: "Form by post", price: 250_000, ...body });
		expect(made.status).toBe(201);
		return made.body;
	};
	const names = async (search: string) =>
		(await staff.get<{ data: AddOn[] }>(`/addons${search}`)).body.data.map(({ name }) => name);
	return { ...staff, create, names };
};

test("lists add-ons by name, those that are offered, and those of an application", async () => {
	const { create, names, ...staff } = await openFixture();
	const other = await createApplication(staff.organisation.id);
	await create({ name: "Transcript", price: 300_000, enabled: false });
	await create({ name: "Hostel", price: 5_000_000, applicationIds: [other.id] });
	await create({});
	expect(await names("")).toEqual(["Form by post", "Hostel", "Transcript"]);
	expect(await names("?enabled=true&page=0&size=10")).toEqual(["Form by post", "Hostel"]);
	expect(await names(`?enabled=true&applicationId=${staff.application.id}`)).toEqual(["Form by post"]);
	expect(await names("?keyword=post%20form")).toEqual(["Form by post"]);
	expect(await names("?sort=-price")).toEqual(["Hostel", "Transcript", "Form by post"]);
});

test("is offered no longer, and again, as a change of its own", async () => {
	const { create, ...staff } = await openFixture();
	const { id, version } = await create({ description: "Two copies." });
	const off = await staff.send<AddOn>("PUT", "/addons", { id, enabled: false, version });
	expect([off.status, off.body]).toMatchObject([
		200,
		{ id, enabled: false, description: "Two copies.", price: 250_000 },
	]);
	const stale = await staff.send("PUT", "/addons", { id, enabled: true, version });
	expect([stale.status, stale.body.code]).toEqual([409, "changed_meanwhile"]);
	expect((await staff.send<AddOn>("PUT", "/addons", { id, enabled: true })).body.enabled).toBe(true);
	const history = await staff.get<{ data: { action: string }[] }>(`/addons/${id}/history`);
	expect(history.body.data.map(({ action }) => action)).toEqual(["updated", "updated", "created"]);
	expect((await staff.send("PUT", "/addons", { id: "nowhere", enabled: true })).status).toBe(404);
	const foreign = await openServicesFixture();
	expect((await foreign.send("PUT", "/addons", { id, enabled: false })).status).toBe(404);
});

test.each([
	[{ price: 0 }, "price"],
	[{ price: 1.5 }, "price"],
	[{ currency: "XOF" }, "currency"],
	[{ name: " " }, "name"],
	[{ description: "x".repeat(301) }, "description"],
	[{ applicationIds: ["nowhere"] }, "applicationIds"],
])("refuses %o beside the field", async (body, field) => {
	const { send } = await openFixture();
	const refused = await send<{ fields?: object }>("POST", "/addons", { name: "Form", price: 1, ...body });
	expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]]);
});
