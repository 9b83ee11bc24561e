import { describe, expect, test } from "vitest";
import { headingAmong } from "#worker/imports/read-list.job";
import { compareRow } from "#worker/services/uploaded-candidates/compare-row";
import { readCandidate } from "#worker/services/uploaded-candidates/read-candidate";
import { faultsOfColumns, fieldOfHeader, suggestColumns } from "#worker/services/uploaded-candidates/suggest-columns";

const column = (header: string, ...samples: string[]) => ({ header, samples });
const fieldsOf = (columns: ReturnType<typeof column>[], remembered: [string, string][] = []) =>
	suggestColumns(columns, new Map(remembered)).map(({ field }) => field);

describe("columns", () => {
	test("of a JAMB list are recognised by their headings", () => {
		const headers = [
			"S/N",
			"JAMB Reg. Number",
			"SURNAME",
			"First Name",
			"Other Names",
			"Gender",
			"State of Origin",
			"L.G.A",
			"LGA",
			"UTME Score",
			"Subject 1",
			"Subject 2",
			"Course of Choice",
			"Phone No.",
			"E-mail",
		];
		expect(fieldsOf(headers.map((header) => column(header)))).toEqual([
			"",
			"examNumber",
			"lastName",
			"firstName",
			"middleName",
			"sex",
			"state",
			"",
			"lga",
			"score",
			"subjects",
			"subjects",
			"course",
			"phone",
			"email",
		]);
	});

	test("without clear headings are recognised by their content", () => {
		const columns = [
			column("A", "202612345678AB", "202612345679CD"),
			column("B", "ada@mail.example"),
			column("C", "08031234567", ""),
			column("D", "M", "F"),
			column("E", "2008-03-01"),
			column("F", "245", "198"),
			column("G", "Ada"),
			column("H"),
		];
		expect(fieldsOf(columns)).toEqual(["examNumber", "email", "phone", "sex", "birthDate", "score", "", ""]);
	});

	test("are suggested as the institution chose them before, also for no field, and each field once", () => {
		const columns = [column("Cand ID"), column("Phone"), column("Phone"), column("Sex")];
		expect(
			fieldsOf(columns, [
				["cand id", "examNumber"],
				["sex", ""],
				["phone", "unknown field"],
			]),
		).toEqual(["examNumber", "", "", ""]);
		expect(fieldsOf([column("Phone"), column("Phone")])).toEqual(["phone", ""]);
	});

	test("are refused when a field is chosen twice, or the number or the name is missing", () => {
		const faults = (...fields: string[]) =>
			Object.fromEntries(faultsOfColumns(fields.map((field, at) => ({ header: `H${at}`, samples: [], field }))));
		expect(faults("examNumber", "fullName", "", "subjects", "subjects")).toEqual({});
		expect(faults("examNumber", "lastName", "phone", "phone")).toEqual({
			"column-3": "“H2” is already used for this.",
		});
		expect(faults("lastName").columns).toMatch(/number/);
		expect(faults("examNumber").columns).toMatch(/name/);
		expect(faults("examNumber", "fullName", "lastName").columns).toMatch(/either/);
	});

	test("are found below titles and above the rows", () => {
		expect(headingAmong([["JOINT ADMISSIONS"], ["JAMB No", "Surname", "Sex"], ["1", "Obi", "F"]], fieldOfHeader)).toBe(
			1,
		);
		expect(headingAmong([["x"], ["a", "b"], ["1", "2"]], fieldOfHeader)).toBe(1);
		expect(headingAmong([], fieldOfHeader)).toBe(0);
	});
});

const columnsOf = (...fields: string[]) => fields.map((field) => ({ header: field, samples: [], field }));
const read = (fields: Record<string, string>) =>
	readCandidate(Object.values(fields), columnsOf(...Object.keys(fields)));

describe("a row", () => {
	test("is normalised: names split, sex and dates in one format, the phone's missing 0 added", () => {
		expect(
			read({
				examNumber: "202612345678ab",
				fullName: "IBRAHIM, Musa Ade Ola",
				sex: "male",
				birthDate: "1/3/2008",
				score: "245.0",
				phone: "8031234567",
				email: "musa@mail.example",
				"": "ignored",
			}),
		).toEqual({
			data: {
				examNumber: "202612345678AB",
				lastName: "IBRAHIM",
				firstName: "Musa",
				middleName: "Ade Ola",
				sex: "M",
				birthDate: "2008-03-01",
				score: "245",
				phone: "08031234567",
				email: "musa@mail.example",
			},
			faults: [],
		});
	});

	test.each([
		[{ lastName: "Obi" }, "The JAMB number is missing."],
		[{ examNumber: "2026ABC" }, "The name is missing."],
		[{ examNumber: "#N/A", lastName: "Obi" }, "“#N/A” is not a JAMB number."],
		[{ examNumber: "=CMD|' /C CALC'!A0", lastName: "Obi" }, "“=CMD|' /C CALC'!A0” is not a JAMB number."],
		[{ examNumber: "2026ABC", lastName: "Obi", sex: "X" }, "“X” is not M or F."],
		[{ examNumber: "2026ABC", lastName: "Obi", score: "401" }, "“401” is not a score from 0 to 400."],
		[{ examNumber: "2026ABC", lastName: "Obi", phone: "=1+1" }, "“=1+1” is not a phone number."],
		[
			{ examNumber: "2026ABC", lastName: "Obi", birthDate: "31/02/2008" },
			"“31/02/2008” is not a date like 2008-03-01 or 01/03/2008.",
		],
	])("that is wrong says why: %j", (fields, reason) => {
		expect(read(fields as Record<string, string>).faults).toEqual([reason]);
	});

	test("is new, known, unchanged, possibly known or wrong", () => {
		const data = { examNumber: "2026ABC", lastName: "Obi", phone: "0803" };
		const row = { data, faults: [], known: [] };
		const doubt = "Check the JAMB number: “2026ABC” has not 12 digits and 2 letters.";
		expect(compareRow(row)).toEqual({ outcome: "new", reasons: [doubt] });
		const jamb = { ...data, examNumber: "202612345678AB" };
		expect(compareRow({ ...row, data: jamb })).toEqual({ outcome: "new", reasons: [] });
		const candidate = { id: "c", version: 1, data: { ...data, phone: "0805", email: "kept@mail.example" } };
		expect(compareRow({ ...row, candidate })).toEqual({ outcome: "updated", reasons: ["Phone: 0805 becomes 0803."] });
		const other = { ...row, data: { ...data, course: "Law" }, candidate: { data }, courseAlias: "programme" };
		expect(compareRow(other).reasons).toEqual(["Programme: nothing becomes Law."]);
		expect(compareRow({ ...row, candidate: { ...candidate, data } })).toEqual({ outcome: "unchanged", reasons: [] });
		const known = [
			{ key: "phone:0803", who: "Ada Obi" },
			{ key: "email:a", who: "Ada Obi" },
			{ key: "person:a", who: "row 3" },
		];
		expect(compareRow({ ...row, known })).toEqual({
			outcome: "duplicate",
			reasons: ["The same phone and email as Ada Obi.", "The same name and date of birth as row 3."],
		});
		expect(compareRow({ ...row, earlierRow: 7, candidate })).toMatchObject({ outcome: "wrong" });
	});
});
