import { describe, expect, test } from "vitest";
import type { FormData, FormLayout } from "#worker/contract/forms/form-schema";
import { markSensitive } from "#worker/contract/forms/sensitive";
import { layoutOf } from "#worker/database/demo/form-designs";
import { type ApplicantToJudge, factsOf } from "#worker/services/assistant/facts-of-applicant";

const nobody: ApplicantToJudge = {
	courseId: "law",
	courseTitle: "Law (LLB)",
	stepId: "new",
	stepName: "Submitted",
	gender: null,
	birthDate: null,
	state: null,
	submittedAt: null,
	paidAt: null,
	referencesAsked: 0,
	referencesReceived: 0,
};

const read = (
	data: FormData | undefined,
	{
		applicant = {},
		asked = [],
		layout = layoutOf("undergraduate"),
		rows = {},
		sections = {},
		files = [],
		isPending = false,
		timeZone = "Africa/Lagos",
	}: {
		applicant?: Partial<ApplicantToJudge>;
		asked?: readonly string[];
		layout?: FormLayout;
		rows?: Record<string, number>;
		sections?: Record<string, number>;
		files?: readonly string[];
		isPending?: boolean;
		timeZone?: string;
	} = {},
) => {
	const form = data && {
		layout,
		data,
		repeats: { rows, sections },
		files: files.map((fieldId) => ({ id: fieldId, fieldId, name: "scan.pdf", mimetype: "application/pdf", size: 1 })),
	};
	const circumstances = { askedFields: new Set(asked), isPending, today: "2026-11-20", timeZone };
	return factsOf({ ...nobody, ...applicant }, form, circumstances);
};

const sitting = (examination: string, grades: Record<string, string>) => ({
	...{ firstName: "A", lastName: "B", registrationNumber: "1", gender: "F", examination },
	subjects: Object.entries(grades).map(([name, grade]) => ({ name, shortName: name.slice(0, 3), grade })),
});

const simple = (title: string, cols: { fieldId: string; type: string; label: string }[]): FormLayout => ({
	sections: [
		{
			id: "s",
			title,
			rows: [{ id: "r", cols: cols.map(({ label, ...col }) => ({ ...col, props: { label } })) }],
		},
	],
});

