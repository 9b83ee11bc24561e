import { expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { createStaff, logIn, signedInBrowser } from "#tests/support/portal-session";

const organisation = await createOrganisation();
const other = await createOrganisation();
const staff = await createStaff({ organisationId: organisation.id, privileges: ["candidate:r"] });
const here = `/${organisation.id}`;

const ledTo = async (to: string) => {
	const response = await logIn(openBrowser(), staff, `?to=${encodeURIComponent(to)}`);
	expect(response.status).toBe(302);
	return response.headers.get("location") ?? "";
};

test("returns to the page that required the login, with its query", async () => {
	const wanted = `${here}/applicants?stage=a&q=%C5%8Cl%C3%A1`;
	const browser = openBrowser();
	const refused = await browser.get(wanted);
	expect(refused.headers.get("location")).toBe(`${here}?to=${encodeURIComponent(wanted)}`);
	const response = await logIn(browser, staff, (refused.headers.get("location") ?? "").slice(here.length));
	expect(response.headers.get("location")).toBe(wanted);
});

const elsewhere = [
	"https://elsewhere.example/",
	"//elsewhere.example",
	"\\\\elsewhere.example",
	`${here}\\..\\..\\elsewhere.example`,
	"/\\elsewhere.example",
	"javascript:alert(1)",
	`/${other.id}/applicants`,
	`${here}.elsewhere.example`,
	`${here}@elsewhere.example`,
	`https://portal.test${here}/applicants`,
	`${here}/applicants\r\nset-cookie: a=b`,
	`${here}/../${other.id}/applicants`,
	`${here}/%2e%2e/${other.id}/applicants`,
	`${here}/.\t./${other.id}/applicants`,
	"",
];

test.each(elsewhere)("redirects to the first page after login, not to %j", async (to) => {
	expect(await ledTo(to)).toBe(`${here}/applicants`);
});

test.each(elsewhere)("redirects a logged-in user from the login page to the first page, not to %j", async (to) => {
	const { browser } = await signedInBrowser(staff);
	const response = await browser.get(`${here}?to=${encodeURIComponent(to)}`);
	expect(response.headers.get("location")).toBe(`${here}/applicants`);
});

test("does not redirect to the logout address after login", async () => {
	expect(await ledTo(`${here}/logout`)).toBe(`${here}/applicants`);
});

test.each(["/%5Celsewhere.example", "/%2Felsewhere.example", "/%09/elsewhere.example"])(
	"redirects %s within the site",
	async (segment) => {
		for (const path of ["/logout", "/preferences", "/applicants", "/socket-ticket", "/no-such-page", "/auth"]) {
			const browser = openBrowser();
			for (const response of [
				await browser.get(segment + path),
				await browser.post(segment + path, { returnTo: "x" }),
			]) {
				expect(response.status, path).toBeLessThan(500);
				const location = response.headers.get("location");
				if (location) expect(new URL(location, "https://portal.test").origin, path).toBe("https://portal.test");
			}
		}
	},
);
