import { expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, createReferee } from "#tests/support/factories";
import { linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

const openFixture = async (privileges: readonly string[]) => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application, { firstName: "Ada" });
	await createReferee(applicant, { kind: "academic" });
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges }));
	const base = `/${organisationId}/applicants`;
	const open = async (path: string) => {
		const response = await browser.get(base + path);
		return { status: response.status, html: await response.text() };
	};
	return { application, applicant, base, open };
};

/** Returns what the innermost dialog of a page contains. */
const dialogOf = (html: string): string => html.slice(html.lastIndexOf("<dialog"), html.indexOf("</dialog>"));

test("a bulk dialog that is refused says so over the list, which stays with its filters and its selection", async () => {
	const { application, applicant, base, open } = await openFixture(["candidate:r"]);
	const list = `?application=${application.id}&size=20`;
	for (const path of ["stage", "course", "posting", "reviewer", "letters", "email", "notify", "erase"]) {
		const { status, html } = await open(`/${path}${list}&to=step&id=${applicant.id}`);
		expect([path, status]).toEqual([path, 403]);
		const dialog = dialogOf(html);
		expect(textOf(dialog), path).toContain("Access Denied");
		const back = new URL(linkOf(dialog, "Go Back") ?? "", "https://portal.test");
		expect([path, back.pathname, ...back.searchParams]).toEqual([
			path,
			base,
			["application", application.id],
			["size", "20"],
			["id", applicant.id],
		]);
		expect(tagsOf(html, "h1"), "the list keeps its heading").toHaveLength(1);
		expect(html, path).toContain(`id="row-${applicant.id}"`);
	}
});

test("a dialog over a tab of the sheet that is not there says so over the tab, and the sheet says its own problems", async () => {
	const { applicant, base, open } = await openFixture(["candidate:r", "candidate:u"]);
	const search = "?q=ada&view=full";
	for (const tab of ["/referees/nobody", "/letter/nobody", "/attachments/nobody"]) {
		const { status, html } = await open(`/${applicant.id}${tab}${search}`);
		expect([tab, status]).toEqual([tab, 404]);
		const inner = html.slice(html.lastIndexOf("<dialog"));
		expect(textOf(inner), tab).toMatch(/Page not Found|File not Found/);
		expect(linkOf(inner, "Go Back"), tab).toBe(`${base}/${applicant.id}${tab.replace(/\/nobody$/, "")}${search}`);
		expect(html, "the record stays behind it").toContain("<h2");
	}
	const gone = await open(`/nobody${search}`);
	expect(gone.status).toBe(404);
	expect(tagsOf(gone.html, "dialog"), "the sheet alone").toHaveLength(1);
	expect(tagsOf(gone.html, "h1"), "the list's heading").toHaveLength(1);
	expect(textOf(dialogOf(gone.html))).toContain("This applicant does not exist, or is no longer there.");
});
