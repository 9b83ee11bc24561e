import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import {
	createApplicant,
	createApplication,
	createInvitation,
	createLocation,
	createReferee,
	createStructure,
	testDb,
} from "#tests/support/factories";
import { type Recorded, recordingDatabase } from "#tests/support/recording-database";
import { sweeps } from "#worker/background";
import { templates } from "#worker/database/schema/workflows";
import { sweep } from "#worker/sweep/sweep";

it("no statement of a request, an event, a job or the sweep reads a whole table", async () => {
	const recorded: Recorded[] = [];
	const queues = keepingQueues();
	const bindings = { ...queues.bindings, DB: recordingDatabase(recorded) };
	const desk = await openServicesFixture({ bindings });
	const { searchKey, id: organisationId } = desk.organisation;
	const ids = await createMany(desk.application, 40, { searchKey });
	const applicant = await createApplicant(desk.application);
	const location = await createLocation(organisationId);
	const report = { fieldId: "report", type: "text", props: { label: "Report" } };
	const reference = { id: "r", title: "R", refereeSectionType: "academic", rows: [{ id: "row", cols: [report] }] };
	const asking = await createApplication(organisationId, { layout: { sections: [reference] } });
	const { facultyId } = await createStructure(organisationId);
	const [, inReview, accepted] = desk.application.steps;
	const [, course] = desk.application.courses;
	const filters = [
		"",
		"&stage=IN_REVIEW",
		`&courseIds=${course?.id}`,
		"&keyword=chidi",
		`&administrationLevelItemIds=${facultyId}`,
	];
	const application = `applicationId=${desk.application.id}`;
	for (const filter of [...filters, `&stage=IN_REVIEW&courseIds=${course?.id}`]) {
		for (const stretch of ["", "&page=2", "&after=30", "&before=3"])
			await desk.get(`/candidates?${application}${filter}${stretch}`);
		await desk.get(`/candidates/${applicant.id}/neighbours?${application}${filter}`);
	}
	for (const path of ["/candidates", "/statistics/candidate-stages"]) await desk.get(path);
	for (const group of ["needs=waiting", "needs=referee", "needs=payment", "needs=changed", "sort=waiting"])
		for (const filter of ["", "&stage=IN_REVIEW", `&courseIds=${course?.id}`, "&keyword=chidi"]) {
			await desk.get(`/candidates?${application}&${group}${filter}`);
			await desk.get(`/candidates/${applicant.id}/neighbours?${application}&${group}${filter}`);
		}
	await desk.get(`/statistics/candidate-needs?${application}`);
	const view = { name: "View", isShared: false, isPinned: true };
	const viewed = { applicationId: desk.application.id, keyword: "chidi", needs: "waiting", courseIds: [course?.id] };
	const { body: kept } = await desk.send<{ id: string }>("POST", "/candidate-views", { ...view, filters: viewed });
	await desk.get("/candidate-views");
	await desk.send("PATCH", `/candidate-views/${kept.id}`, view);
	await desk.send("DELETE", `/candidate-views/${kept.id}`);
	await desk.get(`/statistics/candidate-stages?${application}&courseIds=${course?.id}`);
	for (const path of ["", "/log", "/photo", "/referees", "/changes?since=1", "/changes?eventId=x", "/transactions"])
		await desk.get(`/candidates/${applicant.id}${path}`).catch(() => undefined);
	for (const body of [{ stageId: inReview?.id, reason: "x", locationId: location.id }, { courseId: course?.id }])
		await desk.send("PATCH", `/candidates/${applicant.id}`, body);
	await desk.send("POST", "/candidates/stage-preview", { candidateIds: ids, stageId: accepted?.id });
	await desk.send("PATCH", "/candidates", {
		candidateIds: ids,
		stageId: accepted?.id,
		reason: "x",
		locationId: location.id,
	});
	for (const detail of [{ courseId: course?.id }, { locationId: location.id }])
		await desk.send("PATCH", "/candidates/assignments", { candidateIds: ids, ...detail, asOf: 0 });
	for (const path of [
		"/search?q=chidi",
		"/search",
		"/notifications",
		"/notifications?name=BACKGROUND_TASK",
		"/tasks/x",
	])
		await desk.get(path);
	await desk.send("POST", "/notifications/read");
	await mergeTwo(desk);
	const { id: refereeId } = await createReferee(await createApplicant(asking), { kind: "academic" });
	await desk.send("POST", "/candidates/referees/notify", { ids: [refereeId, "nobody"] });
	const token = await createInvitation({ organisationId, id: refereeId });
	await desk.get(`/referee-invitations/${token}?organisation=${organisationId}`);
	await desk.send("POST", `/referee-invitations/${token}`, { organisation: organisationId, data: { report: "x" } });
	const stageId = accepted?.id;
	for (const recipients of [{ candidateIds: ids.slice(0, 3) }, { candidateIds: [], stageId }, { candidateIds: [] }]) {
		const email = { applicationId: desk.application.id, subject: "x", message: "{{fullName}}", ...recipients };
		await desk.send("POST", "/email/candidates/preview", email);
		await desk.send("POST", "/email/candidates", { ...email, templateId: null });
	}
	const letter = { organisationId, id: `letter-${organisationId}`, name: "x", type: "document" as const, content: "x" };
	await testDb()
		.insert(templates)
		.values({ ...letter, createdAt: 1, updatedAt: 1 });
	const matching = { applicationId: desk.application.id, keyword: "chidi" };
	for (const chosen of [{ candidateIds: ids }, { matching }]) {
		const named = { candidateIds: [], ...chosen, applicationId: desk.application.id };
		await desk.send("POST", "/email/candidates/preview", { ...named, keyword: "eze1", page: 1 });
		await desk.send("POST", "/candidates/selection-preview", { ...chosen, size: 20 });
		await desk.send("POST", "/candidates/letters-preview", { ...chosen, templateId: letter.id, size: 20 });
	}
	const emailPath = `/email/candidates/${ids[0]}`;
	await deliverJobs(queues.sentJobs.slice(-1), { bindings, clock: desk.clock });
	const { body: written } = await desk.get(emailPath);
	await desk.send("POST", `${emailPath}/resend`, { emailId: written.data?.[0]?.id });
	await desk.get(`${emailPath}/attachments/x`);
	const { body: started } = await desk.get("/tasks?status=SUCCESS");
	await desk.send("POST", `/tasks/${started.data?.[0]?.id}/retry`);
	await importCandidates(desk, () => deliverJobs(queues.sentJobs.slice(-1), { bindings, clock: desk.clock }));
	const candidateIds = Array.from({ length: 501 }, (_, n) => ids[n] ?? `nobody-${n}`);
	await desk.send("PATCH", "/candidates", { candidateIds, stageId: inReview?.id, reason: "x" });
	await deliverJobs(queues.sentJobs, { bindings, clock: desk.clock });
	await deliverEvents(queues.sentEvents, { bindings, clock: desk.clock });
	await sweep({ ...env, ...bindings }, { sweeps, clock: desk.clock });
	expect(recorded.length).toBeGreaterThan(100);

	const faults = new Set<string>();
	const different = new Map(recorded.map(({ sql, params }) => [sql, params]));
	for (const [sql, params] of different) {
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...params)
			.all<{ detail: string }>();
		for (const { detail } of results) {
			const scanned = /^SCAN (\w+)(?! VIRTUAL TABLE)/.exec(detail)?.[1];
			const isSmall = scanned === undefined || small.has(scanned) || detail.includes("VIRTUAL TABLE");
			// why: a search by the organisation alone reads every row of the institution.
			const isByOrganisationAlone = /SEARCH applicants? .*\(organisation_id=\?\)$/.test(detail);
			// why: an application's identity keys are some millions; those of an import go all at once.
			const isByScopeAlone = /\(organisation_id=\? AND scope=\?\)$/.test(detail) && !sql.startsWith("delete");
			if (!isSmall || isByOrganisationAlone || isByScopeAlone) faults.add(`${detail} <- ${sql.slice(0, 2_000)}`);
		}
	}
	expect([...faults]).toEqual([]);
}, 20_000);

