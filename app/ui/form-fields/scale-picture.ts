/** Pixels of the longer side of a picture that is sent. */
const maxSide = 1_200;

/**
 * Returns the picture as a JPEG of at most 1,200 px, rotated as its camera was held; unchanged when it is small
 * already or the browser cannot read it: the service decides about that.
 */
export const scalePicture = async (file: File): Promise<File> => {
	const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined);
	if (!picture) return file;
	const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
	if (scale === 1 && file.type === "image/jpeg") return file;
	const canvas = document.createElement("canvas");
	canvas.width = Math.round(picture.width * scale);
	canvas.height = Math.round(picture.height * scale);
	const context = canvas.getContext("2d");
	if (!context) return file;
	// why: a JPEG has no transparency; without a background those parts would be black.
	context.fillStyle = "#fff";
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.drawImage(picture, 0, 0, canvas.width, canvas.height);
	picture.close();
	const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.88));
	if (!blob) return file;
	return new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" });
};
