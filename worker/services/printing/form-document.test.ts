import { expect, test } from "vitest";
import type { PrintableForm } from "./contract";
import { formDocument } from "./form-document";

const short = (label: string): PrintableForm["sections"][number]["fields"][number] => ({
	kind: "text",
	label,
	value: `${label} of hers`,
	wide: false,
});

const form: PrintableForm = {
	organisation: {
		id: "o",
		name: "University",
		email: "a@uni.example",
		phone: "0803",
		address: "1 Road",
		logoUrl: null,
	},
	applicant: { id: "a", name: "Ada Eze", applicationNumber: "NO/1", applicationTitle: "2026", hasPhoto: false },
	status: { label: "Pending", colour: "grey" },
	facts: [{ label: "Tags", value: "UTME" }],
	summaryUrl: "https://portal.example/o/candidate-info/public-1",
	sections: [
		{
			id: "s",
			title: "Personal details",
			fields: [
				short("Surname"),
				short("Town"),
				{ kind: "text", label: "Address", value: "1 Broad Street", wide: true },
				short("Phone"),
				{
					kind: "results",
					label: "Result",
					wide: true,
					value: [
						{
							title: "NECO 2026 (2nd sitting)",
							candidate: "Ada Eze",
							registrationNumber: "1",
							gender: "Female",
							subjects: [
								{ name: "Mathematics", grade: "A1 Excellent", isCredit: true, isCore: true },
								{ name: "English Language", grade: "D7 Pass", isCredit: false, isCore: true },
								{ name: "Physics", grade: "E8 Pass", isCredit: false, isCore: false },
							],
						},
					],
				},
			],
		},
	],
};

/** Every object within what is drawn. */
const nodesIn = (drawn: unknown): Record<string, unknown>[] =>
	typeof drawn === "object" && drawn !== null
		? [drawn as Record<string, unknown>, ...Object.values(drawn).flatMap(nodesIn)]
		: [];

const draw = (more: Partial<PrintableForm> = {}, photo?: { dataUrl: string; width: number; height: number }) =>
	nodesIn(formDocument({ ...form, ...more }, { logo: undefined, photo }).content);

const textsIn = (drawn: unknown): unknown[] =>
	nodesIn(drawn).flatMap(({ text }) => (typeof text === "string" ? text : []));

/** Red, green and blue of '#rrggbb'. */
const partsOf = (colour: unknown) =>
	[...String(colour).matchAll(/[0-9a-f]{2}/g)].map(([part]) => Number.parseInt(part, 16));

test.each([
	["Approved", "green", 1],
	["Declined", "red", 0],
	["Processing", "blue", 2],
	["Pending", "grey", undefined],
] as const)("prints the status %s in %s on a light ground of the same colour", (label, colour, strongest) => {
	const status = draw({ status: { label, colour } }).find(({ text }) => text === label);
	for (const part of [partsOf(status?.color), partsOf(status?.fillColor)]) {
		expect(part).toHaveLength(3);
		if (strongest === undefined) expect(Math.max(...part) - Math.min(...part)).toBeLessThan(40);
		else expect(part.indexOf(Math.max(...part))).toBe(strongest);
	}
	expect(Math.max(...partsOf(status?.color))).toBeLessThan(Math.min(...partsOf(status?.fillColor)));
});

test("prints a code that leads to the public summary", () => {
	expect(draw().filter(({ qr }) => qr !== undefined)).toMatchObject([{ qr: form.summaryUrl }]);
});

test("prints short answers in two columns of equal width, and long ones across both", () => {
	const rows = draw()
		.filter(({ columns }) => Array.isArray(columns) && textsIn(columns).includes("Surname of hers"))
		.map(({ columns }) => columns as { width: number }[]);
	expect(rows.map((cells) => cells.map((cell) => textsIn(cell).at(-1)))).toEqual([["Surname of hers", "Town of hers"]]);
	expect(new Set(rows.flat().map(({ width }) => width)).size).toBe(1);
	const alone = draw().filter(({ columns }) => Array.isArray(columns) && textsIn(columns).includes("1 Broad Street"));
	expect(alone).toEqual([]);
});

test("prints a result as a table in two halves, each with its head", () => {
	const tables = draw().flatMap(({ table }) => (table && textsIn(table).includes("Subject") ? [textsIn(table)] : []));
	expect(tables).toEqual([
		["Subject", "Grade", "Mathematics", "A1 Excellent", "English Language", "D7 Pass, no credit"],
		["Subject", "Grade", "Physics", "E8 Pass"],
	]);
});

test("marks credits, and core subjects without one, as the screen does", () => {
	const lookOf = (words: string) => draw().find(({ text }) => text === words);
	const missed = lookOf("D7 Pass, no credit");
	expect(["A1 Excellent", "E8 Pass", "Mathematics", "Physics"].map((words) => lookOf(words)?.bold)).toEqual([
		true,
		false,
		true,
		false,
	]);
	const [red = 0, green, blue] = partsOf(missed?.color);
	expect(
		[missed?.bold, green, blue].every((part) => part === true || Number(part) < red),
		"red and bold",
	).toBe(true);
});

test("prints the photo, or says in its box that there is none", () => {
	expect(textsIn(draw())).toContain("No passport picture");
	const photo = { dataUrl: "data:image/png;base64,AA==", width: 2, height: 2 };
	expect(draw({}, photo).find(({ image }) => image === photo.dataUrl)).toBeDefined();
	expect(textsIn(draw({}, photo))).not.toContain("No passport picture");
});
