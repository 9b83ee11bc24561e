import { expect, test } from "vitest";
import { locationsRoutes } from "#worker/services/locations/routes";
import { createLocation, createOrganisation, createUser, signIn } from "../../support/factories";
import { serviceApp } from "../../support/service-app";

const call = serviceApp([locationsRoutes]);

const signedIn = async () => {
	const organisation = await createOrganisation();
	const user = await createUser({ organisationId: organisation.id, privileges: ["candidate:r"] });
	return { organisationId: organisation.id, ...(await signIn(user)) };
};

test("lists the organisation's own locations by name, in pages", async () => {
	const { organisationId, headers } = await signedIn();
	for (const name of ["Surulere", "Yaba", "Ikeja"]) await createLocation(organisationId, name);
	await createLocation((await createOrganisation()).id, "Elsewhere");
	const first = await call("/locations?size=2", { headers });
	expect(await first.json()).toMatchObject({
		data: [{ name: "Ikeja" }, { name: "Surulere" }],
		resultTotal: 3,
		page: 0,
		size: 2,
	});
	const second = await call("/locations?size=2&page=1", { headers });
	expect(await second.json()).toMatchObject({ data: [{ name: "Yaba" }], resultTotal: 3 });
});

test("filters locations by every word of a text, without wildcards", async () => {
	const { organisationId, headers } = await signedIn();
	await createLocation(organisationId, "Main Campus, Yaba");
	await createLocation(organisationId, "100% Annex");
	const found = async (name: string) => {
		const response = await call(`/locations?name=${encodeURIComponent(name)}`, { headers });
		expect(response.status).toBe(200);
		const { data } = await response.json<{ data: { name: string }[] }>();
		return data.map((location) => location.name);
	};
	expect(await found("yaba MAIN")).toEqual(["Main Campus, Yaba"]);
	expect(await found("%")).toEqual(["100% Annex"]);
	expect(await found("yaba annex")).toEqual([]);
	expect(await found(`'"*_ ${"x ".repeat(5_000)}`)).toEqual([]);
	expect(await found("  ")).toHaveLength(2);
});
