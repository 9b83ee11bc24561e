/** Headers of every page (quality rules of the browser: CSP with nonce, no framing, no sniffing, nothing cached when signed in). */
export const secureHeaders = (headers: Headers, { nonce, isHttps }: { nonce: string; isHttps: boolean }): void => {
	headers.set(
		"content-security-policy",
		[
			"default-src 'self'",
			`script-src 'self' 'nonce-${nonce}'`,
			// why: React's style attributes and the toast and palette libraries' style elements carry no nonce.
			"style-src 'self' 'unsafe-inline'",
			"img-src 'self' data: blob:",
			"font-src 'self'",
			"connect-src 'self' ws: wss:",
			"object-src 'none'",
			"base-uri 'none'",
			"form-action 'self'",
			"frame-ancestors 'none'",
		].join("; "),
	);
	headers.set("x-content-type-options", "nosniff");
	headers.set("referrer-policy", "same-origin");
	headers.set("cross-origin-opener-policy", "same-origin");
	headers.set("permissions-policy", "camera=(), microphone=(), geolocation=()");
	if (isHttps) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
	if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};
