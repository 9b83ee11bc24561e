import type { Env } from "#worker/env";

/** Headers of a mail in a frame: no script, no form, nothing from elsewhere but logos; mails have styles in place. */
const headersAt = (portalOrigin: string) => ({
	"content-type": "text/html; charset=utf-8",
	"content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; img-src data: ${portalOrigin}/api/organisation/; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`,
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cache-control": "no-store",
});

/** Returns the HTML of a mail as a response for a frame, in which nothing runs. */
export const framedMail = ({ PORTAL_ORIGIN }: Pick<Env, "PORTAL_ORIGIN">, html: string): Response =>
	new Response(withLinksOutside(html), { headers: headersAt(PORTAL_ORIGIN) });

/** why: a page of the portal does not open in the frame. */
const withLinksOutside = (html: string): string => {
	const base = '<base target="_blank">';
	return /<head[\s>]/i.test(html)
		? html.replace(/<head(\s[^>]*)?>/i, (head) => head + base)
		: `<!doctype html><html lang="en"><head>${base}<title>Mail</title></head><body>${html}</body></html>`;
};
