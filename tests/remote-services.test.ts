import { afterEach, expect, test, vi } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { textOf } from "#tests/support/portal-page";
import { createStaff, logIn, signedInBrowser } from "#tests/support/portal-session";

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test("every call leaves over the network", async () => {
	const organisation = await createOrganisation();
	const staff = await createStaff({ organisationId: organisation.id });
	const network = vi.spyOn(globalThis, "fetch");
	const { browser } = await signedInBrowser(staff);
	expect((await browser.get(`/${organisation.id}/applicants`)).status).toBe(200);
	const paths = network.mock.calls.map(([input]) => new URL(input instanceof Request ? input.url : String(input)));
	expect(paths.length).toBeGreaterThan(5);
	expect(new Set(paths.map(({ origin }) => origin))).toEqual(new Set(["http://services.test"]));
	expect(paths.map(({ pathname }) => pathname)).toContain("/api/ums/login");
});
