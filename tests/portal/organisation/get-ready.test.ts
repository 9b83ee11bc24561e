import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createApplication, createOrganisation, createStructure, createUser, testDb } from "#tests/support/factories";
import { linksOf, textOf } from "#tests/support/portal-page";
import { createStaff, logIn, signedInBrowser } from "#tests/support/portal-session";
import { users } from "#worker/database/schema/auth";
import { organisations } from "#worker/database/schema/organisations";
import { paymentConfigurations } from "#worker/database/schema/transactions";
import { templates } from "#worker/database/schema/workflows";

test("opens after login while something is missing, ticks itself, and goes away when all that everybody needs is there", async () => {
	const { id: organisationId } = await createOrganisation({ courseAlias: "programme" });
	const staff = await createStaff({ organisationId });
	const { browser } = await signedInBrowser(staff);
	const here = `/${organisationId}/get-ready`;
	const firstPage = async () => (await browser.get(`/${organisationId}`)).headers.get("location");
	const text = async () => textOf(await (await browser.get(here)).text());
	expect(await firstPage()).toBe(here);
	expect(await text()).toContain("0 of 9 are done.");
	await createStructure(organisationId);
	await createApplication(organisationId, { courseCount: 0 });
	expect(await text(), "nobody can apply for nothing").toContain("Application : to do");
	await createApplication(organisationId);
	const begun = await text();
	expect(begun).toContain("5 of 9 are done.");
	for (const said of [
		"Programme list : done",
		"Structure : done",
		"Staff : to do",
		"Portal : to do",
		"Payments : to do",
	])
		expect(begun).toContain(said);
	const { id: colleague } = await createUser({ organisationId, emailConfirmedAt: null });
	expect(await text(), "an invitation that nobody has answered").toContain("Staff : to do");
	await testDb().update(users).set({ emailConfirmedAt: 1 }).where(eq(users.id, colleague));
	expect(await text()).toContain("Staff : done");
	await testDb()
		.insert(templates)
		.values({ organisationId, id: "t", name: "T", type: "email", content: "x", createdAt: 1, updatedAt: 1 });
	expect(await firstPage(), "the address is missing").toBe(here);
	await testDb()
		.update(organisations)
		.set({ address: "1 College Road", email: "help@north.example", portalTitle: "North", welcomeMessage: "Hello" })
		.where(eq(organisations.id, organisationId));
	expect(await firstPage(), "an institution may take no payments here").toBe(`/${organisationId}/dashboard`);
	expect(await text(), "but the list names them").toMatch(/8 of 9 are done\..*Payments : to do/);
	await testDb().insert(paymentConfigurations).values({
		organisationId,
		id: "c",
		configId: "bursary",
		platform: "PAYSTACK",
		settings: {},
		sealedKeys: "none",
		token: "t",
		createdAt: 1,
		updatedAt: 1,
	});
	expect(await firstPage()).toBe(`/${organisationId}/dashboard`);
	expect(await text()).toContain("Everything is ready.");
});

test("leads only to screens that exist and that the user may open", async () => {
	const { id: organisationId } = await createOrganisation();
	const staff = await createStaff({ organisationId, privileges: ["organisation:u"] });
	const { browser } = await signedInBrowser(staff);
	const page = await (await browser.get(`/${organisationId}/get-ready`)).text();
	const opened = linksOf(page.slice(page.indexOf("<main")));
	expect(opened).toContain(`/${organisationId}/configurations`);
	expect(opened).not.toContain(`/${organisationId}/users`);
});

test("is not for users who do not set up the institution", async () => {
	const { id: organisationId } = await createOrganisation();
	const staff = await createStaff({ organisationId, privileges: ["candidate:r", "organisation:r"] });
	const { browser } = await signedInBrowser(staff);
	expect((await logIn(browser, staff)).headers.get("location")).toBe(`/${organisationId}/applicants`);
	expect((await browser.get(`/${organisationId}/get-ready`)).status).toBe(403);
});
