import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type ImportFixture, openImportFixture } from "#tests/services/uploaded-candidates/import-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { imports } from "#worker/database/schema/imports";
import { events } from "#worker/database/schema/records";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import type { OneCandidate } from "#worker/services/uploaded-candidates/candidate.contract";

let fixture: ImportFixture;
beforeAll(async () => {
	fixture = await openImportFixture();
});

const list = [
	"JAMB No,Surname,First name,Phone,Email",
	"2026000001AB,Obi,Ada,08030000001,ada@mail.example",
	"2026000002CD,Bello,Musa,08030000002,musa@mail.example",
].join("\n");

/** Creates a group with two candidates. */
const openGroup = async (name: string, applicationId: string | null = null) => {
	const group = await fixture.createGroup(name, applicationId);
	const imported = await fixture.importList(group, "jamb.csv", list);
	const { data } = await fixture.candidates(group);
	const [ada, musa] = data.map(({ id }) => `/candidate-groups/${group.id}/candidates/${id}`);
	return { group, imported, ada: ada ?? "", musa: musa ?? "" };
};
const read = async (path: string) => (await fixture.call<OneCandidate>("GET", path)).body;
const correct = async (path: string, changed: object) =>
	fixture.call<OneCandidate>("PUT", path, { ...(await read(path)).data, ...changed });

