/** What of a request decides who answers it. */
export interface Asked {
	method: string;
	mode: string;
	destination: string;
	url: string;
}

/** Folders of files that never change under their name. */
const fileFolders = ["/build/", "/fonts/"];

/**
 * Returns how the service worker answers a request: a built file from its cache, a page from the network, or from nothing
 * but the page that says that there is none. Undefined leaves it to the browser: data, forms, downloads and other sites.
 */
export const howToAnswer = ({ method, mode, destination, url }: Asked, origin: string): "file" | "page" | undefined => {
	const asked = new URL(url);
	if (method !== "GET" || asked.origin !== origin) return undefined;
	if (mode !== "navigate") return fileFolders.some((folder) => asked.pathname.startsWith(folder)) ? "file" : undefined;
	return destination === "document" && !asked.pathname.startsWith("/api/") ? "page" : undefined;
};
