import { env } from "cloudflare:workers";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, it } from "vitest";
import { type ImportFixture, openImportFixture, workbookOf } from "#tests/services/uploaded-candidates/import-fixture";
import { listRefusals } from "#worker/gateways/spreadsheets/list-limits";

let fixture: ImportFixture;
beforeAll(async () => {
	fixture = await openImportFixture();
});

const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string) =>
	Uint8Array.from([...`\uFEFF${text}`].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]));

it.each([
	["Windows-1252", windows1252("JAMB No;Surname\r\n20268880AA;Gbénró\r\n"), "Gbénró"],
	["UTF-16", utf16("JAMB No\tSurname\r\n20268881AA\tỌlágbénró\r\n"), "Ọlágbénró"],
])("imports a CSV in %s with all its letters", async (encoding, bytes, surname) => {
	const group = await fixture.createGroup(encoding);
	expect(await fixture.importList(group, "list.csv", bytes)).toMatchObject({ status: "added", counts: { added: 1 } });
	expect((await fixture.candidates(group)).data).toMatchObject([{ data: { lastName: surname } }]);
});

it("uses one of several columns with the same name, now and the next time, and asks a list without a number for one", async () => {
	const group = await fixture.createGroup("Repeated");
	const list = "GSM line,GSM line,Surname,Whatever\n08030000001,08030000002,Obi,20268882AA\n";
	const suggested = async (name: string) => {
		const { body } = await fixture.upload(group, name, list);
		await fixture.work();
		return { body, fields: (await fixture.readImport(body)).columns?.map(({ field }) => field) };
	};
	const first = await suggested("first.csv");
	expect(first.fields).toEqual(["phone", "", "lastName", "examNumber"]);
	const without = await fixture.check(first.body, ["phone", "", "lastName", ""]);
	expect(without).toMatchObject({
		status: 422,
		body: { fields: { columns: ["Choose which column holds the JAMB or examination number."] } },
	});
	const twice = await fixture.check(first.body, ["phone", "phone", "lastName", "examNumber"]);
	expect(twice).toMatchObject({
		status: 422,
		body: { fields: { "column-1": ["“GSM line” is already used for this."] } },
	});
	expect((await fixture.check(first.body, ["phone", "", "lastName", "examNumber"])).status).toBe(202);
	expect((await fixture.rows(first.body)).data[0]?.data).toMatchObject({ phone: "08030000001" });
	expect((await suggested("second.csv")).fields).toEqual(["phone", "", "lastName", "examNumber"]);
});

it("keeps formulas as text in the group, and in the file of the rows that were not added", async () => {
	const group = await fixture.createGroup("Formulas");
	const list = 'JAMB No,Surname,Remarks\n20268883AA,"=HYPERLINK(""x"")",+1\n,@SUM(1),=1+1\n';
	const done = await fixture.importList(group, "formulas.csv", list);
	expect(done).toMatchObject({ counts: { added: 1, wrong: 1 } });
	expect((await fixture.candidates(group)).data).toMatchObject([{ data: { lastName: '=HYPERLINK("x")' } }]);
	const file = await fixture.request(`${fixture.pathOf(done)}/failed-rows`);
	const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
	expect(sheets[0]?.rows[1]).toEqual(expect.arrayContaining(["@SUM(1)", "=1+1", "The JAMB number is missing."]));
	expect(JSON.stringify(sheets)).not.toContain("formula");
});

/** Returns the workbook with each of its parts declared to unpack to that many bytes. */
const declaring = (workbook: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> => {
	const view = new DataView(workbook.buffer);
	for (let pathOf = 0; pathOf < workbook.length - 46; pathOf++)
		if (view.getUint32(pathOf, true) === 0x02014b50) view.setUint32(pathOf + 24, bytes, true);
	return workbook;
};

it("refuses a workbook that would unpack to gigabytes beside its field, and stores nothing of it", async () => {
	const group = await fixture.createGroup("Bomb");
	const bomb = declaring(await workbookOf([["JAMB No", "Surname"]]), 1_000_000_000);
	const { status, body } = await fixture.upload(group, "bomb.xlsx", bomb);
	expect([status, body]).toMatchObject([422, { fields: { file: [listRefusals.tooLarge] } }]);
	expect((await env.FILES.list({ prefix: `uploads/${fixture.organisation.id}` })).objects).toEqual([]);
	const imports = await fixture.call<{ data: unknown[] }>("GET", `/candidate-groups/${group.id}/imports`);
	expect(imports.body.data).toEqual([]);
});