/** Compares, dismisses and merges two applicants, and undoes the merge. */
const mergeTwo = async (desk: ServicesFixture) => {
	const [target, source] = [await createApplicant(desk.application), await createApplicant(desk.application)];
	const two = { firstId: target.id, secondId: source.id };
	await desk.get(`/duplicates/comparison?firstId=${target.id}&secondId=${source.id}`);
	for (const isDismissed of [true, false]) {
		await desk.send("POST", "/duplicates/dismissals", { ...two, isDismissed });
		for (const dismissed of ["", "&dismissed=true"])
			await desk.get(`/duplicates?applicationId=${desk.application.id}${dismissed}`);
	}
	await desk.get(`/candidates/${target.id}/duplicates`);
	const versions = { targetVersion: 1, sourceVersion: 1, targetFormVersion: 1, sourceFormVersion: 1 };
	const { status, body } = await desk.send<{ mergeId: string }>("POST", "/duplicates/merges", {
		...{ targetId: target.id, sourceId: source.id, ...versions, sourceFields: ["accountEmail"], comment: "x" },
	});
	expect(status).toBe(201);
	await desk.get(`/candidates/${source.id}`);
	await desk.get(`/candidate-info/${source.publicId}`);
	await desk.get(`/candidate-info/${source.publicId}/record`);
	await desk.get(`/forms/${source.submissionId}/attachments/x`);
	await desk.get(`/duplicates/merges/${body.mergeId}`);
	expect((await desk.send("POST", `/duplicates/merges/${body.mergeId}/undo`)).status).toBe(200);
};

