import { beforeAll, expect, test } from "vitest";
import { routes } from "#app/routes.js";
import { createApplicant, createApplication, createOrganisation } from "#tests/support/factories";
import { type Browser, openBrowser } from "#tests/support/portal-browser";
import { textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

type Address = readonly [
	path: string,
	privilege: "candidate:r" | "candidate:u" | "candidate:d" | "candiemail:c" | "appreport:r" | "payments:u",
	status?: number,
];

/**
 * The pages of an applicant, each with the least privilege that opens it; 404 if this applicant has nothing to show
 * there.
 */
const ofApplicant: readonly Address[] = [
	["", "candidate:r"],
	["/attachments", "candidate:r"],
	["/attachments/:attachmentId", "candidate:r", 404],
	["/letter", "candidate:r"],
	["/letter/:letterId", "candidate:r", 404],
	["/referees", "candidate:r"],
	["/referees/new", "candidate:u"],
	["/referees/:refereeId", "candidate:u", 404],
	["/referees/:refereeId/remove", "candidate:u", 404],
	["/emails", "candidate:r"],
	["/activity-log", "candidate:r"],
	["/transactions", "candidate:r"],
	["/passport", "candidate:r", 404],
	["/photo", "candidate:r", 404],
	["/transactions/pay", "payments:u"],
	["/transactions/:transactionId/link", "payments:u", 404],
	["/transactions/:transactionId/receipt", "candidate:r", 404],
	["/print", "candidate:r"],
	["/form.pdf", "candidate:r"],
	["/letters/:letterId", "candidate:r", 404],
	["/files/:formId/:attachmentId", "candidate:r", 404],
	["/email-files/:attachmentId", "candidate:r", 404],
	["/stage", "candidate:u"],
	["/identity", "candidate:u"],
	["/reveal", "candidate:u"],
	["/course", "candidate:u"],
	["/posting", "candidate:u"],
	["/reviewer", "candidate:u"],
	["/letter/new", "candidate:u"],
	["/letter/replace", "candidate:u"],
	["/letter/withdraw", "candidate:u"],
	["/data", "candidate:d"],
	["/erase", "candidate:d"],
	["/letter-preview", "candidate:u", 422],
	["/edit", "candidate:u", 302],
	["/email", "candiemail:c"],
	["/sms", "candiemail:c"],
];

/** The pages of a selection and of the list. */
const ofList: readonly Address[] = [
	["/applications", "candidate:r"],
	["/filters", "candidate:r"],
	["/columns", "candidate:r"],
	["/forms", "candidate:r"],
	["/locations", "candidate:u"],
	["/stage", "candidate:u"],
	["/course", "candidate:u"],
	["/posting", "candidate:u"],
	["/reviewer", "candidate:u"],
	["/email", "candiemail:c"],
	["/sms", "candiemail:c"],
	["/notify", "candiemail:c"],
	["/letters", "candidate:u"],
	["/erase", "candidate:d"],
	["/export", "candidate:r"],
	["/report", "appreport:r"],
	["/views", "candidate:r"],
	["/views/new", "candidate:r"],
	["/views/:viewId", "candidate:r", 404],
];

/** Returns the address with unknown ids. */
const asked = (path: string) => path.replace(/:\w+/g, "none") + (path === "/letter-preview" ? "?template=none" : "");

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const applicant = await createApplicant(await createApplication(organisationId));
	return { organisationId, applicant };
};
let here: Awaited<ReturnType<typeof openFixture>>;
let there: Awaited<ReturnType<typeof openFixture>>;
let addresses: (readonly [address: string, privilege: string, status: number])[];
beforeAll(async () => {
	here = await openFixture();
	there = await openFixture();
	const list = `/${here.organisationId}/applicants`;
	addresses = [
		...ofList.map(([path, ...more]) => [list + asked(path), ...more] as const),
		...ofApplicant.map(([path, ...more]) => [`${list}/${here.applicant.id}${asked(path)}`, ...more] as const),
	].map(([path, privilege, status = 200]) => [path, privilege, status] as const);
});

