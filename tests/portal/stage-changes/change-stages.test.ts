import { env } from "cloudflare:workers";
import { eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createHundredLocations,
	createLocation,
	createOrganisation,
	testDb,
} from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, formOf, linkOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants, letters } from "#worker/database/schema/applicants";
import { reasons } from "#worker/database/schema/reasons";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const elsewhere = await createApplication(organisationId);
	const target = application.steps[2]?.id ?? "";
	const people = [];
	for (const firstName of ["Ada", "Bola", "Chidi"]) people.push(await createApplicant(application, { firstName }));
	const accepted = await createApplicant(application, { firstName: "Dayo", stepId: target });
	const foreign = await createApplicant(elsewhere, { firstName: "Efe" });
	const signedIn = await signedInBrowser(await createStaff({ organisationId }));
	const base = `/${organisationId}/applicants`;
	return {
		organisationId,
		application,
		elsewhere,
		target,
		ids: people.map(({ id }) => id),
		accepted,
		foreign,
		base,
		...signedIn,
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

const dialog = (ids: readonly string[], to?: string) => {
	const params = new URLSearchParams({ application: fixture.application.id });
	for (const id of ids) params.append("id", id);
	if (to) params.set("to", to);
	return `${fixture.base}/stage?${params}`;
};
const send = (ids: readonly string[], fields: Record<string, string> = {}) =>
	fixture.browser.post(dialog(ids, fixture.target), {
		csrf: fixture.csrf,
		id: ids,
		stageId: fixture.target,
		reason: "Reviewed together",
		...fields,
	});
const stages = async (ids: readonly string[]) => {
	const rows = await testDb()
		.select({ id: applicants.id, stepId: applicants.stepId })
		.from(applicants)
		.where(inArray(applicants.id, [...ids]));
	return new Map(rows.map(({ id, stepId }) => [id, stepId]));
};

test("shows the consequences in numbers before anything changes", async () => {
	const { browser, ids, accepted, foreign, target } = fixture;
	const all = [...ids, accepted.id, foreign.id, "nobody"];
	const response = await browser.get(dialog(all, target));
	expect(response.status).toBe(200);
	const text = textOf(await response.text());
	expect(text).toContain("6 applicants selected");
	expect(text).toContain(
		"3 applicants will move, 1 is already there, 1 is not allowed, 1 is no longer there. No emails will be sent.",
	);
	expect((await stages(ids)).get(ids[0] ?? "")).toBe(fixture.application.steps[0]?.id);
});

test("warns before a place is offered to applicants who never submitted the form", async () => {
	const { browser, ids, application, target } = fixture;
	const warningAt = async (to: string) => {
		const text = textOf(await (await browser.get(dialog(ids, to))).text());
		return /\d+ applicants? (?:has|have) never submitted the form\./.exec(text)?.[0];
	};
	expect(await warningAt(target)).toBe("3 applicants have never submitted the form.");
	expect(await warningAt(application.steps[1]?.id ?? ""), "no place is offered there").toBeUndefined();
});

test("warns before applicants with a letter move to a stage that neither offers a place nor makes a letter", async () => {
	const { browser, ids, accepted, organisationId, application, target } = fixture;
	const [, inReview] = application.steps;
	await testDb()
		.insert(letters)
		.values(
			[ids[0], ids[0], accepted.id, fixture.foreign.id].map((applicantId = "", index) => ({
				organisationId,
				applicantId,
				id: `letter-${index}`,
				templateId: "admission",
				templateName: "Admission letter",
				objectKey: `letters/${index}`,
				size: 1,
				createdBy: "ada",
				createdByName: "Ada",
				createdAt: index,
			})),
		);
	for (const id of [ids[0] ?? "", accepted.id])
		await testDb()
			.update(applicants)
			.set({ letterUrl: `/${id}` })
			.where(eq(applicants.id, id));
	const warningAt = async (chosen: readonly string[], to = "") => {
		const text = textOf(await (await browser.get(dialog(chosen, to))).text());
		return /\d+ applicants? ha\S+ (?:a letter|letters) that stays? in force: [^.]+\./.exec(text)?.[0];
	};
	const stage = inReview?.name ?? "";
	expect(await warningAt([...ids, accepted.id], inReview?.id)).toBe(
		`2 applicants have letters that stay in force: ${stage} makes no letter.`,
	);
	expect(await warningAt(ids, inReview?.id)).toBe(
		`1 applicant has a letter that stays in force: ${stage} makes no letter.`,
	);
	expect(await warningAt(ids, target), "a place is offered there").toBeUndefined();
	expect(await warningAt(ids.slice(1), inReview?.id), "nobody has a letter").toBeUndefined();
});

test("asks only for a stage in a dialog without one", async () => {
	const page = await (await fixture.browser.get(dialog(fixture.ids))).text();
	expect(textOf(page)).toContain("3 applicants selected");
	expect(page).toMatch(/<button[^>]*disabled=""[^>]*>Comment &amp; Proceed/);
	const back = new URL(linkOf(page, "Cancel") ?? "", "https://portal.test");
	expect(back.pathname, "beside the button").toBe(fixture.base);
	expect(back.searchParams.getAll("id"), "without scripts the ticks stay").toEqual(fixture.ids);
});

test("returns to the list with one toast when every applicant was changed", async () => {
	const { browser, ids, base, application, target } = fixture;
	const response = await send(ids);
	const list = `${base}?application=${application.id}`;
	expect([response.status, response.headers.get("location")]).toEqual([302, list]);
	expect(textOf(await (await browser.get(list)).text())).toContain("3 applicants moved to Accepted");
	expect(textOf(await (await browser.get(list)).text())).not.toContain("3 applicants moved to Accepted");
	expect([...(await stages(ids)).values()]).toEqual([target, target, target]);
});

test("names applicants that were not moved, with the reason", async () => {
	const { ids, accepted, foreign } = fixture;
	const response = await send([...ids, accepted.id, foreign.id, "nobody"]);
	expect(response.status).toBe(200);
	const text = textOf(await response.text());
	expect(text).toContain("3 applicants moved to Accepted, 1 is already there, 1 is not allowed, 1 is no longer there.");
	expect(text).toMatch(/Dayo[^.]*Already there/);
	expect(text).toMatch(/Efe[^.]*Not allowed/);
	expect(text).toMatch(/Unknown applicant[^.]*No longer there/);
	expect(text).not.toMatch(/Try .* again/);
});

test("skips applicants that a colleague moved after the preview", async () => {
	const { browser, ids, application } = fixture;
	const [first = "", second = ""] = ids;
	const { asOf = "" } = formOf(await (await browser.get(dialog([first, second], fixture.target))).text(), "bulk-stage");
	const moved = { stepId: application.steps[1]?.id, stageChangedAt: Number(asOf) + 1 };
	await testDb()
		.update(applicants)
		.set(moved)
		.where(inArray(applicants.id, [second]));
	const response = await send([first, second], { asOf });
	expect(textOf(await response.text())).toContain("1 applicant moved to Accepted, 1 was changed meanwhile.");
	expect((await stages(ids)).get(second)).toBe(moved.stepId);
});

test("offers a link to retry conflicts", async () => {
	const { browser, ids } = fixture;
	const [first = "", second = ""] = ids;
	await env.DB.prepare(
		`CREATE TRIGGER a_colleague_is_faster BEFORE UPDATE ON applicants WHEN OLD.id = '${second}' BEGIN SELECT RAISE(IGNORE); END`,
	).run();
	const response = await send([first, second]);
	await env.DB.prepare("DROP TRIGGER a_colleague_is_faster").run();
	expect(response.status).toBe(200);
	const page = await response.text();
	expect(textOf(page)).toContain("Changed meanwhile");
	const retry = [
		...new URL(linkOf(page, "Try 1 again") ?? linkOf(page, "Try 2 again") ?? "", "https://x").searchParams,
	];
	expect(retry.filter(([name]) => name === "id").map(([, id]) => id)).toContain(second);
	expect(retry).toContainEqual(["to", fixture.target]);
	const link = linkOf(page, "Try 1 again") ?? linkOf(page, "Try 2 again") ?? "";
	expect(textOf(await (await browser.get(link)).text())).toMatch(/[12] applicants? selected/);
});

test("shows the error for an empty comment beside the field", async () => {
	const response = await send(fixture.ids, { reason: " " });
	expect(response.status).toBe(422);
	expect(errorsOf(await response.text(), "reason")).toBe("Enter a comment");
});

test("says when nobody is selected", async () => {
	const response = await send([]);
	expect(response.status).toBe(422);
	expect(textOf(await response.text())).toContain("Choose at least one applicant.");
});

test("refuses more than 350 applicants at once", async () => {
	const response = await send(Array.from({ length: 351 }, (_, index) => `a${index}`));
	expect(response.status).toBe(422);
	expect(textOf(await response.text())).toContain("At most 350 applicants at a time.");
});

test.each([0, 1])("shows an error for an invalid id at any position: %i", async (index) => {
	const response = await send([...fixture.ids.slice(0, index), "a".repeat(500), ...fixture.ids.slice(index)]);
	expect(response.status).toBe(422);
	const alert = /<div role="alert"[^>]*>([\s\S]*?)<\/div>/.exec(await response.text())?.[1] ?? "";
	expect(textOf(alert)).not.toBe("");
});

test("uses the list's application when the address has none", async () => {
	const { browser, base, ids } = fixture;
	const list = textOf(await (await browser.get(base)).text());
	const dialog = await browser.get(`${base}/stage?id=${ids[0]}`);
	const steps = [fixture.application, fixture.elsewhere].find(({ title }) => list.includes(title))?.steps ?? [];
	expect(steps).not.toEqual([]);
	const html = await dialog.text();
	for (const { id } of steps) expect(tagsOf(html, "option").some((tag) => tag.includes(`value="${id}"`))).toBe(true);
});

test("responds to the palette with data: the preview and each outcome", async () => {
	const { browser, ids, accepted, target } = fixture;
	const route = `&_data=${encodeURIComponent("routes/stage-changes/change-stages")}`;
	const all = [...ids, accepted.id];
	const preview = await browser.get(dialog(all, target) + route);
	expect(await preview.json()).toMatchObject({
		bulk: { preview: { ok: true, value: { willChange: 3, unchanged: 1 } } },
	});
	const fields = { csrf: fixture.csrf, id: all, stageId: target, reason: "Together", stay: "1" };
	const response = await browser.post(`${fixture.base}/stage?${route}`, fields);
	expect(await response.json()).toMatchObject({
		outcome: {
			changed: 3,
			taskId: null,
			outcomes: expect.arrayContaining([expect.objectContaining({ id: accepted.id, outcome: "unchanged" })]),
		},
	});
});

test("finds a location by name beyond the first page", async () => {
	const location = await createLocation(fixture.organisationId, "Wukari");
	const route = encodeURIComponent("routes/locations/locations");
	const path = (name: string) => `${fixture.base}/locations?name=${encodeURIComponent(name)}&_data=${route}`;
	const found = await (await fixture.browser.get(path(location.name))).json();
	const first = { page: 0, hasMore: false };
	expect(found).toEqual({ ...first, name: location.name, locations: [{ id: location.id, name: location.name }] });
	expect(await (await fixture.browser.get(path("no such place"))).json()).toMatchObject({ ...first, locations: [] });
});

test("lists the locations of a search in pages of twenty, to the last", async () => {
	await createHundredLocations(fixture.organisationId);
	await createLocation(fixture.organisationId, "Centre of it all");
	const route = encodeURIComponent("routes/locations/locations");
	const page = async (index: string) =>
		(await (
			await fixture.browser.get(`${fixture.base}/locations?name=centre&page=${index}&_data=${route}`)
		).json()) as {
			locations: { name: string }[];
			hasMore: boolean;
		};
	const second = await page("1");
	expect(second.locations.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => `Centre 0${20 + n}`));
	expect(second.hasMore).toBe(true);
	const last = await page("5");
	expect([last.locations.map(({ name }) => name), last.hasMore]).toEqual([["Centre of it all"], false]);
	for (const strange of ["-1", "1e3", "x"]) expect(await page(strange)).toMatchObject({ page: 0 });
});

