export type Preview = "picture" | "pdf";

/** Types that a browser draws without running anything in them. */
const previews: Readonly<Record<string, Preview>> = {
	"image/png": "picture",
	"image/jpeg": "picture",
	"image/gif": "picture",
	"image/webp": "picture",
	"image/avif": "picture",
	"application/pdf": "pdf",
};

/** Returns how a file of this type is shown in the page; null if it is only downloaded (§2 Attachments). */
export const previewOf = (mimetype: string): Preview | null =>
	Object.hasOwn(previews, mimetype) ? (previews[mimetype] ?? null) : null;
