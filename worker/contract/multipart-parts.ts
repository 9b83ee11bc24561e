/** A part of a multipart body while it is read. */
export interface PartHead {
	/** The field's name. */
	name: string;
	/** The file's name as its sender wrote it; undefined for a plain field. */
	fileName: string | undefined;
	contentType: string;
}

/** What is told of a body as it comes in. */
export type MultipartEvent =
	| { kind: "head"; head: PartHead }
	| { kind: "bytes"; bytes: Uint8Array<ArrayBuffer> }
	| { kind: "end" };

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const maxHeadBytes = 16_000;
const blankLine = encoder.encode("\r\n\r\n");

/** The boundary that a content type names, if it is multipart/form-data. */
export const boundaryOf = (contentType: string | null): string | undefined => {
	const [, quoted, plain] =
		/^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? "") ??
		[];
	return quoted ?? plain;
};

/**
 * Cuts a multipart body into its parts as it comes in, holding no more of it than one chunk (RFC 7578).
 * `push` answers undefined for what is no such body; `isOver` tells whether the closing boundary has come.
 */
export const openMultipart = (boundary: string) => {
	const delimiter = encoder.encode(`\r\n--${boundary}`);
	// why: the first boundary stands at the very beginning, all others behind a line break.
	let rest: Uint8Array<ArrayBuffer> = encoder.encode("\r\n");
	let state: "preamble" | "boundary" | "head" | "body" | "over" = "preamble";

	const take = (bytes: number) => {
		const taken = rest.subarray(0, bytes);
		rest = rest.subarray(bytes);
		return taken;
	};

	/** One step forward; false when more has to come first, undefined when it is no multipart body. */
	const step = (events: MultipartEvent[]): boolean | undefined => {
		if (state === "preamble" || state === "body") {
			const at = find(rest, delimiter);
			const isFound = at >= 0;
			const bytes = take(isFound ? at : Math.max(0, rest.length - delimiter.length + 1));
			if (state === "body" && bytes.length > 0) events.push({ kind: "bytes", bytes });
			if (!isFound) return false;
			if (state === "body") events.push({ kind: "end" });
			take(delimiter.length);
			state = "boundary";
			return true;
		}
		if (state === "boundary") {
			if (rest.length < 2) return false;
			const next = decoder.decode(take(2));
			if (next !== "--" && next !== "\r\n") return undefined;
			state = next === "--" ? "over" : "head";
			return true;
		}
		if (state === "head") {
			const end = find(rest, blankLine);
			if (end < 0) return rest.length > maxHeadBytes ? undefined : false;
			const head = end > maxHeadBytes ? undefined : readHead(decoder.decode(take(end)));
			if (!head) return undefined;
			take(blankLine.length);
			events.push({ kind: "head", head });
			state = "body";
			return true;
		}
		take(rest.length);
		return false;
	};

	return {
		push: (chunk: Uint8Array<ArrayBuffer>): MultipartEvent[] | undefined => {
			rest = joined(rest, chunk);
			const events: MultipartEvent[] = [];
			for (let more = step(events); more !== false; more = step(events)) if (more === undefined) return undefined;
			return events;
		},
		isOver: () => state === "over",
	};
};

const joined = (one: Uint8Array<ArrayBuffer>, other: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
	const whole = new Uint8Array(one.length + other.length);
	whole.set(one);
	whole.set(other, one.length);
	return whole;
};

const find = (bytes: Uint8Array, sought: Uint8Array): number => {
	const [first = 0] = sought;
	for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
		if (at + sought.length > bytes.length) return -1;
		if (sought.every((byte, index) => bytes[at + index] === byte)) return at;
	}
	return -1;
};

const readHead = (text: string): PartHead | undefined => {
	const headers = new Map(
		text
			.split("\r\n")
			.map((line) => [line.slice(0, line.indexOf(":")).trim().toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
	);
	const disposition = headers.get("content-disposition") ?? "";
	const name = /^form-data\s*;(?:.*;)?\s*name="([^"]*)"/i.exec(disposition)?.[1];
	if (name === undefined) return undefined;
	const fileName = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
	return {
		name: unescaped(name),
		fileName: fileName === undefined ? undefined : unescaped(fileName),
		contentType: headers.get("content-type") ?? "",
	};
};

/** why: browsers write these three as percent signs in a part's names, and nothing else. */
const unescaped = (text: string): string =>
	text.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
