import { Parser } from "htmlparser2";
import { listLimits, UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import { type Unpacking, unpackPart } from "#worker/gateways/spreadsheets/unpack-part";
import type { ZipPart } from "#worker/gateways/spreadsheets/zip-directory";
import { yieldToEventLoop } from "#worker/yield-to-event-loop";

export interface Archive {
	file: Uint8Array;
	parts: ReadonlyMap<string, ZipPart>;
	unpacking: Unpacking;
}

/** Called while an XML document is read; names come without their prefixes. */
export interface XmlListener {
	open?(name: string, attributes: Record<string, string>): void;
	text?(text: string): void;
	close?(name: string): void;
}

/**
 * Reads a part of an archive as XML, and stops after every piece, so that the caller can pass on what it has read.
 * Entities that a document defines are not resolved; a missing part is empty. @throws UnreadableList
 */
export async function* readXml({ file, parts, unpacking }: Archive, name: string, listener: XmlListener) {
	const part = parts.get(name);
	if (!part) return;
	let [depth, tokenLength, bytesSinceYield] = [0, 0, 0];
	const parser = new Parser(
		{
			onopentag: (tag, attributes) => {
				tokenLength = 0;
				// why: the parser moves all open elements at each new one, and a sheet has six levels.
				if (++depth > listLimits.depth) throw new UnreadableList("unreadable");
				listener.open?.(bare(tag), attributes);
			},
			ontext: (text) => {
				tokenLength = 0;
				listener.text?.(text);
			},
			onclosetag: (tag) => {
				tokenLength = 0;
				depth--;
				listener.close?.(bare(tag));
			},
		},
		{ xmlMode: true, decodeEntities: true },
	);
	const decoder = new TextDecoder();
	for await (const bytes of unpackPart(file, part, unpacking)) {
		const piece = decoder.decode(bytes, { stream: true });
		// why: the parser keeps a tag or a comment in memory until it ends.
		tokenLength += piece.length;
		if (tokenLength > listLimits.tokenLength) throw new UnreadableList("unreadable");
		parser.write(piece);
		yield;
		bytesSinceYield += bytes.length;
		if (bytesSinceYield < yieldEveryBytes) continue;
		bytesSinceYield = 0;
		await yieldToEventLoop();
	}
	parser.end(decoder.decode());
	yield;
}

/** Reads a part of an archive to its end. @param limit the bytes it may unpack to @throws UnreadableList */
export const readWholeXml = async (
	archive: Archive,
	name: string,
	listener: XmlListener,
	limit: number = listLimits.smallPartBytes,
): Promise<void> => {
	const bytesLeft = Math.min(limit, archive.unpacking.bytesLeft);
	const unpacking = { bytesLeft };
	for await (const _ of readXml({ ...archive, unpacking }, name, listener));
	archive.unpacking.bytesLeft -= bytesLeft - unpacking.bytesLeft;
};

/** Other requests are served whenever this much has been read. */
const yieldEveryBytes = 1_000_000;

const bare = (name: string): string => name.slice(name.indexOf(":") + 1);
