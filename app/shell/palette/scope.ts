export type Scope = "all" | "applicants" | "transactions" | "commands" | "pages";

/** The signs that begin a narrower search, as the palette's footer names them. */
export const scopeSigns = {
	"@": "applicants",
	"#": "transactions",
	">": "commands",
	"/": "pages",
} as const satisfies Record<string, Scope>;

/** What narrows a search for transactions, as the palette and the search page name it. */
export const paymentWords = "pending, success, failed, a platform, today, yesterday or this week";

const isSign = (sign: string): sign is keyof typeof scopeSigns => Object.hasOwn(scopeSigns, sign);

/** Reads what is searched, and for what: "@ada" looks for applicants only. */
export const parseScope = (text: string): { scope: Scope; query: string } => {
	const typed = text.trimStart();
	const sign = typed.charAt(0);
	return isSign(sign)
		? { scope: scopeSigns[sign], query: typed.slice(1).trim() }
		: { scope: "all", query: typed.trim() };
};
