import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// why: which chunks a route imports is left out of the browser's manifest (worker/local/slim-manifest.mjs). Remix draws the
// page's links from it once more as it takes over, and must draw what the server did: its own two, then the rest.
const { url, entry } = window.__remixManifest;
const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
entry.imports = [...links]
	.map((link) => link.getAttribute("href") ?? "")
	.filter((href) => href !== url && href !== entry.module);

// why: a browser's first page is made for one without scripts, and what is added to it for them is not part of the page that
// React takes over (api/error-summary.server.tsx, api/toast-in-title.server.ts).
for (const added of document.querySelectorAll("[data-for-no-scripts]")) {
	if (added instanceof HTMLTitleElement) added.text = added.text.slice(added.dataset.forNoScripts?.length);
	else {
		const hadFocus = added.contains(document.activeElement);
		added.remove();
		if (hadFocus) document.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
	}
}

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<RemixBrowser />
		</StrictMode>,
	);
});
