import { beforeAll, expect, test } from "vitest";
import { createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { csrfOf, errorsOf, linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { webhookDeliveries } from "#worker/database/schema/webhooks";

let browser: Browser;
let orgName = "";
let list = "";
beforeAll(async () => {
	({ id: orgName } = await createOrganisation());
	list = `/${orgName}/webhooks`;
	const privileges = ["organisation:c", "organisation:r", "organisation:u", "organisation:d", "candidate:r"];
	({ browser } = await signedInBrowser(await createStaff({ organisationId: orgName, privileges })));
});
const pageAt = async (path: string) => (await browser.get(path)).text();

const create = async (name: string, url: string, ...events: string[]) => {
	const form = openForm(await pageAt(`${list}/new`), "webhook");
	form.set("name", name);
	form.set("url", url);
	for (const event of events) form.append("events", event);
	const response = await browser.post(`${list}/new`, form);
	return { status: response.status, html: await response.text() };
};

const secretIn = (html: string) =>
	/value="(whsec_[^"]+)"/.exec(tagsOf(html, "input").find((tag) => tag.includes('id="shown-secret"')) ?? "")?.[1];

test("registers a webhook without scripts, changes it, replaces its secret and deletes it", async () => {
	const offered = tagsOf(await pageAt(`${list}/new`), "input").filter((tag) => tag.includes('name="events"'));
	expect(offered.join()).toContain("applicants.posted");
	expect(offered.join()).not.toContain("candidate_group");
	const made = await create("Records", "https://records.example/hooks", "applicants.posted");
	expect(made.status).toBe(201);
	const secret = secretIn(made.html);
	expect(secret).toMatch(/^whsec_/);
	const here = linkOf(made.html, "Done") ?? "";
	expect(await pageAt(here)).not.toContain(secret ?? "none");

	const form = openForm(await pageAt(`${here}/edit`), "webhook");
	expect(form.getAll("events")).toEqual(["applicants.posted"]);
	form.append("events", "applicants.merged");
	form.delete("active");
	const saved = await browser.post(`${here}/edit`, form);
	expect([saved.status, saved.headers.get("location")]).toEqual([302, here]);
	expect(textOf(await pageAt(here))).toContain("Switched off");

	expect(linkOf(await pageAt(here), "History")).toBe(`${here}/history`);
	const history = await pageAt(`${here}/history`);
	expect(textOf(history)).toMatch(
		/History of Records.*changed it.*Events added: applicants\.merged 1 other as before Sends events before: Yes now: No.*created it/,
	);
	expect(linkOf(history, "Close")).toBe(here);

	expect(linkOf(await pageAt(here), "Replace the secret")).toBe(`${here}/secret`);
	const asked = await pageAt(`${here}/secret`);
	expect(textOf(asked)).toContain("Replace the secret of Records?");
	const replaced = await browser.post(`${here}/secret`, openForm(asked, "replace-secret"));
	const renewed = secretIn(await replaced.text());
	expect(renewed).toMatch(/^whsec_/);
	expect(renewed).not.toBe(secret);

	const question = await pageAt(`${here}/delete`);
	expect(textOf(question)).toContain("Delete Records?");
	const deleted = await browser.post(`${here}/delete`, openForm(question, "delete-webhook"));
	expect([deleted.status, deleted.headers.get("location")]).toEqual([302, list]);
	expect(textOf(await pageAt(list))).toContain("No webhooks yet");
});

test("finds and sorts webhooks without scripts", async () => {
	await create("Sorted B", "https://a.example/", "applicants.posted");
	await create("Sorted A", "https://b.example/", "applicants.posted");
	await create("Another", "https://c.example/", "applicants.posted");
	const page = await pageAt(`${list}?q=sorted`);
	expect(textOf(page)).toMatch(/Sorted A.*Sorted B/);
	expect(textOf(page)).not.toContain("Another");
	for (const [head, sort] of [
		["Name", "-name"],
		["Address", "address"],
		["Created", "created"],
		["Status", "status"],
	] as const)
		expect(linkOf(page, head)).toBe(`${list}?q=sorted&sort=${sort}`);
	expect(textOf(await pageAt(`${list}?q=sorted&sort=address`))).toMatch(/Sorted B.*Sorted A/);
	expect(linkOf(await pageAt(`${list}/new?q=sorted`), "Cancel")).toBe(`${list}?q=sorted`);
	expect(textOf(await pageAt(`${list}?q=nothing`))).toMatch(/No webhooks found Nothing matches the search\. Show all/);
	const wrong = await browser.get(`${list}?sort=age`);
	expect([wrong.status, textOf(await wrong.text())]).toEqual([
		422,
		expect.stringContaining("Some of the address is not valid."),
	]);
});

test("shows each error beside its field, and what was typed", async () => {
	const nothing = await create("", "");
	expect(nothing.status).toBe(422);
	expect(errorsOf(nothing.html, "name")).toBe("Enter a name");
	expect(textOf(nothing.html)).toContain("Choose at least one event.");
	const refused = await create("Inside", "ftp://records.example/", "applicants.posted");
	expect(refused.status).toBe(422);
	expect(errorsOf(refused.html, "url")).toBe("The address must begin with https://");
	expect(openForm(refused.html, "webhook").getAll("events")).toEqual(["applicants.posted"]);
});

test("lists deliveries with what was answered, and sends one again", async () => {
	const made = await create("Deliveries", "https://records.example/hooks", "applicants.posted");
	const here = linkOf(made.html, "Done") ?? "";
	const delivery = { organisationId: orgName, id: "delivery-1", webhookId: here.split("/").at(-1) ?? "", attempts: 8 };
	await testDb()
		.insert(webhookDeliveries)
		.values({
			...delivery,
			eventId: "event-1",
			eventType: "applicants.posted",
			status: "failed",
			createdAt: 1,
			answerStatus: 503,
			answer: "Down for maintenance",
			attemptedAt: 1,
		});
	const page = await pageAt(here);
	expect(textOf(page)).toContain("Given up");
	expect(textOf(page)).toContain("503 Down for maintenance");
	const idempotencyKey = /name="idempotencyKey" value="([^"]+)"/.exec(page)?.[1] ?? "";
	const csrf = csrfOf(page);
	const resent = await browser.post(here, { csrf, deliveryId: "delivery-1", idempotencyKey });
	expect(resent.status).toBe(200);
	expect(textOf(await resent.text())).toContain("Waiting");
});