const browserWith = async (privileges: readonly string[]): Promise<Browser> =>
	(await signedInBrowser(await createStaff({ organisationId: here.organisationId, privileges }))).browser;

/** Returns the addresses that do not respond to this browser as expected. */
const wrongAmong = async (browser: Browser, expected: (privilege: string, status: number) => number) => {
	const wrong: unknown[] = [];
	for (const [path, privilege, status] of addresses) {
		const response = await browser.get(path);
		await response.body?.cancel();
		if (response.status !== expected(privilege, status)) wrong.push([path, response.status]);
	}
	return wrong;
};

test("covers every address of an applicant and of the list", () => {
	const found: string[] = [];
	const collect = (base: string) => (path: string, _module: string, options?: unknown, children?: () => void) => {
		const whole = [base, path].filter(Boolean).join("/");
		const inner = typeof options === "function" ? options : children;
		found.push(whole);
		const outer = define;
		define = collect(whole);
		inner?.();
		define = outer;
	};
	let define = collect("");
	routes(((callback: (route: typeof define) => void) =>
		callback((...route: Parameters<typeof define>) => define(...route))) as never);
	const below = "/:orgName/applicants";
	const wanted = [
		...ofList.map(([path]) => below + path),
		...ofApplicant.map(([path]) => `${below}/:applicantId${path}`),
		below,
	];
	expect([...new Set(found.filter((path) => path.startsWith(below)))].sort()).toEqual(wanted.sort());
});

test("redirects users who are not logged in to the login page and back", async () => {
	for (const [path] of addresses) {
		const response = await openBrowser().get(path);
		expect([path, response.status, response.headers.get("location")]).toEqual([
			path,
			302,
			`/${here.organisationId}?to=${encodeURIComponent(path)}`,
		]);
	}
});

test("refuses users with all other privileges", async () => {
	const browser = await browserWith(["users:u", "payments:u", "courses:u", "templates:u", "statistics:r"]);
	expect(await wrongAmong(browser, () => 403)).toEqual([]);
});

test("lets read-only users read, and refuses their changes", async () => {
	const browser = await browserWith(["candidate:r"]);
	const expected = (privilege: string, status: number) => (privilege === "candidate:r" ? status : 403);
	expect(await wrongAmong(browser, expected)).toEqual([]);
});

test("offers a stage change to users who can change applicants, and to no others", async () => {
	const sheetFor = async (privilege: string) => {
		const browser = await browserWith([privilege]);
		return textOf(await (await browser.get(`/${here.organisationId}/applicants/${here.applicant.id}`)).text());
	};
	expect(await sheetFor("candidate:u")).toContain("Process Application");
	expect(await sheetFor("candidate:r")).not.toContain("Process Application");
});

test("lets users who can change applicants open everything except email, reports, payments and erasure", async () => {
	const browser = await browserWith(["candidate:u"]);
	const expected = (privilege: string, status: number) =>
		/^(candiemail:|appreport:|payments:|candidate:d)/.test(privilege) ? 403 : status;
	expect(await wrongAmong(browser, expected)).toEqual([]);
});

test("responds to another institution's applicant like to an unknown one at every address", async () => {
	const browser = await browserWith(["candidate:r", "candidate:u", "candiemail:c"]);
	for (const [path] of ofApplicant) {
		const [foreign, unknown] = await Promise.all(
			[there.applicant.id, "nobody"].map(async (id) => {
				const response = await browser.get(`/${here.organisationId}/applicants/${id}${asked(path)}`);
				return [response.status, textOf(await response.text()).replace(/Request [\w-]+|"requestId":"[\w-]+"/, "")];
			}),
		);
		expect([path, foreign?.[0]]).toEqual([path, 404]);
		expect(foreign).toEqual(unknown);
	}
});
