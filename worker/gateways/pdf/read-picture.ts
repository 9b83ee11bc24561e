import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import type { Env } from "#worker/env";

interface Size {
	width: number;
	height: number;
}

/** A picture that is complete enough to be drawn. */
export interface Picture extends Size {
	dataUrl: string;
}

/** Larger pictures are not drawn. why: a PDF is made in memory, with many of them in one document. */
const maxPictureBytes = 3_000_000;
/** why: a PNG may be unpacked for its transparency. */
const maxPngPixels = 6_000_000;

/** Reads a PNG or JPEG by its content; undefined for any other type, a damaged or a too large one. */
export const readPicture = async (bytes: Uint8Array<ArrayBuffer>): Promise<Picture | undefined> => {
	if (bytes.length > maxPictureBytes) return undefined;
	const jpeg = readJpegSize(bytes);
	if (jpeg) return { ...jpeg, dataUrl: `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}` };
	const png = await readPngSize(bytes);
	return png && { ...png, dataUrl: `data:image/png;base64,${Buffer.from(bytes).toString("base64")}` };
};

/** Reads the size of the first frame that a JPEG names: it is embedded as it is, and read no further. */
const readJpegSize = (bytes: Uint8Array<ArrayBuffer>): Size | undefined => {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < 12 || view.getUint16(0) !== 0xffd8) return undefined;
	for (let at = 2; at + 10 <= bytes.length; ) {
		const marker = view.getUint16(at);
		const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
		if (isFrame) {
			const [height, width, channels] = [view.getUint16(at + 5), view.getUint16(at + 7), view.getUint8(at + 9)];
			return width > 0 && height > 0 && [1, 3, 4].includes(channels) ? { width, height } : undefined;
		}
		if (marker < 0xffc0 || marker === 0xffda) return undefined;
		at += 2 + view.getUint16(at + 2);
	}
	return undefined;
};

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Channels by colour type. */
const pngChannels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Reads the size of a PNG whose parts are complete and whose pixels can be unpacked. */
const readPngSize = async (bytes: Uint8Array<ArrayBuffer>): Promise<Size | undefined> => {
	if (!pngSignature.every((byte, index) => bytes[index] === byte)) return undefined;
	const chunks = readPngChunks(bytes);
	const head = chunks?.find(({ type }) => type === "IHDR")?.data;
	if (!chunks || head?.length !== 13 || chunks.at(-1)?.type !== "IEND") return undefined;
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	const [width, height, depth, colour] = [view.getUint32(0), view.getUint32(4), head[8] ?? 0, head[9] ?? -1];
	const channels = pngChannels[colour];
	if (!channels || width === 0 || height === 0 || width * height > maxPngPixels || head[12] !== 0) return undefined;
	if (colour === 3 && !chunks.some(({ type }) => type === "PLTE")) return undefined;
	const wanted = (Math.ceil((width * channels * depth) / 8) + 1) * height;
	const packed = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
	return (await unpacksTo(packed, wanted)) ? { width, height } : undefined;
};

const readPngChunks = (bytes: Uint8Array<ArrayBuffer>) => {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const chunks: { type: string; data: Uint8Array<ArrayBuffer> }[] = [];
	for (let at = 8; at + 12 <= bytes.length; ) {
		const length = view.getUint32(at);
		const end = at + 8 + length;
		if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return undefined;
		chunks.push({ type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), data: bytes.subarray(at + 8, end) });
		at = end + 4;
	}
	return chunks;
};

/** Checks whether it unpacks to exactly so many bytes. Stops as soon as there are more. */
const unpacksTo = async (packed: readonly Uint8Array<ArrayBuffer>[], wanted: number): Promise<boolean> => {
	const unpacked = new Blob([...packed]).stream().pipeThrough(new DecompressionStream("deflate"));
	let length = 0;
	try {
		for await (const part of unpacked) {
			length += part.byteLength;
			if (length > wanted) return false;
		}
	} catch {
		return false;
	}
	return length === wanted;
};

/** Reads a picture of the file store; undefined if there is none that can be drawn. */
export const readStoredPicture = async (
	{ FILES }: Pick<Env, "FILES">,
	key: string | null | undefined,
): Promise<Picture | undefined> => {
	const object = key ? await FILES.get(key) : null;
	if (!object) return undefined;
	if (object.size > maxPictureBytes) {
		await object.body.cancel();
		return undefined;
	}
	return readPicture(new Uint8Array(await object.arrayBuffer()));
};
