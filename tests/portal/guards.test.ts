import { beforeAll, expect, test, vi } from "vitest";
import { createApplicant, createApplication, createOrganisation } from "#tests/support/factories";
import { type Browser, openBrowser } from "#tests/support/portal-browser";
import { textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

const openFixture = async () => {
	const organisation = await createOrganisation();
	const application = await createApplication(organisation.id);
	const applicant = await createApplicant(application);
	return { orgName: organisation.id, application, applicant };
};
let here: Awaited<ReturnType<typeof openFixture>>;
let there: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	here = await openFixture();
	there = await openFixture();
});

/**
 * Signed-in addresses, with the privileges of which any opens them; none when every signed-in user may. The addresses
 * of applicants are in applicants/addresses.test.ts.
 */
const routes: readonly [path: string, privileges: readonly string[]][] = [
	["/applicants", ["candidate:r", "candidate:u"]],
	["/applicants/stage", ["candidate:u"]],
	["/mailings", ["candidate:r", "candiemail:c"]],
	["/batches", ["candidate:u"]],
	["/releases", ["candidate:u"]],
	["/rankings", ["candidate:r", "candidate:u"]],
	["/rankings/new", ["candidate:u"]],
	["/rankings/unknown", ["candidate:r", "candidate:d"]],
	["/rankings/unknown/edit", ["candidate:u"]],
	["/rankings/unknown/delete", ["candidate:u"]],
	["/rankings/unknown/export", ["candidate:r", "candidate:d"]],
	["/rankings/unknown/history", ["candidate:r", "candidate:u"]],
	["/rankings/unknown/courses/unknown", ["candidate:r", "candidate:u"]],
	["/reasons", ["templates:r", "candidate:u"]],
	["/reasons/unknown/delete", ["templates:d"]],
	["/downloads", []],
	["/applicants/views", ["candidate:r"]],
	["/applicants/views/new", ["candidate:r"]],
	["/applicants/:id", ["candidate:r", "candidate:d"]],
	["/applicants/:id/stage", ["candidate:u"]],
	["/applicants/:id/photo", ["candidate:r"]],
	["/applicants/:id/files/form/file", ["candidate:r", "candidate:u"]],
	["/uploaded-candidates", ["candigroup:r", "candigroup:d"]],
	["/manage-candidates/unknown", ["candigroup:r", "candigroup:d"]],
	["/manage-applications/unknown", ["application:r", "application:u"]],
	["/configurations", ["organisation:r", "organisation:u"]],
	["/configurations/history", ["organisation:r", "organisation:d"]],
	["/configurations/institution", ["organisation:u"]],
	["/configurations/contacts", ["organisation:u"]],
	["/configurations/logo", ["organisation:u"]],
	["/api-keys", ["organisation:r", "organisation:d"]],
	["/api-keys/new", ["organisation:c"]],
	["/webhooks", ["organisation:r", "organisation:u"]],
	["/webhooks/new", ["organisation:c"]],
	["/webhooks/unknown/secret", ["organisation:u"]],
	["/local-payments", ["paylog:r", "paylog:d"]],
	["/local-payments/new", ["paylog:c"]],
	["/international-payments", ["paylog:r", "paylog:u"]],
	["/international-payments/new", ["paylog:c"]],
	["/international-payments/bank-account", ["paylog:r", "paylog:u"]],
	["/transactions/views", ["payments:r", "payments:u"]],
	["/transactions/views/new", ["payments:r", "payments:u"]],
	["/discount-code", ["coupons:r", "coupons:d"]],
	["/discount-code/new", ["coupons:c"]],
	["/manage-discount-code/unknown", ["coupons:r", "coupons:c"]],
	["/manage-discount-code/unknown/uses", ["coupons:r", "coupons:c"]],
	["/add-on", ["organisation:r", "organisation:c"]],
	["/add-on/new", ["organisation:c"]],
	["/locations", ["organisation:r", "organisation:c"]],
	["/locations/new", ["organisation:c"]],
	["/templates", ["templates:r", "templates:d"]],
	["/templates/import", ["templates:c"]],
	["/manage-template", ["templates:c"]],
	["/manage-template?id=unknown", ["templates:r", "templates:u"]],
	["/manage-template/copy?id=unknown", ["templates:c"]],
	["/manage-template/history?id=unknown", ["templates:r", "templates:d"]],
	["/manage-template/delete?id=unknown", ["templates:d"]],
	["/manage-template/page-setup?id=unknown", ["templates:u"]],
	["/manage-template/picture?id=unknown", ["templates:c", "templates:u"]],
	["/forms", ["forms:r", "forms:d"]],
	["/forms/new", ["forms:c"]],
	["/forms/import", ["forms:c"]],
	["/forms/unknown", ["forms:r", "forms:c"]],
	["/forms/unknown/preview", ["forms:r", "forms:c"]],
	["/forms/unknown/preview/page", ["forms:r", "forms:c"]],
	["/forms/unknown/publish", ["forms:u"]],
	["/forms/unknown/sections/_new", ["forms:u"]],
	["/forms/unknown/sections/unknown/condition", ["forms:u"]],
	["/forms/unknown/sections/unknown/fields/unknown/condition", ["forms:u"]],
	["/forms/unknown/sample.pdf", ["forms:r", "forms:c"]],
	["/workflow", ["templates:r", "templates:d"]],
	["/workflow/new", ["templates:c"]],
	["/workflow/import", ["templates:c"]],
	["/workflow/unknown", ["templates:r", "templates:c"]],
	["/workflow/unknown/stages/new", ["templates:u"]],
	["/notifications", ["reminder:r", "candiemail:c", "appreport:r"]],
	["/notifications/new", ["reminder:c"]],
	["/notifications/reports", ["appreport:r", "reminder:d"]],
	["/notifications/reports/new", ["appreport:c"]],
	["/applications", ["application:r", "application:d"]],
	["/applications/create", ["application:c", "application:u"]],
	["/courses", ["course:r", "course:d"]],
	["/courses/new", ["course:c"]],
	["/courses/upload", ["course:c"]],
	["/courses/uploads", ["course:c", "course:d"]],
	["/courses/uploads/unknown", ["course:c", "course:d"]],
	["/courses/uploads/unknown/undo", ["course:d"]],
	["/courses/uploads/unknown/discard", ["course:c"]],
	["/courses/uploads/unknown/failed-rows", ["course:c", "course:d"]],
	["/courses/template", ["course:c"]],
	["/admin-levels-item", ["adminlevel:r", "levelitem:u"]],
	["/admin-levels-item/new", ["levelitem:c"]],
	["/admin-levels-item/levels", ["adminlevel:u", "levelitem:r"]],
	["/admin-levels-item/levels/history", ["adminlevel:r", "levelitem:d"]],
	["/application-groupings", ["appgroups:r", "groupitem:r"]],
	["/application-groupings/new", ["appgroups:c"]],
	["/application-groupings/items", ["appgroups:r", "groupitem:u"]],
	["/application-groupings/items/new", ["groupitem:c"]],
	["/dashboard", ["statistics:r", "statistics:u"]],
	["/transactions", ["payments:r", "payments:u"]],
	["/transactions/query", ["payments:u"]],
	["/transactions/exceptions", ["payments:r"]],
	["/transactions/exceptions/unknown", ["payments:r"]],
	["/transactions/export", ["payments:r"]],
	["/audit-log", ["payments:r", "payments:u"]],
	["/audit-log/export", ["payments:r"]],
	["/modification-log", ["payments:r", "payments:u"]],
	["/modification-log/export", ["payments:r"]],
	["/transactions/days", ["payments:r", "payments:u"]],
	["/transactions/days/2026-11-01/unknown", ["payments:r", "payments:u"]],
	["/transactions/days/2026-11-01/unknown/close", ["payments:u"]],
	["/transactions/settlements", ["payments:r", "payments:u"]],
	["/transactions/settlements/new", ["payments:u"]],
	["/transactions/settlements/unknown", ["payments:r", "payments:u"]],
	["/transactions/settlements/unknown/discard", ["payments:u"]],
	["/transactions/settlements/unknown/failed-rows", ["payments:r", "payments:u"]],
	["/users", ["users:r", "roles:c"]],
	["/users/new", ["users:c"]],
	["/users/unknown/block", ["users:u"]],
	["/users/unknown/end-sessions", ["users:u"]],
	["/users/roles", ["roles:r", "users:d"]],
	["/users/roles/new", ["roles:c"]],
	["/users/roles/unknown/history", ["roles:r"]],
	["/get-ready", ["organisation:u"]],
	["/user-profile", []],
	["/search", []],
	["/privacy", ["candidate:d"]],
	["/privacy/retention", ["candidate:d"]],
	["/privacy/retention/new", ["candidate:d"]],
	["/applicants/:id/reveal", ["candidate:u"]],
	["/duplicates", ["candidate:r", "candidate:u"]],
	["/process-ai", ["candidate:r", "candidate:d"]],
	["/process-ai/views", ["candidate:r", "candidate:d"]],
	["/process-ai/views/unknown", ["candidate:r", "candidate:d"]],
	["/notices", []],
];
const at = (path: string, id = here.applicant.id) => `/${here.orgName}${path.replace(":id", id)}`;
/** These respond with a file, which no applicant has here, instead of a page. */
const isFile = (path: string) => /photo|files/.test(path);

