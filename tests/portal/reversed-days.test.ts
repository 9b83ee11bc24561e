import { beforeAll, describe, expect, test } from "vitest";
import { createApplication, createOrganisation } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { errorsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

const said = "The end must not be before the beginning.";

/** Lists that are filtered by two days, with the names of the days in the address. */
const lists: readonly (readonly [path: string, from: string, to: string])[] = [
	["audit-log", "from", "to"],
	["modification-log", "from", "to"],
	["transactions", "startDate", "endDate"],
	["transactions/days", "startDate", "endDate"],
	["applications", "startDate", "endDate"],
	["dashboard", "from", "to"],
];

let organisationId = "";
let browser: Browser;
beforeAll(async () => {
	({ id: organisationId } = await createOrganisation());
	await createApplication(organisationId, { title: "Runs all the time" });
	({ browser } = await signedInBrowser(await createStaff({ organisationId })));
});

const read = async (path: string) => {
	const response = await browser.get(`/${organisationId}/${path}`);
	return { status: response.status, html: await response.text() };
};

const fieldOf = (html: string, name: string) =>
	tagsOf(html, "input").find((tag) => tag.includes(`name="${name}"`)) ?? "";

describe.each(lists)("%s", (path, from, to) => {
	test("says beside its days that they are in the wrong order, and keeps them", async () => {
		const { status, html } = await read(`${path}?${from}=2026-11-05&${to}=2026-11-04`);
		expect([status, textOf(html).split(said).length]).toEqual([422, 2]);
		expect(textOf(html)).not.toContain("Error 422");
		expect(html).toMatch(/<p id="wrong-days" role="alert"/);
		expect(fieldOf(html, from)).toContain('value="2026-11-05"');
		expect(fieldOf(html, from)).not.toContain("aria-invalid");
		expect(fieldOf(html, to)).toContain('value="2026-11-04"');
		expect(fieldOf(html, to)).toMatch(/aria-invalid="true" aria-describedby="wrong-days"/);
		expect(textOf(html)).not.toContain("Runs all the time Always");
		expect(textOf(html), "nothing else is said of the list").not.toMatch(
			/Nothing matches|matches the|Show all|No (such|Activity|modif)/,
		);
	});

	test("says nothing of days in order, or of one alone", async () => {
		for (const search of [`${from}=2026-11-05&${to}=2026-11-05`, `${from}=2026-11-05`, `${to}=2026-11-05`, ""]) {
			const { status, html } = await read(`${path}?${search}`);
			expect([search, status, textOf(html).includes(said)]).toEqual([search, 200, false]);
		}
	});
});

test("the list of applicants says it where nobody matches, and its filters beside the day", async () => {
	const search = "submittedFrom=2026-11-05&submittedTo=2026-11-04";
	const list = await read(`applicants?${search}`);
	expect([list.status, textOf(list.html)]).toEqual([200, expect.stringContaining(said)]);
	expect(textOf(list.html)).not.toMatch(/No applicant (matches|fits)/);
	const filters = await read(`applicants/filters?${search}`);
	expect(errorsOf(filters.html, "submittedTo")).toBe(said);
	expect(fieldOf(filters.html, "submittedTo")).toContain('value="2026-11-04"');
	expect(textOf((await read("applicants?submittedFrom=2026-11-05&submittedTo=2026-11-06")).html)).not.toContain(said);
});
