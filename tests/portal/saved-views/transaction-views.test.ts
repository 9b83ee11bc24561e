import { expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { formOf, linkOf, linksOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

test("saves a view of transactions, updates it, and leads back to it without its page", async () => {
	const { id: organisationId } = await createOrganisation();
	const privileges = ["payments:r", "payments:u"];
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges }));
	const base = `/${organisationId}/transactions`;
	const pageOf = async (path: string) => (await browser.get(path)).text();
	const list = "?q=ada&status=PENDING&page=3";
	const create = linkOf(await pageOf(`${base}${list}`), "Save view") ?? "";
	expect(create).toBe(`${base}/views/new${list}`);
	const dialog = await pageOf(create);
	expect(textOf(dialog)).not.toContain("Show in the navigation");
	const unnamed = await browser.post(create, { ...formOf(dialog, "save-view"), name: "" });
	expect([unnamed.status, textOf(await unnamed.text())]).toEqual([422, expect.stringContaining("Enter a name")]);
	const saved = await browser.post(create, { ...formOf(dialog, "save-view"), name: "Ada pending", isShared: "on" });
	expect([saved.status, saved.headers.get("location")]).toEqual([302, base + list]);
	expect(linkOf(await pageOf(base), "Ada pending")).toBe(`${base}?q=ada&status=PENDING`);

	const instead = linksOf(await pageOf(`${base}/views/new?status=FAILED`));
	const update = instead.find((link) => /\/views\/new\?.*\breplaces=/.test(link)) ?? "";
	const form = formOf(await pageOf(update), "save-view");
	expect(form).toMatchObject({ name: "Ada pending" });
	expect((await browser.post(update, { ...form, isShared: "on" })).status).toBe(302);
	const stale = await browser.post(update, { ...form, name: "Other" });
	expect([stale.status, textOf(await stale.text())]).toEqual([
		409,
		expect.stringMatching(/Saved by somebody else.*Name ?Ada pending ?Shared ?Yes/),
	]);
	const views = await pageOf(`${base}/views`);
	expect([linkOf(views, "Ada pending"), textOf(views)]).toEqual([
		`${base}?status=FAILED`,
		expect.stringContaining("Shared"),
	]);

	const reader = (await signedInBrowser(await createStaff({ organisationId, privileges: ["payments:r"] }))).browser;
	const shown = await (await reader.get(`${base}/views`)).text();
	expect([linkOf(shown, "Ada pending"), textOf(shown)]).toEqual([
		`${base}?status=FAILED`,
		expect.not.stringContaining("Change"),
	]);
	const view = /transactions\/views\/([\w-]+)"/.exec(views)?.[1] ?? "";
	expect((await reader.get(`${base}/views/${view}`)).status).toBe(403);
	const change = await pageOf(`${base}/views/${view}?question=delete`);
	const deleted = await browser.post(`${base}/views/${view}`, formOf(change, "change-view"));
	expect([deleted.status, deleted.headers.get("location")]).toEqual([302, `${base}/views`]);
	expect(textOf(await pageOf(`${base}/views`))).toContain("No views yet");
});
