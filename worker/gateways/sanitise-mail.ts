import { isStoredPicture } from "#worker/contract/text/stored-pictures";

const textAlign = { "text-align": [/^(?:left|right|center|justify)$/] };
const reachable = /^(?:https?:|mailto:|tel:)/i;
/** why no braces: a picture with a different address for each recipient tells who has read the email. */
const openPicture = /^https:\/\/[^\s{}]+$/i;
/** why so loosely: "01", "+1" and "1px" are one pixel to a mail program. */
const tiny = /^\s*\+?0*[0-3](?!\d)/;
const unseen =
	/display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|(?:^|[;\s-])(?:width|height)\s*:\s*0*(?:[0-3](?:\.\d+)?|\.\d+)(?:px|pt)?\s*(?:!|;|$)/i;

/** Checks whether a picture can be seen. Pictures of one pixel, and hidden ones, report that an email was opened. */
const isSeen = ({ src = "", width = "", height = "", style = "", ...others }: Record<string, string>): boolean =>
	(openPicture.test(src) || isStoredPicture(src)) &&
	!tiny.test(width) &&
	!tiny.test(height) &&
	!unseen.test(style) &&
	!Object.hasOwn(others, "hidden");

/** Sanitises the rich text of a document: what the PDF draws. Its titles stay titles; its pictures are stored here. */
export const sanitiseDocument = async (html: string): Promise<string> => {
	const { default: sanitizeHtml } = await import("sanitize-html");
	return sanitizeHtml(html, {
		allowedTags: [
			"p",
			"br",
			"hr",
			"strong",
			"em",
			"u",
			"s",
			"sub",
			"sup",
			"ul",
			"ol",
			"li",
			"a",
			"blockquote",
			"h1",
			"h2",
			"h3",
			"h4",
			"table",
			"thead",
			"tbody",
			"tr",
			"th",
			"td",
			"img",
		],
		allowedAttributes: {
			a: ["href"],
			ol: ["start"],
			img: ["src", "alt", "width"],
			...Object.fromEntries(["p", "h1", "h2", "h3", "h4"].map((tag) => [tag, ["style"]])),
			...Object.fromEntries(["th", "td"].map((tag) => [tag, ["colspan", "rowspan", "style"]])),
		},
		allowedStyles: { "*": textAlign },
		allowedSchemes: ["https", "http", "mailto", "tel"],
		allowProtocolRelative: false,
		nestingLimit: 30,
		exclusiveFilter: ({ tag, attribs }) => tag === "img" && !isStoredPicture(attribs.src ?? ""),
		transformTags: { b: "strong", i: "em", del: "s", strike: "s", div: "p" },
	}).trim();
};

/** Sanitises the rich text of an email. why no link without scheme: the value of a merge field could add one. */
export const sanitiseMail = async (html: string): Promise<string> => {
	// why: no other operation needs it, and it takes longer to load than the rest of the services.
	const { default: sanitizeHtml } = await import("sanitize-html");
	return sanitizeHtml(html, {
		allowedTags: [
			"p",
			"br",
			"hr",
			"strong",
			"em",
			"u",
			"s",
			"sub",
			"sup",
			"ul",
			"ol",
			"li",
			"a",
			"blockquote",
			"h2",
			"h3",
			"h4",
			"table",
			"thead",
			"tbody",
			"tr",
			"th",
			"td",
			"img",
		],
		allowedAttributes: {
			a: ["href", "rel"],
			img: ["src", "alt", "width", "height"],
			p: ["style"],
			h2: ["style"],
			h3: ["style"],
			h4: ["style"],
			th: ["colspan", "rowspan", "style"],
			td: ["colspan", "rowspan", "style"],
		},
		allowedStyles: { p: textAlign, h2: textAlign, h3: textAlign, h4: textAlign, th: textAlign, td: textAlign },
		allowedSchemes: ["https", "http", "mailto", "tel"],
		allowedSchemesByTag: { img: ["https"] },
		allowProtocolRelative: false,
		nestingLimit: 30,
		exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
		transformTags: {
			b: "strong",
			i: "em",
			del: "s",
			strike: "s",
			h1: "h2",
			div: "p",
			a: (tagName, { href = "" }) => ({
				tagName,
				attribs: { ...(reachable.test(href.trim()) && { href: href.trim() }), rel: "noopener noreferrer nofollow" },
			}),
			img: (tagName, attribs) => ({ tagName, attribs: isSeen(attribs) ? attribs : {} }),
		},
	}).trim();
};
