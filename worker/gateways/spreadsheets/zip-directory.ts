import { UnreadableList } from "#worker/gateways/spreadsheets/list-limits";

/** A part of a ZIP archive, as its directory declares it. */
export interface ZipPart {
	name: string;
	/** 0 stored, 8 deflated. */
	method: number;
	packedBytes: number;
	/** As declared; the real size is counted when it is unpacked. */
	bytes: number;
	/** Offset of its own header. */
	offset: number;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endSize = 22;
const longestComment = 65_535;
const maxParts = 5_000;
/** Means that the number is stored elsewhere, which only archives of gigabytes need. */
const elsewhere = 0xffffffff;

/** Reads the parts of an archive by their names. @throws UnreadableList */
export const readZipDirectory = (file: Uint8Array): Map<string, ZipPart> => {
	const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
	const end = findEnd(view);
	const count = view.getUint16(end + 10, true);
	let at = view.getUint32(end + 16, true);
	if (count > maxParts || at === elsewhere) throw new UnreadableList("unreadable");
	const parts = new Map<string, ZipPart>();
	for (let index = 0; index < count; index++) {
		if (at + 46 > file.length || view.getUint32(at, true) !== entryMark) throw new UnreadableList("unreadable");
		const isLocked = (view.getUint16(at + 8, true) & 1) === 1;
		if (isLocked) throw new UnreadableList("locked");
		const [nameSize, extraSize, commentSize] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
		const name = new TextDecoder().decode(file.subarray(at + 46, at + 46 + (nameSize ?? 0)));
		const part = {
			name,
			method: view.getUint16(at + 10, true),
			packedBytes: view.getUint32(at + 20, true),
			bytes: view.getUint32(at + 24, true),
			offset: view.getUint32(at + 42, true),
		};
		if ([part.packedBytes, part.bytes, part.offset].includes(elsewhere)) throw new UnreadableList("unreadable");
		parts.set(name, part);
		at += 46 + (nameSize ?? 0) + (extraSize ?? 0) + (commentSize ?? 0);
	}
	return parts;
};

const findEnd = (view: DataView): number => {
	const first = Math.max(0, view.byteLength - endSize - longestComment);
	for (let at = view.byteLength - endSize; at >= first; at--) if (view.getUint32(at, true) === endMark) return at;
	throw new UnreadableList("unreadable");
};
