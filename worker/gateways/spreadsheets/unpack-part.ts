import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { listLimits, UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import type { ZipPart } from "#worker/gateways/spreadsheets/zip-directory";

/** How many bytes of an archive may still be unpacked, whatever its directory declares. */
export interface Unpacking {
	bytesLeft: number;
}

export const beginUnpacking = (): Unpacking => ({ bytesLeft: listLimits.unpackedBytes });

const headMark = 0x04034b50;
const pieceSize = 16_384;
const chunkSize = 65_536;

/** Unpacks from small pieces on demand: each can grow a thousandfold. @throws UnreadableList above the limit */
export async function* unpackPart(file: Uint8Array, part: ZipPart, unpacking: Unpacking): AsyncGenerator<Uint8Array> {
	const packed = packedBytesOf(file, part);
	try {
		for await (const chunk of part.method === 0 ? pieces(packed) : inflated(packed)) {
			unpacking.bytesLeft -= chunk.length;
			if (unpacking.bytesLeft < 0) throw new UnreadableList("tooLarge");
			yield chunk;
		}
	} catch (error) {
		throw error instanceof UnreadableList ? error : new UnreadableList("unreadable", error);
	}
}

const packedBytesOf = (file: Uint8Array, { offset, packedBytes, method }: ZipPart): Uint8Array => {
	const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
	const isPart = offset + 30 <= file.length && view.getUint32(offset, true) === headMark;
	if (!isPart || (method !== 0 && method !== 8)) throw new UnreadableList("unreadable");
	const begin = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
	if (begin + packedBytes > file.length) throw new UnreadableList("unreadable");
	return file.subarray(begin, begin + packedBytes);
};

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
}

const inflated = (packed: Uint8Array): AsyncIterable<Uint8Array> =>
	Readable.from(pieces(packed)).pipe(createInflateRaw({ chunkSize }));
