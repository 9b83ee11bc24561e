import type { InferOutput } from "valibot";
import { expect, test } from "vitest";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { rateLimits } from "#worker/database/schema/auth";
import { attachments, formDesignVersions, sensitiveFields } from "#worker/database/schema/forms";
import type { CandidateInfo as Schema } from "#worker/services/candidate-info/contract";
import { candidateInfoRoutes } from "#worker/services/candidate-info/routes";
import { testClock } from "../../support/clock";
import { createApplicant, createApplication, createOrganisation, testDb } from "../../support/factories";
import { serviceApp } from "../../support/service-app";

type CandidateInfo = InferOutput<typeof Schema>;
const clock = testClock();
const call = serviceApp([candidateInfoRoutes], clock);
const from = (address: string) => ({ headers: { "cf-connecting-ip": address } });

const section = (id: string, fieldId: string, more: object = {}): FormLayout["sections"][number] => ({
	id,
	title: id,
	rows: [{ id: `${id}-row`, cols: [{ fieldId, type: "text", props: { label: fieldId } }] }],
	...more,
});
const personal = section("personal", "surname", { isPublic: true });
const layout: FormLayout = {
	sections: [personal, section("reference", "opinion", { refereeSectionType: "academic", isPublic: true })],
};

test("returns only permitted data in the public summary: no references, and no answer outside the form", async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId, { layout, courseCount: 1 });
	const data = { surname: "Okafor", surname__2: "Bello", opinion: "bad", opinion__2: "worse", internal: "note" };
	const applicant = await createApplicant(application, { data });
	for (const [index, fieldId] of ["surname", "opinion", "internal"].entries())
		await testDb()
			.insert(attachments)
			.values({
				organisationId,
				id: `attachment-${index}`,
				submissionId: applicant.submissionId,
				fieldId,
				title: fieldId,
				section: "s",
				name: `${fieldId}.pdf`,
				mimetype: "application/pdf",
				size: 1,
				objectKey: "secret",
				createdAt: index,
			});
	const response = await call(`/candidate-info/${applicant.publicId}`, from("a"));
	expect(response.headers.get("cache-control")).toBe("no-store");
	expect(await response.json()).toEqual({
		candidate: {
			firstName: "Adaeze",
			middleName: "Chinonso",
			lastName: "Okafor",
			applicationNumber: applicant.applicationNumber,
			status: "REGISTRATION",
			applicationId: application.id,
			applicationTitle: application.title,
			course: { code: application.courses[0]?.code, title: application.courses[0]?.title },
		},
		formData: {
			data: { surname: "Okafor", surname__2: "Bello" },
			attachments: [{ name: "surname.pdf", mimetype: "application/pdf" }],
		},
		formSchema: { sections: [personal] },
	});
});

test("shows of a form only what its design calls public, field by field", async () => {
	const col = (fieldId: string, props: object = {}) => ({ fieldId, type: "text", props: { label: fieldId, ...props } });
	const schools = section("schools", "school", { isPublic: true, description: "The latest first." });
	schools.rows.push({ id: "marks", cols: [col("marks", { isPublic: false }), col("year")] });
	const identity = section("identity", "nin");
	identity.rows.push({ id: "nation", cols: [col("nationality", { isPublic: true }), col("address")] });
	const kin = section("kin", "kinPhone");
	const application = await createApplication((await createOrganisation()).id, {
		layout: { sections: [identity, schools, kin] },
	});
	const answers = ["nin", "nationality", "address", "school", "school__2", "marks", "year", "year__2", "kinPhone"];
	const data = Object.fromEntries(answers.map((fieldId) => [fieldId, `the ${fieldId}`]));
	const { publicId } = await createApplicant(application, { data });
	const { formData, formSchema } = await (await call(`/candidate-info/${publicId}`, from("f"))).json<CandidateInfo>();
	expect(Object.keys(formData.data).sort()).toEqual(["nationality", "school", "school__2", "year", "year__2"]);
	const fields = formSchema.sections.map(({ id, rows }) => [
		id,
		rows.map(({ cols }) => cols.map((one) => one.fieldId)),
	]);
	expect(fields).toEqual([
		["identity", [["nationality"]]],
		["schools", [["school"], ["year"]]],
	]);
	expect(JSON.stringify(formSchema)).not.toContain("The latest first.");
});

