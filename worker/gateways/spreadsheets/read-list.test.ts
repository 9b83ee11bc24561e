import { scheduler } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test, vi } from "vitest";
import { listLimits, listRefusals, type UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import { checkListFile, type ListFormat, readListRows } from "#worker/gateways/spreadsheets/read-list";
import { unpackPart } from "#worker/gateways/spreadsheets/unpack-part";
import { readZipDirectory } from "#worker/gateways/spreadsheets/zip-directory";

// why: Node has the Worker's global of this name in a module.
vi.stubGlobal("scheduler", scheduler);

const rowsOf = async (bytes: Uint8Array, format: ListFormat) => {
	const rows: (string | number)[][] = [];
	for await (const { number, cells } of readListRows(bytes, format)) rows.push([number, ...cells]);
	return rows;
};
const refusalOf = (bytes: Uint8Array, format: ListFormat) =>
	rowsOf(bytes, format).then(
		(rows) => `read ${rows.length}`,
		(error: UnreadableList) => error.refusal,
	);
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, mark = true) => {
	const codes = [...((mark ? "\uFEFF" : "") + text)].map((letter) => letter.charCodeAt(0));
	return Uint8Array.from(codes.flatMap((code) => [code & 255, code >> 8]));
};

interface Part {
	name: string;
	text: string | Uint8Array;
	declared?: number;
}

/** A ZIP archive, its declared sizes as they are told. */
const zipOf = (parts: readonly Part[]): Uint8Array<ArrayBuffer> => {
	const heads: Buffer[] = [];
	const bodies: Buffer[] = [];
	let offset = 0;
	for (const { name, text, declared } of parts) {
		const raw = Buffer.from(text);
		const packed = deflateRawSync(raw);
		const head = Buffer.alloc(30);
		head.writeUInt32LE(0x04034b50);
		head.writeUInt16LE(name.length, 26);
		const entry = Buffer.alloc(46);
		entry.writeUInt32LE(0x02014b50);
		entry.writeUInt16LE(8, 10);
		entry.writeUInt32LE(packed.length, 20);
		entry.writeUInt32LE(declared ?? raw.length, 24);
		entry.writeUInt16LE(name.length, 28);
		entry.writeUInt32LE(offset, 42);
		heads.push(entry, Buffer.from(name));
		bodies.push(head, Buffer.from(name), packed);
		offset += 30 + name.length + packed.length;
	}
	const directory = Buffer.concat(heads);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50);
	end.writeUInt16LE(parts.length, 10);
	end.writeUInt32LE(offset, 16);
	return Uint8Array.from(Buffer.concat([...bodies, directory, end]));
};

const relations = (...list: [id: string, kind: string, target: string][]) =>
	`<Relationships>${list.map(([id, kind, target]) => `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`).join("")}</Relationships>`;

/** A workbook as Excel writes it: texts shared, a hidden sheet first. */
const workbookWith = (sheet: string | Uint8Array, more: Part[] = []) =>
	zipOf([
		{ name: "[Content_Types].xml", text: "<Types/>" },
		{ name: "_rels/.rels", text: relations(["r1", "officeDocument", "xl/workbook.xml"]) },
		{
			name: "xl/workbook.xml",
			text: '<x:workbook><sheets><sheet name="H" state="hidden" r:id="r9"/><sheet name="List" r:id="r1"/></sheets></x:workbook>',
		},
		{
			name: "xl/_rels/workbook.xml.rels",
			text: relations(
				["r1", "worksheet", "worksheets/sheet1.xml"],
				["r2", "sharedStrings", "/xl/sharedStrings.xml"],
				["r3", "styles", "styles.xml"],
			),
		},
		{ name: "xl/worksheets/sheet1.xml", text: sheet },
		...more,
	]);

