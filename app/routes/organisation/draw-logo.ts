import { acceptedPictures } from "#worker/contract/forms/accepted-files";
import { maxLogoBytes } from "#worker/services/organisation/settings.contract";

/** Pixels of the longer side of a logo that is drawn anew. */
const maxSide = 800;

const isKept = ({ type, size }: File): boolean =>
	size <= maxLogoBytes && acceptedPictures.kinds.some((kind) => kind === type);

/** Returns a picture that is too large, or of a kind that letters cannot show, as a PNG; unchanged if it is unreadable. */
export const toLogo = async (file: File): Promise<File> => {
	if (isKept(file) || file.type === "image/svg+xml") return file;
	const picture = await createImageBitmap(file).catch(() => undefined);
	if (!picture) return file;
	const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
	const canvas = document.createElement("canvas");
	canvas.width = Math.round(picture.width * scale);
	canvas.height = Math.round(picture.height * scale);
	canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
	picture.close();
	const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
	return blob ? new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.png`, { type: "image/png" }) : file;
};
