import { expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation } from "#tests/support/factories";
import { tagsOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

test("a list page of ten rows in a browser that runs scripts has at most 45 kB and loads its code from ten files", async () => {
	const { id } = await createOrganisation();
	const application = await createApplication(id);
	for (let row = 0; row < 11; row++) await createApplicant(application);
	const { browser } = await signedInBrowser(await createStaff({ organisationId: id }));
	browser.runScripts();
	const html = await (await browser.get(`/${id}/applicants?applicationId=${application.id}`)).text();
	expect(tagsOf(html, "tr").length).toBeGreaterThanOrEqual(10);
	expect(new TextEncoder().encode(html).length).toBeLessThan(45_000);
	const files = tagsOf(html, "link").filter((tag) => tag.includes("modulepreload"));
	expect(files.length).toBeGreaterThan(3);
	expect(files.length).toBeLessThanOrEqual(10);
});
