import { expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { linkOf, linksOf, textOf } from "#tests/support/portal-page";

/** Returns the page of an invented link. */
const refusedAt = async (organisation: Awaited<ReturnType<typeof createOrganisation>>) => {
	const response = await openBrowser().post(`/${organisation.id}/confirm?user=nobody&token=made-up`, {});
	expect(response.status).toBe(400);
	return response.text();
};

test("offers the institution's support on an invalid link", async () => {
	const page = await refusedAt(await createOrganisation({ email: "help@acme.example" }));
	expect(textOf(page)).toContain("Unable to verify user");
	expect(linkOf(page, "Contact Support")).toBe("mailto:help@acme.example");
});

test("names the institution when it has no support address", async () => {
	const organisation = await createOrganisation();
	const page = await refusedAt(organisation);
	expect(textOf(page)).toContain(`Ask ${organisation.name} for help.`);
	expect(linksOf(page).filter((href) => href.startsWith("mailto:"))).toEqual([]);
	expect(linkOf(page, "Back to login")).toBe(`/${organisation.id}`);
});
