export interface ImageSize {
	width: number;
	height: number;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads a PNG's size from its first chunk. */
export const pngSize = (bytes: Uint8Array): ImageSize | undefined => {
	if (bytes.length < 33 || asciiAt(bytes, 12, 4) !== "IHDR") return undefined;
	const view = viewOf(bytes);
	return { width: view.getUint32(16), height: view.getUint32(20) };
};

export const gifSize = (bytes: Uint8Array): ImageSize | undefined => {
	if (bytes.length < 14) return undefined;
	const view = viewOf(bytes);
	return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
};

/** Reads a JPEG's size from its frame header, behind any number of other segments. */
export const jpegSize = (bytes: Uint8Array): ImageSize | undefined => {
	const view = viewOf(bytes);
	let at = 2;
	while (at + 9 < bytes.length) {
		if (bytes[at] !== 0xff) return undefined;
		const marker = bytes[at + 1] ?? 0;
		if (marker === 0xff) at += 1;
		else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
		else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
		else at += 2 + Math.max(2, view.getUint16(at + 2));
	}
	return undefined;
};

/** SOF0 to SOF15, without the three markers among them that mean something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

export const webpSize = (bytes: Uint8Array): ImageSize | undefined => {
	if (bytes.length < 30) return undefined;
	const view = viewOf(bytes);
	const kind = asciiAt(bytes, 12, 4);
	if (kind === "VP8X") return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
	if (kind === "VP8L") {
		const bits = view.getUint32(21, true);
		return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
	}
	if (kind !== "VP8 ") return undefined;
	return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
};

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);

export const asciiAt = (bytes: Uint8Array, at: number, length: number): string =>
	String.fromCharCode(...bytes.subarray(at, at + length));
