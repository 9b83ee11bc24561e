import { constants, crc32, deflateRawSync } from "node:zlib";
import type { SheetFile } from "#worker/gateways/spreadsheets/sheet-file";
import {
	beginSheet,
	endSheet,
	rowXml,
	sheetPath,
	type WholeSheet,
	workbookParts,
} from "#worker/gateways/spreadsheets/sheet-xml";
import { centralDirectory, joined, localHeader, type ZipEntry } from "#worker/gateways/spreadsheets/zip-entry";

const encoder = new TextEncoder();

/**
 * Writes a workbook with one sheet, after some that are written whole with its end. why no library: none can continue where
 * another delivery stopped. A piece that is compressed to a byte boundary needs nothing of its neighbours.
 */
export const xlsxFileAfter = (...sheets: readonly WholeSheet[]): SheetFile => ({
	mimetype: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	piece: (headings, rows, before) => {
		const numberOfFirst = (before?.rows ?? 0) + 2;
		const body = rows.map((cells, index) => rowXml(cells, numberOfFirst + index)).join("");
		const plain = encoder.encode((before ? "" : beginSheet(headings, rows)) + body);
		const bytes = deflateRawSync(plain, { finishFlush: constants.Z_SYNC_FLUSH });
		return {
			bytes,
			written: {
				rows: (before?.rows ?? 0) + rows.length,
				columns: headings.length,
				checksum: crc32(plain, before?.checksum ?? 0),
				plainSize: (before?.plainSize ?? 0) + plain.length,
				packedSize: (before?.packedSize ?? 0) + bytes.length,
			},
		};
	},
	frame: ({ checksum, plainSize, packedSize, ...size }) => {
		const plain = encoder.encode(endSheet(size));
		const end = deflateRawSync(plain);
		const { bytes: parts, entries } = storeParts(sheets);
		const sheet: ZipEntry = {
			path: sheetPath,
			checksum: crc32(plain, checksum),
			plainSize: plainSize + plain.length,
			packedSize: packedSize + end.length,
			isPacked: true,
			offset: parts.length,
		};
		const before = joined([parts, localHeader(sheet)]);
		const directory = centralDirectory([...entries, sheet], before.length + sheet.packedSize);
		return { before, after: joined([end, directory]) };
	},
});

/** Writes a workbook with one sheet. */
export const xlsxFile = xlsxFileAfter();

/** The files around the sheet, uncompressed. */
const storeParts = (sheets: readonly WholeSheet[]): { bytes: Uint8Array; entries: ZipEntry[] } => {
	const entries: ZipEntry[] = [];
	let bytes: Uint8Array = new Uint8Array();
	for (const [path, xml] of workbookParts(sheets)) {
		const content = encoder.encode(xml);
		const { length } = content;
		const sizes = { plainSize: length, packedSize: length };
		const entry = { path, checksum: crc32(content), ...sizes, isPacked: false, offset: bytes.length };
		entries.push(entry);
		bytes = joined([bytes, localHeader(entry), content]);
	}
	return { bytes, entries };
};