describe("correcting an uploaded candidate", () => {
	it("replaces its values, is found by the new ones, and keeps who changed what", async () => {
		const { group, ada } = await openGroup("Corrected");
		const before = await read(ada);
		expect(before).toMatchObject({ importedFrom: "jamb.csv", changes: [] });
		const { status, body } = await correct(ada, { lastName: "Okafor", email: "", version: before.version });
		expect(status).toBe(200);
		expect(body.data).toEqual({
			examNumber: "2026000001AB",
			lastName: "Okafor",
			firstName: "Ada",
			phone: "08030000001",
		});
		expect(body.version).toBeGreaterThan(before.version);
		expect(body.changes.map(({ field, old, new: now, by }) => [field, old, now, by])).toEqual(
			expect.arrayContaining([
				["lastName", "Obi", "Okafor", fixture.user.email],
				["email", "ada@mail.example", null, fixture.user.email],
			]),
		);
		expect((await fixture.candidates(group, "&keyword=okafor")).data.map(({ id }) => id)).toEqual([body.id]);
		expect((await fixture.candidates(group, "&keyword=obi")).data).toEqual([]);
		const keys = (await testDb().select().from(identityKeys))
			.filter(({ scope, ownerId }) => scope === group.id && ownerId === body.id)
			.map(({ key }) => key);
		expect(keys.sort()).toEqual(["exam:2026000001ab", "phone:8030000001"]);
		const written = (await testDb().select().from(events)).filter(
			({ type }) => type === "uploaded_candidate.corrected",
		);
		expect(written.at(-1)?.payload).toMatchObject({ name: "Ada Okafor", fieldIds: ["lastName", "email"] });
	});

	it("refuses what an upload refuses, each text beside its field", async () => {
		const { ada } = await openGroup("Refused");
		const refused = await correct(ada, {
			email: "ada at mail",
			score: "401",
			examNumber: "",
			lastName: "",
			firstName: "",
		});
		expect(refused).toMatchObject({
			status: 422,
			body: {
				fields: {
					examNumber: ["The JAMB number is missing."],
					lastName: ["The name is missing."],
					email: ["“ada at mail” is not an email address."],
					score: ["“401” is not a score from 0 to 400."],
				},
			},
		});
	});

	it("refuses the number of another candidate of the group", async () => {
		const { ada } = await openGroup("Numbers");
		expect(await correct(ada, { examNumber: "2026 000002 cd" })).toMatchObject({
			status: 409,
			body: {
				code: "candidate_number_taken",
				fields: { examNumber: ["Musa Bello of this group has this JAMB number."] },
			},
		});
	});

	it("asks before two candidates share a phone, and not about one who shared it before", async () => {
		const { ada, musa } = await openGroup("Phones");
		expect(await correct(ada, { phone: "+234 803 000 0002" })).toMatchObject({
			status: 409,
			body: {
				code: "candidate_known",
				details: { reasons: ["The same phone as Musa Bello (2026000002CD), in this group."] },
			},
		});
		expect((await correct(ada, { phone: "+234 803 000 0002", isAnother: true })).status).toBe(200);
		expect((await correct(ada, { state: "Lagos" })).status).toBe(200);
		expect((await correct(musa, { state: "Kano" })).status).toBe(200);
	});

	it("refuses what was made on another version, with the present state", async () => {
		const { ada } = await openGroup("Versions");
		const { version } = await read(ada);
		expect((await correct(ada, { state: "Lagos", version })).status).toBe(200);
		expect(await correct(ada, { state: "Kano", version })).toMatchObject({
			status: 409,
			body: { code: "changed_meanwhile", details: { current: { data: { state: "Lagos" } } } },
		});
	});

	it("finds the applicant by a corrected number, counts them, and asks nothing about the applicant's own address", async () => {
		const { group, ada } = await openGroup("Applied", fixture.application.id);
		const applicant = await createApplicant(fixture.application);
		const keys = ["exam:2026000009zz", "email:other@mail.example"];
		await testDb()
			.insert(identityKeys)
			.values(
				keys.map((key) => ({
					organisationId: fixture.organisation.id,
					scope: fixture.application.id,
					key,
					ownerId: applicant.id,
				})),
			);
		expect(await correct(ada, { email: "other@mail.example" })).toMatchObject({ body: { code: "candidate_known" } });
		const { body } = await correct(ada, { examNumber: "2026000009ZZ", email: "other@mail.example" });
		expect(body.applicantId).toBe(applicant.id);
		expect(await fixture.group(group)).toMatchObject({ candidates: 2, applied: 1 });
		expect((await correct(ada, { examNumber: "2026000001AB" })).body.applicantId).toBeNull();
		expect(await fixture.group(group)).toMatchObject({ candidates: 2, applied: 0 });
	});

	it("waits for an import that changes the group, and an undo keeps what was corrected", async () => {
		const { imported, ada, musa } = await openGroup("Imports");
		await correct(ada, { state: "Lagos" });
		const setStatus = (status: "adding" | "added") =>
			testDb().update(imports).set({ status }).where(sql`id = ${imported.id}`);
		await setStatus("adding");
		expect(await correct(ada, { state: "Kano" })).toMatchObject({ status: 409, body: { code: "import_running" } });
		expect(await fixture.call("DELETE", musa)).toMatchObject({ status: 409, body: { code: "import_running" } });
		await setStatus("added");
		await fixture.undo(imported);
		expect((await read(ada)).data.state).toBe("Lagos");
		expect((await fixture.call("GET", musa)).status).toBe(404);
	});
});

describe("removing an uploaded candidate", () => {
	it("takes it off the list and its counts, and an upload may bring it again", async () => {
		const { group, ada } = await openGroup("Removed");
		expect((await fixture.call("DELETE", ada)).status).toBe(200);
		expect((await fixture.call("DELETE", ada)).status).toBe(404);
		expect(await fixture.group(group)).toMatchObject({ candidates: 1 });
		const again = await fixture.importList(group, "again.csv", list);
		expect(again.counts).toMatchObject({ new: 1, unchanged: 1 });
		expect(await fixture.group(group)).toMatchObject({ candidates: 2 });
	});

	it("is not found in another group", async () => {
		const { ada } = await openGroup("Own");
		const other = await fixture.createGroup("Other", null);
		const elsewhere = ada.replace(/candidate-groups\/[^/]+/, `candidate-groups/${other.id}`);
		expect((await fixture.call("GET", elsewhere)).status).toBe(404);
		expect((await fixture.call("PUT", elsewhere, { examNumber: "2026AB", lastName: "X" })).status).toBe(404);
		expect((await fixture.call("DELETE", elsewhere)).status).toBe(404);
	});
});
