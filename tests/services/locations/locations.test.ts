import { beforeEach, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant } from "#tests/support/factories";

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture();
});

const locationCalled = async (name: string) =>
	(await staff.send<{ id: string }>("POST", "/locations", { name })).body.id;

test("counts who is posted to a location by application, and refuses to delete it until nobody is", async () => {
	const [yaba, ikeja] = [await locationCalled("Yaba"), await locationCalled("Ikeja")];
	const [ada, bola] = [await createApplicant(staff.application), await createApplicant(staff.application)];
	for (const { id } of [ada, bola])
		expect((await staff.send("PATCH", `/candidates/${id}`, { locationId: yaba })).status).toBe(200);
	expect((await staff.get(`/locations/${yaba}`)).body).toMatchObject({ name: "Yaba", applicants: 2 });
	const { id: applicationId, title: applicationTitle } = staff.application;
	expect((await staff.get(`/locations/${yaba}/applications`)).body).toMatchObject({
		data: [{ applicationId, applicationTitle, applicants: 2 }],
	});
	const refused = await staff.send<{ error: string }>("DELETE", `/locations/${yaba}`);
	expect([refused.status, refused.body.error]).toEqual([
		409,
		"Failed to delete Organization Location. Applicants are posted to Yaba.",
	]);
	for (const { id } of [ada, bola]) await staff.send("PATCH", `/candidates/${id}`, { locationId: ikeja });
	expect((await staff.get(`/locations/${yaba}`)).body).toMatchObject({ applicants: 0 });
	expect((await staff.get(`/locations/${yaba}/applications`)).body).toMatchObject({ data: [] });
	expect((await staff.send("DELETE", `/locations/${yaba}`)).status).toBe(200);
	expect((await staff.get("/locations")).body).toMatchObject({ data: [{ id: ikeja, applicants: 2 }] });
});