/** A list's whole way into a group and out of it. */
const importCandidates = async (desk: ServicesFixture, work: () => Promise<unknown>) => {
	const applicationId = desk.application.id;
	const { body: group } = await desk.send("POST", "/candidate-groups", { name: "x", applicationId });
	const at = `/candidate-groups/${group.id}`;
	const form = new FormData();
	form.set("data", JSON.stringify({ name: "a.csv" }));
	form.set("file", new File(["JAMB,Surname,Phone\n2026A1,Obi,08030000001\n2026A2,Eze,08030000001\n"], "a.csv"));
	const { id } = (await (await desk.upload(`${at}/imports`, form)).json()) as { id: string };
	await work();
	await desk.send("PUT", `${at}/imports/${id}/columns`, { columns: ["examNumber", "lastName", "phone"] });
	await work();
	for (const path of ["", "/rows", "/rows?outcome=new", "/rows?state=added"])
		await desk.get(`${at}/imports/${id}${path}`);
	await (await desk.request(`${at}/imports/${id}/failed-rows`)).body?.cancel();
	await desk.send("POST", `${at}/imports/${id}/add`, { addDuplicates: true });
	await work();
	for (const path of ["", "/candidates", "/candidates?keyword=obi", "/imports"]) await desk.get(at + path);
	await desk.get("/candidate-groups?name=x&schemaId=y");
	await desk.get(`/statistics/preloaded-candidates?applicationId=${applicationId}`);
	await desk.send("PUT", at, { name: "y" });
	await desk.send("POST", `${at}/imports/${id}/undo`);
	await work();
	await desk.send("DELETE", `${at}/imports/${id}`);
	await desk.send("DELETE", at);
};

/**
 * Subqueries of a few rows, and of those that a list holds: they are found by its own plan. `running` is the tasks that
 * run, by the index that holds no others; `counted` is at most 1,000 rows of a list.
 */
const small = new Set([
	"running",
	"listed",
	"counted",
	"blocks",
	"chain",
	"kin",
	"part",
	"summed",
	"start",
	"items",
	"below",
	"wanted",
	"found",
	"CONSTANT",
	"checked",
	"carried",
	"old",
	"changed",
]);
