import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { csvFile } from "#worker/gateways/spreadsheets/csv-file";
import type { Cell, SheetFile, Written } from "#worker/gateways/spreadsheets/sheet-file";
import { xlsxFile, xlsxFileAfter } from "#worker/gateways/spreadsheets/xlsx-file";
import { joined } from "#worker/gateways/spreadsheets/zip-entry";

/** The file whose pieces have these rows. */
const fileOf = (file: SheetFile, headings: readonly string[], pieces: readonly (readonly (readonly Cell[])[])[]) => {
	let written: Written | undefined;
	const parts: Uint8Array[] = [];
	for (const rows of pieces) {
		const piece = file.piece(headings, rows, written);
		parts.push(piece.bytes);
		written = piece.written;
	}
	if (!written) throw new Error("a file has a piece");
	const { before, after } = file.frame(written);
	return { bytes: joined([before, ...parts, after]), written };
};

const sheetOf = async (bytes: Uint8Array) => {
	const { sheets } = await readXlsx(bytes);
	expect(sheets).toHaveLength(1);
	return sheets[0]?.rows ?? [];
};

const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

test("writes a workbook of several pieces as one sheet, in order, under one heading", async () => {
	const { bytes, written } = fileOf(
		xlsxFile,
		["Name", "Score"],
		[[["Ada", 1]], [["Bola", 2.5]], [], [["Chidi", null]]],
	);
	expect(written.rows).toBe(3);
	expect(await sheetOf(bytes)).toEqual([
		["Name", "Score"],
		["Ada", 1],
		["Bola", 2.5],
		["Chidi", null],
	]);
});

test("writes sheets of their own before the one of the pieces", async () => {
	const board = { name: "Board", headings: ["Course", "Seats"], rows: [["Law & Order", 5]] };
	const { bytes } = fileOf(xlsxFileAfter(board), ["Name"], [[["Ada"]], [["Bola"]]]);
	const { sheets } = await readXlsx(bytes);
	expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
		[
			"Board",
			[
				["Course", "Seats"],
				["Law & Order", 5],
			],
		],
		["Applicants", [["Name"], ["Ada"], ["Bola"]]],
	]);
});

test("offers a filter over all columns and rows, and makes each column as wide as its first texts", async () => {
	const headings = Array.from({ length: 28 }, (_, column) => `C${column}`);
	const row = ["x".repeat(30), "y".repeat(300), ...Array(26).fill("z")];
	const { bytes } = fileOf(xlsxFile, headings, [[row], [row, row]]);
	const { sheets } = await readXlsx(bytes, { readStyles: true });
	expect(sheets[0]?.autoFilter?.range).toBe("A1:AB4");
	expect(sheets[0]?.columns?.slice(0, 3).map(({ width }) => width)).toEqual([32, 48, 8]);
});

test("writes the same piece again unchanged, without effect on the others", () => {
	const first = xlsxFile.piece(["Name"], [["Ada"]]);
	const [second, again] = [1, 2].map(() => xlsxFile.piece(["Name"], [["Bola"]], first.written));
	expect(again).toEqual(second);
});

test("writes text that resembles a formula, markup or an escape as that text", async () => {
	const texts = ["=1+1", '=HYPERLINK("http://x","y")', "+234 80", "-5", "@SUM(A1)", "\t=1", "<b>&amp;</b>", "_x0041_"];
	const { bytes } = fileOf(xlsxFile, ["Text"], [texts.map((text) => [text])]);
	expect((await sheetOf(bytes)).slice(1).flat()).toEqual(texts);
	const { sheets } = await readXlsx(bytes);
	expect(JSON.stringify(sheets)).not.toContain("formula");
});

test("leaves out characters that XML cannot hold, and cuts a text that is too long for a cell", async () => {
	const { bytes } = fileOf(xlsxFile, ["Text"], [[["a\u0000b\uD800c"], ["Ọ̀ṣun 😀\nline"], ["x".repeat(40_000)]]]);
	const [, [odd] = [], [real] = [], [long] = []] = await sheetOf(bytes);
	expect([odd, real]).toEqual(["abc", "Ọ̀ṣun 😀\nline"]);
	expect(String(long)).toHaveLength(32_767);
});

test("writes days and moments as dates", async () => {
	const { bytes } = fileOf(xlsxFile, ["When"], [[[{ day: "2026-03-01" }], [{ moment: "2026-11-22 09:30" }]]]);
	const [, [day] = [], [moment] = []] = await sheetOf(bytes);
	expect([day, moment]).toEqual([new Date("2026-03-01T00:00:00Z"), new Date("2026-11-22T09:30:00Z")]);
	const old = fileOf(xlsxFile, ["When"], [[[{ day: "1899-01-01" }], [{ day: "soon" }]]]);
	expect((await sheetOf(old.bytes)).slice(1)).toEqual([["1899-01-01"], ["soon"]]);
});

test("starts CSV with the mark of UTF-8, quotes what it must, and writes dates as text", () => {
	const rows: Cell[][] = [["a,b", 'say "x"', "line\nbreak", null, 5, { day: "2026-03-01" }]];
	const { bytes, written } = fileOf(csvFile, ["A", "B"], [rows, [["Ọ̀ṣun"]]]);
	expect(textOf(bytes)).toBe('\uFEFFA,B\r\n"a,b","say ""x""","line\nbreak",,5,2026-03-01\r\nỌ̀ṣun\r\n');
	expect(written).toMatchObject({ rows: 2, plainSize: bytes.length, packedSize: bytes.length });
});

test.each(["=1+1", "+234", "-5", "@x", "\t=1", "\rx", " =1", "＝1"])(
	"does not write %j into CSV as a formula",
	(text) => {
		const { bytes } = fileOf(csvFile, ["A"], [[[text]]]);
		expect(textOf(bytes).split("\r\n", 2)[1]?.replace(/^"/, "")).toMatch(/^'/);
	},
);

test("writes a number into CSV as a number, also a negative one", () => {
	expect(textOf(fileOf(csvFile, ["A"], [[[-5], [0.25], [Number.NaN]]]).bytes)).toBe("\uFEFFA\r\n-5\r\n0.25\r\n\r\n");
});
