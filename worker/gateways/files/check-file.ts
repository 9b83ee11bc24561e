import { acceptedDocuments, acceptedPictures, maxFileBytes } from "#worker/contract/forms/accepted-files";
import { type FormCol, fieldLabel } from "#worker/contract/forms/form-schema";
import { problems } from "#worker/contract/problems";
import { visibleLine } from "#worker/contract/text/visible-text";
import { sniffFile } from "#worker/gateways/files/sniff-file";

export interface AcceptedFile {
	name: string;
	mimetype: string;
	/** The extension of its type, without the dot; it ends the name of its object. */
	ending: string;
}

const maxSide = 20_000;
const maxPixels = 250_000_000;

const refusals = {
	notAccepted: `This kind of file is not accepted. Choose another: ${acceptedDocuments.names}.`,
	noPicture: `Choose a picture: ${acceptedPictures.names}.`,
	empty: "The file is empty. Choose another one.",
	misnamed: "The file is not what its name says. Choose another one.",
	tooManyPixels: "The picture has too many pixels: a side must have fewer than 20,000. Choose a smaller one.",
};

/** Checks by its content whether a file may be attached to a field. A refusal is a text for the user. */
export const checkFile = (
	{ name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> },
	col: FormCol,
): AcceptedFile | { refusal: string } => {
	if (bytes.length === 0) return { refusal: refusals.empty };
	if (bytes.length > maxFileBytes) return { refusal: problems.file_too_large.message };
	const sniffed = sniffFile(bytes);
	const takesPicture = col.type === "camera";
	const { kinds } = takesPicture ? acceptedPictures : acceptedDocuments;
	if (!sniffed || !kinds.includes(sniffed.mimetype))
		return { refusal: takesPicture ? refusals.noPicture : refusals.notAccepted };
	const { mimetype, endings, size } = sniffed;
	if (size && (size.width === 0 || size.height === 0)) return { refusal: refusals.notAccepted };
	if (size && (Math.max(size.width, size.height) >= maxSide || size.width * size.height > maxPixels))
		return { refusal: refusals.tooManyPixels };
	const cleaned = cleanFileName(name) || fieldLabel(col);
	const [, ending] = /\.([^.]*)$/.exec(cleaned) ?? [];
	if (ending !== undefined && !endings.includes(ending.toLowerCase())) return { refusal: refusals.misnamed };
	const kept = ending === undefined ? `${cleaned}.${endings[0]}` : cleaned;
	return { name: kept, mimetype, ending: endings[0] };
};

const maxNameLength = 120;

/** Returns a file's name without the folders, control characters and dots that precede it. */
export const cleanFileName = (name: string): string => {
	const own = visibleLine(name.toWellFormed().split(/[/\\]/).at(-1) ?? "")
		.replace(/[<>:"|?*]/g, "_")
		.replace(/^[.\s]+|[.\s]+$/g, "");
	const at = own.lastIndexOf(".");
	const ending = at > 0 ? own.slice(at).slice(0, 10) : "";
	return (at > 0 ? own.slice(0, at) : own).slice(0, maxNameLength).toWellFormed() + ending;
};
