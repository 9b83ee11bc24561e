import { expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

test("switches single-key shortcuts off for the user, not for the browser, by a plain form", async () => {
	const { id: organisationId } = await createOrganisation();
	const staff = await createStaff({ organisationId });
	const other = await createStaff({ organisationId });
	const { browser, csrf } = await signedInBrowser(staff);
	const profile = `/${organisationId}/user-profile`;
	const isOff = async (who: typeof browser) =>
		/<option value="off" selected=""/.test(await (await who.get(profile)).text());
	const send = (fields: Record<string, string>) => browser.post(`/${organisationId}/preferences`, fields);
	expect(await isOff(browser)).toBe(false);
	expect((await send({ csrf, keys: "off", returnTo: profile })).headers.get("location")).toBe(profile);
	expect(await isOff(browser)).toBe(true);
	expect(await isOff((await signedInBrowser(staff)).browser)).toBe(true);
	expect(await isOff((await signedInBrowser(other)).browser)).toBe(false);
	expect((await send({ keys: "on" })).status).toBe(403);
	expect(await isOff(browser)).toBe(true);
});
