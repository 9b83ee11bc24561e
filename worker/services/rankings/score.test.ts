import { expect, it } from "vitest";
import { criterionOf } from "#worker/contract/criteria/criteria";
import type { Facts } from "#worker/contract/criteria/facts";
import type { ScorePart } from "#worker/contract/ranking/score-parts";
import { partText, scoreOf } from "#worker/services/rankings/score";

const facts = (more: Partial<Facts> = {}): Facts => ({
	today: "2026-11-24",
	course: { id: "c", title: "Law" },
	stage: { id: "s", name: "In review" },
	isSubmitted: true,
	submittedOn: "2026-11-01",
	birthDate: null,
	gender: "F",
	origin: null,
	sittings: [],
	hasUnreadResults: false,
	utme: "240",
	postUtme: null,
	utmeSubjects: [],
	payment: { isPaid: true, isPending: false },
	referencesMissing: null,
	answers: new Map(),
	...more,
});
const utme: ScorePart = { about: "number", of: "utme", outOf: 400, weight: 50 };
const grades: ScorePart = { about: "grades", subjects: 3, sittings: 1, weight: 40 };
const woman: ScorePart = {
	about: "criteria",
	name: "Women",
	weight: 10,
	criteria: [criterionOf({ about: "gender", value: "F" })],
};
const sitting = (...list: string[]) => ({
	title: "WAEC 2025",
	subjects: list.map((text) => ({ name: text.split(" ")[0] ?? "", grade: text.split(" ")[1] ?? "" })),
});

it("scores a number in proportion, criteria as a whole, and grades by their points", () => {
	const score = scoreOf(
		[utme, grades, woman],
		facts({ sittings: [sitting("English B3", "Mathematics A1", "Physics C6", "Biology F9")] }),
	);
	// A1 8 + B3 6 + C6 3 = 17 of 24.
	expect(score.parts.map(({ pointsHundredths }) => pointsHundredths)).toEqual([3_000, 2_833, 1_000]);
	expect([score.pointsHundredths, score.mostHundredths]).toEqual([6_833, 6_833]);
	expect(score.parts[1]?.because[0]?.answer).toBe("17 of 24 grade points: Mathematics A1, English B3, Physics C6");
});

it("what is not known is missing, and never nothing", () => {
	const score = scoreOf([utme, grades, woman], facts({ utme: "awaited", gender: null }));
	expect([score.pointsHundredths, score.mostHundredths]).toEqual([0, 10_000]);
	expect(score.parts.map(({ because }) => because[0]?.verdict)).toEqual(["cannotTell", "cannotTell", "cannotTell"]);
	expect(score.parts[0]?.because[0]).toMatchObject({ label: "UTME score", answer: "awaited" });
});

it("an awaited grade counts from nothing to the best, unless the others are enough", () => {
	const awaited = scoreOf([grades], facts({ sittings: [sitting("English B3", "Mathematics A1", "Physics")] }));
	expect([awaited.pointsHundredths, awaited.mostHundredths]).toEqual([2_333, 3_667]);
	const enough = sitting("English A1", "Mathematics A1", "Physics A1", "Biology");
	expect(scoreOf([grades], facts({ sittings: [enough] }))).toMatchObject({
		pointsHundredths: 4_000,
		mostHundredths: 4_000,
	});
});

it("takes the better sitting, or both where they may be put together, and each subject once", () => {
	const sittings = [
		sitting("English A1", "Maths D7", "Physics F9"),
		sitting("English C6", "Mathematics A1", "Physics A1"),
	];
	expect(scoreOf([grades], facts({ sittings })).pointsHundredths).toBe(Math.round((4_000 * 19) / 24));
	expect(scoreOf([{ ...grades, sittings: null }], facts({ sittings })).pointsHundredths).toBe(4_000);
});

it("a number beyond its scale gives all points, and one below none", () => {
	expect(scoreOf([utme], facts({ utme: "430" })).pointsHundredths).toBe(5_000);
	expect(scoreOf([utme], facts({ utme: "-3" })).pointsHundredths).toBe(0);
});

it("writes its parts in words", () => {
	const names = {
		courses: new Map(),
		stages: new Map(),
		fields: new Map([["cgpa", { label: "CGPA", options: new Map() }]]),
	};
	const parts: ScorePart[] = [utme, { ...utme, of: "field:cgpa", outOf: 5 }, grades, woman];
	expect(parts.map((part) => partText(part, names))).toEqual([
		"UTME score, out of 400",
		"CGPA, out of 5",
		"Grades of the best 3 O'level subjects, in one sitting",
		"Women: Female",
	]);
});

it("a sensitive answer gives no points and is not shown", () => {
	const income: ScorePart = { about: "number", of: "field:income", outOf: 100, weight: 50 };
	const answered = (mask?: string) => {
		const copy = { values: ["40"], text: "40", ...(mask !== undefined && { mask }) };
		return scoreOf(
			[income],
			facts({ answers: new Map([["income", { label: "Income", isFile: false, copies: [copy] }]]) }),
		);
	};
	expect(answered().parts[0]).toMatchObject({ pointsHundredths: 2_000, because: [{ answer: "40 of 100" }] });
	expect(answered("••••").parts[0]).toMatchObject({
		pointsHundredths: 0,
		missingHundredths: 5_000,
		because: [{ verdict: "cannotTell", answer: null }],
	});
});

it("criteria that compare a sensitive answer cannot be told, whatever it is", () => {
	const poor: ScorePart = {
		about: "criteria",
		name: "Poor",
		weight: 50,
		criteria: [criterionOf({ about: "number", of: "field:income", compare: "atMost", value: 50, to: null })],
	};
	const scored = (text: string, mask?: string) =>
		scoreOf(
			[poor],
			facts({
				answers: new Map([
					["income", { label: "Income", isFile: false, copies: [{ values: [text], text, ...(mask && { mask }) }] }],
				]),
			}),
		).parts[0];
	expect(scored("40")).toMatchObject({ pointsHundredths: 5_000, missingHundredths: 0 });
	for (const text of ["40", "60"])
		expect(scored(text, "••••")).toEqual({
			pointsHundredths: 0,
			missingHundredths: 5_000,
			because: [{ verdict: "cannotTell", label: "Income", answer: "••••" }],
		});
});
