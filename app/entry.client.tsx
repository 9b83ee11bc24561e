import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// why: which chunks a route imports is left out of the browser's manifest (worker/local/slim-manifest.mjs). Remix draws the
// page's links from it once more as it takes over, and must draw what the server did: the entry's own, then the rest.
const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
window.__remixManifest.entry.imports = [...links].slice(1).map((link) => link.getAttribute("href") ?? "");

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<RemixBrowser />
		</StrictMode>,
	);
});