describe("a workbook", () => {
	test("is read as texts: shared, inline, numbers, dates, formulas by their stored value", async () => {
		const bytes = workbookWith(
			`<worksheet><sheetData>
				<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
				<row r="2"><c r="A2" t="inlineStr"><is><r><t>Ada </t></r><r><t>&amp; Bola</t></r></is></c></row>
				<row r="4"><c r="A4"><v>8.031234567E9</v></c><c r="B4" s="1"><v>39508</v></c><c r="C4" s="2"><v>39508.5</v></c></row>
				<row r="5"><c><f>1+1</f><v>2</v></c><c t="str"><f>HYPERLINK("x")</f><v>=cmd</v></c><c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c></row>
				<row r="6"><c r="A6"><v>202612345678901234</v></c><c r="CZ6"><v></v></c></row>
			</sheetData></worksheet>`,
			[
				{
					name: "xl/sharedStrings.xml",
					text: "<sst><si><t>Exam No</t></si><si><r><t>Sur</t></r><r><t>name</t></r><rPh><t>x</t></rPh></si></sst>",
				},
				{
					name: "xl/styles.xml",
					text: '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]d\\ mmm\\ yy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
				},
			],
		);
		expect(checkListFile({ name: "jamb.xlsx", bytes })).toEqual({ name: "jamb.xlsx", format: "xlsx" });
		expect(await rowsOf(bytes, "xlsx")).toEqual([
			[1, "Exam No", "", "Surname"],
			[2, "Ada & Bola"],
			[4, "8031234567", "2008-03-01", "2008-03-01"],
			[5, "2", "=cmd", "#N/A", "TRUE"],
			[6, "202612345678901234"],
		]);
	});

	test("of this product's own writer is read", async () => {
		const rows = [
			["JAMB No", "Date"],
			["2026ABC", new Date(Date.UTC(2008, 2, 1))],
		];
		const bytes = await writeXlsx({ sheets: [{ name: "List", rows }] });
		expect(await rowsOf(bytes, "xlsx")).toEqual([
			[1, "JAMB No", "Date"],
			[2, "2026ABC", "2008-03-01"],
		]);
	});

	test("that unpacks to too much is refused by its declared size and by its real size", async () => {
		const sheet = workbookWith("<worksheet/>", [{ name: "xl/media/a.bin", text: "", declared: 3_000_000_000 }]);
		expect(checkListFile({ name: "a.xlsx", bytes: sheet })).toEqual({ refusal: listRefusals.tooLarge });
		const bomb = workbookWith("x", [{ name: "xl/sharedStrings.xml", text: Buffer.alloc(5_000_000), declared: 10 }]);
		expect(bomb.length).toBeLessThan(10_000);
		expect(checkListFile({ name: "a.xlsx", bytes: bomb })).toMatchObject({ format: "xlsx" });
		const part = readZipDirectory(bomb).get("xl/sharedStrings.xml");
		if (!part) throw new Error("the archive lacks its part");
		const unpacked: number[] = [];
		const unpack = async () => {
			for await (const { length } of unpackPart(bomb, part, { bytesLeft: 1_000_000 })) unpacked.push(length);
		};
		await expect(unpack()).rejects.toMatchObject({ refusal: listRefusals.tooLarge });
		expect(unpacked.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(1_000_000);
	});

	test("that is nested too deeply, or has an endless tag or comment, is refused", async () => {
		const row = (more: string) => `<worksheet><sheetData><row>${more}<c><v>1</v></c></row></sheetData></worksheet>`;
		const nested = workbookWith(`<worksheet><sheetData>${"<row>".repeat(300_000)}${"</row>".repeat(300_000)}`);
		expect(nested.length).toBeLessThan(20_000);
		expect(await refusalOf(nested, "xlsx")).toBe(listRefusals.unreadable);
		expect(await refusalOf(workbookWith(row("")), "xlsx")).toBe("read 1");
		const long = "x".repeat(2_000_000);
		for (const more of [`<c r="${long}"/>`, `<!-- ${long} -->`, `<${long}/>`, `<c ${'a="1" '.repeat(400_000)}/>`])
			expect(await refusalOf(workbookWith(row(more)), "xlsx")).toBe(listRefusals.unreadable);
	});

	test("that has more texts, styles or other parts than fit in memory is refused", async () => {
		const sheet = "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>";
		const withPart = (name: string, text: string) => refusalOf(workbookWith(sheet, [{ name, text }]), "xlsx");
		expect(await withPart("xl/sharedStrings.xml", "<si></si>".repeat(1_000_001))).toBe(listRefusals.tooManyTexts);
		const long = `<si><t>${"x".repeat(1_000)}</t></si>`;
		expect(await withPart("xl/sharedStrings.xml", long.repeat(10_001))).toBe(listRefusals.tooManyTexts);
		const styles = (count: number) => `<cellXfs>${"<xf/>".repeat(count)}</cellXfs>`;
		expect(await withPart("xl/styles.xml", styles(100_002))).toBe(listRefusals.unreadable);
		expect(await withPart("xl/styles.xml", styles(60_000))).toBe("read 1");
		const format = `<numFmt numFmtId="170" formatCode="${"[".repeat(400_000)}"/>`;
		expect(await withPart("xl/styles.xml", format)).toBe("read 1");
		expect(await withPart("_rels/.rels", "<Relationship/>".repeat(300_000))).toBe(listRefusals.tooLarge);
	});

	test("with text in a column far to the right is refused, with a format there it is not", async () => {
		const far = (cell: string) => workbookWith(`<worksheet><sheetData><row><c><v>1</v></c>${cell}</row></sheetData>`);
		expect(await refusalOf(far('<c r="CZ1"><v>1</v></c>'), "xlsx")).toBe(listRefusals.tooManyColumns);
		expect(await rowsOf(far('<c r="CZ1" s="4"/>'), "xlsx")).toEqual([[1, "1"]]);
	});

	test("that is damaged, locked or not a workbook is refused with the reason", async () => {
		const whole = workbookWith("<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>");
		const cut = whole.slice(0, -40);
		expect(checkListFile({ name: "a.xlsx", bytes: cut })).toEqual({ refusal: listRefusals.unreadable });
		const scribbled = whole.slice();
		scribbled.fill(0xff, 200, 320);
		expect(Object.values(listRefusals)).toContain(await refusalOf(scribbled, "xlsx"));
		const document = zipOf([
			{ name: "[Content_Types].xml", text: "x" },
			{ name: "word/document.xml", text: "x" },
		]);
		expect(checkListFile({ name: "a.xlsx", bytes: document })).toEqual({ refusal: listRefusals.noWorkbook });
		const empty = workbookWith("<worksheet/>").slice();
		expect(await rowsOf(empty, "xlsx")).toEqual([]);
	});
});

describe("a CSV file", () => {
	test.each([
		["UTF-8", utf8("Exam No,Name\n1,Ọlá Ńkem\n")],
		["UTF-8 with a mark", utf8("\uFEFFExam No,Name\r\n1,Ọlá Ńkem")],
		["UTF-16", utf16("Exam No\tName\r\n1\tỌlá Ńkem\r\n")],
		["UTF-16 without a mark", utf16("Exam No;Name\r\n1;Ọlá Ńkem\r\n", false)],
	])("in %s keeps its letters", async (_encoding, bytes) => {
		expect(await rowsOf(bytes, "csv")).toEqual([
			[1, "Exam No", "Name"],
			[2, "1", "Ọlá Ńkem".normalize()],
		]);
	});

	test("in Windows-1252 keeps its letters", async () => {
		const bytes = Uint8Array.from([...utf8("Name\nAnd"), 0xe9, 0x20, 0x93, 0x80]);
		expect(await rowsOf(bytes, "csv")).toEqual([
			[1, "Name"],
			[2, "Andé “€"],
		]);
	});

	test("with quotes, line breaks, empty lines and formulas is read as text", async () => {
		const text = 'sep=;\nNo;"Full\nname";Phone\n\n1;"Obi; ""Ada""";\'+2348031234567\n2;=1+1;@x\n';
		expect(await rowsOf(utf8(text), "csv")).toEqual([
			[2, "No", "Full name", "Phone"],
			[4, "1", 'Obi; "Ada"', "+2348031234567"],
			[5, "2", "=1+1", "@x"],
		]);
	});

	test("of one endless row or cell is refused before it is cut up", async () => {
		for (const encode of [utf8, utf16]) {
			expect(await refusalOf(encode("a,".repeat(200_000)), "csv")).toBe(listRefusals.tooManyColumns);
			expect(await refusalOf(encode(`No,Name\n1,"${"x\n".repeat(200_000)}"\n`), "csv")).toBe(listRefusals.rowTooLong);
			expect(await refusalOf(encode("x".repeat(400_000)), "csv")).toBe(listRefusals.rowTooLong);
		}
	});

	test("reads quotes within a cell as the rest of its text", async () => {
		const row = `1,5"" x,"a ""b"", c","""d",""\n`;
		const rows = await rowsOf(utf8(`No,Size,Name,More,Last\n${row.repeat(20_000)}`), "csv");
		expect(rows).toHaveLength(20_001);
		expect(rows.at(-1)).toEqual([20_001, "1", '5"" x', 'a "b", c', '"d', ""]);
	});

	test("of a million rows, and one of too many columns, is refused with the limit", async () => {
		expect(await refusalOf(utf8("1,2\n".repeat(1_000_000)), "csv")).toBe(listRefusals.tooManyRows);
		expect(listRefusals.tooManyRows).toContain(listLimits.rows.toLocaleString("en"));
		expect(await refusalOf(utf8(`${"a,".repeat(60)}b\n`), "csv")).toBe(listRefusals.tooManyColumns);
		expect((await rowsOf(utf8(`${"a,".repeat(60)}\n`), "csv"))[0]).toHaveLength(62);
	});
});

test("refuses a file that is not of its name's type, with the reason", () => {
	const csv = utf8("a,b\n1,2\n");
	const refusal = (name: string, bytes: Uint8Array<ArrayBuffer>) => checkListFile({ name, bytes });
	expect(refusal("a.csv", csv)).toEqual({ name: "a.csv", format: "csv" });
	expect(refusal("a.xlsx", csv)).toEqual({ refusal: listRefusals.textNamedWorkbook });
	expect(refusal("a.csv", workbookWith("<worksheet/>"))).toEqual({ refusal: listRefusals.workbookNamedText });
	expect(refusal("a.xls", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1]))).toEqual({ refusal: listRefusals.oldExcel });
	expect(refusal("a.csv", utf8("%PDF-1.7\n%%EOF\n"))).toEqual({ refusal: listRefusals.notAList });
	expect(refusal("a.csv", new Uint8Array())).toEqual({ refusal: listRefusals.empty });
	expect(refusal("a.html", csv)).toEqual({ refusal: listRefusals.notAList });
});
