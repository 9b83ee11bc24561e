export interface ZipEntry {
	path: string;
	checksum: number;
	/** Bytes before compression; `packedSize` are those after it, `offset` the place of the first header. */
	plainSize: number;
	packedSize: number;
	isPacked: boolean;
	offset: number;
}

const encoder = new TextEncoder();
const localSize = 30;
const centralSize = 46;
const endSize = 22;
/** The first of January 1980, where a zip's calendar begins. why: the same rows give the same file. */
const firstDay = 0x21;
const utf8Names = 0x0800;
/** The largest number in a zip. */
export const zipLimit = 0xffff_ffff;

/** The header before a file's bytes. */
export const localHeader = (entry: ZipEntry): Uint8Array => {
	const name = encoder.encode(entry.path);
	const { bytes, view } = allocate(localSize + name.length, 0x0403_4b50);
	writeCommon(view, 4, entry);
	view.setUint16(26, name.length, true);
	bytes.set(name, localSize);
	return bytes;
};

/** Returns the table at the end of a zip. @param offset its position. */
export const centralDirectory = (entries: readonly ZipEntry[], offset: number): Uint8Array => {
	const headers = entries.map(centralHeader);
	const size = headers.reduce((sum, { length }) => sum + length, 0);
	const { bytes: end, view } = allocate(endSize, 0x0605_4b50);
	view.setUint16(8, entries.length, true);
	view.setUint16(10, entries.length, true);
	view.setUint32(12, size, true);
	view.setUint32(16, offset, true);
	return joined([...headers, end]);
};

const centralHeader = (entry: ZipEntry): Uint8Array => {
	const name = encoder.encode(entry.path);
	const { bytes, view } = allocate(centralSize + name.length, 0x0201_4b50);
	view.setUint16(4, 20, true);
	writeCommon(view, 6, entry);
	view.setUint16(28, name.length, true);
	view.setUint32(42, entry.offset, true);
	bytes.set(name, centralSize);
	return bytes;
};

const writeCommon = (view: DataView, at: number, { checksum, plainSize, packedSize, isPacked }: ZipEntry): void => {
	view.setUint16(at, 20, true);
	view.setUint16(at + 2, utf8Names, true);
	view.setUint16(at + 4, isPacked ? 8 : 0, true);
	view.setUint16(at + 8, firstDay, true);
	view.setUint32(at + 10, checksum, true);
	view.setUint32(at + 14, packedSize, true);
	view.setUint32(at + 18, plainSize, true);
};

const allocate = (size: number, signature: number) => {
	const bytes = new Uint8Array(size);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, signature, true);
	return { bytes, view };
};

export const joined = (parts: readonly Uint8Array[]): Uint8Array => {
	const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
};