test("changes the stage once when the same form is sent twice", async () => {
	const key = { idempotencyKey: crypto.randomUUID() };
	const [first, second] = [await send(fixture.ids, key), await send(fixture.ids, key)];
	expect([first.status, second.status]).toEqual([302, 302]);
	const rows = await testDb().select().from(applicants).where(inArray(applicants.id, fixture.ids));
	expect(rows.map(({ version }) => version)).toEqual([2, 2, 2]);
});

test("finds none of another organisation's applicants", async () => {
	const other = await openFixture();
	const response = await send([...fixture.ids, ...other.ids]);
	expect(textOf(await response.text())).toContain("No longer there");
	expect([...(await stages(other.ids)).values()]).not.toContain(fixture.target);
	expect([...new Set((await stages(other.ids)).values())]).toEqual([other.application.steps[0]?.id]);
});

test("refuses a reviewer who may only read, and changes nothing", async () => {
	const { organisationId, ids, application } = fixture;
	const reader = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:r"] }));
	const fields = { csrf: reader.csrf, id: ids, stageId: fixture.target, reason: "x" };
	expect((await reader.browser.post(dialog(ids), fields)).status).toBe(403);
	expect([...new Set((await stages(ids)).values())]).toEqual([application.steps[0]?.id]);
});

test("without scripts finds a location beyond the first hundred by name, and keeps it", async () => {
	const { browser, organisationId, ids, target, csrf } = fixture;
	await createHundredLocations(organisationId);
	const zaria = await createLocation(organisationId, "Zaria Campus");
	const send = async (fields: Record<string, string>) => {
		const form = { csrf, id: ids, stageId: target, locationName: "zaria", locationId: "", ...fields };
		return (await browser.post(dialog(ids, target), form)).text();
	};
	const found = await send({ find: "location", reason: "Half a comment" });
	expect(optionsOf(found, "locationId")).toEqual(["Keep the current posting", "Zaria Campus"]);
	expect(found).toContain("Half a comment");
	expect(errorsOf(found, "reason")).toBeUndefined();
	const refused = await send({ reason: " ", locationId: zaria.id });
	expect(errorsOf(refused, "reason")).toBe("Enter a comment");
	expect(tagsOf(refused, "option").find((tag) => tag.includes(zaria.id))).toContain("selected");
	expect([...(await stages(ids)).values()]).not.toContain(target);
});

