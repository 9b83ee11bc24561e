import { cleanFileName } from "#worker/gateways/files/check-file";
import { sniffFile } from "#worker/gateways/files/sniff-file";
import { listLimits, listRefusals, UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import type { ListFormat } from "#worker/gateways/spreadsheets/read-list";
import { readZipDirectory } from "#worker/gateways/spreadsheets/zip-directory";

interface AcceptedList {
	name: string;
	format: ListFormat;
}

/** Checks whether the file is a list of the type that its name says, by its content; its rows are read later. */
export const checkListFile = (file: {
	name: string;
	bytes: Uint8Array<ArrayBuffer>;
}): AcceptedList | { refusal: string } => {
	if (file.bytes.length === 0) return { refusal: listRefusals.empty };
	const name = cleanFileName(file.name);
	const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
	try {
		return isArchive(file.bytes) ? checkWorkbook(file.bytes, name, ending) : checkText(file.bytes, name, ending);
	} catch (error) {
		if (error instanceof UnreadableList) return { refusal: error.refusal };
		throw error;
	}
};

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
const isArchive = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 3, 4);
const isOldOffice = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

const workbookEndings = ["xlsx", "xlsm"];
const textEndings = ["csv", "tsv", "txt"];

const checkWorkbook = (bytes: Uint8Array, name: string, ending: string): AcceptedList | { refusal: string } => {
	const parts = readZipDirectory(bytes);
	if (!parts.has("[Content_Types].xml") || ![...parts.keys()].some((part) => part.startsWith("xl/")))
		return { refusal: listRefusals.noWorkbook };
	const declared = [...parts.values()].reduce((sum, part) => sum + part.bytes, 0);
	if (declared > listLimits.unpackedBytes) return { refusal: listRefusals.tooLarge };
	if (textEndings.includes(ending)) return { refusal: listRefusals.workbookNamedText };
	return workbookEndings.includes(ending) ? { name, format: "xlsx" } : { refusal: listRefusals.notAList };
};

const checkText = (
	bytes: Uint8Array<ArrayBuffer>,
	name: string,
	ending: string,
): AcceptedList | { refusal: string } => {
	if (isOldOffice(bytes)) return { refusal: listRefusals.oldExcel };
	const sniffed = sniffFile(bytes);
	if (sniffed && sniffed.mimetype !== "text/plain") return { refusal: listRefusals.notAList };
	if (workbookEndings.includes(ending)) return { refusal: listRefusals.textNamedWorkbook };
	return textEndings.includes(ending) ? { name, format: "csv" } : { refusal: listRefusals.notAList };
};
