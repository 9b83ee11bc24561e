import { expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation } from "#tests/support/factories";
import { formOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

test("saves a list in the place of a view, which keeps its name until another one is typed", async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	await createApplicant(application);
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	const base = `/${organisationId}/applicants`;
	const list = (q: string) => `?application=${application.id}&q=${q}`;
	const pageOf = async (path: string) => (await browser.get(path)).text();
	const create = `${base}/views/new${list("ada")}`;
	const first = await pageOf(create);
	expect(textOf(first)).not.toContain("Update a view instead");
	await browser.post(create, { ...formOf(first, "save-view"), name: "To call", isPinned: "on" });

	const update = linkOf(await pageOf(`${base}/views/new${list("obi")}`), "To call") ?? "";
	expect(update).toContain(`${base}/views/new${list("obi")}&replaces=`);
	const dialog = await pageOf(update);
	expect(textOf(dialog)).toContain("To call gets the list as it is filtered and ordered now.");
	const form = formOf(dialog, "save-view");
	expect(form).toMatchObject({ name: "To call" });
	const saved = await browser.post(update, { ...form, isPinned: "on" });
	expect([saved.status, saved.headers.get("location")]).toEqual([302, base + list("obi")]);
	const stale = await browser.post(update, { ...form, name: "Other", isPinned: "on" });
	expect([stale.status, textOf(await stale.text())]).toEqual([
		409,
		expect.stringMatching(/Saved by somebody else.*Name ?To call ?Pinned ?Yes/),
	]);
	const views = await pageOf(`${base}/views`);
	expect(views.match(/>To call</g)?.length).toBeGreaterThan(0);
	expect(views).toContain("q=obi");
	expect(views).not.toContain("q=ada");
	expect((await browser.get(`${base}/views/new?replaces=nobody`)).status).toBe(404);
});