describe("the facts of an applicant", () => {
	test("without a form are those of the row, and nothing else is known", () => {
		expect(read(undefined)).toEqual({
			today: "2026-11-20",
			course: { id: "law", title: "Law (LLB)" },
			stage: { id: "new", name: "Submitted" },
			isSubmitted: false,
			submittedOn: null,
			birthDate: null,
			gender: null,
			origin: null,
			payment: { isPaid: false, isPending: false },
			referencesMissing: null,
			sittings: [],
			hasUnreadResults: false,
			utme: null,
			postUtme: null,
			utmeSubjects: [],
			answers: new Map(),
		});
		const gone = read(undefined, { applicant: { courseTitle: null, stepName: null } });
		expect([gone.course.title, gone.stage.name], "what no longer exists has its id").toEqual(["law", "new"]);
	});

	test("are of the row where it knows them: the day in the institution's zone, payments and references", () => {
		const applicant = {
			gender: "F",
			birthDate: "2008-03-01",
			submittedAt: Date.parse("2026-01-31T23:30:00Z"),
			paidAt: 1,
			referencesAsked: 3,
			referencesReceived: 1,
		};
		expect(read({}, { applicant, isPending: true })).toMatchObject({
			gender: "F",
			birthDate: "2008-03-01",
			isSubmitted: true,
			submittedOn: "2026-02-01",
			payment: { isPaid: true, isPending: true },
			referencesMissing: 2,
		});
		expect(read({}, { applicant, timeZone: "UTC" }).submittedOn).toBe("2026-01-31");
		expect(read({}, { applicant: { ...applicant, referencesReceived: 3 } }).referencesMissing).toBe(0);
	});

	test("have the area of the place that the form asks for, and none where it is not a place", () => {
		const of = (origin: unknown, state: string | null = "Kogi") => read({ origin }, { applicant: { state } }).origin;
		expect(of({ state: "Kogi", lga: "Lokoja" })).toEqual({ state: "Kogi", lga: "Lokoja" });
		expect(of({ state: "Kogi" })).toEqual({ state: "Kogi", lga: null });
		expect(of("Kogi")).toEqual({ state: "Kogi", lga: null });
		expect(of({ state: "Kogi", lga: "Lokoja" }, null)).toBeNull();
	});

	test("have the results of each sitting, and say where one could not be read", () => {
		const first = sitting("NECO 2025", { Mathematics: "C6" });
		const second = sitting("NECO 2026", { Mathematics: "A1", Physics: "B3" });
		expect(read({ necoResult: [first, second] }).sittings).toEqual([
			{ title: "NECO 2025", subjects: first.subjects },
			{ title: "NECO 2026", subjects: second.subjects },
		]);
		expect(read({ necoResult: first })).toMatchObject({ sittings: [{ title: "NECO 2025" }], hasUnreadResults: false });
		expect(read({ necoResult: { ...first, examination: undefined } }).sittings[0]?.title).toBe("O'level results");
		expect(read({ necoResult: "held" })).toMatchObject({ sittings: [], hasUnreadResults: true });
		expect(read({ necoResult: "" })).toMatchObject({ sittings: [], hasUnreadResults: false });
	});

	test("have the UTME score and its subjects, all copies of the row", () => {
		const data = {
			jambScore: " 231 ",
			utmeSubject: "Physics",
			utmeScore: 61,
			utmeSubject__2: "Biology",
			utmeScore__2: "",
		};
		expect(read(data, { rows: { "utme-subject-row": 2 } })).toMatchObject({
			utme: "231",
			postUtme: null,
			utmeSubjects: [
				{ name: "Physics", score: "61" },
				{ name: "Biology", score: null },
			],
			sittings: [],
		});
	});

	test.each([
		["Post-UTME screening", "Score", { utme: null, postUtme: "55" }],
		["Examinations", "Post JAMB score", { utme: null, postUtme: "55" }],
		["Examinations", "UTME aggregate", { utme: "55", postUtme: null }],
		["Examinations", "Interview score", { utme: null, postUtme: null }],
		["JAMB", "Registration number", { utme: null, postUtme: null }],
	])("find a score by its section and its label: %s, %s", (title, label, expected) => {
		expect(read({ x: "55" }, { layout: simple(title, [{ fieldId: "x", type: "text", label }]) })).toMatchObject(
			expected,
		);
	});

	test("have results that are listed subject by subject as a sitting", () => {
		const layout = simple("WAEC result", [
			{ fieldId: "subject", type: "text", label: "Subject" },
			{ fieldId: "grade", type: "text", label: "Grade" },
		]);
		expect(read({ subject: "Maths", grade: "B3" }, { layout }).sittings).toEqual([
			{ title: "WAEC result", subjects: [{ name: "Maths", grade: "B3" }] },
		]);
		expect(read({ grade: "B3" }, { layout }).sittings).toEqual([]);
	});

	test("have only the answers that are asked for, each copy as it is kept and as it is read", () => {
		const data = {
			maritalStatus: "Married",
			hometown: "Okene",
			qualification: "OND",
			qualification__2: "NCE",
			hostel: "true",
		};
		const facts = read(data, {
			asked: ["maritalStatus", "qualification", "hostel", "kinName"],
			sections: { schools: 2 },
		});
		expect([...facts.answers.keys()].sort()).toEqual(["hostel", "kinName", "maritalStatus", "qualification"]);
		expect(facts.answers.get("maritalStatus")).toEqual({
			label: "Marital status",
			isFile: false,
			copies: [{ text: "Married", values: ["Married"] }],
		});
		expect(facts.answers.get("qualification")?.copies.map(({ values }) => values)).toEqual([["OND"], ["NCE"]]);
		expect(facts.answers.get("hostel")?.copies[0]?.values).toEqual(["true"]);
		expect(facts.answers.get("kinName")?.copies).toEqual([{ text: null, values: [] }]);
	});

	test("have the files of a field, and none for a name without its file", () => {
		const data = { birthCertificate: "scan.pdf" };
		const of = (files: readonly string[]) =>
			read(data, { asked: ["birthCertificate"], files }).answers.get("birthCertificate");
		expect(of(["birthCertificate"])).toMatchObject({
			isFile: true,
			copies: [{ text: expect.stringContaining("scan.pdf") }],
		});
		expect(of([])).toMatchObject({ isFile: true, copies: [{ text: null }] });
		expect(of(["resultSlip"])).toMatchObject({ copies: [{ text: null }] });
	});

	test("have the mask of a sensitive answer beside it, and no score or result of a sensitive field", () => {
		const layout = markSensitive(layoutOf("undergraduate"), ["nin", "hometown", "jambScore", "utmeSubject"]);
		const data = { nin: "12345678901", hometown: "Okene", jambScore: 231, utmeSubject: "Physics", utmeScore: 61 };
		const facts = read(data, { layout, asked: ["nin", "hometown", "kinPhone"] });
		expect(facts.answers.get("nin")?.copies).toMatchObject([{ text: "12345678901", mask: "••••8901" }]);
		expect(facts.answers.get("hometown")?.copies).toMatchObject([{ mask: "••••" }]);
		expect(facts.answers.get("kinPhone")?.copies, "nothing to hide").toEqual([{ text: null, values: [] }]);
		expect([facts.utme, facts.utmeSubjects, facts.sittings]).toEqual([null, [], []]);
	});

	test("leave out what a referee answers", () => {
		const facts = read({ refereeYears: "4" }, { asked: ["refereeYears"] });
		expect(facts.answers.size).toBe(0);
	});
});
