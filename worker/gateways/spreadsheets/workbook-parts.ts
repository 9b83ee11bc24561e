import { listLimits, UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import { type Archive, readWholeXml, type XmlListener } from "#worker/gateways/spreadsheets/read-xml";

/** What the cells of a workbook's first sheet refer to. */
export interface WorkbookParts {
	sheet: string;
	/** Whether its days count from 1904. */
	isFrom1904: boolean;
	/** Whether the number of a cell is a date, by its style. */
	dateStyles: readonly boolean[];
	texts: readonly string[];
}

/** Finds the first sheet that is shown, and what its cells refer to. @throws UnreadableList */
export const readWorkbook = async (archive: Archive): Promise<WorkbookParts> => {
	const root = await readRelations(archive, "", "_rels/.rels");
	const workbook = root.find(({ type }) => type.endsWith("/officeDocument"))?.target ?? "xl/workbook.xml";
	const folder = workbook.slice(0, workbook.lastIndexOf("/") + 1);
	const relations = await readRelations(archive, folder, `${folder}_rels/${workbook.slice(folder.length)}.rels`);
	const sheets: { relation: string; isShown: boolean }[] = [];
	let isFrom1904 = false;
	await readWholeXml(archive, workbook, {
		open: (name, attributes) => {
			if (name === "workbookPr") isFrom1904 = ["1", "true"].includes(attributes.date1904 ?? "");
			if (name !== "sheet") return;
			const [, relation = ""] = Object.entries(attributes).find(([key]) => key.endsWith(":id")) ?? [];
			sheets.push({ relation, isShown: (attributes.state ?? "visible") === "visible" });
		},
	});
	const first = sheets.find(({ isShown }) => isShown) ?? sheets[0];
	const sheet = relations.find(({ id }) => id === first?.relation)?.target;
	if (!sheet || !archive.parts.has(sheet)) throw new UnreadableList("noWorkbook");
	const partOf = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.target ?? "";
	return {
		sheet,
		isFrom1904,
		dateStyles: await readDateStyles(archive, partOf("styles")),
		texts: await readTexts(archive, partOf("sharedStrings")),
	};
};

interface Relation {
	id: string;
	type: string;
	/** From the archive's root. */
	target: string;
}

const readRelations = async (archive: Archive, folder: string, name: string): Promise<Relation[]> => {
	const relations: Relation[] = [];
	await readWholeXml(archive, name, {
		open: (tag, { Id = "", Type = "", Target = "" }) => {
			if (tag === "Relationship") relations.push({ id: Id, type: Type, target: resolved(folder, Target) });
		},
	});
	return relations;
};

const resolved = (folder: string, target: string): string => new URL(target, `file:///${folder}`).pathname.slice(1);

/** Formats of dates and times that have a number and no text (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
	(id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

const isDateFormat = (code: string): boolean =>
	/[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]/gi, "").replace(/general/i, ""));

const readDateStyles = async (archive: Archive, name: string): Promise<boolean[]> => {
	const formats = new Map<number, boolean>();
	const styles: boolean[] = [];
	let isInCellStyles = false;
	const listener: XmlListener = {
		open: (tag, attributes) => {
			if (formats.size + styles.length > listLimits.styles) throw new UnreadableList("unreadable");
			const id = Number(attributes.numFmtId ?? 0);
			if (tag === "numFmt") formats.set(id, isDateFormat((attributes.formatCode ?? "").slice(0, 255)));
			if (tag === "cellXfs") isInCellStyles = true;
			if (tag === "xf" && isInCellStyles) styles.push(formats.get(id) ?? isBuiltInDate(id));
		},
		close: (tag) => {
			if (tag === "cellXfs") isInCellStyles = false;
		},
	};
	await readWholeXml(archive, name, listener, listLimits.unpackedBytes);
	return styles;
};

/** why: a part of a long string keeps all of it in memory. */
const copyOf = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");

/** Reads the texts that cells share. Notes on pronunciation are left out. */
const readTexts = async (archive: Archive, name: string): Promise<string[]> => {
	const texts: string[] = [];
	let [length, current, isText, isPronunciation] = [0, "", false, false];
	const listener: XmlListener = {
		open: (tag) => {
			if (tag === "si") current = "";
			else if (tag === "rPh") isPronunciation = true;
			else if (tag === "t") isText = !isPronunciation;
		},
		text: (text) => {
			if (isText && current.length < listLimits.cellLength) current += text.slice(0, listLimits.cellLength);
		},
		close: (tag) => {
			if (tag === "t") isText = false;
			else if (tag === "rPh") isPronunciation = false;
			else if (tag === "si") {
				texts.push(copyOf(current));
				length += current.length;
				if (length > listLimits.textLength || texts.length > listLimits.texts) throw new UnreadableList("tooManyTexts");
			}
		},
	};
	await readWholeXml(archive, name, listener, listLimits.unpackedBytes);
	return texts;
};
