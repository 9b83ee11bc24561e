import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createLocation, createOrganisation } from "#tests/support/factories";
import { type Browser, openBrowser } from "#tests/support/portal-browser";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	await createLocation(organisationId);
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application);
	const signedIn = await signedInBrowser(await createStaff({ organisationId }));
	return { base: `/${organisationId}`, application, applicant, ...signedIn };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});

interface StrangeForm {
	path: () => string;
	fields: () => Record<string, string>;
}

const step = () => fixture.application.steps[1]?.id ?? "";
const move = () => ({ stageId: step(), reason: "a", locationId: "", idempotencyKey: crypto.randomUUID() });
const passwords = { password: "Another 9 horse!", confirmPassword: "Another 9 horse!" };
const forms: Record<string, StrangeForm> = {
	login: { path: () => "", fields: () => ({ username: "a@b.example", password: "x" }) },
	"reset request": {
		path: () => "/forgot-password",
		fields: () => ({ username: "a@b.example" }),
	},
	"new password": { path: () => "/reset-request?token=x", fields: () => passwords },
	stage: {
		path: () => `/applicants/${fixture.applicant.id}/stage`,
		fields: () => ({ csrf: fixture.csrf, version: "1", ...move() }),
	},
	batch: {
		path: () => `/applicants/stage?application=${fixture.application.id}&id=${fixture.applicant.id}&to=${step()}`,
		fields: () => ({ csrf: fixture.csrf, id: fixture.applicant.id, ...move() }),
	},
	notices: { path: () => "/notices", fields: () => ({ csrf: fixture.csrf, intent: "read", id: "nobody", page: "0" }) },
	preferences: {
		path: () => "/preferences",
		fields: () => ({ theme: "dark", density: "compact", keys: "on", sidebar: "open", returnTo: "/" }),
	},
};

/** The variants of a field's name that a hostile or broken client sends. */
const ways: Record<string, (name: string, value: string) => [string, string][]> = {
	repeated: (name, value) => [
		[name, value],
		[name, "b"],
	],
	dotted: (name, value) => [[`${name}.x`, value]],
	"dotted beside the plain one": (name, value) => [
		[name, value],
		[`${name}.x`, "1"],
	],
	bracketed: (name, value) => [[`${name}[0]`, value]],
	"bracketed beyond memory": (name, value) => [[`${name}[4294967294]`, value]],
	"bracketed without an end": (name, value) => [[`${name}[`, value]],
	"of a prototype": (name, value) => [[`${name}.constructor.prototype`, value]],
	left_out: () => [],
};

const cases = Object.keys(forms).flatMap((form) => Object.keys(ways).map((way) => [form, way] as const));

test.each(cases)("the form %s with each of its fields %s gets a response, not an error", async (name, way) => {
	const { path, fields } = forms[name] as StrangeForm;
	const isPublic = ["login", "reset request", "new password"].includes(name);
	const browser: Browser = isPublic ? openBrowser() : fixture.browser;
	for (const [index, field] of Object.keys(fields()).entries()) {
		const body = new URLSearchParams();
		for (const [each, value] of Object.entries(fields()))
			for (const [as, text] of each === field ? (ways[way]?.(each, value) ?? []) : [[each, value] as const])
				body.append(as, text);
		// why: each request comes from an address of its own, so that the limit on attempts does not refuse it.
		const headers = { "cf-connecting-ip": `${name} ${way} ${index}` };
		const response = await browser.post(fixture.base + path(), body, { headers });
		expect([200, 302, 400, 401, 403, 404, 409, 422], `${field}: ${response.status}`).toContain(response.status);
	}
});

test.each(["__intent__", "__state__", "__proto__.x", "constructor.x", ".", "[", "a[x]"])(
	"ignores a field %s that no form has",
	async (field) => {
		for (const name of ["stage", "batch", "login", "new password"]) {
			const { path, fields } = forms[name] as StrangeForm;
			const browser = name === "login" || name === "new password" ? openBrowser() : fixture.browser;
			const body = { ...fields(), reason: " ", [field]: "{" };
			const response = await browser.post(fixture.base + path(), body);
			expect(response.status, name).toBeGreaterThanOrEqual(400);
			expect(response.status, name).toBeLessThan(500);
		}
	},
);