const browsers = new Map<string, Promise<Browser>>();
/** why one user for the same privileges: logging in is slow. */
const browserWith = (privileges: readonly string[]): Promise<Browser> => {
	const key = privileges.join();
	const opened =
		browsers.get(key) ??
		createStaff({ organisationId: here.orgName, privileges }).then(
			async (staff) => (await signedInBrowser(staff)).browser,
		);
	browsers.set(key, opened);
	return opened;
};

test.each(routes)("redirects %s without a session to the login page and back", async (path) => {
	const response = await openBrowser().get(at(path));
	expect(response.status).toBe(302);
	expect(response.headers.get("location")).toBe(`/${here.orgName}?to=${encodeURIComponent(at(path))}`);
});

test.each(routes.filter(([, privileges]) => privileges.length > 0))(
	"shows Access Denied on %s without its permission",
	async (path) => {
		const others = [
			...(path === "/dashboard" ? [] : ["statistics:r"]),
			path.includes("discount-code") ? "course:r" : "coupons:u",
			...(/^\/(transactions|audit-log|modification-log)/.test(path) ? [] : ["payments:r"]),
			/^\/(manage-)?applications(\/unknown)?$/.test(path) ? "course:r" : "application:r",
			...(path.includes("stage") ? ["candidate:r"] : []),
		];
		const browser = await browserWith(others);
		const response = await browser.get(at(path));
		expect(response.status).toBe(403);
		if (isFile(path)) return;
		const page = textOf(await response.text());
		expect(page).toContain("Access Denied");
		expect(page).toContain("do not have permission to view");
		// why: over a list that the reader may see, only the dialog is refused.
		if (!path.includes("stage")) expect(page).not.toContain("Adaeze");
	},
);

