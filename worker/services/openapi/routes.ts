import { visibleLine } from "#worker/contract/text/visible-text";
import type { App } from "#worker/http/create-app";
import { servedEndpoints } from "#worker/http/serve";
import { type ApiDocument, describeApi } from "#worker/services/openapi/document";
import { documentationPage } from "#worker/services/openapi/page";
import { pageStyle } from "#worker/services/openapi/page-style";

export const openApiRoutes = (app: App): void => {
	app.get("/openapi.json", () => Response.json(currentDocument().document, { headers: cached }));
	app.get("/docs", async (c) => {
		const { document, page } = currentDocument();
		const searched = visibleLine((c.req.query("q") ?? "").slice(0, 200));
		const shown = searched === "" ? page : documentationPage(document, pageStyle, searched);
		return new Response(shown, { headers: await pageHeaders() });
	});
};

const cached = { "cache-control": "public, max-age=300", "x-content-type-options": "nosniff" };

let made: { endpoints: number; document: ApiDocument; page: string } | undefined;

/** Made once per isolate. */
const currentDocument = () => {
	const endpoints = servedEndpoints();
	if (made?.endpoints !== endpoints.length) {
		const document = describeApi(endpoints);
		made = { endpoints: endpoints.length, document, page: documentationPage(document, pageStyle) };
	}
	return made;
};

const pageHeaders = async () => {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(pageStyle));
	const styleHash = btoa(String.fromCharCode(...new Uint8Array(digest)));
	return {
		...cached,
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
		"referrer-policy": "no-referrer",
	};
};
