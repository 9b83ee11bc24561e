const textAlign = { "text-align": [/^(?:left|right|center|justify)$/] };

/** Rich text of a form's answer with nothing in it but text, its shape and harmless links (quality: WYSIWYG). */
export const sanitiseAnswer = async (html: string): Promise<string> => {
	// why: no other operation needs it, and it takes longer to load than the rest of the services.
	const { default: sanitizeHtml } = await import("sanitize-html");
	return sanitizeHtml(html, {
		allowedTags: [
			...["p", "br", "strong", "em", "u", "s", "sub", "sup", "ul", "ol", "li", "a", "blockquote", "h3", "h4"],
			...["table", "thead", "tbody", "tr", "th", "td"],
		],
		allowedAttributes: {
			a: ["href", "rel"],
			p: ["style"],
			h3: ["style"],
			h4: ["style"],
			th: ["colspan", "rowspan", "style"],
			td: ["colspan", "rowspan", "style"],
		},
		allowedStyles: { p: textAlign, h3: textAlign, h4: textAlign, th: textAlign, td: textAlign },
		allowedSchemes: ["https", "mailto", "tel"],
		allowProtocolRelative: false,
		nestingLimit: 30,
		transformTags: {
			b: "strong",
			i: "em",
			del: "s",
			strike: "s",
			h1: "h3",
			h2: "h3",
			a: sanitizeHtml.simpleTransform("a", { rel: "noopener noreferrer nofollow" }),
		},
	}).trim();
};