test("leaves a field out from the moment that it is sensitive, also of a form that an older version asked", async () => {
	const { id: organisationId } = await createOrganisation();
	const open = section("personal", "surname", { isPublic: true });
	open.rows.push({ id: "contact", cols: [{ fieldId: "nin", type: "text", props: { label: "NIN", isPublic: true } }] });
	const application = await createApplication(organisationId, { layout: { sections: [open] } });
	const { formDesignId } = application;
	const data = { surname: "Okafor", nin: "1234 5678 901", nin__2: "9876 5432 109" };
	const { publicId } = await createApplicant(application, { data });
	const shown = async () => {
		const { formData, formSchema } = await (await call(`/candidate-info/${publicId}`, from("h"))).json<CandidateInfo>();
		const cols = formSchema.sections.flatMap(({ rows }) => rows.flatMap((row) => row.cols));
		return { answers: Object.keys(formData.data).sort(), fields: cols.map(({ fieldId }) => fieldId) };
	};
	expect(await shown()).toEqual({ answers: ["nin", "nin__2", "surname"], fields: ["surname", "nin"] });
	// What publishing a version does in which the field is sensitive: the form was answered by the one before.
	const sensitive = structuredClone(open);
	for (const { props } of sensitive.rows[1]?.cols ?? []) props.isSensitive = true;
	await testDb()
		.insert(formDesignVersions)
		.values({ organisationId, formDesignId, version: 2, layout: { sections: [sensitive] }, createdAt: 1 });
	await testDb().insert(sensitiveFields).values({ organisationId, formDesignId, fieldId: "nin" });
	expect(await shown()).toEqual({ answers: ["surname"], fields: ["surname"] });
});

test("shows nothing of a form whose design calls nothing public", async () => {
	const closed = { sections: [section("personal", "surname")] };
	const application = await createApplication((await createOrganisation()).id, { layout: closed });
	const { publicId } = await createApplicant(application, { data: { surname: "Okafor" } });
	expect(await (await call(`/candidate-info/${publicId}`, from("g"))).json()).toMatchObject({
		formData: { data: {}, attachments: [] },
		formSchema: { sections: [] },
	});
});

test("returns a summary for an applicant without a form", async () => {
	const application = await createApplication((await createOrganisation()).id);
	const { publicId } = await createApplicant(application, { hasForm: false });
	const response = await call(`/candidate-info/${publicId}`, from("b"));
	expect(await response.json()).toMatchObject({
		formData: { data: {}, attachments: [] },
		formSchema: { sections: [] },
	});
});

test("responds 404 to an applicant's internal id, an unknown id and a malformed one", async () => {
	const application = await createApplication((await createOrganisation()).id);
	const { id } = await createApplicant(application, { id: "applicant-with-a-long-id" });
	for (const publicId of [id, "unknown-but-long-enough", "short", `${"x".repeat(500)}`]) {
		const response = await call(`/candidate-info/${publicId}`, from("c"));
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({ code: "not_found" });
	}
});

test("makes only the address that opens too many summaries wait", async () => {
	const open = async (address: string) => await call("/candidate-info/unknown-but-long-enough", from(address));
	for (let opened = 0; opened < 60; opened++) expect((await open("d")).status).toBe(404);
	clock.advance(20_000);
	const refused = await open("d");
	expect(refused.status).toBe(429);
	expect(refused.headers.get("retry-after")).toBe("40");
	expect((await open("e")).status).toBe(404);
	clock.advance(40_000);
	expect((await open("d")).status).toBe(404);
});

test("does not store the address itself", async () => {
	await call("/candidate-info/unknown-but-long-enough", from("203.0.113.77"));
	const buckets = (await testDb().select({ bucket: rateLimits.bucket }).from(rateLimits)).map(({ bucket }) => bucket);
	expect(buckets.length).toBeGreaterThan(0);
	expect(buckets.filter((bucket) => !/^candidate-info:[\w-]{43}$/.test(bucket))).toEqual([]);
});
