import type { FileKind } from "#worker/contract/forms/accepted-files";

/** The type of a file by its content, whatever it is called. */
export interface SniffedFile {
	mimetype: FileKind;
	/** The extensions that its name may have; the first is the one it is stored with. */
	endings: readonly [string, ...string[]];
	size?: ImageSize;
}

interface ImageSize {
	width: number;
	height: number;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads a PNG's size from its first chunk. */
const pngSize = (bytes: Uint8Array): ImageSize | undefined => {
	if (bytes.length < 33 || asciiAt(bytes, 12, 4) !== "IHDR") return undefined;
	const view = viewOf(bytes);
	return { width: view.getUint32(16), height: view.getUint32(20) };
};

const gifSize = (bytes: Uint8Array): ImageSize | undefined => {
	if (bytes.length < 14) return undefined;
	const view = viewOf(bytes);
	return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
};

/** Reads a JPEG's size from its frame header, behind any number of other segments. */
const jpegSize = (bytes: Uint8Array): ImageSize | undefined => {
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

const webpSize = (bytes: Uint8Array): ImageSize | undefined => {
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

type Picture = readonly [
	SniffedFile["mimetype"],
	isOne: (start: string) => boolean,
	ending: string,
	(bytes: Uint8Array) => ImageSize | undefined,
];

const pictures: readonly Picture[] = [
	["image/png", (start) => start.startsWith("\x89PNG\r\n\x1a\n"), "png", pngSize],
	["image/jpeg", (start) => start.startsWith("\xff\xd8\xff"), "jpg", jpegSize],
	["image/gif", (start) => start.startsWith("GIF87a") || start.startsWith("GIF89a"), "gif", gifSize],
	["image/webp", (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8), "webp", webpSize],
];

/** why: a picture is shown as one whatever its name says; phones and mail programs rename them. */
const pictureEndings = ["png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp"];

/** Returns the type of a file by its content; a file of two types at once has none (quality: uploads). */
export const sniffFile = (bytes: Uint8Array<ArrayBuffer>): SniffedFile | undefined => {
	if (holdsArchive(bytes)) return undefined;
	const start = asciiAt(bytes, 0, 16);
	for (const [mimetype, isOne, ending, sizeOf] of pictures)
		if (isOne(start)) {
			const size = sizeOf(bytes);
			return size && !holdsMarkup(bytes) ? { mimetype, endings: [ending, ...pictureEndings], size } : undefined;
		}
	if (start.startsWith("%PDF-")) return isPdf(bytes) ? { mimetype: "application/pdf", endings: ["pdf"] } : undefined;
	return isPlainText(bytes) ? { mimetype: "text/plain", endings: ["txt", "csv"] } : undefined;
};

/** Checks for a complete PDF that is not at the same time the beginning of a page. */
const isPdf = (bytes: Uint8Array<ArrayBuffer>): boolean =>
	/^%PDF-\d\.\d/.test(asciiAt(bytes, 0, 8)) &&
	latin.decode(bytes.subarray(-2_048)).includes("%%EOF") &&
	!holdsMarkup(bytes.subarray(0, 1_024));

/** why: one byte, one character; nothing is invalid in it. */
const latin = new TextDecoder("latin1");

/** why: no picture contains this by chance, and a browser that is told the wrong type would run it. */
const markup = /<(?:script|html|svg|\?php|!doctype|iframe)[\s>]/i;

const holdsMarkup = (bytes: Uint8Array<ArrayBuffer>): boolean => markup.test(latin.decode(bytes));

const endOfArchive = [0x50, 0x4b, 0x05, 0x06];
/** Bytes of that record, and of the longest comment behind it. */
const [recordBytes, maxCommentBytes] = [22, 65_535];

/** Checks for a ZIP, which is read from its end: whatever is before its last record, it is an archive. */
const holdsArchive = (bytes: Uint8Array): boolean => {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const first = Math.max(0, bytes.length - recordBytes - maxCommentBytes);
	for (let at = bytes.length - recordBytes; at >= first; at--)
		if (
			endOfArchive.every((byte, index) => bytes[at + index] === byte) &&
			view.getUint16(at + 20, true) === bytes.length - at - recordBytes
		)
			return true;
	return false;
};

/** Checks for text that people write: whole characters, no control characters, no markup. */
const isPlainText = (bytes: Uint8Array<ArrayBuffer>): boolean => {
	let text: string;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		// why: bytes that are not UTF-8 are not accepted as text.
		return false;
	}
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
	return !/[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(text) && !/^\s*</.test(text) && !markup.test(text);
};

const asciiAt = (bytes: Uint8Array, at: number, length: number): string =>
	String.fromCharCode(...bytes.subarray(at, at + length));
