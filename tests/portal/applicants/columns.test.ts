import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createReferee,
	testDb,
} from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { csrfOf, linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { listColumns, usualColumns } from "#worker/contract/list-columns";

let browser: Browser;
let colleague: Browser;
let base: string;
let search: string;

const people = [
	{ firstName: "Bola", score: 210, state: "Oyo" },
	{ firstName: "Ada", score: null, state: "Lagos" },
	{ firstName: "Chidi", score: 301, state: null },
];

beforeAll(async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	for (const { firstName, score, state } of people) {
		const searchText = firstName.toLowerCase();
		const { id } = await createApplicant(application, { firstName, searchText });
		await testDb().run(sql`UPDATE applicants SET score = ${score}, state = ${state}, gender = 'F',
			birth_date = '2008-03-09', phone = '0803 123 4567', submitted_at = 1763640000000
			WHERE organisation_id = ${organisationId} AND id = ${id}`);
		if (firstName === "Bola") {
			await createReferee({ organisationId, id }, { status: "submitted" });
			await createReferee({ organisationId, id });
		}
	}
	({ browser } = await signedInBrowser(await createStaff({ organisationId })));
	({ browser: colleague } = await signedInBrowser(await createStaff({ organisationId })));
	base = `/${organisationId}/applicants`;
	search = `?application=${application.id}`;
});

const pageOf = async (address: string, by = browser) => {
	const response = await by.get(address);
	expect(response.status).toBe(200);
	return response.text();
};
/** Returns the first names in the order of the rows. */
const named = (html: string) => [...html.matchAll(/class="row-link"[^>]*>(\w+)/g)].map(([, name]) => name);
const heads = (html: string) =>
	[...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/gs)]
		.map(([, head = ""]) => textOf(head))
		.filter((t) => t !== "Select");

test.each([
	["Applicant", ["Ada", "Bola", "Chidi"], "ascending"],
	["Number", ["Bola", "Ada", "Chidi"], "ascending"],
	["Stage", ["Chidi", "Ada", "Bola"], "ascending"],
	["course", ["Chidi", "Ada", "Bola"], "ascending"],
])("the head %s is a link that sorts, then the other way, then not at all", async (head, order, direction) => {
	const linkIn = (html: string) => linkOf(html.slice(html.indexOf("<thead")), head) ?? "";
	const sorted = await pageOf(linkIn(await pageOf(base + search)));
	expect(named(sorted)).toEqual(order);
	expect(sorted).toContain(`aria-sort="${direction}"`);
	const other = await pageOf(linkIn(sorted));
	expect(other).toContain('aria-sort="descending"');
	expect(linkIn(other)).toBe(base + search);
});

test("an address keeps its order on other pages, in dialogs and for the applicants that it opens", async () => {
	const sorted = await pageOf(`${base + search}&sort=name&size=2`);
	expect(named(sorted)).toEqual(["Ada", "Bola"]);
	expect(named(await pageOf(linkOf(sorted, "Next") ?? ""))).toEqual(["Chidi"]);
	expect(linkOf(sorted, "Save view")).toContain("sort=name");
	const opened = await pageOf(linkOf(sorted, "Ada Chinonso Okafor") ?? "");
	expect(textOf(opened)).toContain("1 of 3");
	const next = tagsOf(opened, "a").find((tag) => tag.includes('aria-label="Next applicant"'));
	expect(textOf(await pageOf(/href="([^"]+)"/.exec(next ?? "")?.[1]?.replaceAll("&amp;", "&") ?? ""))).toContain(
		"2 of 3",
	);
});

test("an order that does not exist is refused and shows a page all the same", async () => {
	const response = await browser.get(`${base + search}&sort=height`);
	expect([response.status, textOf(await response.text())]).toEqual([422, expect.stringContaining("Unknown order")]);
});

/** Reads the dialog's form as a browser sends it. */
const fieldsOf = (html: string): FormData => {
	const form = new FormData();
	form.set("csrf", csrfOf(html));
	for (const tag of tagsOf(html, "input")) {
		const [, name = ""] = /name="(order|column)"/.exec(tag) ?? [];
		const isSent = name === "order" || (name === "column" && tag.includes("checked"));
		if (isSent) form.append(name, /value="(\w+)"/.exec(tag)?.[1] ?? "");
	}
	return form;
};

