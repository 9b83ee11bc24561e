import { setTimeout as wait } from "node:timers/promises";
import { crc32, deflateRawSync } from "node:zlib";
import { openInspector, watchHeap } from "../bench/inspector.mjs";
import { signInToApi } from "../bench/sign-in.mjs";
import { send } from "../bench/tasks.mjs";

/** What an isolate may take in production, in megabytes. */
const mostMb = 128;
const longestMs = 60_000;
const megabyte = 1_000_000;

/**
 * Uploads lists that would take far more memory than they have bytes, and one honest list of the largest size. Measures
 * the Worker's memory while each is read, whatever becomes of it.
 * @returns {Promise<{ line: string, faults: string[] }>}
 */
export const readLists = async (bench, state) => {
	const inspectorPort = await bench.freePort();
	const portal = await bench.servePortal(state, { inspectorPort });
	const headers = await signInToApi(portal, state);
	const group = await send(portal, headers, "POST", "/candidate-groups", { name: `Lists ${crypto.randomUUID()}` });
	const measured = [];
	const faults = [];
	for (const [what, name, bytes] of hostileLists()) {
		// why: what the list before has left is not of this one.
		await collect(inspectorPort);
		const heap = await watchHeap(inspectorPort, { collects: false });
		const form = new FormData();
		form.set("data", JSON.stringify({ name }));
		form.set("file", new Blob([bytes]), name);
		const begun = performance.now();
		const outcome = await upload(portal, headers, `/candidate-groups/${group.id}/imports`, form);
		const ms = Math.round(performance.now() - begun);
		const mb = Math.round(await heap.stop());
		measured.push(`${what}: ${outcome}, ${mb} MB, ${ms} ms`);
		if (mb >= mostMb) faults.push(`${what} took ${mb} MB`);
		if (ms >= longestMs) faults.push(`${what} took ${ms} ms`);
	}
	await portal.stop();
	return { line: ["lists", ...measured].join("\n  "), faults };
};

const collect = async (inspectorPort) => {
	const { send: ask, close } = await openInspector(inspectorPort);
	await ask("HeapProfiler.collectGarbage");
	close();
};

/** Uploads a list. @returns {Promise<string>} what became of it */
const upload = async (portal, headers, imports, form) => {
	const answer = await fetch(`${portal.url}/api${imports}`, { method: "POST", headers, body: form });
	if (!answer.ok) return String(answer.status);
	const { id } = await answer.json();
	const begun = performance.now();
	for (;;) {
		const now = await (await fetch(`${portal.url}/api${imports}/${id}`, { headers })).json();
		if (["refused", "mapping"].includes(now.status) || performance.now() - begun > longestMs) return now.status;
		await wait(100);
	}
};

/** @returns {[what: string, name: string, bytes: Uint8Array][]} */
const hostileLists = () => {
	const size = 9.8 * megabyte;
	const row = (n) =>
		`2026${1_000_000 + n}AB,Okafor,Adaeze,F,2004-05-06,250,0803${1_000_000 + n},candidate${n}@jamb.example\n`;
	const honest = ["JAMB number,Surname,First name,Sex,Date of birth,UTME score,Phone,Email\n"];
	for (let n = 0; n < 99_000; n++) honest.push(row(n));
	const sheet = (text) => workbookOf(`<worksheet><sheetData>${text}</sheetData></worksheet>`);
	return [
		["a list of 99,000 rows", "honest.csv", Buffer.from(honest.join("")).subarray(0, size)],
		["one line of 9.8 MB", "line.csv", Buffer.alloc(size, "a,")],
		[
			"one quoted cell of 9 MB",
			"cell.csv",
			Buffer.concat([Buffer.from('"'), Buffer.alloc(9 * megabyte, "a"), Buffer.from('"')]),
		],
		["one UTF-16 line", "utf16.csv", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(size, "a,", "utf16le")])],
		["an attribute of 100 MB", "attribute.xlsx", sheet(`<row r="${"1".repeat(100 * megabyte)}"></row>`)],
		["600,000 nested rows", "nested.xlsx", sheet("<row>".repeat(600_000))],
		["150 MB of short cells", "cells.xlsx", sheet(`<row>${"<c><v>1</v></c>".repeat(10 * megabyte)}</row>`)],
	];
};

const relations = (type, target) =>
	`<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

const workbookOf = (sheet) =>
	zipOf({
		"[Content_Types].xml": "<Types/>",
		"_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml": '<workbook><sheets><sheet name="List" r:id="r1"/></sheets></workbook>',
		"xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
		"xl/worksheets/sheet1.xml": sheet,
	});

/** Returns an archive of texts. why by hand: a library writes no file as strange as these without loading it whole. */
const zipOf = (parts) => {
	const files = [];
	const directory = [];
	let offset = 0;
	for (const [name, text] of Object.entries(parts)) {
		const bytes = Buffer.from(text);
		const packed = deflateRawSync(bytes);
		const head = Buffer.alloc(26);
		head.writeUInt16LE(20, 0);
		head.writeUInt16LE(8, 4);
		head.writeUInt32LE(crc32(bytes), 10);
		head.writeUInt32LE(packed.length, 14);
		head.writeUInt32LE(bytes.length, 18);
		head.writeUInt16LE(name.length, 22);
		const file = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), head, Buffer.from(name), packed]);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		files.push(file);
		directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, place, Buffer.from(name));
		offset += file.length;
	}
	const listed = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.write("PK\x05\x06", "latin1");
	end.writeUInt16LE(files.length, 8);
	end.writeUInt16LE(files.length, 10);
	end.writeUInt32LE(listed.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...files, listed, end]);
};