test.each(routes.flatMap(([path, privileges]) => privileges.map((privilege) => [path, privilege] as const)))(
	"opens %s to everybody who holds %s",
	async (path, privilege) => {
		const response = await (await browserWith([privilege])).get(at(path));
		expect(response.status).toBe(isFile(path) || /[/=]unknown/.test(path) ? 404 : 200);
	},
);

test("redirects an unknown address to /404, which says so", async () => {
	const browser = await browserWith([]);
	for (const path of ["/no-such-page", "/applicants/a/b/c/d", "/dashboard/x", "/user-profile/more"]) {
		const response = await browser.get(at(path));
		expect([response.status, response.headers.get("location")], path).toEqual([302, at("/404")]);
	}
	const page = await browser.get(at("/404"));
	expect(page.status).toBe(404);
	expect(textOf(await page.text())).toMatch(/Page not Found.*Go Back/);
});

test("redirects an unknown address to the login page without a session", async () => {
	const response = await openBrowser().get(at("/no-such-page"));
	expect(response.headers.get("location")).toBe(`/${here.orgName}?to=${encodeURIComponent(at("/no-such-page"))}`);
});

test.each(["/applicants/:id", "/applicants/:id/stage", "/applicants/:id/activity-log"])(
	"responds to %s of another organisation as to an unknown id",
	async (path) => {
		const browser = await browserWith(["candidate:r", "candidate:u"]);
		const [foreign, unknown] = [there.applicant.id, "nobody"];
		const pages = await Promise.all(
			[foreign, unknown].map(async (id) => {
				const response = await browser.get(at(path, id));
				expect(response.status).toBe(404);
				return textOf(await response.text()).replace(/Request [\w-]+/, "");
			}),
		);
		expect(pages[0]).toContain("Page not Found");
		expect(pages[0]).toBe(pages[1]);
	},
);

