import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { testDb } from "#tests/support/factories";
import { type Browser, openBrowser } from "#tests/support/portal-browser";
import { textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { fillAddress, openPlace, type Place, signedInAddresses } from "#tests/support/sitemap";
import { allPermissions, anyOf, type Permission, permissionResources } from "#worker/contract/permissions";
import { auditEvents } from "#worker/database/schema/records";

/** Privileges of which any is enough. */
type AnyOf = readonly Permission[];

const candidates = anyOf("candidate");
const payments = anyOf("payments");
const organisation = anyOf("organisation");
const templates = anyOf("templates");
const forms = anyOf("forms");
const courses = anyOf("course");
const groups = anyOf("candigroup");
const coupons = anyOf("coupons");
const paylog = anyOf("paylog");
const levels = anyOf("adminlevel", "levelitem");
const groupings = anyOf("appgroups", "groupitem");
const notices = anyOf("reminder", "candiemail", "appreport");
const staff = anyOf("users", "roles");
const applications = anyOf("application");

/**
 * What opens each address (§6): of every group of privileges the user holds one; none when every signed-in user may. A
 * dialog over a list needs the list's and its own.
 */
const guards: readonly (readonly [needs: readonly AnyOf[], addresses: readonly string[]])[] = [
	[
		[],
		[
			"/user-profile",
			"/search",
			"/notices",
			"/downloads",
			"/downloads/state",
			"/downloads/:taskId",
			"/downloads/:taskId/file",
			"/tasks",
		],
	],
	[[anyOf("statistics")], ["/dashboard", "/dashboard/file", "/dashboard/applications"]],
	[
		[candidates],
		[
			"/applicants",
			"/applicants/applications",
			"/applicants/filters",
			"/applicants/columns",
			"/applicants/forms",
			"/applicants/export",
			"/applicants/views",
			"/applicants/views/new",
			"/applicants/:applicantId",
			"/applicants/:applicantId/passport",
			"/applicants/:applicantId/photo",
			"/applicants/:applicantId/attachments",
			"/applicants/:applicantId/attachments/:attachmentId",
			"/applicants/:applicantId/files/:formId/:attachmentId",
			"/applicants/:applicantId/letter",
			"/applicants/:applicantId/letter/:letterId",
			"/applicants/:applicantId/letters/:letterId",
			"/applicants/:applicantId/referees",
			"/applicants/:applicantId/emails",
			"/applicants/:applicantId/email-files/:attachmentId",
			"/applicants/:applicantId/activity-log",
			"/applicants/:applicantId/transactions",
			"/applicants/:applicantId/print",
			"/applicants/:applicantId/form.pdf",
			"/candidate-info/:publicId/record",
			"/process-ai",
			"/process-ai/views",
			"/process-ai/views/new",
			"/rankings",
			"/rankings/:recordId",
			"/rankings/:recordId/history",
			"/rankings/:recordId/export",
			"/rankings/:recordId/courses/:courseId",
			"/duplicates",
			"/duplicates/compare",
			"/merges/:mergeId",
		],
	],
	[
		[["candidate:u"]],
		[
			"/applicants/locations",
			"/applicants/stage",
			"/applicants/course",
			"/applicants/posting",
			"/applicants/reviewer",
			"/applicants/letters",
			"/applicants/views/:viewId",
			"/process-ai/views/:viewId",
			"/applicants/:applicantId/stage",
			"/applicants/:applicantId/identity",
			"/applicants/:applicantId/course",
			"/applicants/:applicantId/posting",
			"/applicants/:applicantId/reviewer",
			"/applicants/:applicantId/reveal",
			"/applicants/:applicantId/edit",
			"/applicants/:applicantId/letter/new",
			"/applicants/:applicantId/letter/replace",
			"/applicants/:applicantId/letter/withdraw",
			"/applicants/:applicantId/letter-preview?template=none",
			"/applicants/:applicantId/referees/new",
			"/applicants/:applicantId/referees/:refereeId",
			"/applicants/:applicantId/referees/:refereeId/remove",
			"/rankings/new",
			"/rankings/:recordId/edit",
			"/rankings/:recordId/delete",
			"/batches",
			"/batches/:batchId",
			"/releases",
			"/releases/:releaseId",
			"/releases/:releaseId/return",
			"/releases/:releaseId/time",
			"/releases/:releaseId/cancel",
		],
	],
	[
		[["candidate:d"]],
		[
			"/applicants/erase",
			"/applicants/:applicantId/data",
			"/applicants/:applicantId/erase",
			"/privacy",
			"/privacy/retention",
			"/privacy/retention/new",
			"/privacy/retention/:recordId",
			"/privacy/retention/:recordId/history",
			"/privacy/retention/:recordId/delete",
		],
	],
	[
		[candidates, ["candiemail:c"]],
		[
			"/applicants/email",
			"/applicants/sms",
			"/applicants/notify",
			"/applicants/:applicantId/email",
			"/applicants/:applicantId/sms",
		],
	],
	[[candidates, anyOf("appreport")], ["/applicants/report"]],
	[[candidates, ["payments:u"]], ["/applicants/:applicantId/transactions/pay"]],
	[[candidates, payments], ["/applicants/:applicantId/transactions/:transactionId/link"]],
	[
		[[...candidates, "payments:r"]],
		["/applicants/:applicantId/payments", "/applicants/:applicantId/transactions/:transactionId/receipt"],
	],
	[[anyOf("candidate", "candiemail")], ["/mailings", "/mailings/:mailingId", "/mailings/:mailingId/page"]],
	[[anyOf("candiemail")], ["/outbox", "/outbox/:mailId", "/outbox/:mailId/page"]],
	[[[...templates, "candidate:u"]], ["/reasons", "/reasons/:reasonId", "/reasons/:reasonId/history"]],
	[[["templates:d"]], ["/reasons/:reasonId/delete"]],
	[
		[groups],
		[
			"/uploaded-candidates",
			"/manage-candidates/:groupId",
			"/manage-candidates/:groupId/candidates/:candidateId",
			"/manage-candidates/:groupId/imports",
			"/manage-candidates/:groupId/imports/:importId",
			"/manage-candidates/:groupId/imports/:importId/failed-rows",
		],
	],
	[[["candigroup:c"]], ["/uploaded-candidates/new"]],
	[
		[["candigroup:u"]],
		[
			"/manage-candidates/:groupId/edit",
			"/manage-candidates/:groupId/upload",
			"/manage-candidates/:groupId/imports/:importId/undo",
			"/manage-candidates/:groupId/imports/:importId/discard",
		],
	],
	[
		[["candigroup:d"]],
		["/manage-candidates/:groupId/delete", "/manage-candidates/:groupId/candidates/:candidateId/remove"],
	],
	[
		[payments],
		[
			"/transactions",
			"/transactions/views",
			"/transactions/views/new",
			"/transactions/days",
			"/transactions/days/:day/:platform",
			"/transactions/days/:day/:platform/rows",
			"/transactions/settlements",
			"/transactions/settlements/:fileId",
			"/transactions/settlements/:fileId/failed-rows",
			"/audit-log",
			"/modification-log",
		],
	],
	[
		[["payments:r"]],
		[
			"/transactions/:transactionId",
			"/transactions/:transactionId/receipt",
			"/transactions/exceptions",
			"/transactions/exceptions/:exceptionId",
			"/transactions/export",
			"/audit-log/export",
			"/modification-log/export",
		],
	],
	[
		[["payments:u"]],
		[
			"/transactions/query",
			"/transactions/views/:viewId",
			"/transactions/days/:day/:platform/close",
			"/transactions/settlements/new",
			"/transactions/settlements/:fileId/discard",
		],
	],
	[[staff], ["/users", "/users/:userId", "/users/roles"]],
	[[["users:c"]], ["/users/new"]],
	[[["users:u"]], ["/users/:userId/block", "/users/:userId/end-sessions"]],
	[[["users:d"]], ["/users/:userId/delete"]],
	[[anyOf("roles")], ["/users/roles/:roleId", "/users/roles/:recordId/history"]],
	[[["roles:c"]], ["/users/roles/new"]],
	[[["roles:d"]], ["/users/roles/:roleId/delete"]],
	[[applications], ["/applications", "/manage-applications/:recordId", "/manage-applications/:recordId/history"]],
	[[["application:c", "application:u"]], ["/applications/create", "/applications/find-courses"]],
	[[["application:c"]], ["/manage-applications/:recordId/copy"]],
	[[["application:d"]], ["/manage-applications/:recordId/delete"]],
	[[courses], ["/courses", "/courses/:recordId", "/courses/:recordId/history"]],
	[[["course:c"]], ["/courses/new", "/courses/upload", "/courses/template", "/courses/uploads/:uploadId/discard"]],
	[[["course:d"]], ["/courses/:recordId/delete", "/courses/uploads/:uploadId/undo"]],
	[
		[["course:c", "course:d"]],
		["/courses/uploads", "/courses/uploads/:uploadId", "/courses/uploads/:uploadId/failed-rows"],
	],
	[
		[organisation],
		[
			"/configurations",
			"/configurations/history",
			"/locations",
			"/locations/:recordId",
			"/locations/:recordId/history",
			"/add-on",
			"/add-on/:recordId",
			"/add-on/:recordId/history",
			"/api-keys",
			"/api-keys/:keyId",
			"/webhooks",
			"/webhooks/:webhookId",
			"/webhooks/:webhookId/history",
		],
	],
	[[["organisation:c"]], ["/locations/new", "/add-on/new", "/api-keys/new", "/webhooks/new"]],
	[
		[["organisation:u"]],
		[
			"/get-ready",
			"/configurations/:part",
			"/configurations/contacts",
			"/configurations/logo",
			"/webhooks/:webhookId/edit",
			"/webhooks/:webhookId/secret",
		],
	],
	[[["organisation:d"]], ["/locations/:recordId/delete", "/add-on/:recordId/delete", "/webhooks/:webhookId/delete"]],
	[
		[levels],
		[
			"/admin-levels-item",
			"/admin-levels-item/:recordId",
			"/admin-levels-item/:recordId/history",
			"/admin-levels-item/levels",
			"/admin-levels-item/levels/history",
		],
	],
	[[["levelitem:c"]], ["/admin-levels-item/new"]],
	[[["levelitem:d"]], ["/admin-levels-item/:recordId/delete"]],
	[
		[groupings],
		[
			"/application-groupings",
			"/application-groupings/:recordId",
			"/application-groupings/:recordId/history",
			"/application-groupings/items",
			"/application-groupings/items/:recordId",
			"/application-groupings/items/:recordId/history",
		],
	],
	[[["appgroups:c"]], ["/application-groupings/new"]],
	[[["appgroups:d"]], ["/application-groupings/:recordId/delete"]],
	[[["groupitem:c"]], ["/application-groupings/items/new"]],
	[[["groupitem:d"]], ["/application-groupings/items/:recordId/delete"]],
	[
		[templates],
		[
			"/templates",
			"/manage-template?id=:templateId",
			"/manage-template/history?id=:templateId",
			"/manage-template/export?id=:templateId",
			"/workflow",
			"/workflow/:recordId",
			"/workflow/:recordId/rename",
			"/workflow/:recordId/history",
			"/workflow/:recordId/export",
			"/workflow/:recordId/stages/:stepId/files",
			"/workflow/:recordId/stages/:stepId/files/:attachmentId",
		],
	],
	[
		[["templates:c"]],
		[
			"/templates/import",
			"/manage-template",
			"/manage-template/copy?id=:templateId",
			"/workflow/new",
			"/workflow/import",
			"/workflow/:recordId/copy",
		],
	],
	[
		[["templates:u"]],
		[
			"/manage-template/page-setup?id=:templateId",
			"/workflow/:recordId/publish",
			"/workflow/:recordId/stages/new",
			"/workflow/:recordId/stages/:stepId",
			"/workflow/:recordId/stages/:stepId/remove",
		],
	],
	[[["templates:c", "templates:u"]], ["/manage-template/picture?id=:templateId"]],
	[[["templates:d"]], ["/manage-template/delete?id=:templateId", "/workflow/:recordId/delete"]],
	[
		[forms],
		[
			"/forms",
			"/forms/:recordId",
			"/forms/:recordId/settings",
			"/forms/:recordId/history",
			"/forms/:recordId/versions",
			"/forms/:recordId/preview",
			"/forms/:recordId/preview/page",
			"/forms/:recordId/export",
			"/forms/:recordId/sample.pdf",
		],
	],
	[[["forms:c"]], ["/forms/new", "/forms/import"]],
	[
		[["forms:u"]],
		[
			"/forms/:recordId/publish",
			"/forms/:recordId/sections/_new",
			"/forms/:recordId/sections/:sectionId",
			"/forms/:recordId/sections/:sectionId/condition",
			"/forms/:recordId/sections/:sectionId/fields/:fieldId",
			"/forms/:recordId/sections/:sectionId/fields/:fieldId/condition",
		],
	],
	[[["forms:d"]], ["/forms/:recordId/delete"]],
	[
		[coupons],
		[
			"/discount-code",
			"/manage-discount-code/:recordId",
			"/manage-discount-code/:recordId/history",
			"/manage-discount-code/:recordId/uses",
			"/manage-discount-code/:recordId/edit",
		],
	],
	[[["coupons:c"]], ["/discount-code/new"]],
	[[["coupons:d"]], ["/manage-discount-code/:recordId/delete"]],
	[
		[notices],
		[
			"/notifications",
			"/notifications/:recordId",
			"/notifications/:recordId/history",
			"/notifications/reports",
			"/notifications/reports/:recordId",
			"/notifications/reports/:recordId/history",
		],
	],
	[[["reminder:c"]], ["/notifications/new"]],
	[[["reminder:d"]], ["/notifications/:recordId/delete"]],
	[[["appreport:c"]], ["/notifications/reports/new"]],
	[[["appreport:c", "appreport:u"]], ["/notifications/reports/:recordId/send"]],
	[[["appreport:d"]], ["/notifications/reports/:recordId/delete"]],
	[
		[paylog],
		[
			"/local-payments",
			"/local-payments/:recordId",
			"/local-payments/:recordId/history",
			"/international-payments",
			"/international-payments/:recordId",
			"/international-payments/:recordId/history",
			"/international-payments/bank-account",
			"/international-payments/bank-account/history",
		],
	],
	[[["paylog:c"]], ["/local-payments/new", "/international-payments/new"]],
	[[["paylog:u"]], ["/local-payments/:recordId/edit", "/international-payments/:recordId/edit"]],
	[[["paylog:d"]], ["/local-payments/:recordId/delete", "/international-payments/:recordId/delete"]],
];

const table = guards.flatMap(([needs, addresses]) => addresses.map((address) => [address, needs] as const));

/** Addresses that are only posted to. */
const writes = ["/activity", "/socket-ticket", "/manage-template/page", "/batches/:batchId/undo"];

/** What an address answers to who may open it, where it is no page or file: 200. */
const answers: Readonly<Record<string, number>> = {
	// A download is that of the user who started it.
	"/downloads/:taskId": 404,
	"/downloads/:taskId/file": 404,
	// It leads to the record, to the list where the first of two is chosen, and to a draft of the form.
	"/candidate-info/:publicId/record": 302,
	"/duplicates/compare": 302,
	"/applicants/:applicantId/edit": 302,
	// Nothing is judged yet that could be saved, and no template is named.
	"/process-ai/views/new": 404,
	"/applicants/:applicantId/letter-preview?template=none": 422,
};

/** Checks whether a group is all that there is of a resource: then nothing of the page is for who has none of it. */
const isWhole = (group: AnyOf) =>
	permissionResources.some((resource) => anyOf(resource).every((one) => group.includes(one)));

let here: Place;
let there: Place;
beforeAll(async () => {
	here = await openPlace("here");
	there = await openPlace("there");
});

const own = (address: string) => fillAddress(here.organisationId, address, here.idsFor(address));
const at = (path: string) => `/${here.organisationId}${path}`;

/** The users who hold the fewest privileges that open an address, and open nothing else. */
const modest = new Set<string>();

const browsers = new Map<string, Promise<Browser>>();
/** why one user for the same privileges: logging in is slow. */
const browserWith = (privileges: readonly string[]): Promise<Browser> => {
	const key = privileges.join();
	const opened =
		browsers.get(key) ??
		createStaff({ organisationId: here.organisationId, privileges }).then(async (user) => {
			if (privileges.length < 4) modest.add(user.id);
			return (await signedInBrowser(user)).browser;
		});
	browsers.set(key, opened);
	return opened;
};

/** Returns the fewest privileges that open an address, for each that is enough of one group. */
const enough = (needs: readonly AnyOf[]): string[][] => {
	const [first = []] = needs;
	if (needs.length < 2) return first.map((one) => [one]);
	return needs.flatMap((group, index) =>
		group.map((one) => needs.map(([usual = ""], at) => (at === index ? one : usual))),
	);
};

test("the table has every address that needs a session", () => {
	const patterns = table.map(([address]) => address.split("?")[0]);
	const missing = signedInAddresses().filter((address) => !patterns.includes(address) && !writes.includes(address));
	expect(missing, "give them their privileges in the table").toEqual([]);
	expect(table.length).toBe(new Set(table.map(([address]) => address)).size);
});

test("the table names every privilege of the twenty resources", () => {
	const named = new Set(table.flatMap(([, needs]) => needs.flat()));
	expect(allPermissions.filter((one) => !named.has(one))).toEqual([]);
});

describe.each(table.filter(([, needs]) => needs.length > 0))("%s", (address, needs) => {
	test("refuses who has all privileges but those that are needed", async () => {
		for (const [index, group] of needs.entries()) {
			const browser = await browserWith(allPermissions.filter((one) => !group.includes(one)));
			const response = await browser.get(own(address));
			expect([group, response.status]).toEqual([group, 403]);
			const text = await response.text();
			if (!response.headers.get("content-type")?.includes("text/html")) continue;
			// why the other text: somebody else's view, which is shared.
			expect(textOf(text)).toMatch(/Access Denied.*(do not have permission to view|may not share a view)/);
			// why: over a list that the reader may see, only the dialog is refused.
			if (index === 0 && isWhole(group)) expect(text).not.toContain("Adaeze");
		}
	});
});

describe.each(table)("%s", (address, needs) => {
	test("redirects who has no session to the login page and back", async () => {
		const response = await openBrowser().get(own(address));
		expect(response.status).toBe(302);
		expect(response.headers.get("location")).toBe(`/${here.organisationId}?to=${encodeURIComponent(own(address))}`);
	});

	test("opens to who has any of those that are needed, and nothing else", async () => {
		for (const privileges of needs.length > 0 ? enough(needs) : [[]]) {
			const response = await (await browserWith(privileges)).get(own(address));
			expect([privileges, response.status]).toEqual([privileges, answers[address] ?? 200]);
			if (response.headers.get("content-type")?.includes("text/html"))
				expect(textOf(await response.text())).not.toContain("do not have permission to view this page");
			else await response.body?.cancel();
		}
	});

	test("answers to anything of another institution as to an unknown id, and asks there for a session", async () => {
		const browser = await browserWith(allPermissions);
		const [ours, theirs] = [here.idsFor(address), there.idsFor(address)];
		for (const [index, [name, foreign]] of theirs.entries()) {
			if (ours[index]?.[1] === foreign) continue;
			const [found, unknown] = await Promise.all(
				[foreign, "nobody"].map(async (id) => {
					const mixed = ours.map((one, place) => (place === index ? ([name, id] as const) : one));
					const response = await browser.get(fillAddress(here.organisationId, address, mixed));
					// why not the dot of what is new to the user: the first of the two requests is a look.
					const volatile = /Request [\w-]+|"requestId":"[\w-]+"|changed since you were here/g;
					return [
						name,
						response.status,
						textOf(await response.text())
							.replace(volatile, "")
							.replace(/\s+/g, " "),
					];
				}),
			);
			expect(found?.slice(0, 2)).toEqual([name, 404]);
			expect(found).toEqual(unknown);
		}
		const elsewhere = fillAddress(there.organisationId, address, theirs);
		const response = await browser.get(elsewhere);
		expect([response.status, response.headers.get("location")]).toEqual([
			302,
			`/${there.organisationId}?to=${encodeURIComponent(elsewhere)}`,
		]);
	});
});

test("no page asks the services for what its reader may not have: the activity log would name its reader", async () => {
	const refused = await testDb()
		.select({ action: auditEvents.action, userId: auditEvents.userId })
		.from(auditEvents)
		.where(and(eq(auditEvents.organisationId, here.organisationId), eq(auditEvents.subject, "forbidden")));
	expect(modest.size).toBeGreaterThan(40);
	expect(refused.filter(({ userId }) => modest.has(userId ?? ""))).toEqual([]);
});

test("shows users their own download", async () => {
	const { browser } = await signedInBrowser(here.owner);
	expect((await browser.get(own("/downloads/:taskId"))).status).toBe(200);
});

test.each(writes)("%s takes nothing from who has no session there", async (address) => {
	const elsewhere = fillAddress(there.organisationId, address, there.idsFor(address));
	for (const [browser, path] of [
		[openBrowser(), own(address)],
		[await browserWith(allPermissions), elsewhere],
	] as const)
		expect([302, 403], path).toContain((await browser.post(path, { csrf: "guessed" })).status);
});

test("lets only users who can change applicants undo a batch, and none of another institution", async () => {
	const address = "/batches/:batchId/undo";
	const undo = async (place: Place, privileges: readonly Permission[]) => {
		const { browser, csrf } = await signedInBrowser(
			await createStaff({ organisationId: here.organisationId, privileges }),
		);
		const path = fillAddress(here.organisationId, address, place.idsFor(address));
		return (await browser.post(path, { csrf }, { headers: { accept: "*/*" } })).status;
	};
	const others = allPermissions.filter((one) => one !== "candidate:u");
	expect(await undo(here, others)).toBe(403);
	expect(await undo(there, ["candidate:u"])).toBe(404);
	expect(await undo(here, ["candidate:u"])).toBe(200);
});

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
	expect(response.headers.get("location")).toBe(
		`/${here.organisationId}?to=${encodeURIComponent(at("/no-such-page"))}`,
	);
});

