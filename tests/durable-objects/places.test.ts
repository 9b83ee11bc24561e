import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { join, newHub, person } from "#tests/durable-objects/hub-page";
import { changed, hears, settle, subscribe, view } from "#tests/durable-objects/page";
import { createApplicant, createApplication, createOrganisation, createStructure } from "#tests/support/factories";

let hub: ReturnType<typeof newHub>;
let bound: { organisationId: string; itemIds: string[] };
let here: string;
let elsewhere: string;

beforeEach(async () => {
	hub = newHub();
	const { id: organisationId } = await createOrganisation();
	const { departmentId, facultyId } = await createStructure(organisationId);
	await env.DB.prepare(
		"INSERT INTO admin_level_items (organisation_id, id, level_id, name) VALUES (?, 'law', 'l', 'Faculty of Law')",
	)
		.bind(organisationId)
		.run();
	const application = await createApplication(organisationId);
	const [physics, law] = application.courses;
	await env.DB.prepare("UPDATE courses SET admin_level_item_id = ? WHERE organisation_id = ? AND id = ?")
		.bind(departmentId, organisationId, physics?.id)
		.run();
	here = (await createApplicant(application)).id;
	elsewhere = (await createApplicant(application, { courseId: law?.id ?? "" })).id;
	bound = { organisationId, itemIds: [facultyId] };
});

test("a user of a place hears of the applicants there, and of the list, and of no applicant elsewhere", async () => {
	const page = await join(hub, "kemi", { bound });
	subscribe(page, "applicants:a", `applicant:${here}`, `applicant:${elsewhere}`);
	// why until then: the hub looks the applicants up before it takes the topics.
	await vi.waitFor(async () => {
		await hub.notify([`applicant:${here}`, `applicant:${elsewhere}`]);
		expect(page.heard.length).toBeGreaterThan(0);
	});
	await settle(page);
	expect(new Set(page.heard.splice(0))).toEqual(new Set([JSON.stringify(changed(`applicant:${here}`))]));
	await hub.notify(["applicants:a"]);
	await hears(page, changed("applicants:a"));
});

test("a user of a place meets colleagues at applicants there, and at none elsewhere", async () => {
	const colleague = await join(hub, "ada");
	const page = await join(hub, "kemi", { bound });
	const presence = (applicantId: string, ...ids: string[]) => ({
		type: "presence",
		applicantId,
		people: ids.map(person),
	});
	view(colleague, elsewhere);
	await hears(colleague, presence(elsewhere));
	view(page, elsewhere);
	view(colleague, here);
	await hears(colleague, presence(here));
	view(page, here);
	await hears(page, presence(here, "ada"));
	await hears(colleague, presence(here, "kemi"));
	view(page, elsewhere);
	await hears(colleague, presence(here));
	await settle(page);
	expect(page.heard).toEqual([]);
});

test("of two messages, the later one counts", async () => {
	const colleague = await join(hub, "ada");
	const page = await join(hub, "kemi", { bound });
	view(page, here);
	view(page, null);
	subscribe(page, `applicant:${here}`);
	// why: what comes to this topic comes after the first look-up.
	await vi.waitFor(async () => {
		await hub.notify([`applicant:${here}`]);
		expect(page.heard.length).toBeGreaterThan(0);
	});
	view(colleague, here);
	await hears(colleague, { type: "presence", applicantId: here, people: [] });
});
