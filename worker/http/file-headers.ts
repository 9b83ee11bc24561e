import { previewOf } from "#worker/contract/file-previews";

/** Returns headers under which an uploaded file can do no harm, whatever it holds. */
export const fileHeaders = ({ name, mimetype }: { name: string; mimetype: string }): Headers => {
	const isShown = previewOf(mimetype) !== null;
	return new Headers({
		"content-type": isShown ? mimetype : "application/octet-stream",
		"content-disposition": `${isShown ? "inline" : "attachment"}; ${encodeFileName(name)}`,
		"content-security-policy": "default-src 'none'; sandbox; style-src 'unsafe-inline'",
		"x-content-type-options": "nosniff",
		"cross-origin-resource-policy": "same-origin",
		"cache-control": "private, no-store",
		"accept-ranges": "bytes",
	});
};

/** Writes the name twice: in ASCII for old clients, and as it is (RFC 5987, RFC 6266). */
const encodeFileName = (name: string): string => {
	const ascii = name.replace(/[^\w .()-]/g, "_").slice(0, 150) || "file";
	const encoded = encodeURIComponent(name.toWellFormed()).replace(
		/['()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
