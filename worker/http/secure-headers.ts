interface Page {
	url: URL;
	nonce: string;
	/** Lets the development server's reload script run, which has no nonce. */
	liveReload: boolean;
	/** Other origins to which forms of the page may be posted. */
	formTargets?: readonly string[];
	/** Whether pages of the portal may show it in a frame; otherwise nobody may. */
	isFramed?: boolean;
}

const httpsOnly = "max-age=31536000; includeSubDomains";

/** Headers of every page: CSP with nonce, no framing by others, no sniffing, nothing cached when signed in (quality rules). */
export const secureHeaders = (headers: Headers, page: Page): void => {
	// why: a file that an applicant attached comes with a stricter policy of its own.
	if (!headers.has("content-security-policy")) headers.set("content-security-policy", pagePolicy(page));
	headers.set("x-content-type-options", "nosniff");
	headers.set("referrer-policy", "same-origin");
	headers.set("cross-origin-opener-policy", "same-origin");
	headers.set("permissions-policy", "camera=(), microphone=(), geolocation=()");
	if (page.url.protocol === "https:") headers.set("strict-transport-security", httpsOnly);
	if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};

/** Headers of every API response without headers of its own: nothing in it is run, framed, sniffed or cached. */
export const secureApiHeaders = (headers: Headers, url: string): void => {
	const wanted: Record<string, string> = {
		"x-content-type-options": "nosniff",
		"referrer-policy": "no-referrer",
		"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
		"cache-control": "no-store",
		...(url.startsWith("https:") && { "strict-transport-security": httpsOnly }),
	};
	for (const [name, value] of Object.entries(wanted)) if (!headers.has(name)) headers.set(name, value);
};

/** why so strict: it becomes a part of the policy, and a host may contain what ends a directive. */
const plainOrigin = /^https?:\/\/[\w.-]+(:\d{1,5})?$/;

const pagePolicy = ({ url, nonce, liveReload, formTargets = [], isFramed = false }: Page): string =>
	[
		"default-src 'self'",
		`script-src 'self' ${liveReload ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
		// why: React's style attributes and the toast and palette libraries' style elements carry no nonce.
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob:",
		"font-src 'self'",
		`connect-src 'self' ${url.origin.replace("http", "ws")}`,
		"worker-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		["form-action 'self'", ...formTargets.filter((origin) => plainOrigin.test(origin))].join(" "),
		`frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
	].join("; ");