test("offers a stage change to users who can change applicants, and to no others", async () => {
	const sheetFor = async (privilege: Permission) =>
		textOf(await (await (await browserWith([privilege])).get(own("/applicants/:applicantId"))).text());
	expect(await sheetFor("candidate:u")).toContain("Process Application");
	expect(await sheetFor("candidate:r")).not.toContain("Process Application");
});

test("responds not found to ids that no applicant can have, without an error", async () => {
	const browser = await browserWith(["candidate:r", "candidate:u"]);
	for (const id of ["%00", "..%2F..", "%F0%9F%98%80", "a".repeat(500), "'%20OR%201=1--", "%ED%A0%80", "-"])
		for (const path of ["/applicants/:id", "/applicants/:id/stage", "/applicants/:id/photo"]) {
			const response = await browser.get(at(path.replace(":id", id)));
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
		expect([response.status, textOf(await response.text())], path).toEqual([
			404,
			expect.stringContaining("Organisation could not be found"),
		]);
	}
});

test("logs one line for a refusal that the portal decides, with user, address and request", async () => {
	const lines: string[] = [];
	const info = vi.spyOn(console, "info").mockImplementation((line) => void lines.push(String(line)));
	const staff = await createStaff({ organisationId: here.organisationId, privileges: ["users:r"] });
	const { browser } = await signedInBrowser(staff);
	await browser.get(at("/applicants/applications?title=personal&_data=routes%2Fapplicants%2Fapplications"));
	info.mockRestore();
	const refusals = lines.filter((line) => line.includes('"forbidden"') && line.includes(staff.id));
	expect(refusals).toHaveLength(1);
	expect(JSON.parse(refusals[0] ?? "")).toMatchObject({
		status: 403,
		path: at("/applicants/applications"),
		userId: staff.id,
		organisationId: here.organisationId,
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
