import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation } from "#tests/support/factories";
import { type Browser, openBrowser } from "#tests/support/portal-browser";
import { tagsOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

let browser: Browser;
let paths: Record<string, string>;
beforeAll(async () => {
	const { id } = await createOrganisation();
	const applicant = await createApplicant(await createApplication(id));
	({ browser } = await signedInBrowser(await createStaff({ organisationId: id })));
	paths = {
		"the list": `/${id}/applicants`,
		"an applicant": `/${id}/applicants/${applicant.id}`,
		"a dialog": `/${id}/applicants/${applicant.id}/stage`,
		"the profile": `/${id}/user-profile`,
		"a missing page": `/${id}/404`,
		"a missing applicant": `/${id}/applicants/nobody`,
		"a redirect": `/${id}/no-such-page`,
		"a loader's data": `/${id}/user-profile?_data=shell`,
		"a loader that is not there": `/${id}/user-profile?_data=no-such-loader`,
		"a missing photo": `/${id}/applicants/${applicant.id}/photo`,
		"the public summary": `/${id}/candidate-info/${applicant.publicId}`,
		"the check of a letter": `/${id}/verify`,
		"a letter's public page": `/${id}/verify/7KQM-X2PD-9WHT`,
		"the organisation search": "/",
		"an unknown organisation": "/no-such-place",
	};
});

const names = [
	"the list",
	"an applicant",
	"a dialog",
	"the profile",
	"a missing page",
	"a missing applicant",
	"a redirect",
	"a loader's data",
	"a loader that is not there",
	"a missing photo",
	"the public summary",
	"the check of a letter",
	"a letter's public page",
	"the organisation search",
	"an unknown organisation",
];

const expectSecure = (headers: Headers) => {
	const policy = headers.get("content-security-policy") ?? "";
	expect(policy).toContain("frame-ancestors 'none'");
	// why: a response that comes unchanged from the API may load nothing at all.
	if (!policy.includes("default-src 'none'")) {
		expect(policy).toContain("default-src 'self'");
		expect(policy).toContain("worker-src 'self'");
		expect(policy).toContain("object-src 'none'");
		expect(policy).toContain("base-uri 'none'");
	}
	expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/);
	expect(headers.get("x-content-type-options")).toBe("nosniff");
	expect(headers.get("referrer-policy")).toMatch(/^(same-origin|no-referrer)$/);
	expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
	expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
	expect(headers.get("cache-control")).toMatch(/no-store/);
};

test.each(names)("sends every security header with %s, and forbids to store it", async (name) => {
	const response = await browser.get(paths[name] ?? "");
	expect(response.status).toBeLessThan(500);
	expectSecure(response.headers);
});

test("refuses a form from another site with the same headers", async () => {
	const response = await browser.post(paths["the profile"] ?? "", {}, { headers: { "sec-fetch-site": "cross-site" } });
	expect(response.status).toBe(403);
	expectSecure(response.headers);
});

test("lets a script run only with this response's nonce", async () => {
	const nonces = new Set<string>();
	for (const name of ["the list", "the profile", "an unknown organisation"]) {
		const response = await browser.get(paths[name] ?? "");
		const nonce = /'nonce-([\w-]{16,})'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ?? "none";
		const scripts = tagsOf(await response.text(), "script");
		expect(scripts.length).toBeGreaterThan(0);
		expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
		nonces.add(nonce);
	}
	expect(nonces.size).toBe(3);
});

test("has no inline handler or address on any page that would need a weaker policy", async () => {
	for (const name of names) {
		const page = await (await browser.get(paths[name] ?? "")).text();
		expect(page, name).not.toMatch(/<[a-z]+\b[^>]*\son\w+="/);
		expect(page, name).not.toContain('href="javascript:');
	}
});

test("sends no HSTS header over plain http on a developer's machine", async () => {
	const response = await openBrowser().get("/", { origin: "http://localhost:8787" });
	expect(response.headers.get("strict-transport-security")).toBeNull();
});
