import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { workOnce } from "#tests/support/background-work";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { formOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import * as steps from "#tests/support/portal-steps";
import { sweeps } from "#worker/background";
import { layoutOf } from "#worker/database/demo/form-designs";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { workflowSteps } from "#worker/database/schema/workflows";
import { sweep } from "#worker/sweep/sweep";

/** Two who meet "female, JAMB above 200", and one who does not; two members of staff. */
const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId, {
		layout: layoutOf("undergraduate"),
		stages: ["Registration", "Shortlisted", "Accepted"],
	});
	const [registration, shortlisted, accepted] = application.steps;
	if (!registration || !shortlisted || !accepted) throw new Error("the fixture lacks steps");
	const people: Record<string, string> = {};
	for (const [firstName, jambScore] of [
		["Amina", 250],
		["Bola", 230],
		["Chidi", 150],
	] as const)
		people[firstName] = (await createApplicant(application, { firstName, data: { gender: "F", jambScore } })).id;
	const browserOf = async (firstName: string) =>
		(await signedInBrowser(await createStaff({ organisationId, firstName }))).browser;
	const [tunde, hauwa] = [await browserOf("Tunde"), await browserOf("Hauwa")];
	return { organisationId, application, registration, shortlisted, accepted, people, tunde, hauwa };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

const comment = "Meets the criteria: Female. UTME score above 200";

/** Judges the applicants in the browser. @returns the address where those who met move */
const judge = async () => {
	const { organisationId, application, tunde } = fixture;
	const words = encodeURIComponent("female, JAMB above 200");
	const path = `/${organisationId}/process-ai?application=${application.id}&q=${words}`;
	const form = openForm(await steps.pageAt(tunde, path), "criteria-form");
	form.set("intent", "judge");
	const to = (await tunde.post(path, form)).headers.get("location") ?? "";
	const result = "2 applicants meet all criteria, 1 does not, and 0 cannot be determined.";
	await steps.workUntilShown(tunde, organisationId, to, result);
	return linkOf(await steps.pageAt(tunde, to), "Move 2 applicants to…") ?? "";
};

const stageOf = async (firstName: string) => {
	const [found] = await testDb()
		.select({ stepId: applicants.stepId })
		.from(applicants)
		.where(eq(applicants.id, fixture.people[firstName] ?? ""));
	return found?.stepId;
};
const logOf = (firstName: string) =>
	testDb()
		.select({
			type: applicantLog.type,
			stage: applicantLog.stageName,
			reason: applicantLog.reason,
			by: applicantLog.reviewedBy,
		})
		.from(applicantLog)
		.where(eq(applicantLog.applicantId, fixture.people[firstName] ?? ""));

test("who met the criteria is moved through the preview, and the log says by which criteria and by whom", async () => {
	const { organisationId, registration, shortlisted, tunde } = fixture;
	const move = `${await judge()}&to=${shortlisted.id}`;
	expect(textOf(await steps.pageAt(tunde, move))).toContain("2 applicants will move");
	expect([await stageOf("Amina"), await stageOf("Bola")], "the preview moves nobody").toEqual([
		registration.id,
		registration.id,
	]);
	const { status } = await steps.sendForm(tunde, move, "bulk-stage");
	expect(status).toBe(302);
	for (let round = 0; round < 5 && (await stageOf("Amina")) !== shortlisted.id; round += 1)
		await workOnce(organisationId);
	expect([await stageOf("Amina"), await stageOf("Bola"), await stageOf("Chidi")]).toEqual([
		shortlisted.id,
		shortlisted.id,
		registration.id,
	]);
	for (const name of ["Amina", "Bola"])
		expect(await logOf(name)).toEqual([
			{ type: "STAGE_CHANGE", stage: "Shortlisted", reason: comment, by: "Tunde Bello" },
		]);
	expect(await logOf("Chidi")).toEqual([]);
	await workOnce(organisationId);
	const activities = textOf(await steps.pageAt(tunde, `/${organisationId}/audit-log`));
	expect(activities).toMatch(/Tunde Bello Changed the stage to Shortlisted/);
});

/** Takes the next step on the page of a release, as its form offers it. */
const step = async (as: Browser, path: string) => as.post(path, formOf(await steps.pageAt(as, path), "release-step"));

test("a stage that needs a second person moves nobody before one has approved, and both are named", async () => {
	const { organisationId, registration, accepted, tunde, hauwa } = fixture;
	await testDb().update(workflowSteps).set({ needsApproval: true }).where(eq(workflowSteps.id, accepted.id));
	const move = `${await judge()}&to=${accepted.id}`;
	expect(textOf(await steps.pageAt(tunde, move))).toContain(
		"2 applicants: A second person must approve it: prepare a release.",
	);
	const { to: release } = await steps.sendForm(tunde, move, "bulk-stage", { release: "1" });
	expect(textOf(await steps.pageAt(tunde, release))).toContain("A release with 2 applicants was prepared");
	await step(tunde, release);
	const own = await steps.pageAt(tunde, release);
	expect(textOf(own)).toContain("You proposed it, so another person must approve it.");
	const seen = textOf(await steps.pageAt(hauwa, release));
	expect(seen, "the approver reads by which criteria").toContain(comment);
	expect(seen).toMatch(/Amina.*Bola|Bola.*Amina/);
	await step(hauwa, release);
	expect(await stageOf("Amina")).toBe(registration.id);

	const time = { ...formOf(await steps.pageAt(tunde, `${release}/time`), "confirm"), when: "now" };
	expect((await tunde.post(`${release}/time`, time)).status).toBe(302);
	const queues = keepingQueues();
	for (let round = 0; round < 6 && (await stageOf("Bola")) !== accepted.id; round += 1) {
		await sweep({ ...env, ...queues.bindings }, { sweeps, clock: { now: Date.now, newId: () => crypto.randomUUID() } });
		await deliverJobs(
			queues.sentJobs.splice(0).filter((job) => job.organisationId === organisationId),
			{ bindings: queues.bindings },
		);
		await workOnce(organisationId);
	}
	expect([await stageOf("Amina"), await stageOf("Bola"), await stageOf("Chidi")]).toEqual([
		accepted.id,
		accepted.id,
		registration.id,
	]);
	for (const name of ["Amina", "Bola"])
		expect(await logOf(name)).toEqual([
			{
				type: "STAGE_CHANGE",
				stage: "Accepted",
				reason: comment,
				by: expect.stringMatching(/Tunde Bello|Hauwa Bello/),
			},
		]);
	await workOnce(organisationId);
	const activities = textOf(await steps.pageAt(tunde, `/${organisationId}/audit-log?size=50`));
	expect(activities).toMatch(/Tunde Bello Proposed/);
	expect(activities).toMatch(/Hauwa Bello Approved/);
});