test("responds not found to ids that no applicant can have, without an error", async () => {
	const browser = await browserWith(["candidate:r", "candidate:u"]);
	for (const id of ["%00", "..%2F..", "%F0%9F%98%80", "a".repeat(500), "'%20OR%201=1--", "%ED%A0%80", "-"])
		for (const path of ["/applicants/:id", "/applicants/:id/stage", "/applicants/:id/photo"]) {
			const response = await browser.get(at(path, id));
			expect([302, 400, 404], `${path} ${id}`).toContain(response.status);
		}
});

test("does not find another organisation's application and stage in a list", async () => {
	const browser = await browserWith(["candidate:r"]);
	const response = await browser.get(at(`/applicants?application=${there.application.id}`));
	expect(response.status).toBe(404);
	expect(await response.text()).not.toContain(there.application.title);
});

test("shows only the login page, which is the organisation search, below an unknown organisation", async () => {
	const response = await openBrowser().get("/no-such-place/applicants");
	expect(response.headers.get("location")).toBe("/no-such-place?to=%2Fno-such-place%2Fapplicants");
	expect((await openBrowser().get("/no-such-place?to=%2Fno-such-place%2Fapplicants")).status).toBe(404);
});

test("says on the public pages of an unknown organisation that it could not be found", async () => {
	for (const path of ["/reset-request", "/confirm", "/auth", "/candidate-info/x", "/verify", "/verify/x"]) {
		const response = await openBrowser().get(`/no-such-place${path}`);
		expect(response.status, path).toBe(404);
	}
});

test("logs one line for a refusal that the portal decides, with user, address and request", async () => {
	const lines: string[] = [];
	const info = vi.spyOn(console, "info").mockImplementation((line) => void lines.push(String(line)));
	const staff = await createStaff({ organisationId: here.orgName, privileges: ["users:r"] });
	const { browser } = await signedInBrowser(staff);
	await browser.get(at("/applicants/applications?title=personal&_data=routes%2Fapplicants%2Fapplications"));
	info.mockRestore();
	const refusals = lines.filter((line) => line.includes('"forbidden"') && line.includes(staff.id));
	expect(refusals).toHaveLength(1);
	expect(JSON.parse(refusals[0] ?? "")).toMatchObject({
		status: 403,
		path: at("/applicants/applications"),
		userId: staff.id,
		organisationId: here.orgName,
		requestId: expect.stringMatching(/^[\w-]{36}$/),
	});
	expect(refusals[0]).not.toContain("personal");
});

test.each(["/build/old-chunk.js", "/fonts/none.woff2"])(
	"responds 404 to the missing asset %s instead of the login page",
	async (path) => {
		for (const browser of [openBrowser(), await browserWith([])]) {
			const response = await browser.get(path);
			expect([response.status, response.headers.get("location")]).toEqual([404, null]);
			expect(response.headers.get("content-type")).toContain("text/plain");
		}
	},
);
