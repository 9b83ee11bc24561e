import { beforeAll, expect, it } from "vitest";
import { type ImportFixture, openImportFixture } from "#tests/services/uploaded-candidates/import-fixture";
import { createApplication } from "#tests/support/factories";
import type { CandidateGroup } from "#worker/services/uploaded-candidates/contract";

let fixture: ImportFixture;
beforeAll(async () => {
	fixture = await openImportFixture();
});

it("creates a group under a unique name, finds it by words and by its application's form, changes and deletes it", async () => {
	const { application } = fixture;
	const details = { name: "  Ọ̀yọ́ UTME   2026 ", applicationId: application.id };
	const created = await fixture.call<CandidateGroup>("POST", "/candidate-groups", details);
	expect(created.body).toMatchObject({
		name: "Ọ̀yọ́ UTME 2026",
		application: { id: application.id, title: application.title },
		candidates: 0,
		applied: 0,
	});
	const again = await fixture.call("POST", "/candidate-groups", { name: "OYO UTME 2026" });
	expect(again).toMatchObject({
		status: 409,
		body: {
			error: "Unable to create candidate group",
			fields: { name: ["There is a group with this name already."] },
		},
	});
	const other = await fixture.createGroup("Direct entry", null);
	const list = async (search: string) =>
		(await fixture.call<{ data: CandidateGroup[] }>("GET", `/candidate-groups?${search}`)).body.data.map(
			({ id }) => id,
		);
	expect(await list("")).toEqual(expect.arrayContaining([created.body.id, other.id]));
	expect(await list("name=oyo%202026&page=0&size=10")).toEqual([created.body.id]);
	expect(await list(`schemaId=${application.formDesignId}`)).toEqual([created.body.id]);
	expect(await list("name=nobody")).toEqual([]);
	const clash = await fixture.call("PUT", `/candidate-groups/${other.id}`, { name: "oyo utme 2026" });
	expect(clash).toMatchObject({ status: 409, body: { error: "Unable to update candidate group" } });
	const elsewhere = await fixture.call("PUT", `/candidate-groups/${other.id}`, { name: "x", applicationId: "nowhere" });
	expect(elsewhere.status).toBe(404);
	const renamed = await fixture.call("PUT", `/candidate-groups/${other.id}`, { name: "Direct entry 2026" });
	expect(renamed.body).toMatchObject({ name: "Direct entry 2026", application: null });
	expect((await fixture.call("DELETE", `/candidate-groups/${other.id}`)).body).toEqual({ id: other.id });
	expect(await fixture.call("GET", `/candidate-groups/${other.id}`)).toMatchObject({
		status: 404,
		body: { error: "Unable to fetch candidate group" },
	});
});

it("does not delete a group with candidates", async () => {
	const group = await fixture.createGroup("Held");
	await fixture.importList(group, "a.csv", "JAMB No,Surname\n2026AAA,Obi\n");
	expect(await fixture.call("DELETE", `/candidate-groups/${group.id}`)).toMatchObject({
		status: 409,
		body: { error: "Unable to delete candidate group. It has candidates. Undo its imports first." },
	});
});

it("counts an application's candidates, and those of them who have applied", async () => {
	const { organisation } = fixture;
	const application = await createApplication(organisation.id);
	const { body } = await fixture.call("GET", `/statistics/preloaded-candidates?applicationId=${application.id}`);
	expect(body).toEqual({ expected: 0, actual: 0 });
	const group = await fixture.createGroup("Counted", application.id);
	await fixture.importList(group, "a.csv", "JAMB No,Surname\n2026CCC,Obi\n2026DDD,Bello\n");
	const counted = await fixture.call("GET", `/statistics/preloaded-candidates?applicationId=${application.id}`);
	expect(counted.body).toEqual({ expected: 2, actual: 0 });
	const unknown = await fixture.call("GET", "/statistics/preloaded-candidates?applicationId=nowhere");
	expect(unknown.status).toBe(404);
});

it("keeps its application when only its name is changed, and gives it up for null", async () => {
	const { application } = fixture;
	const { id } = await fixture.createGroup("Foundation list", application.id);
	const change = async (body: object) =>
		(await fixture.call<CandidateGroup>("PUT", `/candidate-groups/${id}`, body)).body.application;
	expect(await change({ name: "Foundation list 2026" })).toMatchObject({ id: application.id });
	expect(await change({ name: "Foundation list 2026", applicationId: null })).toBeNull();
});
