/** Bytes of one uploaded file, and of everything sent together. */
export const maxFileBytes = 10_000_000;
export const maxUploadBytes = 40_000_000;
/** Files that one field may hold; a person's picture is one. */
export const maxFilesPerField = 5;

/** Says a size as users read it. */
export const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`;

export const fileTooLarge = `A file can have at most ${megabytes(maxFileBytes)}. Choose a smaller one.`;
export const filesTooLarge = `All files together can have at most ${megabytes(maxUploadBytes)}. Send fewer at a time.`;
export const tooManyFiles = (most: number): string =>
	most === 1 ? "Attach one picture only." : `Attach at most ${most} files.`;

export const isTooLarge = ({ size }: { size: number }): boolean => size > maxFileBytes;

/** The kinds of files that are kept, by their media type. Their content decides, never their name. */
const names = {
	"application/pdf": "PDF",
	"image/jpeg": "JPEG",
	"image/png": "PNG",
	"image/gif": "GIF",
	"image/webp": "WebP",
	"text/plain": "plain text",
};

export type FileKind = keyof typeof names;

interface AcceptedFiles {
	kinds: readonly FileKind[];
	/** The kinds in words: "JPEG or PNG". */
	names: string;
	/** For a file input's `accept`. */
	accept: string;
}

const accepting = (kinds: readonly FileKind[]): AcceptedFiles => ({
	kinds,
	names: new Intl.ListFormat("en-GB", { type: "disjunction" }).format(kinds.map((kind) => names[kind])),
	accept: kinds.join(","),
});

export const acceptedDocuments = accepting(Object.keys(names) as FileKind[]);
/** A person's picture. why fewer kinds: it is printed with the form, and a PDF holds no others. */
export const acceptedPictures = accepting(["image/jpeg", "image/png"]);
