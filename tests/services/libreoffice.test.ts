import { beforeAll, describe, expect, test } from "vitest";
import applicantsCsv from "#tests/fixtures/libreoffice/applicants.csv?url&inline";
import applicantsXlsx from "#tests/fixtures/libreoffice/applicants.xlsx?url&inline";
import correctedXlsx from "#tests/fixtures/libreoffice/corrected-courses.xlsx?url&inline";
import coursesCsv from "#tests/fixtures/libreoffice/courses.csv?url&inline";
import coursesXlsx from "#tests/fixtures/libreoffice/courses.xlsx?url&inline";
import failedCsv from "#tests/fixtures/libreoffice/failed-courses.csv?url&inline";
import failedXlsx from "#tests/fixtures/libreoffice/failed-courses.xlsx?url&inline";
import { type ImportFixture, openImportFixture } from "#tests/services/uploaded-candidates/import-fixture";
import { createStructure } from "#tests/support/factories";
import type { CourseUpload, CourseUploadRow } from "#worker/services/courses/uploads.contract";

/** Returns the content of a file that the tests hold as an address. */
const bytesOf = (address: string) =>
	Uint8Array.from(atob(address.slice(address.indexOf(",") + 1)), (char) => char.charCodeAt(0));

let staff: ImportFixture;
beforeAll(async () => {
	staff = await openImportFixture();
	await createStructure(staff.organisation.id);
});

/** Uploads a list of courses and returns its preview. */
const previewOf = async (name: string, file: string) => {
	const form = new FormData();
	form.set("data", JSON.stringify({ name }));
	form.set("file", new File([bytesOf(file)], name));
	const response = await staff.request("/courses/bulk", { method: "POST", body: form });
	expect(response.status).toBe(201);
	const { id } = await response.json<CourseUpload>();
	await staff.work();
	const { body } = await staff.call<{ data: CourseUploadRow[] }>("GET", `/courses/bulk/${id}/rows?size=100`);
	return body.data.map(({ course: { code, title, partOf, status }, reason }) => [code, title, partOf, status, reason]);
};

const [nowhere, science] = ["Part of: “Nowhere” does not exist.", "Faculty of Science"];
const physics = "Department of Physics";

describe("what LibreOffice saved", () => {
	test.each([
		["courses.xlsx", coursesXlsx],
		["courses.csv", coursesCsv],
	])("of the filled template, %s, is previewed as it was typed", async (name, file) => {
		expect(await previewOf(name, file)).toEqual([
			["007", "Ẹ̀kọ́ Yorùbá àti Ìtàn (BA)", `${science} › ${physics}`, "active", null],
			["1010", "2026-01-05", physics, "disabled", null],
			["1E5", "1234.5", "", "active", null],
			["=F1+2", "3", science, "active", null],
			["2026-01-05", "+234 803", "", "active", null],
		]);
	});

	test.each([
		["failed-courses.xlsx", failedXlsx],
		["failed-courses.csv", failedCsv],
	])("of the rows that failed, %s, fails as before", async (name, file) => {
		expect(await previewOf(name, file)).toEqual([
			["007", "Ẹ̀kọ́ Yorùbá àti Ìtàn", "Nowhere", "active", nowhere],
			["1E5", "2026-01-05", "Nowhere", "active", nowhere],
			["12345678901234567890", "1.50", "Nowhere", "active", nowhere],
			["TRUE", 'Law, civil; and "common"', "Nowhere", "disabled", nowhere],
		]);
	});

	test("of the rows that failed, corrected there, is previewed as it was typed", async () => {
		expect(await previewOf("corrected-courses.xlsx", correctedXlsx)).toEqual([
			["008", "Ẹ̀kọ́ Yorùbá àti Ìtàn", "", "active", null],
			["1E6", "2026-02-01", science, "active", null],
			["12345678901234567890", "=1+1", physics, "active", null],
			["TRUE", "1.50", science, "disabled", null],
		]);
	});

	test.each([
		["applicants.xlsx", applicantsXlsx],
		["applicants.csv", applicantsCsv],
	])("of an export of applicants, %s, is a list of candidates with all their values", async (name, file) => {
		const group = await staff.createGroup(name);
		const { body } = await staff.upload(group, name, bytesOf(file));
		await staff.work();
		await staff.check(body);
		const { data } = await staff.rows(body);
		expect(data.map((row) => [row.outcome, row.data])).toEqual([
			[
				"new",
				{
					lastName: "-Bello",
					firstName: "=Musa",
					email: "p3@mail.example",
					examNumber: "20260003EF",
					phone: "0803 000 0003",
					birthDate: "2007-07-07",
				},
			],
			[
				"new",
				{
					lastName: "O'Brien-Núñez",
					firstName: "Zoë",
					email: "p2@mail.example",
					examNumber: "20260002CD",
					phone: "+2348030000002",
					birthDate: "1999-12-31",
					score: "200",
				},
			],
			[
				"new",
				{
					lastName: "Ọ̀ṣun",
					firstName: "Ṣadé",
					email: "p1@mail.example",
					examNumber: "00260001AB",
					phone: "08030000001",
					birthDate: "2008-02-29",
					score: "312",
				},
			],
		]);
	});
});
