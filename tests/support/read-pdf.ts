/** Returns a PDF's pages and their texts, without spaces and line breaks. */
export const readPdf = async (bytes: Uint8Array) => {
	const source = new TextDecoder("latin1").decode(bytes);
	const objects = new Map<string, PdfObject>();
	for (const [, id = "", body = ""] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
		objects.set(id, { head: body.split("\nstream\n")[0] ?? "", stream: await unpack(body) });
	const all = [...objects.values()];
	const fonts = new Map<string, Map<number, string>>();
	for (const { head } of all)
		for (const [, name = "", id = ""] of head.matchAll(/\/(F\d+) (\d+) 0 R/g))
			fonts.set(name, lettersOf(objects, objects.get(id)?.head ?? ""));
	const pages = all.filter(({ head }) => /\/Type \/Page\b/.test(head));
	const contents = pages.map(({ head }) => objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? "")?.stream ?? "");
	const texts = contents.map((content) => textOf(content, fonts));
	return {
		begin: source.slice(0, 5),
		pages: texts,
		text: texts.join("\n"),
		/** The corners of each page, in points. */
		papers: pages.map(({ head }) => /\/MediaBox \[([^\]]*)\]/.exec(head)?.[1]),
		/** How far the lowest line of text of each page is above the edge of the paper, in points. */
		lowest: contents.map((content) =>
			Math.min(...[...content.matchAll(/1 0 0 1 \S+ (\S+) Tm/g)].map(([, height]) => Number(height))),
		),
		fonts: fontsOf(objects),
		/** Returns the number of pictures, each counted once; masks for transparency are not counted. */
		pictures: all.filter(({ head }) => head.includes("/Subtype /Image") && !head.includes("/DeviceGray")).length,
		/** The addresses of the links. */
		links: all.flatMap(({ head }) => [...head.matchAll(/\/URI \(((?:[^()\\]|\\.)*)\)/g)].map(([, uri = ""]) => uri)),
		/** What a reader's program would do by itself or at a click, besides following a link. */
		deeds: all.flatMap(({ head }) => head.match(activeParts) ?? []),
		title: /\/Title \(([^)]*)\)/.exec(source)?.[1],
		/** The QR code that is drawn, by its rows; true for a dark module. */
		qr: modulesIn(contents.join("\n")),
	};
};

/** What lets a PDF run scripts, start programs, send forms, play media or carry files. */
const activeParts =
	/\/(?:JavaScript|JS|OpenAction|AA|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMedia|EmbeddedFiles?|AcroForm|XFA|Filespec)\b/g;

/** why the smallest squares: a code lies on a white one. */
const modulesIn = (content: string): boolean[][] => {
	const squares = [...content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)]
		.map(([, x, y, width, height]) => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height) }))
		.filter(({ width, height }) => width === height);
	const size = Math.min(...squares.map(({ width }) => width));
	const modules = squares.filter(({ width }) => width === size);
	const [left, top] = [Math.min(...modules.map(({ x }) => x)), Math.min(...modules.map(({ y }) => y))];
	const dark = new Set(modules.map(({ x, y }) => `${Math.round((x - left) / size)} ${Math.round((y - top) / size)}`));
	const side = 1 + Math.round((Math.max(left, ...modules.map(({ x }) => x)) - left) / size);
	if (modules.length === 0) return [];
	return Array.from({ length: side }, (_, row) => Array.from({ length: side }, (__, at) => dark.has(`${at} ${row}`)));
};

/** Returns the fonts of the pages, each with whether the file embeds it. */
const fontsOf = (objects: ReadonlyMap<string, PdfObject>) =>
	[...objects.values()]
		.filter(({ head }) => /\/Type \/Font\b/.test(head) && !head.includes("/DescendantFonts"))
		.map(({ head }) => ({
			name: /\/BaseFont \/(\S+)/.exec(head)?.[1],
			isEmbedded: /\/FontFile2? /.test(objects.get(/\/FontDescriptor (\d+) 0 R/.exec(head)?.[1] ?? "")?.head ?? ""),
		}));

/** Normalises text for comparison with the text of a page. */
export const withoutSpaces = (text: string): string => text.normalize("NFC").replace(/[\s\u200b]+/g, "");

interface PdfObject {
	head: string;
	stream: string;
}

const unpack = async (body: string): Promise<string> => {
	const packed = /\nstream\n([\s\S]*)\nendstream/.exec(body)?.[1];
	if (packed === undefined || !body.includes("/FlateDecode")) return packed ?? "";
	const bytes = Uint8Array.from(packed, (char) => toByte(char));
	const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
	return new TextDecoder("latin1").decode(await new Response(unpacked).arrayBuffer());
};

/** why: "latin1" is windows-1252 to a decoder, which reads 80 to 9F as other characters. */
const toByte = (char: string): number => {
	const code = char.charCodeAt(0);
	return code < 256 ? code : windows1252.indexOf(char) + 0x80;
};
const windows1252 = new TextDecoder("latin1").decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index));

/** Maps the glyphs of a font in the file to letters. */
const lettersOf = (objects: ReadonlyMap<string, PdfObject>, font: string): Map<number, string> => {
	const map = objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? "")?.stream ?? "";
	const letters = new Map<number, string>();
	for (const [, from = "", list = ""] of map.matchAll(/<(\w+)>\s*<\w+>\s*\[([^\]]*)\]/g))
		for (const [index, [, hex = ""]] of [...list.matchAll(/<([^>]*)>/g)].entries())
			letters.set(Number.parseInt(from, 16) + index, fromHex(hex));
	return letters;
};

const fromHex = (hex: string): string =>
	(hex.replace(/\s/g, "").match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");

const textOf = (content: string, fonts: ReadonlyMap<string, Map<number, string>>): string => {
	let letters = new Map<number, string>();
	let text = "";
	for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
		if (font) letters = fonts.get(font) ?? letters;
		for (const [, hex = ""] of (shown ?? "").matchAll(/<(\w+)>/g))
			text += (hex.match(/.{4}/g) ?? []).map((code) => letters.get(Number.parseInt(code, 16)) ?? "?").join("");
	}
	return withoutSpaces(text);
};