/** Sends the form of the dialog as a browser without scripts does. */
const send = async (html: string, change: (form: FormData) => void) => {
	const form = fieldsOf(html);
	change(form);
	return browser.post(`${base}/columns${search}`, form);
};

test("columns are chosen and ordered in a dialog, without scripts, for the user alone", async () => {
	const list = await pageOf(base + search);
	expect(heads(list)).toEqual(["Applicant Select all 3", "Number", "Stage", "course", "Waiting"]);
	const dialog = await pageOf(linkOf(list, "Columns") ?? "");
	const moved = await send(dialog, (form) => {
		form.append("column", "score");
		form.set("move", "score up");
	});
	expect(moved.status).toBe(200);
	const again = await moved.text();
	expect(fieldsOf(again).getAll("order").slice(0, 5)).toEqual(["number", "stage", "course", "score", "waiting"]);
	const saved = await send(again, (form) => {
		for (const column of ["state", "references", "paid", "gender", "birthDate", "phone", "submitted"])
			form.append("column", column);
	});
	expect([saved.status, saved.headers.get("location")]).toEqual([302, base + search]);
	const chosen = await pageOf(base + search);
	expect(heads(chosen)).toEqual([
		"Applicant Select all 3",
		"Number",
		"Stage",
		"course",
		"Score",
		"Waiting",
		"State of origin",
		"Gender",
		"Date of birth",
		"Phone",
		"References",
		"Payment",
		"Submitted",
	]);
	expect(textOf(chosen)).toContain("301");
	expect(textOf(chosen)).toContain("1 of 2");
	expect(textOf(chosen)).toContain("0803 123 4567");
	expect(named(await pageOf(linkOf(chosen, "Score") ?? ""))).toEqual(["Chidi", "Bola", "Ada"]);
	expect(heads(await pageOf(base + search, colleague))).toHaveLength(5);
	await send(await pageOf(`${base}/columns${search}`), (form) => form.set("usual", "on"));
	expect(heads(await pageOf(base + search))).toHaveLength(5);
});

test("every column can be shown", async () => {
	await send(await pageOf(`${base}/columns${search}`), (form) => {
		for (const column of listColumns) if (!usualColumns.includes(column)) form.append("column", column);
	});
	expect(heads(await pageOf(base + search))).toHaveLength(1 + listColumns.length);
});

test("filters by facts are fields of the page of all filters, chips of the list, and part of a view", async () => {
	const page = await pageOf(`${base}/filters${search}&scoreFrom=200&states=Oyo`);
	expect(tagsOf(page, "input").find((tag) => tag.includes('name="scoreFrom"'))).toContain('value="200"');
	expect(tagsOf(page, "input").find((tag) => tag.includes('value="Oyo"'))).toContain("checked");
	const found = await pageOf(`${base + search}&scoreFrom=200&scoreTo=&states=Oyo&references=&sort=-score`);
	expect(named(found)).toEqual(["Bola"]);
	expect(linkOf(found, "Save view")).toContain("scoreFrom=200&states=Oyo&sort=-score");
	const wider = await pageOf(linkOf(found, "Remove filter From Oyo") ?? "");
	expect(named(wider)).toEqual(["Chidi", "Bola"]);
	expect(named(await pageOf(linkOf(wider, "Remove filter Score from 200") ?? ""))).toHaveLength(3);
	expect(named(await pageOf(`${base + search}&references=outstanding`))).toEqual(["Bola"]);
	expect(named(await pageOf(`${base + search}&references=none`))).toHaveLength(2);
	expect(named(await pageOf(`${base + search}&paid=unpaid`))).toHaveLength(3);
	expect(named(await pageOf(`${base + search}&paid=paid`))).toHaveLength(0);
	expect(named(await pageOf(`${base + search}&submittedTo=2020-01-01`))).toHaveLength(0);
	const wrong = await browser.get(`${base + search}&scoreFrom=high`);
	expect([wrong.status, textOf(await wrong.text())]).toEqual([
		422,
		expect.stringContaining("Some of the address is not valid"),
	]);
});