test("without scripts warns of the comment that a reason chosen later keeps from all of them, once", async () => {
	const { browser, organisationId, ids, target } = fixture;
	const made = { organisationId, createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(templates)
		.values({ ...made, id: "offer", name: "Offer", type: "email", subject: "Offer", content: "<p>{{comment}}</p>" });
	await testDb().update(workflowSteps).set({ emailTemplateId: "offer" }).where(eq(workflowSteps.id, target));
	await testDb()
		.insert(reasons)
		.values({ ...made, id: "sponsored", text: "Sponsored", isPrivate: true });
	const sendAgain = async (page: string, fields: Record<string, string> = {}) => {
		const form = openForm(page, "bulk-stage");
		for (const [name, value] of Object.entries(fields)) form.set(name, value);
		return browser.post(dialog(ids, target), form);
	};
	const page = await (await browser.get(dialog(ids, target))).text();
	const asked = await sendAgain(page, { reason: "They pay", reasonId: "sponsored" });
	expect([asked.status, [...(await stages(ids)).values()].includes(target)]).toEqual([200, false]);
	const html = await asked.text();
	expect(textOf(html)).toContain("Look at what this stage sends, then proceed.");
	expect(textOf(html)).toContain(
		"1 merge field of the message is empty, and would read “--/--”: Comment for 3 applicants",
	);
	expect(html).toContain("They pay");
	expect((await sendAgain(html)).status).toBe(302);
	expect([...(await stages(ids)).values()]).toEqual([target, target, target]);
});

test("asks to type the number above thirty", async () => {
	const { ids } = fixture;
	const refused = await send(ids, { count: "31" });
	expect(refused.status).toBe(422);
	const page = await refused.text();
	expect(textOf(page)).toContain("Type 31: 31 applicants move.");
	expect((await stages(ids)).get(ids[0] ?? "")).toBe(fixture.application.steps[0]?.id);
	expect((await send(ids, { count: "31", confirmed: "31" })).status).toBe(302);
});
