import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { besideCommit, openPairDesk, type PairDesk, rowsOf } from "#tests/services/duplicates/pair-desk";
import { createLocation, testDb } from "#tests/support/factories";
import { applicants } from "#worker/database/schema/applicants";

let desk: PairDesk;
beforeEach(async () => {
	desk = await openPairDesk();
});

const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];

const remove = (table: "applications" | "workflow_steps" | "courses" | "locations", id: string | undefined) =>
	testDb().run(
		sql`DELETE FROM ${sql.identifier(table)} WHERE organisation_id = ${desk.organisation.id} AND id = ${id}`,
	);

/** Two merged; the one who went stood at the second stage and the second course, and was posted. */
const mergeElsewhere = async (taken: readonly string[] = []) => {
	const [, step] = desk.application.steps;
	const [, course] = desk.application.courses;
	const location = await createLocation(desk.organisation.id, "Kaduna");
	if (!step || !course) throw new Error("there are two of each");
	const kept = await desk.register({ firstName: "Kept" });
	const stood = { stepId: step.id, courseId: course.id, locationId: location.id };
	const merged = await desk.register({ firstName: "Ada", middleName: null, ...stood });
	const { mergeId } = (await desk.merge(kept.id, merged.id, taken)).body;
	return { kept, merged, mergeId, step, course, location, stood };
};

const changed = ["applicants", "submissions", "merges", "duplicate_pairs", "identity_keys", "applicant_log"];

test("who would go back to a stage, a course or an application that is gone stays, and it is said what is missing", async () => {
	const { merged, mergeId, step, course } = await mergeElsewhere();
	const refusedFor = async (places: string) => {
		const before = await rowsOf(desk.organisation.id, changed);
		const { status, body } = await desk.undo(mergeId);
		expect([status, body.code, body.error]).toEqual([
			...[409, "merge_not_undoable"],
			`Ada Okafor (${merged.applicationNumber}) cannot go back: ${places}.`,
		]);
		expect((await desk.get(`/duplicates/merges/${mergeId}`)).body.cannotUndo).toBe(body.error);
		expect(await rowsOf(desk.organisation.id, changed)).toEqual(before);
	};
	await remove("workflow_steps", step.id);
	await refusedFor(`the stage ${step.name} no longer exists`);
	await remove("courses", course.id);
	await refusedFor(`the stage ${step.name} and the course ${course.code} ${course.title} no longer exist`);
	await remove("applications", desk.application.id);
	await refusedFor(
		`the application ${desk.application.title} and the stage ${step.name} and the course ${course.code} ${course.title} no longer exist`,
	);
});

test("who was posted to a location that is gone comes back posted nowhere, and it is said before and after", async () => {
	const { merged, mergeId, location, stood } = await mergeElsewhere();
	await remove("locations", location.id);
	const lost = `Ada Okafor (${merged.applicationNumber}) comes back posted nowhere: the location Kaduna no longer exists.`;
	expect((await desk.get(`/duplicates/merges/${mergeId}`)).body).toMatchObject({ lost, cannotUndo: null });
	const undone = await desk.undo(mergeId);
	expect(undone).toMatchObject({ status: 200, body: { kept: [], lost } });
	expect(await desk.undo(mergeId), "asked twice").toEqual(undone);
	expect(await find(merged.id)).toMatchObject({ ...stood, locationId: null });
	expect((await desk.get(`/candidates/${merged.id}`)).body).toMatchObject({ id: merged.id, location: null });
	const [line] = (await desk.get(`/candidates/${merged.id}/log`)).body.data ?? [];
	expect(line?.reason).toContain(lost);
});

test("a merge made before such things were noted is undone as far as it goes", async () => {
	const { merged, mergeId, step } = await mergeElsewhere(["firstName"]);
	await testDb().run(sql`UPDATE merges SET before = json_remove(before, '$.places'),
		moved = json_remove(moved, '$.files', '$.toldApart', '$.shownEmails') WHERE id = ${mergeId}`);
	await remove("workflow_steps", step.id);
	expect((await desk.undo(mergeId)).body.error).toBe(
		`Ada Okafor (${merged.applicationNumber}) cannot go back: the stage no longer exists.`,
	);
	await testDb().run(sql`INSERT INTO workflow_steps (organisation_id, id, workflow_id, name, type, position)
		VALUES (${desk.organisation.id}, ${step.id}, ${step.workflowId}, 'Again', 'IN_REVIEW', 1)`);
	expect((await desk.get(`/duplicates/merges/${mergeId}`)).body).toMatchObject({ moved: { emails: 0 }, lost: null });
	expect((await desk.undo(mergeId)).status).toBe(200);
	expect(await find(merged.id)).toMatchObject({ stepId: step.id });
});

test("what the one who was kept would go back to, and is gone, stays as it is and is named", async () => {
	const { id: organisationId } = desk.organisation;
	const former = await createLocation(organisationId, "Jos");
	const other = await createLocation(organisationId, "Kano");
	const [step, next] = desk.application.steps;
	const [course, second] = desk.application.courses;
	const kept = await desk.register({ locationId: former.id });
	const stands = { ...(next && { stepId: next.id }), ...(second && { courseId: second.id }), locationId: other.id };
	const merged = await desk.register({ firstName: "Ada", ...stands });
	const taken = ["firstName", "stageId", "courseId", "locationId"];
	const { mergeId } = (await desk.merge(kept.id, merged.id, taken)).body;
	await remove("workflow_steps", step?.id);
	await remove("courses", course?.id);
	await remove("locations", former.id);
	const labels = [
		`Course (${course?.code} ${course?.title} no longer exists)`,
		`Stage (${step?.name} no longer exists)`,
		"Posted to (Jos no longer exists)",
	];
	expect((await desk.get(`/duplicates/merges/${mergeId}`)).body).toMatchObject({
		...{ changedSince: labels, lost: null, cannotUndo: null },
	});
	expect((await desk.undo(mergeId)).body.kept).toEqual(labels);
	expect(await find(kept.id)).toMatchObject({ firstName: "Adaeze", ...stands });
	expect(await find(merged.id)).toMatchObject({ firstName: "Ada", ...stands });
});

test("a place that goes between the look and the undo is noticed, and nobody ends up nowhere", async () => {
	const { bindings, before } = besideCommit();
	desk = await openPairDesk({ bindings });
	const { merged, mergeId, step } = await mergeElsewhere();
	before(() => remove("workflow_steps", step.id));
	const undone = await desk.undo(mergeId);
	expect(undone).toMatchObject({ status: 409, body: { error: expect.stringContaining(`the stage ${step.name}`) } });
	expect(await find(merged.id)).toBeUndefined();
});

test("a course that is disabled or offered no longer, and an application that is closed, are gone back to", async () => {
	const { merged, mergeId, course, stood } = await mergeElsewhere();
	const { id: organisationId } = desk.organisation;
	await testDb().run(sql`UPDATE courses SET status = 'disabled' WHERE organisation_id = ${organisationId}`);
	await testDb().run(sql`DELETE FROM application_courses
		WHERE organisation_id = ${organisationId} AND course_id = ${course.id}`);
	await testDb().run(sql`UPDATE applications SET active = 0 WHERE organisation_id = ${organisationId}`);
	expect((await desk.get(`/duplicates/merges/${mergeId}`)).body).toMatchObject({ lost: null, cannotUndo: null });
	expect(await desk.undo(mergeId)).toMatchObject({ status: 200, body: { lost: null } });
	expect(await find(merged.id)).toMatchObject(stood);
	expect((await desk.get(`/candidates/${merged.id}`)).body).toMatchObject({ course: { code: course.code } });
});
