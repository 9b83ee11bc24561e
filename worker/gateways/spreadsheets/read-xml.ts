import { Parser } from "htmlparser2";
import { type Unpacking, unpackPart } from "#worker/gateways/spreadsheets/unpack-part";
import type { ZipPart } from "#worker/gateways/spreadsheets/zip-directory";

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
	const parser = new Parser(
		{
			onopentag: (tag, attributes) => listener.open?.(bare(tag), attributes),
			ontext: (text) => listener.text?.(text),
			onclosetag: (tag) => listener.close?.(bare(tag)),
		},
		{ xmlMode: true, decodeEntities: true },
	);
	const decoder = new TextDecoder();
	for await (const bytes of unpackPart(file, part, unpacking)) {
		parser.write(decoder.decode(bytes, { stream: true }));
		yield;
	}
	parser.end(decoder.decode());
	yield;
}

export const readWholeXml = async (archive: Archive, name: string, listener: XmlListener): Promise<void> => {
	for await (const _ of readXml(archive, name, listener));
};

const bare = (name: string): string => name.slice(name.indexOf(":") + 1);
