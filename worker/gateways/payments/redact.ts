const mark = "[removed]";

/**
 * Fields of providers' bodies that let their reader charge a card or act as the institution. why the end of the text too: a
 * body that broke off is kept as well.
 */
const secretFields =
	/"(access_token|refresh_token|authorization_code|client_secret|signature)"(\s*:\s*)"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/gi;

/** Numbers of cards as a provider may print them whole. */
const cardNumber = /"(CardNumber|cardNum|card_number)"(\s*:\s*)"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/gi;

/** Returns a text of a call without the secrets, however it spells them, and without what can charge a card. */
export const redact = (text: string, secrets: readonly string[]): string => {
	const spelled = secrets
		.filter((secret) => secret.length > 0)
		.flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
		.sort((left, right) => right.length - left.length);
	const withoutSecrets = [...new Set(spelled)].reduce((rest, secret) => rest.replaceAll(secret, mark), text);
	return withoutSecrets.replace(secretFields, `"$1"$2"${mark}"`).replace(cardNumber, `"$1"$2"${mark}"`);
};
