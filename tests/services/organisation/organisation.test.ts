import { describe, expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { createLocation, createOrganisation, createUser, signIn } from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { organisationRoutes } from "#worker/services/organisation/routes";

const clock = testClock();
const app = serviceApp([organisationRoutes], clock);

const portals = async (orgName?: string) => {
	const response = await app(`/portals${orgName === undefined ? "" : `?${new URLSearchParams({ orgName })}`}`);
	expect(response.status).toBe(200);
	return response.json<{ id: string; name: string }[]>();
};

describe("GET /portals", () => {
	test("finds institutions by words of their name or id, in either case, names that start with the text first", async () => {
		await createOrganisation({ id: "crest", name: "Crestfield University" });
		await createOrganisation({ id: "lagoon", name: "Lagoon Polytechnic", searchKey: "lag" });
		await createOrganisation({ id: "odd", name: "100%_Real College", searchKey: "odd" });
		expect(await portals("CREST")).toEqual([{ id: "crest", name: "Crestfield University" }]);
		expect(await portals("lagoon p")).toEqual([{ id: "lagoon", name: "Lagoon Polytechnic" }]);
		expect(await portals("lag")).toEqual([{ id: "lagoon", name: "Lagoon Polytechnic" }]);
		expect(await portals("100%_")).toEqual([{ id: "odd", name: "100%_Real College" }]);
		expect(await portals("field")).toEqual([{ id: "crest", name: "Crestfield University" }]);
		expect(await portals("polytechnic lagoon")).toEqual([{ id: "lagoon", name: "Lagoon Polytechnic" }]);
		await createOrganisation({ id: "academy", name: "Academy of Crestfield", searchKey: "acc" });
		expect((await portals("crestfield")).map(({ id }) => id)).toEqual(["crest", "academy"]);
		expect(await portals("crestwood")).toEqual([]);
	});

	test("finds nothing for an empty text or a hostile one", async () => {
		for (const text of [undefined, "", "  ", "%%", "__", "'", '"', "*", "😀", "\u{10FFFF}", "x".repeat(10_000)])
			expect(await portals(text)).toEqual([]);
	});

	test("returns at most 20", async () => {
		for (let index = 0; index < 25; index++) await createOrganisation({ name: `Zenith College ${index}` });
		expect(await portals("zenith")).toHaveLength(20);
	});
});

describe("GET /organisation/:id", () => {
	test("returns what everybody may know", async () => {
		const organisation = await createOrganisation({ email: "info@acme.example", address: "1 Road" });
		const response = await app(`/organisation/${organisation.id}`);
		expect(await response.json()).toEqual({
			id: organisation.id,
			name: organisation.name,
			shortName: organisation.shortName,
			logoUrl: null,
			supportEmail: "info@acme.example",
			address: "1 Road",
			timeZone: "Africa/Lagos",
			contacts: [{ email: "info@acme.example", phone: null }],
			aliases: { course: "course" },
			portal: { title: null, welcomeMessage: null },
		});
	});

	test.each(["nowhere", "contacts", "UPPER", "a%20b", "-", "x".repeat(64)])("responds 404 to %s", async (id) => {
		expect((await app(`/organisation/${id}`)).status).toBe(404);
	});

	test("names an unknown institution in the problem", async () => {
		const response = await app("/organisation/nowhere");
		expect(await response.json()).toMatchObject({
			code: "organisation_not_found",
			error: "Organisation could not be found",
		});
	});
});

describe("GET /organisation", () => {
	test("returns only the signed-in user's institution", async () => {
		const organisation = await createOrganisation({
			email: "info@acme.example",
			phone: "+234 1",
			address: "1 Road",
			courseAlias: "programme",
		});
		await createLocation((await createOrganisation()).id);
		const user = await createUser({ organisationId: organisation.id, privileges: [] });
		const { headers } = await signIn(user, clock.now());
		const read = async () => (await app("/organisation", { headers })).json();
		const expected = {
			id: organisation.id,
			name: organisation.name,
			shortName: organisation.shortName,
			logoUrl: null,
			supportEmail: "info@acme.example",
			address: "1 Road",
			timeZone: "Africa/Lagos",
			platformChargeEnabled: true,
			applicantSiteUrl: null,
			contacts: [{ email: "info@acme.example", phone: "+234 1" }],
			aliases: { course: "programme" },
			portal: { title: null, welcomeMessage: null },
			version: 1,
			hasLocations: false,
			sendsSms: true,
			smsPrice: null,
			undoWindowSeconds: 30,
			logRetentionMonths: null,
			quietFrom: "21:00",
			quietUntil: "07:00",
		};
		expect(await read()).toEqual(expected);
		await createLocation(organisation.id);
		expect(await read()).toEqual({ ...expected, hasLocations: true });
	});

	test("refuses a request without a token", async () => {
		expect((await app("/organisation")).status).toBe(401);
	});
});
