import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { attribute, errorsOf, linkOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import * as steps from "#tests/support/portal-steps";
import { layoutOf } from "#worker/database/demo/form-designs";

let browser: Browser;
let orgName = "";
let applicationId = "";
let acceptedId = "";
let reviewId = "";
let base = "";
beforeAll(async () => {
	({ id: orgName } = await createOrganisation());
	const application = await createApplication(orgName, { layout: layoutOf("undergraduate") });
	applicationId = application.id;
	acceptedId = application.steps[2]?.id ?? "";
	reviewId = application.steps[1]?.id ?? "";
	base = `/${orgName}/process-ai`;
	const data = (gender: string, jambScore: unknown) => ({ gender, jambScore, maritalStatus: "Single" });
	await createApplicant(application, { firstName: "Amina", data: data("F", 250) });
	await createApplicant(application, { firstName: "Bola", data: data("F", 190) });
	await createApplicant(application, { firstName: "Chidi", data: data("F", "") });
	({ browser } = await signedInBrowser(await createStaff({ organisationId: orgName })));
});
const pageAt = (path: string) => steps.pageAt(browser, path);

/** Presses a button of the criteria's form with these fields filled in. */
const press = async (path: string, html: string, intent: string, fields: Record<string, string> = {}) => {
	const form = openForm(html, "criteria-form");
	form.set("intent", intent);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	const response = await browser.post(path, form);
	return { status: response.status, to: response.headers.get("location") ?? "", html: await response.text() };
};

test("without scripts: words become criteria, which are changed and judged; the lists lead to the applicants", async () => {
	expect(textOf(await pageAt(`/${orgName}/applicants`))).not.toContain("Access");
	const path = `${base}?application=${applicationId}&q=${encodeURIComponent("femals with JAMB above 300, in good health")}`;
	const read = await pageAt(path);
	expect(textOf(read)).toContain("Some words were not understood, and are not among the criteria: “good health”");
	expect(textOf(read)).toContain("“femals” was read as");
	expect(textOf(read)).toMatch(/Criterion 1 Gender.*Criterion 2 UTME score/);
	const values = { "c1-a0-t0-value": "200" };
	const { status, to } = await press(path, read, "judge", values);
	expect([status, to]).toEqual([302, expect.stringContaining(`${base}?application=${applicationId}&session=`)]);
	await steps.workUntilShown(
		browser,
		orgName,
		to,
		"1 applicant meets all criteria, 1 does not, and 1 cannot be determined.",
	);

	const met = await pageAt(to);
	expect(textOf(met)).toMatch(/Female.*UTME score above 200.*Met 1 Not met 1 Cannot tell 1/);
	expect(textOf(met)).toMatch(/Amina.*Gender: Female.*UTME score: 250/);
	expect(textOf(met)).not.toContain("Bola");
	expect(linkOf(met, "Move 1 applicant to…")).toMatch(
		new RegExp(`^/${orgName}/applicants/stage\\?application=${applicationId}&judged=[\\w-]+:met&all=1&comment=Meets`),
	);
	const notMet = await pageAt(`${to}&list=notMet`);
	expect(textOf(notMet)).toMatch(/Bola.*UTME score: 190/);
	const cannotTell = await pageAt(`${to}&list=cannotTell`);
	expect(textOf(cannotTell)).toMatch(/Chidi.*UTME score: --\/--/);
	expect(linksOf(cannotTell).some((link) => /\/applicants\/[\w-]+\?application=/.test(link))).toBe(true);

	const list = await pageAt(linkOf(met, "Show “Met” in the list") ?? "");
	expect(textOf(list)).toContain("Meets the criteria");
	expect(textOf(list)).toContain("Amina");
	expect(textOf(list)).not.toContain("Bola");
	const dialog = await pageAt(linkOf(met, "Move 1 applicant to…") ?? "");
	expect(textOf(dialog)).toContain("Change Applicant Status");
	const chosen = `${linkOf(met, "Move 1 applicant to…")}&to=${acceptedId}`;
	const prepared = await steps.sendForm(browser, chosen, "bulk-stage", { release: "1" });
	expect([prepared.status, prepared.to]).toEqual([302, expect.stringContaining(`/${orgName}/releases/`)]);
	const release = textOf(await pageAt(prepared.to));
	expect(release).toContain("A release with 1 applicant was prepared");
	expect(release).toMatch(/1 applicant to Accepted .* Comment Meets/);
	expect(release).toContain("Amina");

	const again = await pageAt(linkOf(met, "Change criteria") ?? "");
	expect(openForm(again, "criteria-form").get("c1-a0-t0-value")).toBe("200");
	expect(linkOf(await pageAt(base), "Female · UTME score above 200")).toContain("session=");
});

test("without scripts: criteria are made by hand, a condition at a time, and errors stand beside their fields", async () => {
	const path = `${base}?application=${applicationId}&by=hand&q=`;
	const empty = await pageAt(path);
	expect(optionsOf(empty, "add-what")).toEqual(
		expect.arrayContaining([
			"O'level results",
			"Marital status",
			"Birth certificate: the file",
			"NIN: whether answered",
		]),
	);
	expect(optionsOf(empty, "add-what"), "it is sensitive").not.toContain("NIN: its words");
	const none = await press(path, empty, "judge");
	expect([none.status, textOf(none.html)]).toEqual([422, expect.stringContaining("Add a condition first.")]);
	const unchosen = await press(path, empty, "add");
	expect(textOf(unchosen.html)).toContain("Choose what the condition is about.");
	const first = await press(path, empty, "add", { "add-what": "number:utme" });
	expect(first.status).toBe(200);
	const wrong = await press(path, first.html, "judge", { "c0-a0-t0-value": "many" });
	expect([wrong.status, errorsOf(wrong.html, "c0-a0-t0-value")]).toEqual([422, "Enter a number"]);
	expect(openForm(wrong.html, "criteria-form").get("c0-a0-t0-value")).toBe("many");
	const second = await press(path, first.html, "add", {
		"c0-a0-t0-value": "200",
		"add-what": "choice:maritalStatus",
		"add-where": "or-0",
	});
	expect(openForm(second.html, "criteria-form").get("c0-a0-t0-value")).toBe("200");
	const unticked = await press(path, second.html, "judge");
	expect(textOf(unticked.html)).toContain("Choose an answer");
	expect(buttonsOf(second.html, "intent")).toEqual(["judge", "remove c0-a0-t0", "remove c0-a1-t0", "add", "judge"]);
	const removed = await press(path, second.html, "remove c0-a0-t0");
	expect(openForm(removed.html, "criteria-form").get("c0-a0-t0-what")).toBe("choice:maritalStatus");
	const judged = await press(path, second.html, "judge", { "c0-a1-t0-values": "Single" });
	await steps.workUntilShown(browser, orgName, judged.to, "3 applicants meet all criteria");
	expect(textOf(await pageAt(judged.to))).toContain("UTME score at least 200; or Marital status: Single");
});

test("an address without an application asks about the usual one, and its form is sent with it", async () => {
	const page = await pageAt(`${base}?q=female`);
	const tag = tagsOf(page, "form").find((one) => attribute(one, "id") === "criteria-form") ?? "";
	const action = attribute(tag, "action") ?? "";
	expect(action).toBe(`${base}?application=${applicationId}&q=female`);
	const { status, to } = await press(action, page, "judge");
	expect([status, to]).toEqual([302, expect.stringContaining(`${base}?application=${applicationId}&session=`)]);
});

test("criteria are saved under a name, used again, renamed and deleted", async () => {
	const path = `${base}?application=${applicationId}&q=female`;
	const { to } = await press(path, await pageAt(path), "judge");
	const save = linkOf(await pageAt(to), "Save criteria") ?? "";
	const dialog = await pageAt(save);
	const named = openForm(dialog, "save-view");
	named.set("name", "Women");
	const saved = await browser.post(save, named);
	expect([saved.status, saved.headers.get("location")]).toEqual([302, to]);
	const use = linkOf(await pageAt(base), "Women") ?? "";
	const used = await pageAt(use);
	expect(openForm(used, "criteria-form").get("c0-a0-t0-what")).toBe("gender");
	const all = await pageAt(`${base}/views`);
	expect(linkOf(all, "Women")).toMatch(/\?saved=/);
	const change = linksOf(all).find((link) => /process-ai\/views\/[\w-]+$/.test(link)) ?? "";
	const renamed = openForm(await pageAt(change), "change-view");
	renamed.set("name", "All women");
	expect((await browser.post(change, renamed)).status).toBe(302);
	expect(linkOf(await pageAt(`${base}/views`), "All women")).toBeDefined();
	const question = await pageAt(`${change}?question=delete`);
	expect(textOf(question)).toContain("Delete the criteria All women?");
	expect((await browser.post(change, openForm(question, "change-view"))).status).toBe(302);
	expect(textOf(await pageAt(`${base}/views`))).toContain("No criteria saved yet");
	expect((await browser.get(use)).status).toBe(404);
});

test("saved criteria say what another application does not have, and judge nobody by it", async () => {
	const path = `${base}?application=${applicationId}&q=${encodeURIComponent("married, in review, female")}`;
	const { to } = await press(path, await pageAt(path), "judge");
	const save = linkOf(await pageAt(to), "Save criteria") ?? "";
	const named = openForm(await pageAt(save), "save-view");
	named.set("name", "For another year");
	expect((await browser.post(save, named)).status).toBe(302);
	const other = await createApplication(orgName);
	await createApplicant(other, { firstName: "Dayo" });
	const use = linkOf(await pageAt(`${base}?application=${other.id}`), "For another year") ?? "";
	expect(use).toContain(`application=${other.id}`);
	const page = await pageAt(use);
	const text = textOf(page);
	expect(text).toContain("maritalStatus, not in this form");
	expect(text).toContain("Married, not here any more");
	expect(text).toContain(`${reviewId}, not here any more`);
	expect(text, "what the application has is as usual").toMatch(/Criterion 3 Gender/);
	const judged = await press(use, page, "judge");
	const result = "0 applicants meet all criteria, 1 does not, and 0 cannot be determined.";
	await steps.workUntilShown(browser, orgName, judged.to, result);
	const notMet = textOf(await pageAt(`${judged.to}&list=notMet`));
	expect(notMet).toMatch(/Dayo.*Not in this form/);
});

test.each([
	["list=some", 422],
	["page=-1", 422],
	["session=nobody", 404],
	["saved=nobody", 404],
	["application=nobody", 404],
])("an address that does not exist says so: %s", async (search, status) => {
	expect(
		(
			await browser.get(
				`${base}?application=${applicationId}&${search}`.replace(/application=[^&]*&(application=)/, "$1"),
			)
		).status,
	).toBe(status);
});

test("who may not change applicants may judge them, and is not offered to move them", async () => {
	const staff = await createStaff({ organisationId: orgName, privileges: ["candidate:r"] });
	const reader = (await signedInBrowser(staff)).browser;
	const path = `${base}?application=${applicationId}&q=female`;
	const form = openForm(await (await reader.get(path)).text(), "criteria-form");
	form.set("intent", "judge");
	const to = (await reader.post(path, form)).headers.get("location") ?? "";
	await steps.workUntilShown(reader, orgName, to, "3 applicants meet all criteria");
	const page = await (await reader.get(to)).text();
	expect(textOf(page)).not.toMatch(/Move \d/);
	expect(linkOf(page, "Show “Met” in the list")).toBeDefined();
});
