const name = "matricula-scripts";
const attributes = "Path=/; SameSite=Lax";

export const noteScripts = (): void => {
	const secure = window.location.protocol === "https:" ? "; Secure" : "";
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
	document.cookie = `${name}=on; ${attributes}${secure}`;
};

/** Checks whether scripts have taken over the last page that this browser was sent. */
export const runsScripts = (request: Request): boolean => isNoted.test(request.headers.get("cookie") ?? "");

const isNoted = new RegExp(`(?:^|;\\s*)${name}=on(?:;|$)`);

/** Makes the browser say so again. why: where scripts have been turned off since, the next page has to be whole. */
export const forgetScripts = `${name}=; Max-Age=0; ${attributes}`;
